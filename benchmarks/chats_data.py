"""Chats with an assistant as a test of retrieval: sessions of turns, and questions with the messages that answer them.

The form of a file, packed or not: ``{"conversations": [{"name", "sessions": [{"session", "turns": [{"id", "speaker",
"text", "at"}]}], "questions": [{"question", "category", "answer", "evidence": [ids]}]}]}``.
"""

import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from clew.model import Transcript, Turn


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the ids of the messages that hold the answer (at least one), and the answer, which may be empty."""

    text: str
    category: str
    evidence: frozenset[str]
    answer: str


@dataclass(frozen=True)
class Chat:
    """A conversation.

    Attributes:
        name: of the conversation.
        transcripts: its sessions.
        messages: id of each message in the file, by the id of its episode.
        questions: with evidence.
        skipped: questions whose evidence names no message of it.
    """

    name: str
    transcripts: tuple[Transcript, ...]
    messages: Mapping[str, str]
    questions: tuple[Question, ...]
    skipped: int

    @cached_property
    def ids(self) -> list[str]:
        """Id of the episode of each message."""
        return list(self.messages)

    @cached_property
    def turns(self) -> list[tuple[str, int, Turn]]:
        """Id of each message, the number of its session, and the turn."""
        said = [(number, turn) for number, each in enumerate(self.transcripts) for turn in each.turns]
        return [(id, number, turn) for id, (number, turn) in zip(self.messages.values(), said, strict=True)]


def chats(path: Path) -> list[Chat]:
    """Read a file of chats."""
    return [_chat(each) for each in content(path)]


def content(path: Path) -> list[dict[str, Any]]:
    """Return the conversations of a file as it holds them."""
    packed = path.read_bytes()
    return json.loads(lzma.decompress(packed) if path.suffix == ".xz" else packed)["conversations"]


def transcripts(given: Mapping[str, Any]) -> tuple[Transcript, ...]:
    """Return the sessions of a conversation."""
    return tuple(
        Transcript(each["session"], tuple(_turn(turn) for turn in each["turns"])) for each in given["sessions"]
    )


def _chat(given: Mapping[str, Any]) -> Chat:
    messages = {
        f"episode:{each['session']}/{position}": str(turn["id"])
        for each in given["sessions"]
        for position, turn in enumerate(each["turns"])
    }
    known = set(messages.values())
    asked = [
        Question(each["question"], each["category"], frozenset(map(str, each["evidence"])) & known, str(each["answer"]))
        for each in given["questions"]
    ]
    usable = tuple(question for question in asked if question.evidence)
    return Chat(given["name"], transcripts(given), messages, usable, len(asked) - len(usable))


def _turn(given: Mapping[str, Any]) -> Turn:
    return Turn(given["text"], given["speaker"], datetime.fromisoformat(given["at"]))
