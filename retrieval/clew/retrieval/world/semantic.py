"""Semantic search over the triplets of a world: from a query to triplets, from these to their ends, and on from there.

Source: AriGraph, algorithm 2. There every step embeds the whole graph anew; here each text was embedded when it was
written, what a thing's own triplets are is read from the graph, and the vector index finds what else is close.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from clew.clock import FOREVER
from clew.naming import normalise
from clew.queries import load
from clew.rows import Row
from clew.space import Space
from clew.triplet import Triplet
from clew.world_model import Held


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
        hits = _incident(space, named, width, at)
        known = {name for name, _ in hits}
        hits += _near(
            space, {query: depth for query, depth in unknown.items() if normalise(query) not in known}, width, at
        )
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


def _incident(space: Space, named: Mapping[str, int], width: int, at: datetime) -> list[tuple[str, Held]]:
    if not named:
        return []
    rows = space.read(load("world/incident"), names=list(named), width=width, at=at)
    return [(row["name"], held(row)) for row in rows]


def _near(space: Space, queries: Mapping[str, int], width: int, at: datetime) -> list[tuple[str, Held]]:
    """By meaning, for what is no thing's name."""
    if not queries:
        return []
    texts = list(queries)
    vectors = [space.embed_query(text) for text in texts]
    rows = space.read(load("world/near"), vectors=vectors, width=width, at=at)
    return [(texts[row["query"]], held(row)) for row in rows]


def held(row: Row) -> Held:
    """Return a triplet as the statements of `cypher/world` return it."""
    until = row["until"]
    triplet = Triplet(row["subject"], row["predicate"], row["object"])
    return Held(row["id"], triplet, row["since"], None if until == FOREVER else until)
