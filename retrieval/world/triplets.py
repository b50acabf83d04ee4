"""The triplets of a world by what they say, and by meaning: from a query to triplets, to their ends, and on from there.

Source of the search by meaning: AriGraph, algorithm 2. There every step embeds the whole graph anew. Here each text was
embedded when it was written. The graph has a thing's own triplets, and the vector index finds what else is close.
"""

from collections.abc import Mapping

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.world import Held
from clew.retrieval.world.moments import Moment
from clew.text.instants import FOREVER
from clew.text.names import normalise


def matching(
    space: Space, subject: str | None, predicate: str | None, object: str | None, moment: Moment
) -> tuple[Held, ...]:
    """Find triplets by what they say, in the order in which they came to be believed; None stands for any."""
    one, other = (name if name is None else normalise(name) for name in (subject, object))
    given = {"subject": one, "predicate": predicate, "object": other}
    return moment.as_believed(space.read(load("world/pattern", Held), **given, **moment.given, forever=FOREVER))


def semantic(space: Space, queries: Mapping[str, int], width: int, moment: Moment) -> tuple[Held, ...]:
    """Find triplets for names or sentences, each with the depth of its search: 1 is from the query alone.

    Each step takes `width` triplets per query or thing.

    Returns:
        Each once, in the order in which they were met.
    """
    found: dict[str, Held] = {}
    reached: dict[str, int] = {}
    frontier = {query: depth for query, depth in queries.items() if depth > 0 and query.strip()}
    unknown = list(frontier)
    incident, near = load("world/incident", tuple[str, Held]), load("world/near", tuple[int, Held])
    given = {"width": width, "fetched": width + len(moment.doubted), "forever": FOREVER, **moment.given}
    while frontier:
        named: dict[str, int] = {}
        for query, depth in frontier.items():
            if name := normalise(query):
                named[name] = max(depth, named.get(name, 0))
        reached |= named
        hits: list[tuple[str, Held]] = []
        if named:
            hits += space.read(incident, names=list(named), **given)
        known = {name for name, _ in hits}
        if unknown := [query for query in unknown if normalise(query) not in known]:  # it names no thing
            vectors = [space.embed_query(text) for text in unknown]
            rows = space.compare(near, vectors=vectors, **given)
            hits += [(unknown[number], held) for number, held in rows]
        unknown = []
        found |= {each.id: each for _, each in hits if each.id not in found}
        depths, frontier = frontier | named, dict[str, int]()
        for source, each in hits:
            for name in (each.triplet.subject, each.triplet.object):
                if depths[source] - 1 > max(reached.get(name, 0), frontier.get(name, 0)):
                    frontier[name] = depths[source] - 1
    return moment.as_believed(found.values())
