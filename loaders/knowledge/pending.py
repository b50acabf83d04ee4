"""Texts that wait for consolidation; turns are found session by session, so that it costs no more in a large space."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.knowledge.chunks import Chunk, Said, chunks
from clew.loaders.language.splitting import opening, tokens
from clew.model import Pending, Reconciled
from clew.text.instants import FOREVER, now

EARLIER = 5
"""Earlier turns that a model is shown beside a chunk."""

MIN_SIMILARITY = 0.55
"""Cosine from which an earlier turn may help: 96 % of the useful turns have it (docs/studies.md)."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a portion.

    Attributes:
        facts: how many are new, repeated, replaced and rejected.
        reflections: how many are new.
        triplets: as for facts.
        superseded: how many facts that other extractors had made of the same turns went.
        is_done: whether nothing of the portion waits any more.
    """

    facts: Reconciled = field(default_factory=Reconciled)
    reflections: int = 0
    triplets: Reconciled = field(default_factory=Reconciled)
    is_done: bool = True
    superseded: int = 0


@dataclass(frozen=True, slots=True)
class Portion:
    """A chunk of turns, or a passage.

    Attributes:
        name: such as ``monday, turns 0 to 14``.
        first: id of the text that keeps the reason of a failure.
        read: extracts, beside other portions; returns the function that writes the results, when its turn comes.
    """

    name: str
    first: str
    read: Callable[[], Callable[[], Settled]]


class _Waiting(NamedTuple):
    """A turn that is not consolidated, and why the chunk that begins with it failed."""

    said: Said
    failure: str | None


class _Locked(NamedTuple):
    """The space's lock, and the ids of the texts that are still there and not consolidated."""

    closed: bool | None
    encoder: str | None
    waiting: list[str]


def pending_chunks(space: Space, budget: int, again: str | None = None) -> list[Chunk]:
    """Return all chunks that wait, in the order of time.

    Args:
        space: where.
        budget: tokens that a model reads at once.
        again: an extractor; what others have consolidated waits for it, too. None: nothing does.
    """
    found = [chunk for _, each in _sessions(space, budget, again) for chunk in each]
    return sorted(found, key=lambda chunk: (chunk.at, chunk.session, chunk.turns[0].position))


def pending_turns(space: Space, budget: int) -> tuple[Pending, ...]:
    """Return the chunks that wait, with the reason if one failed."""
    return tuple(
        Pending(chunk.name, len(chunk.turns), chunk.at, failures.get(chunk.turns[0].id, ""))
        for failures, each in _sessions(space, budget)
        for chunk in each
    )


def earlier_turns(space: Space, chunk: Chunk, budget: int) -> list[Said]:
    """Return the turns before a chunk that are closest to it in meaning, in the order of time.

    Before means: said earlier, or at an earlier position of its session. Of long ones it is the openings, so that their
    texts have no more tokens than a chunk.
    """
    turns = space.read(
        load("write/earlier_turns", Said),
        ids=chunk.ids,
        session=chunk.session,
        position=chunk.turns[0].position,
        before=chunk.at,
        least=(1 + MIN_SIMILARITY) / 2,
        most=EARLIER,
        fetched=EARLIER + len(chunk.turns),
        forever=FOREVER,
    )
    return fitting(turns, budget)


def fitting(turns: Sequence[Said], budget: int) -> list[Said]:
    """Return turns, the longest cut to openings of one length where their texts have more tokens than a budget."""
    shown: dict[str, Said] = {}
    left, by_length = budget, sorted(turns, key=lambda each: tokens(each.shown))
    for count, turn in zip(range(len(turns), 0, -1), by_length, strict=True):
        text = opening(turn.shown, max(left // count, 1))
        shown[turn.id] = turn if text == turn.shown.strip() else replace(turn, text=text, caption="")
        left -= tokens(text)
    return [shown[turn.id] for turn in turns]


def lock_pending(transaction: SpaceTransaction, ids: Sequence[str], again: str | None = None) -> list[str]:
    """Take the space's lock; return the ids of the texts that are still there and wait; `again` as in `pending_chunks`.

    Raises:
        Conflict: the space is being forgotten.
    """
    query = load("write/lock_pending", _Locked)
    return transaction.locking(query, ids=list(ids), now=now(), **_extracted_again(again)).waiting


def _extracted_again(extractor: str | None) -> dict[str, bool | str]:
    return {"again": extractor is not None, "extractor": extractor or ""}


def _sessions(space: Space, budget: int, again: str | None = None) -> Iterator[tuple[dict[str, str], list[Chunk]]]:
    """Yield for each session the reasons of failed chunks, by their first turn, and its chunks."""
    for session in space.read(load("write/pending_sessions", str), again=again is not None):
        turns = space.read(load("write/pending_turns", _Waiting), session=session, **_extracted_again(again))
        failures = {turn.said.id: turn.failure for turn in turns if turn.failure}
        yield failures, list(chunks([turn.said for turn in turns], budget))
