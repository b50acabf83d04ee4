"""The places of points on a map: metres, seen from above, become pixels; each floor has a frame."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clew.model.places import Area
from clew.model.scene import Cell, Point, Spot, cell_of

LONG_SIDE_PX = 900
"""The longer side of the largest floor has about so many pixels unless it is said otherwise, within these scales."""

MIN_SCALE, MAX_SCALE = 40.0, 150.0  # pixels of a metre
MARGIN_PX, TOP_PX, BOTTOM_PX, HEADER_PX, FLOOR_PX, FOOTER_PX = 96, 64, 44, 48, 26, 64
USUAL_STEP_M = 0.25
MIN_WIDTH_PX = 800  # the legend needs so much


@dataclass(frozen=True, slots=True)
class Frame:
    """A floor on the map, whose sides are in pixels. North, where z grows, is above."""

    floor: str
    corner: Spot  # x and z in metres of its west and north end
    left: float
    top: float
    right: float
    bottom: float
    scale: float  # pixels of a metre

    def spot(self, spot: Spot) -> Spot:
        """Return where a point of the plane is, in pixels."""
        x = self.left + (spot[0] - self.corner[0]) * self.scale
        return round(x, 1), round(self.top + (self.corner[1] - spot[1]) * self.scale, 1)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map's size in pixels, and its floors one below the other."""

    width: float
    height: float
    scale: float
    frames: Mapping[str, Frame]


def sheet_of(spots: Mapping[str, Sequence[Spot]], side: float = LONG_SIDE_PX) -> Sheet:
    """Return the sheet on which all points of each floor, by name, have their place."""
    bounds = dict[str, tuple[float, float, float, float]]()
    for floor, own in spots.items():
        xs, zs = zip(*own, strict=True)
        bounds[floor] = min(xs), min(zs), max(xs), max(zs)
    longest = max(max(east - west, north - south) for west, south, east, north in bounds.values())
    scale = max(MIN_SCALE, min(MAX_SCALE, side / max(longest, 1e-9)))
    frames, top = dict[str, Frame](), HEADER_PX + (FLOOR_PX if len(bounds) > 1 else 0.0)
    for floor, (west, south, east, north) in bounds.items():
        top += TOP_PX
        right, bottom = MARGIN_PX + (east - west) * scale, top + (north - south) * scale
        frames[floor] = Frame(floor, (west, north), MARGIN_PX, top, right, bottom, scale)
        top = bottom + BOTTOM_PX
    width = max(MIN_WIDTH_PX, *(frame.right + MARGIN_PX for frame in frames.values()))
    return Sheet(round(width), round(top + FOOTER_PX), scale, frames)


def steps(areas: Iterable[Area]) -> dict[str, float]:
    """Return the spacing of each room's grid, in metres: the smallest distance of an area's first point from another.

    Points may miss their grid a little, so rows and columns tell nothing.
    """
    parts: dict[str, list[Sequence[Point]]] = defaultdict(list)
    for area in areas:
        parts[area.room].append(area.reachable)
    found = dict[str, float]()
    for room, own in parts.items():
        lists = (*own, [points[0] for points in own])
        apart = (math.dist(first.spot, each.spot) for first, *others in lists for each in others)
        found[room] = min(apart, default=USUAL_STEP_M)
    return found


def outline(points: Sequence[Point], step: float) -> list[list[Spot]]:
    """Return the edge of the squares around the points of a grid: closed rings of corners, in metres.

    A hole is a ring too, so the rings are to be filled by the even-odd rule.
    """
    origin = points[0].spot
    cells = {cell_of(each.spot, origin, step) for each in points}
    onward: dict[Cell, list[Cell]] = defaultdict(list)
    for column, row in cells:
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        beside = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
        for number, other in enumerate(beside):
            if other not in cells:
                onward[corners[number]].append(corners[(number + 1) % 4])
    rings = list[list[Spot]]()
    while onward:
        start = here = min(onward)
        ring = list[Cell]()
        while not ring or here != start:
            ring.append(here)
            ends = onward[here]
            here = ends.pop()
            if not ends:
                del onward[ring[-1]]
        around = zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
        corners = list[Cell]()
        for before, at, after in around:  # of corners in a line, the ends stay
            if (at[0] - before[0]) * (after[1] - at[1]) != (at[1] - before[1]) * (after[0] - at[0]):
                corners.append(at)
        rings.append([(origin[0] + (x - 0.5) * step, origin[1] + (z - 0.5) * step) for x, z in corners])
    return rings


def metres_of_bar(scale: float) -> float:
    """Return a round length whose bar has about 100 pixels."""
    wanted = 100 / scale
    power = 10 ** math.floor(math.log10(wanted))
    return max(each * power for each in (1, 2, 5) if each * power <= wanted)
