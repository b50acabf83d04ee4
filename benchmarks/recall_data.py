"""Conversations of LoCoMo, chats and made-up groups in one form: sessions, and questions with what answers them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import chats_data
import locomo_data

from clew.model import Transcript, Turn
from clew.text.names import is_role


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a benchmark.

    Attributes:
        text: as it is asked.
        group: its category.
        evidence: ids of what answers it, at least one.
        answer: may be empty.
        before: the session before which it is asked; empty: it is asked at the end.
    """

    text: str
    group: str
    evidence: frozenset[str]
    answer: str
    before: str = ""


@dataclass(frozen=True)
class Talk:
    """A conversation with its questions.

    Attributes:
        corpus: the file that it is of.
        name: of the conversation.
        transcripts: its sessions.
        ids: by the id of an episode how evidence calls it.
        questions: with evidence.
        skipped: questions whose evidence names nothing of it.
    """

    corpus: str
    name: str
    transcripts: Sequence[Transcript]
    ids: Mapping[str, str]
    questions: Sequence[Asked]
    skipped: int = 0

    @cached_property
    def turns(self) -> Mapping[str, tuple[int, Turn]]:
        """The number of its session and each turn, by the id of its episode."""
        return {
            f"episode:{each.session}/{place}": (number, turn)
            for number, each in enumerate(self.transcripts)
            for place, turn in enumerate(each.turns)
        }

    @cached_property
    def ids_in_order(self) -> list[str]:
        """Ids of the episodes."""
        return list(self.turns)

    @cached_property
    def people(self) -> frozenset[str]:
        """The speakers, without roles such as ``user``."""
        return frozenset(turn.speaker for _, turn in self.turns.values() if not is_role(turn.speaker))

    @cached_property
    def is_of_sessions(self) -> bool:
        """True if its evidence are whole sessions, not turns."""
        return set(self.ids.values()) <= {each.session for each in self.transcripts}

    def stages(self) -> Iterator[tuple[Sequence[Transcript], "Talk"]]:
        """Yield what is said until questions are asked, and the conversation as far as it goes then, with these."""
        names = [each.session for each in self.transcripts]
        asked: dict[int, list[Asked]] = defaultdict(list)
        for each in self.questions:
            asked[names.index(each.before) if each.before else len(names)].append(each)
        start = 0
        for end, questions in sorted(asked.items()):
            so_far = replace(self, transcripts=self.transcripts[:end], questions=questions)
            yield self.transcripts[start:end], replace(so_far, ids={id: self.ids[id] for id in so_far.turns})
            start = end

    def sessions_of(self, asked: Asked) -> frozenset[str]:
        """Return the sessions that hold what answers a question."""
        names = (
            id.removeprefix("episode:").rpartition("/")[0]
            for id, called in self.ids.items()
            if called in asked.evidence
        )
        return frozenset(names)

    def named(self, asked: Asked) -> int:
        """Return how many who speak in it a question names, by the first name or the whole."""
        words = set(re.findall(r"\w+", asked.text.casefold()))
        return sum(name.split()[0].casefold() in words for name in self.people if name.strip())


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
        yield Talk(path.name, told.name, sessions[told.name], ids, asked, told.skipped)


def _chats(path: Path) -> Iterator[Talk]:
    for given in chats_data.content(path):
        key = "evidence_sessions" if "evidence_sessions" in given["questions"][0] else "evidence"
        ids = {
            f"episode:{each['session']}/{place}": str(turn["id"]) if key == "evidence" else each["session"]
            for each in given["sessions"]
            for place, turn in enumerate(each["turns"])
        }
        known = set(ids.values())
        asked = [
            Asked(each["question"], each["category"], evidence, str(each["answer"]), each.get("before", ""))
            for each in given["questions"]
            if (evidence := frozenset(known.intersection(map(str, each[key]))))
        ]
        skipped = len(given["questions"]) - len(asked)
        yield Talk(path.name, given["name"], chats_data.transcripts(given), ids, asked, skipped)
