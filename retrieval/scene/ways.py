"""The shortest way over areas, by walking distance."""

import heapq
from typing import Final, NamedTuple

from clew.errors import NotFound
from clew.graph.place_rows import SLACK_M
from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.places import Way
from clew.retrieval.scene.objects import places

DETOUR: Final = 1.5  # how much longer than the straight line a way on one floor is looked for first
ANY_M: Final = 1e9  # no way is longer


class _Corridor(NamedTuple):
    source: tuple[str, ...]
    targets: tuple[list[str], ...]
    distances: tuple[list[float], ...]
    metres: float


def way(space: Space, start: str, end: str) -> Way | None:
    """Return the shortest way from an area to another; None where there is none.

    Only areas are read by which a way can lead that is at most so long. No way is shorter than the straight lines, so a
    way found within that length is the shortest of all (A*, Hart et al. 1968, in Neo4j's point index). A way that is
    found, and is longer, is the length to read for next. Between floors, where stairs decide, all are read at once.

    Raises:
        NotFound: memory has no such area.
    """
    corridor = _corridor(space, start, end, None)
    while True:
        found = _shortest(corridor, start, end)
        if corridor.metres >= ANY_M or (found and found.metres <= corridor.metres):
            return found
        corridor = _corridor(space, start, end, found.metres + SLACK_M if found else ANY_M)


def _corridor(space: Space, start: str, end: str, metres: float | None) -> _Corridor:
    """Read the areas by which a way of so many metres may lead; None: a first guess."""
    rows = space.read(load("scene/corridor", _Corridor), start=start, end=end, metres=metres, detour=DETOUR, any=ANY_M)
    if not rows:
        places(space, start, end)  # tells which there is not
        raise NotFound(f"space {space.name!r} had no area {start!r} or {end!r} a moment ago; ask again")
    return rows[0]


def _shortest(corridor: _Corridor, start: str, end: str) -> Way | None:
    beside: dict[str, list[tuple[str, float]]] = {}
    for source, targets, distances in zip(corridor.source, corridor.targets, corridor.distances, strict=True):
        beside[source] = list(zip(targets, distances, strict=True))
    before: dict[str, str] = {}
    found, waiting = dict[str, float](), [(0.0, start, "")]
    while waiting:
        metres, each, source = heapq.heappop(waiting)
        if each in found:
            continue
        found[each], before[each] = metres, source
        if each == end:
            names = [end]
            while names[-1] and before[names[-1]]:
                names.append(before[names[-1]])
            return Way(metres, tuple(reversed(names)))
        for target, further in beside.get(each, ()):
            if target not in found:
                heapq.heappush(waiting, (metres + further, target, each))
    return None
