"""The directions that an encoder's vectors tell texts apart by: learnt, and what each is worth.

    python benchmarks/directions.py corrections locomo7.json beam_dev.json.xz lihua_dev.json.xz [--gate]
    python benchmarks/directions.py requests locomo7.json beam_dev.json.xz lihua_dev.json.xz [--gate]
    python benchmarks/directions.py corrections locomo7.json --learn    # writes src/clew/retrieval/directions.json
    python benchmarks/directions.py requests --learn

`corrections`: which short turns correct an earlier one of their speaker? At most one in fifty of the first file's
short turns reaches the threshold, and one in ten of the learnt remarks. `requests`: which messages need
no memory, because they are small talk or ask what anyone knows? At most one in fifty of the others that are learnt from
reaches that threshold.

A direction is learnt by ridge regression of the vectors of wordings of our own (`wordings/*_learnt.txt`). The
other wordings had no part in that. The free wordings (`*_free.txt`) were written apart. The free
remarks share a word or a value with the turn before, so that they look like corrections. The baselines are words. Some
say "I correct"; "I", "we" and "you" ask memory. No server is needed.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import connection
import numpy as np
from baselines import Floats
from circumstances import PACKAGES, without_server, write
from gating import missed, show_gates
from recall_data import Talk, talks
from rich.console import Console
from rich.table import Table
from truth_wordings import HALVES, table, wordings

from clew.embedding import encoder, identity
from clew.graph.schema import declared
from clew.model import Turn
from clew.retrieval.confidence import is_small_talk
from clew.retrieval.corrections import LOOK_BACK, may_correct, says_so
from clew.retrieval.directions import LEARNT, DirectionName, directions
from clew.retrieval.unasked import says_person

OUT = Path("out")

SPEAKERS = ("Ann", "Ben", "Marta", "Li Wei", "Adam")
"""Of wordings, in turns."""

NAMELESS = "user"
"""Says each turn a second time: only names are embedded with what is said."""

Said = Sequence[tuple[str, str]]
"""Speakers and what they say; of messages the speaker is empty."""

Found = Mapping[str, Mapping[str, float]]
"""By group the number of its texts, and the shares that are taken for the kind, in percent."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of texts that a direction tells from others.

    Attributes:
        groups: of wordings, by their names; the first of them are learnt from.
        kind: the groups of that kind that are learnt from.
        others: the groups of the others.
        of_talk: what a conversation has of the others.
        words: the baseline: whether words say that a text is of the kind.
        adds: whether Clew heeds the words beside the direction.
        strength: of the ridge, where vectors have length 1.
        taken: the share of the others that are learnt from, that may reach the threshold.
        taken_of_file: the same of a file; None: no file has a part in it.
        gates: of what was found, with the names of the files.
    """

    groups: Mapping[str, Said]
    kind: Sequence[str]
    others: Sequence[str]
    of_talk: Callable[[Talk], Said]
    words: Callable[[str], bool]
    adds: bool
    strength: float
    taken: float
    taken_of_file: float | None
    gates: Callable[[Found, Sequence[str]], Mapping[str, bool]]


def main() -> int:
    """Learn if that is asked for, read, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    name = identity(encoder(options.encoder))
    subject = _corrections() if options.subject == "corrections" else _requests()
    if options.learn and subject.taken_of_file is not None and not options.files:
        sys.exit("learning this takes a file, on which the threshold is chosen, too")
    files = {path.stem: said for path in options.files if (said := _of_file(subject, path))}
    texts = {**subject.groups, **files}
    vectors = {group: _vectors(options.encoder, said) for group, said in texts.items()}
    if options.learn:
        _learn(options.subject, name, subject, vectors, list(files)[:1])
    learnt = directions(options.subject)[name]
    found: dict[str, dict[str, float]] = {}
    for group, said in texts.items():
        reads = vectors[group] @ np.array(learnt.vector) >= learnt.threshold
        words = np.array([subject.words(text) for _, text in said])
        shares = {"words": words, "direction": reads, "Clew": words | reads if subject.adds else reads}
        found[group] = {"texts": len(said)} | {way: 100 * float(each.mean()) for way, each in shares.items()}
    gates = subject.gates(found, list(files))
    path = options.json or OUT / f"{options.subject}.json"
    write(path, {**without_server(PACKAGES), "encoder": name, "found": found, "gates": gates})
    console = Console()
    shown = Table("", "texts", "words, %", "direction, %", "Clew, %", title=f"{options.subject}, with {name}")
    for group, each in found.items():
        shown.add_row(group, f"{each['texts']:.0f}", *(f"{each[way]:.1f}" for way in ("words", "direction", "Clew")))
    console.print(shown)
    show_gates(gates, console)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("subject", choices=("corrections", "requests"))
    parser.add_argument("files", nargs="*", type=Path, help="LoCoMo's file or chats, which have few of the kind")
    parser.add_argument("--learn", action="store_true", help="learn the direction, and its threshold")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path)
    connection.add_encoder_argument(parser)
    return parser.parse_args()


def _corrections() -> Subject:
    learnt = ("corrections, learnt from", "remarks, learnt from")
    free = "corrections, free"
    groups = {
        learnt[0]: table("corrections_learnt"),
        learnt[1]: table("remarks_learnt"),
        **{f"corrections, {half}": wordings("corrections", half) for half in HALVES},
        free: table("corrections_free"),
        "remarks, free": table("remarks_free"),
    }

    def gates(found: Found, files: Sequence[str]) -> dict[str, bool]:
        taken = sum(found[each]["texts"] * found[each]["Clew"] for each in files)
        of = sum(found[each]["texts"] for each in files)
        return {
            "corrections in free words: known, at least 60 %": found[free]["Clew"] >= 60,
            "turns of the files: taken for corrections, at most 3 %": taken <= 3 * of,
        }

    later = {group: _later(lines) for group, lines in groups.items()}
    return Subject(
        groups=later,
        kind=learnt[:1],
        others=learnt[1:],
        of_talk=_short_turns,
        words=says_so,
        adds=True,
        strength=0.003,
        taken=0.1,
        taken_of_file=0.02,
        gates=gates,
    )


def _requests() -> Subject:
    kinds = ("general", "talk", "memory", "things", "self", "unsaid")
    groups = {
        f"{kind}, {part}": [("", text) for one, text in table(f"requests_{file}") if one == kind]
        for part, file in (("learnt from", "learnt"), ("free", "free"))
        for kind in kinds
    }
    groups = {group: said for group, said in groups.items() if said}
    learnt = [group for group in groups if "learnt" in group]

    def gates(found: Found, _files: Sequence[str]) -> dict[str, bool]:
        free = [found[f"{kind}, free"]["Clew"] for kind in kinds]
        return {
            "general and small talk, free: known, at least 85 %": min(free[:2]) >= 85,
            "of those that ask memory, free: at most 4 %": max(free[2], free[3], free[5]) <= 4,
            "of short ones of oneself, free: at most 15 %": free[4] <= 15,
        }

    return Subject(
        groups=groups,
        kind=learnt[:2],
        others=learnt[2:],
        of_talk=_questions,
        words=_asks_no_memory,
        adds=False,
        strength=0.002,
        taken=0.02,
        taken_of_file=None,
        gates=gates,
    )


def _later(lines: Sequence[Sequence[str]]) -> Said:
    """Return the later turn of each line, or the only one, of somebody with a name and of a user."""
    return [
        (speaker, line[min(1, len(line) - 1)])
        for place, line in enumerate(lines)
        for speaker in (SPEAKERS[place % len(SPEAKERS)], NAMELESS)
    ]


def _of_file(subject: Subject, path: Path) -> Said:
    return [each for talk in talks(path, conversations=None, questions=None) for each in subject.of_talk(talk)]


def _short_turns(talk: Talk) -> Said:
    """Return the turns that may correct, as said and of a user: short ones, a little after another of their speaker."""
    found: list[tuple[str, str]] = []
    for transcript in talk.transcripts:
        for place, turn in enumerate(transcript.turns):
            before = transcript.turns[max(0, place - LOOK_BACK) : place]
            if may_correct(turn.text) and any(_states(each, turn.speaker) for each in before):
                found += [(turn.speaker, turn.text), (NAMELESS, turn.text)]
    return found


def _states(turn: Turn, speaker: str) -> bool:
    return turn.speaker == speaker and "?" not in turn.text


def _questions(talk: Talk) -> Said:
    return [("", question.text) for question in talk.questions]


def _asks_no_memory(message: str) -> bool:
    return is_small_talk(message) or not says_person(message)


def _vectors(name: str, said: Said) -> Floats:
    """Return the vectors of turns with their speakers, or of messages."""
    episode, encodes = declared().kind("Episode"), encoder(name)
    if said and said[0][0]:
        rows = [{"kind": "Episode", "text": text, "speaker": speaker, "caption": ""} for speaker, text in said]
        vectors = np.array(encodes.embed_documents([episode.embedded_text(row) for row in rows]))
    else:
        vectors = np.array([encodes.embed_query(text) for _, text in said])
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _learn(
    name: DirectionName, encoder_name: str, subject: Subject, vectors: Mapping[str, Floats], file: Sequence[str]
) -> None:
    """Write the direction that tells the kind from the others, both counting alike, and its threshold."""
    kind, others = (np.vstack([vectors[each] for each in groups]) for groups in (subject.kind, subject.others))
    centre = (kind.mean(0) + others.mean(0)) / 2
    spread = sum((each - centre).T @ (each - centre) / len(each) / 2 for each in (kind, others))
    towards = (kind.mean(0) - others.mean(0)) / 2
    direction = np.linalg.solve(spread + subject.strength * np.eye(len(centre)), towards)
    direction = np.round(direction / np.linalg.norm(direction), 4)
    may_reach = [(others, subject.taken)]
    if subject.taken_of_file is not None:
        may_reach += [(vectors[each], subject.taken_of_file) for each in file]
    threshold = max(float(np.quantile(each @ direction, 1 - share)) for each, share in may_reach)
    known = json.loads(LEARNT.read_text("utf-8")) if LEARNT.exists() else {}
    known.setdefault(name, {})[encoder_name] = {"vector": direction.tolist(), "threshold": round(threshold, 4)}
    LEARNT.write_text(json.dumps({each: dict(sorted(known[each].items())) for each in sorted(known)}) + "\n", "utf-8")
    directions.cache_clear()


if __name__ == "__main__":
    sys.exit(main())
