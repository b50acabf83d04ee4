"""Conversations of LoCoMo and chats in one form, for the benchmark of the rules of language."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import chats_data
import locomo_data

from clew.model import Transcript


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a benchmark: its group, the ids of what answers it, and the answer."""

    text: str
    group: str
    evidence: frozenset[str]
    answer: str


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation with its questions; `ids` has what evidence calls an episode, by the episode's id."""

    corpus: str
    name: str
    transcripts: Sequence[Transcript]
    ids: Mapping[str, str]
    questions: Sequence[Asked]


def is_of_chats(path: Path) -> bool:
    """Return whether a file has the form of `chats_data.py`; the other form is LoCoMo's."""
    return path.suffix == ".xz" or "conversations" in path.read_text("utf-8")[:200]


def talks(path: Path, *, conversations: int | None, questions: int | None) -> list[Talk]:
    """Return the conversations of a file: at most so many, with at most so many questions in all, spread evenly."""
    found = list(_chats(path) if is_of_chats(path) else _locomo(path))[:conversations]
    asked = sum(len(talk.questions) for talk in found)
    step = max(1, -(-asked // (questions or asked)))
    return [replace(talk, questions=talk.questions[::step]) for talk in found]


def _locomo(path: Path) -> Iterator[Talk]:
    sessions: dict[str, list[Transcript]] = defaultdict(list)
    for name, each in locomo_data.transcripts(path):
        sessions[name].append(each)
    for told in locomo_data.conversations(path):
        ids = {
            f"episode:{each.session}/{place}": f"D{each.session.rpartition('_')[2]}:{place + 1}"
            for each in sessions[told.name]
            for place in range(len(each.turns))
        }
        asked = [
            Asked(each.text, locomo_data.CATEGORIES[each.category], each.evidence, each.answer)
            for each in told.questions
        ]
        yield Talk(path.name, told.name, sessions[told.name], ids, asked)


def _chats(path: Path) -> Iterator[Talk]:
    for given in chats_data.content(path):
        ids = {
            f"episode:{each['session']}/{place}": (str(turn["id"]), each["session"])
            for each in given["sessions"]
            for place, turn in enumerate(each["turns"])
        }
        of_sessions = "evidence_sessions" in given["questions"][0]
        called = {episode: pair[of_sessions] for episode, pair in ids.items()}
        asked = [
            Asked(each["question"], each["category"], evidence, str(each["answer"]))
            for each in given["questions"]
            if (evidence := frozenset(map(str, each["evidence_sessions" if of_sessions else "evidence"])))
            and evidence <= set(called.values())
        ]
        yield Talk(path.name, given["name"], chats_data.transcripts(given), called, asked)
