"""LoCoMo as a test of retrieval: turns as they were said, and questions with the turns that answer them."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clew.loaders.knowledge import import_facts
from clew.loaders.sources.detection import read
from clew.model import Fact, Transcript

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
"""The fifth, questions without an answer, has no evidence to find."""

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
"""The annotators also wrote `D8:6; D9:17`, `D:11:26` and a lone `D`."""


@dataclass(frozen=True, slots=True)
class Said:
    """A turn as the file has it; `date` is text, such as ``1:56 pm on 8 May, 2023``; `caption`: of its image."""

    id: str
    session: int
    date: str
    speaker: str
    text: str
    caption: str = ""

    @property
    def shown(self) -> str:
        """The text with the caption, as recall packs it."""
        return f"{self.text} [image: {self.caption}]" if self.caption else self.text

    @property
    def plain(self) -> str:
        """The line that a flat index embeds."""
        return f"{self.speaker}: {self.shown}"

    @property
    def dated(self) -> str:
        """The line of a flat index that knows the date, too."""
        return f"[{self.date}] {self.plain}"

    @property
    def words(self) -> int:
        """Its cost in `r@1000w`: the words of its dated line without the caption, whoever ranks it."""
        return len(f"[{self.date}] {self.speaker}: {self.text}".split())


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the ids of the turns that hold the answer, at least one, and the answer."""

    text: str
    category: int
    evidence: frozenset[str]
    answer: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """A sample.

    Attributes:
        name: of the sample.
        turns: in order.
        questions: with evidence.
        skipped: questions whose evidence names no turn of it.
        unanswerable: questions of the fifth category, whose answer was never said.
    """

    name: str
    turns: tuple[Said, ...]
    questions: tuple[Question, ...]
    skipped: int
    unanswerable: tuple[Question, ...]


def conversations(path: Path) -> list[Conversation]:
    """Read a file of samples."""
    return [_conversation(sample) for sample in json.loads(path.read_text("utf-8"))]


def _conversation(sample: Mapping[str, Any]) -> Conversation:
    turns = tuple(_turns(sample["conversation"]))
    known = {turn.id for turn in turns}
    asked = [
        Question(str(each["question"]), each["category"], evidence(each["evidence"]), str(each["answer"]))
        for each in sample["qa"]
        if each["category"] in CATEGORIES
    ]
    usable = tuple(replace(each, evidence=each.evidence & known) for each in asked if each.evidence & known)
    never_said = tuple(
        Question(str(each["question"]), each["category"], frozenset(), "")
        for each in sample["qa"]
        if each["category"] not in CATEGORIES
    )
    return Conversation(sample["sample_id"], turns, usable, len(asked) - len(usable), never_said)


def _turns(conversation: Mapping[str, Any]) -> Iterator[Said]:
    for number in sorted(int(match[1]) for match in map(_SESSION.fullmatch, conversation) if match):
        date = conversation[f"session_{number}_date_time"]
        for turn in conversation[f"session_{number}"]:
            caption = (turn.get("blip_caption") or "").strip()
            yield Said(turn["dia_id"], number, date, turn["speaker"], turn["text"], caption)


def transcripts(path: Path) -> list[tuple[str, Transcript]]:
    """The sessions as Clew reads them, each with the name of its sample."""
    return [(each.session.rpartition("/")[0], each) for each in read(path, "locomo")]


def observations(path: Path) -> dict[str, list[Fact]]:
    """The facts that the file itself holds, by sample: an oracle for good extraction."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for fact in import_facts.read(path):
        found["".join(fact.sources[:1]).removeprefix("episode:").partition("/")[0]].append(fact)
    return found


def evidence(entries: Iterable[str]) -> frozenset[str]:
    """The turns' ids that an annotation names, however it is written."""
    found = (match.groups() for entry in entries for match in _EVIDENCE.finditer(entry))
    return frozenset(f"D{int(session)}:{int(turn)}" for session, turn in found)
