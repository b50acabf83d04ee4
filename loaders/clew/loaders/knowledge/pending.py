"""What is not consolidated yet: found session by session, so that it costs no more in a large space."""

from collections.abc import Iterator, Sequence

from clew.clock import FOREVER
from clew.loaders.knowledge.chunks import Chunk, Said, chunks
from clew.model import Pending
from clew.queries import load
from clew.rows import Row
from clew.space import Space

EARLIER = 5
"""Earlier turns that a model is shown beside a chunk."""

MIN_SIMILARITY = 0.5
"""Cosine from which an earlier turn may help."""


def pending_chunks(space: Space, budget: int) -> list[Chunk]:
    """All chunks that wait, in the order of time.

    Args:
        space: where.
        budget: tokens of what a model reads at once.
    """
    found = [chunk for _, each in _sessions(space, budget) for chunk in each]
    return sorted(found, key=lambda chunk: (chunk.at, chunk.session, chunk.turns[0].position))


def pending_turns(space: Space, budget: int) -> tuple[Pending, ...]:
    """The chunks that wait, with the reason where one failed."""
    return tuple(
        Pending(chunk.name, len(chunk.turns), chunk.at, failures.get(chunk.turns[0].id, ""))
        for failures, each in _sessions(space, budget)
        for chunk in each
    )


def earlier_turns(space: Space, chunk: Chunk) -> list[Said]:
    """The turns before a chunk that are closest to it in meaning, in the order of time: said before, or above it."""
    rows = space.read(
        load("write/earlier_turns"),
        ids=chunk.ids,
        session=chunk.session,
        position=chunk.turns[0].position,
        before=chunk.at,
        least=(1 + MIN_SIMILARITY) / 2,
        most=EARLIER,
        fetched=EARLIER + len(chunk.turns),
        forever=FOREVER,
    )
    return [_said(row["session"], row) for row in rows]


def _sessions(space: Space, budget: int) -> Iterator[tuple[dict[str, str], list[Chunk]]]:
    """Per session why chunks failed, by their first turn, and the chunks."""
    for row in space.read(load("write/pending_sessions")):
        turns: Sequence[Row] = space.read(load("write/pending_turns"), session=row["session"])
        failures = {turn["id"]: turn["failure"] for turn in turns if turn["failure"]}
        yield failures, list(chunks([_said(row["session"], turn) for turn in turns], budget))


def _said(session: str, row: Row) -> Said:
    return Said(row["id"], session, row["position"], row["speaker"], row["text"], row["at"], row["caption"])
