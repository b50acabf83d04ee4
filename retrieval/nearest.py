"""What a space has close to the question in meaning: all kinds that are searched alike in one statement."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.retrieval.context import Context
from clew.retrieval.words import MAX_FETCHED, OVERFETCH, Scored, is_short
from clew.text.instants import FOREVER

BY_SOURCE = "nearest_by_source"

LEAST_FETCHED = 20
"""Hits fetched of a kind, however few are taken: asked for fewer, an approximate index may miss the closest."""

Nearest = Mapping[str, Sequence[Scored]]
"""Of each kind that is searched, and of its parts, the closest, with their similarity."""


class _Near(NamedTuple):
    kind: str
    hits: list[Scored]


class _Sourced(NamedTuple):
    kind: str
    hits: list[Scored]
    reached: int


def nearest(transaction: SpaceTransaction, context: Context, kinds: Iterable[str]) -> Nearest:
    """Search kinds by vector, inside the space.

    Args:
        transaction: of the space.
        context: what for, and which memories.
        kinds: labels of what is searched.
    """
    alike: dict[str, list[str]] = {}
    for kind in kinds:
        alike.setdefault(_statement(context, kind), []).append(kind)
    found: dict[str, Sequence[Scored]] = {}
    for statement, members in alike.items():
        searches = [{"kind": kind, "pool": context.settings.pool_of(kind)} for kind in members]
        if statement == BY_SOURCE:
            found |= _by_source(transaction, context, searches)
        else:
            query = load(f"recall/{statement}", _Near)
            found |= dict(transaction.run(query, **_parameters(context, searches)))
    return found


def _by_source(
    transaction: SpaceTransaction, context: Context, searches: Sequence[Mapping[str, Any]]
) -> dict[str, Sequence[Scored]]:
    """Search what rests on turns, by those; look at more of the kinds of which too little passes."""
    query, found = load(f"recall/{BY_SOURCE}", _Sourced), dict[str, Sequence[Scored]]()
    fetched = OVERFETCH * max(int(each["pool"]) for each in searches)
    while searches:
        rows = transaction.run(query, **_parameters(context, searches, fetched))
        found |= {row.kind: row.hits for row in rows}
        looked = [{**each, "fetched": fetched} for each in searches]
        searches = [each for each, row in zip(looked, rows, strict=True) if is_short(each, row)]
        fetched = min(OVERFETCH * fetched, MAX_FETCHED)
    return found


def _parameters(
    context: Context, searches: Sequence[Mapping[str, Any]], fetched: int = LEAST_FETCHED
) -> dict[str, Any]:
    common = {
        "searches": list(searches),
        "vector": list(context.vector),
        "fetched": max(fetched, *(int(each["pool"]) for each in searches)),
        "forever": FOREVER,
        "timed": context.is_timed,
    }
    bounds = {"as_of": context.as_of, "session": context.where.session, **context.bounds}
    return common if context.is_everything else common | bounds


def _statement(context: Context, kind: str) -> str:
    """Choose the statement for a kind and a filter."""
    if context.is_by_source(kind):
        return BY_SOURCE if context.where.session is None else "nearest_of_session"
    if not context.where.is_open:
        return "nearest_filtered"
    return "nearest" if context.where.as_of is None else "nearest_as_of"
