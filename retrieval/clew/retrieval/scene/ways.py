"""The shortest way over areas, by walking distance."""

import heapq
from collections import defaultdict
from typing import Final, NamedTuple

from clew.errors import NotFound
from clew.place_model import Way
from clew.queries import load
from clew.space import Space

DETOURS: Final = (1.5, 3.0, 1e6)
"""How much longer than the straight line a way may be, tried one after the other."""


class _Corridor(NamedTuple):
    source: tuple[str, ...]
    target: tuple[str, ...]
    distance: tuple[float, ...]
    metres: float


def way(space: Space, start: str, end: str) -> Way | None:
    """Return the shortest way from an area to another; None where there is none.

    Only areas are read by which a way can lead that is at most so long: no way is shorter than the straight lines, so
    what is found within that length is the shortest of all (A*, Hart et al. 1968, in Neo4j's point index).

    Args:
        space: where.
        start: name of an area.
        end: likewise.

    Raises:
        NotFound: memory has no such area.
    """
    for detour in DETOURS:
        rows = space.read(load("scene/corridor", _Corridor), start=start, end=end, detour=detour)
        if not rows:
            raise NotFound(f"space {space.name!r} has no area {start!r}, or none {end!r}; load the building first")
        found = _shortest(rows[0], start, end)
        if found and found.metres <= rows[0].metres:
            return found
    return None


def _shortest(corridor: _Corridor, start: str, end: str) -> Way | None:
    beside: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for source, target, metres in zip(corridor.source, corridor.target, corridor.distance, strict=True):
        beside[source].append((target, metres))
    before: dict[str, str] = {}
    found, waiting = dict[str, float](), [(0.0, start, "")]
    while waiting:
        metres, each, source = heapq.heappop(waiting)
        if each in found:
            continue
        found[each], before[each] = metres, source
        if each == end:
            return Way(metres, _back(before, end))
        for target, further in beside[each]:
            if target not in found:
                heapq.heappush(waiting, (metres + further, target, each))
    return None


def _back(before: dict[str, str], end: str) -> tuple[str, ...]:
    names = [end]
    while names[-1] and before[names[-1]]:
        names.append(before[names[-1]])
    return tuple(reversed(names))
