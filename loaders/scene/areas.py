"""Reachable points into areas: evenly spaced, each in one room, adjacent only where one can walk.

Source: KARMA, section 3.3, which spreads areas evenly and joins those between which one can walk; it gives no spacing.
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from clew.errors import InvalidInput
from clew.model.building import Building, links
from clew.model.places import Area
from clew.model.scene import MIN_STEP_M, Point

SPACING_M = 1.5  # between centres of areas; with it the rooms of iTHOR have 3 to 30 areas, about as many as KARMA draws
LEAST_SHARE = 0.5
"""Of the spacing: a piece that is not so long in any direction belongs to the neighbour with which it shares most."""

Links = Mapping[int, Mapping[int, float]]  # per point, the points that can be walked to directly and the metres


def areas(building: Building, spacing: float = SPACING_M) -> tuple[Area, ...]:
    """Divide a building.

    Each room is cut into squares of `spacing` metres, as much as the finest grid's at least. Points of a square that
    hang together are an area, whose centre is the reachable point nearest to their mean. Two are adjacent where one can
    walk from a point of one to one of the other.

    Raises:
        InvalidInput: the spacing is not finite, or below `MIN_STEP_M`.
    """
    if not (math.isfinite(spacing) and spacing >= MIN_STEP_M):
        raise InvalidInput(f"areas of {spacing} m are none; give a spacing of {MIN_STEP_M:g} m or more")
    near = neighbours(building)
    points = [point for room in building.rooms for point in building.points(room)]
    found, members, start = list[Area](), list[list[int]](), 0
    for floor in building.floors:
        for room in floor.rooms:
            numbers = range(start, start + len(room.layout.reachable))
            start = numbers.stop
            pieces = _merged(_pieces(points, numbers, near, spacing), near, points, LEAST_SHARE * spacing)
            for number, piece in enumerate(pieces, 1):
                x, z = (math.fsum(getattr(points[each], axis) for each in piece) / len(piece) for axis in "xz")
                centre = min(piece, key=lambda each: math.dist(points[each].spot, (x, z)))
                members.append([centre, *(each for each in piece if each != centre)])
                own = tuple(points[each] for each in piece)
                found.append(Area(f"{room.name}/{number}", floor.name, room.name, points[centre], own))
    return _joined(found, members, near)


def _pieces(points: Sequence[Point], numbers: Iterable[int], near: Links, spacing: float) -> list[list[int]]:
    """Return the points of a room by square, and within a square by what hangs together."""
    squares: dict[int, tuple[int, int]] = {}
    west, south = min(points[each].x for each in numbers), min(points[each].z for each in numbers)
    for each in numbers:
        x, z = points[each].x - west, points[each].z - south
        squares[each] = int(x / spacing + 1e-9), int(z / spacing + 1e-9)
    found, left = list[list[int]](), dict.fromkeys(sorted(squares, key=lambda each: (squares[each], each)))
    while left:
        piece, waiting = list[int](), [next(iter(left))]
        del left[waiting[0]]
        while waiting:
            piece.append(each := waiting.pop())
            more = [other for other in sorted(near.get(each, ())) if other in left and squares[other] == squares[each]]
            waiting += more
            for other in more:
                del left[other]
        found.append(sorted(piece))
    return found


def _merged(pieces: list[list[int]], near: Links, points: Sequence[Point], least: float) -> list[list[int]]:
    """Give pieces that are too small to the neighbour in the room with which they share most; the smallest first."""
    kept = dict(enumerate(pieces))
    owner = {each: number for number, piece in kept.items() for each in piece}
    for number in sorted(kept, key=lambda each: (len(pieces[each]), each)):
        spans = ([getattr(points[each], axis) for each in kept[number]] for axis in "xz")
        if max(max(each) - min(each) for each in spans) >= least:
            continue
        around = Counter(owner[other] for each in kept[number] for other in near.get(each, ()) if other in owner)
        del around[number]
        if around:
            into = min(around, key=lambda each: (-around[each], each))
            owner |= dict.fromkeys(kept[number], into)
            kept[into] = sorted(kept[into] + kept.pop(number))
    return list(kept.values())


def _joined(found: Sequence[Area], members: Sequence[Sequence[int]], near: Links) -> tuple[Area, ...]:
    """Join areas. Of each area the first member is its centre."""
    area_of = {each: number for number, own in enumerate(members) for each in own}
    joined = list[Area]()
    for area, own in zip(found, members, strict=True):
        beside = sorted({area_of[other] for each in own for other in near.get(each, ())} - {area_of[own[0]]})
        metres = distances(near, own[0], [members[other][0] for other in beside])
        adjacent = {found[other].name: round(metres[members[other][0]], 6) for other in beside}
        joined.append(replace(area, adjacent=adjacent))
    return tuple(joined)


def neighbours(building: Building) -> Links:
    """Return the links of a building's points, which are numbered through all rooms."""
    near: dict[int, dict[int, float]] = defaultdict(dict)
    for one, other, metres in links(building):
        near[one][other] = near[other][one] = min(metres, near[one].get(other, math.inf))
    return dict(near)


def distances(near: Links, start: int, wanted: Iterable[int]) -> dict[int, float]:
    """Return the walking distance in metres from a point to others, those that can be reached (Dijkstra 1959)."""
    left, found, waiting = set(wanted), dict[int, float](), [(0.0, start)]
    while waiting and left:
        metres, each = heapq.heappop(waiting)
        if each in found:
            continue
        found[each] = metres
        left.discard(each)
        for other, further in near.get(each, {}).items():
            if other not in found:
                heapq.heappush(waiting, (metres + further, other))
    return found
