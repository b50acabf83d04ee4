"""Semantic search over the triplets of a world: from a query to triplets, from these to their ends, and on from there.

Source: AriGraph, algorithm 2. There every step embeds the whole graph anew; here each text was embedded when it was
written, what a thing's own triplets are is read from the graph, and the vector index finds what else is close.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.world import Held
from clew.text.instants import FOREVER
from clew.text.names import normalise


class _Incident(NamedTuple):
    name: str
    held: Held


class _Near(NamedTuple):
    query: int
    held: Held


def semantic(space: Space, queries: Mapping[str, int], width: int, at: datetime) -> tuple[Held, ...]:
    """Find triplets for some queries.

    Args:
        space: where.
        queries: what is looked for, names or sentences, with the depth of each: how many times the search goes on,
            1 being from the query alone.
        width: triplets that each step takes per query or thing.
        at: when they shall be believed.

    Returns:
        Each once, in the order in which they were met.
    """
    found: dict[str, Held] = {}
    reached: dict[str, int] = {}
    frontier = {query: depth for query, depth in queries.items() if depth > 0 and query.strip()}
    unknown = frontier
    while frontier:
        named = _named(frontier)
        reached |= named
        own = _incident(space, named, width, at)
        known = {name for name, _ in own}
        hits = [*own, *_near(space, [query for query in unknown if normalise(query) not in known], width, at)]
        unknown = {}
        found |= {each.id: each for _, each in hits if each.id not in found}
        depths = frontier | named
        frontier = _onwards(((depths[source] - 1, each) for source, each in hits), reached)
    return tuple(found.values())


def _named(queries: Mapping[str, int]) -> dict[str, int]:
    """Return the names that queries spell, each with the greatest of its depths."""
    named: dict[str, int] = {}
    for query, depth in queries.items():
        if name := normalise(query):
            named[name] = max(depth, named.get(name, 0))
    return named


def _onwards(hits: Iterable[tuple[int, Held]], reached: Mapping[str, int]) -> dict[str, int]:
    """Return the ends of triplets from which the search goes on, each with the depth that is left."""
    onwards: dict[str, int] = {}
    for left, each in hits:
        for name in (each.triplet.subject, each.triplet.object):
            if left > max(reached.get(name, 0), onwards.get(name, 0)):
                onwards[name] = left
    return onwards


def _incident(space: Space, named: Mapping[str, int], width: int, at: datetime) -> Sequence[tuple[str, Held]]:
    if not named:
        return []
    return space.read(load("world/incident", _Incident), names=list(named), width=width, at=at, forever=FOREVER)


def _near(space: Space, queries: Sequence[str], width: int, at: datetime) -> list[tuple[str, Held]]:
    """Find triplets by meaning, for queries that name no thing."""
    if not queries:
        return []
    vectors = [space.embed_query(text) for text in queries]
    rows = space.compare(load("world/near", _Near), vectors=vectors, width=width, at=at, forever=FOREVER)
    return [(queries[row.query], row.held) for row in rows]
