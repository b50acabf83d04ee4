"""Reads back what memory believed at an instant: beliefs are kept with the times at which it was told."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from clew.graph.queries import load
from clew.graph.space import QueryRunner
from clew.model import Filter, Hit
from clew.model.browsed import ListedMemory
from clew.text.instants import FOREVER

T = TypeVar("T")


def known(
    run: QueryRunner, ids: Iterable[str], known_at: datetime, as_of: datetime | None = None
) -> dict[str, ListedMemory]:
    """Return those of some memories that were believed at an instant, by id, as they were then.

    Args:
        run: runs statements in the space.
        ids: of the memories.
        known_at: the instant at which they were believed.
        as_of: when they held, by what was believed then; None: they had not been replaced.
    """
    query = load("browse/known", ListedMemory)
    found = run(query, ids=list(ids), known_at=known_at, as_of=as_of or FOREVER, forever=FOREVER)
    return {each.id: each for each in found}


def as_believed(hit: Hit, then: ListedMemory) -> Hit:
    """Return a hit as it was believed at an instant; its path may lead over what came later, and is left out."""
    return replace(hit, belief=then.belief, valid_to=then.valid_to, sources=then.sources, cited=then.sources, path=())


def believed_then(
    run: QueryRunner, where: Filter, candidates: Mapping[str, T]
) -> tuple[Mapping[str, T], Mapping[str, ListedMemory]]:
    """Leave out candidates that were not believed at the times of a filter, by id.

    Return the others, and with `known_at` as what they were believed.
    """
    if where.known_at is not None:
        then = known(run, candidates, where.known_at, where.as_of)
        then = {id: each for id, each in then.items() if each.belief >= where.min_belief}
        return {id: each for id, each in candidates.items() if id in then}, then
    if where.as_of is not None:
        gone = {*run(load("recall/unbelieved", str), ids=list(candidates), as_of=where.as_of)}
        return {id: each for id, each in candidates.items() if id not in gone}, {}
    return candidates, {}
