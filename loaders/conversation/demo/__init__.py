"""The conversation that `clew demo` plays: two friends, six dated sessions, and five questions about them."""

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

Kind = Literal["temporal", "changed", "multi-session", "speaker"]


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question and where its answer is."""

    text: str  # as a user would ask it
    # what makes it hard: a date to be worked out, a fact that changed, an answer in two sessions, or one speaker's
    # words
    kind: Kind
    answer: str  # for people to compare with
    evidence: tuple[str, ...]  # the turns that hold it, as ``SESSION/POSITION``


def path() -> Path:
    """Return the file of the conversation, in the format `jsonl`."""
    return Path(str(resources.files(__name__))) / "conversation.jsonl"


def questions() -> tuple[DemoQuestion, ...]:
    """Return the five questions, in the order of asking."""
    found = json.loads(path().with_name("questions.json").read_text("utf-8"))
    return tuple(DemoQuestion(q["text"], q["kind"], q["answer"], tuple(q["evidence"])) for q in found)
