"""What the demo asks: the source's own questions with their evidence, or what can be made of its turns."""

import heapq
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard, cast

from clew.model import Transcript, Turn

COUNT = 5
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its answer where there is one, and session and position of the turns that hold it."""

    text: str
    answer: str = ""
    evidence: frozenset[tuple[str, int]] = frozenset()


def bundled() -> tuple[Asked, ...]:
    """Return the five questions of the bundled conversation."""
    from clew.loaders.conversation.demo import questions

    return tuple(
        Asked(each.text, each.answer, frozenset(_place(name) for name in each.evidence)) for each in questions()
    )


def of_file(path: Path) -> tuple[Asked, ...]:
    """Return five questions for a file: LoCoMo's own, else the rarest words of its longest turns."""
    from clew.loaders.sources.detection import read

    asked = _locomo(path) if path.suffix.lower() == ".json" and path.is_file() else ()
    return asked or _from_turns(read(path))


def _place(name: str) -> tuple[str, int]:
    session, _, position = name.rpartition("/")
    return session, int(position)


def _locomo(path: Path) -> tuple[Asked, ...]:
    from clew.loaders.sources.formats.locomo import transcripts
    from clew.loaders.sources.json_stream import elements

    empty: dict[str, object] = {}
    qa = next(elements(path), empty).get("qa")
    pairs = [pair for pair in cast("list[object]", qa) if _answerable(pair)][:COUNT] if isinstance(qa, list) else []
    if not pairs:
        return ()
    places: dict[object, tuple[str, int]] = {}
    for transcript in transcripts(path):
        for position, turn in enumerate(transcript.turns):
            places.setdefault(turn.metadata.get("dia_id"), (transcript.session, position))
    return tuple(
        Asked(
            str(pair["question"]),
            str(pair.get("answer", "")),
            frozenset(places[name] for name in pair["evidence"] if isinstance(name, str) and name in places),
        )
        for pair in pairs
    )


def _answerable(pair: object) -> TypeGuard[dict[str, Any]]:
    """Return whether it is a question of LoCoMo's form: with an answer, and a list of the turns that say it."""
    if not isinstance(pair, dict):
        return False
    fields = cast("dict[str, object]", pair)
    return (
        isinstance(fields.get("evidence"), list) and bool(fields["evidence"]) and {"question", "answer"} <= set(fields)
    )


def _from_turns(transcripts: Iterator[Transcript]) -> tuple[Asked, ...]:
    often: Counter[str] = Counter()
    longest: list[tuple[int, int, str, int, Turn]] = []
    count = 0
    for transcript in transcripts:
        for position, turn in enumerate(transcript.turns):
            count += 1
            often.update(set(_words(turn.text)))
            entry = (min(len(turn.text), 600), -count, transcript.session, position, turn)
            heapq.heappush(longest, entry) if len(longest) < COUNT else heapq.heappushpop(longest, entry)
    return tuple(
        Asked(" ".join(_rarest(turn.text, often)) or turn.text[:60], evidence=frozenset({(session, position)}))
        for _, _, session, position, turn in sorted(longest, reverse=True)
    )


def _rarest(text: str, often: Counter[str]) -> list[str]:
    """Return the six rarest words of a text, in its order."""
    words = list(dict.fromkeys(_words(text)))
    chosen = set(sorted(words, key=lambda word: often[word])[:6])
    return [word for word in words if word in chosen]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
