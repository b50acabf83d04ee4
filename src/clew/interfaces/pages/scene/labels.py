"""The places of labels on a map: beside their marks, over nothing else, and with a line if they are farther away."""

import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Generic, TypeVar

from clew.model.scene import Cell, Spot

FONT_PX = 12
EM = 0.6  # width of a usual letter in font sizes; of one of East Asia it is 1
REACHES = (9, 14, 22, 34, 48, 64, 84, 108, 136)  # the distances of a label from its mark, in pixels, the best first
DIRECTIONS = [(math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in range(0, 360, 15)]
"""Directions from a mark, clockwise from the right."""

LINE_FROM_PX = 16  # a label that is farther away has a line to its mark
APART = 2, 1  # pixels across and down that are free between two labels
FREE = 40.0  # a label that may be left out stands where it costs less, or nowhere: near its mark, and over nothing
SQUARE_PX = 48
"""The side of a square, about as wide as a name: a name touches a few squares, and a square holds a few names."""

Box = tuple[float, float, float, float]  # left, top, right and bottom, in pixels

Each = TypeVar("Each")

Line = tuple[Spot, Spot]


class Near(Generic[Each]):
    """Boxes on a map by the squares that they touch, so that a place is compared with a few of them."""

    def __init__(self) -> None:
        self._all: list[Each] = []
        self._squares: dict[tuple[int, int], list[int]] = defaultdict(list)

    def add(self, box: Box, each: Each) -> None:
        """Add what takes up a box."""
        for square in _squares(box):
            self._squares[square].append(len(self._all))
        self._all.append(each)

    def at(self, box: Box) -> Iterator[Each]:
        """Yield all that may touch a box, each once, in the order in which it was added."""
        numbers = {number for square in _squares(box) for number in self._squares.get(square, ())}
        return (self._all[number] for number in sorted(numbers))


def gathered(spots: Sequence[Spot], apart: float) -> list[list[int]]:
    """Return the numbers of spots in groups: each is in the first group whose first spot is no farther than that."""
    firsts, groups = defaultdict[Cell, list[int]](list), dict[int, list[int]]()
    for number, spot in enumerate(spots):
        column, row = int(spot[0] // apart), int(spot[1] // apart)
        cells = product((column - 1, column, column + 1), (row - 1, row, row + 1))
        near = (first for cell in cells for first in firsts.get(cell, ()) if math.dist(spots[first], spot) <= apart)
        first = min(near, default=number)
        if first == number:
            firsts[column, row].append(number)
        groups.setdefault(first, []).append(number)
    return list(groups.values())


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(side // SQUARE_PX) for side in box)
    return product(range(left, right + 1), range(top, bottom + 1))


@dataclass(frozen=True, slots=True)
class MapLabel:
    """A line of text for a mark at a spot, in a font of `size` pixels; if it may go, it needs a free place."""

    text: str
    spot: Spot
    size: float = FONT_PX
    may_go: bool = False


def width(text: str, size: float = FONT_PX) -> float:
    """Return about how wide a text is, in pixels."""
    return size * sum(1.0 if unicodedata.east_asian_width(each) in "WF" else EM for each in text)


def square(spot: Spot, half: float) -> Box:
    """Return the box around a spot."""
    return spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half


def place(labels: Sequence[MapLabel], taken: Near[Box], bounds: Box) -> list[tuple[Box, Spot | None] | None]:
    """Place labels in their order, each where it covers least; what is placed is taken for the others.

    Return the box of each, and the end of the line from its mark if it stands farther off. One that may be left out
    where nothing within `FREE` is free has None.
    """
    lines, found = Near[Line](), list[tuple[Box, Spot | None] | None]()
    for label in labels:
        best, least = None, FREE if label.may_go else math.inf
        for reach, box in _boxes(label):
            if reach < least and (cost := _cost(label, box, reach, taken, lines, bounds, least)) < least:
                best, least = box, cost
        if best is None:
            found.append(None)
            continue
        end = _nearest(best, label.spot)
        line = end if math.dist(end, label.spot) > LINE_FROM_PX else None
        if line:
            lines.add(_around(label.spot, line), (label.spot, line))
        taken.add(best, best)
        found.append((best, line))
    return found


def _boxes(label: MapLabel) -> Iterator[tuple[float, Box]]:
    """Yield where a label may stand, with what its distance costs: beside its mark, then on wider circles."""
    half, high = width(label.text, label.size) / 2, 0.62 * label.size
    x, y = label.spot
    for reach in REACHES:
        if label.may_go and reach >= FREE:
            return
        for across, down in DIRECTIONS:
            centre = x + across * reach + half * _grown(across), y + down * reach + high * _grown(down)
            turned = abs(down) * 3  # right and left read best
            yield reach + turned, (centre[0] - half, centre[1] - high, centre[0] + half, centre[1] + high)


def _grown(share: float) -> float:
    """Move a box off its mark: wholly where the angle is steep enough, in proportion elsewhere."""
    return max(-1.0, min(1.0, 1.6 * share))


def _cost(
    label: MapLabel, box: Box, reach: float, taken: Near[Box], lines: Near[Line], bounds: Box, least: float
) -> float:
    """Return what a place costs: most by what the label covers, then by lines that would cross; to `least` only."""
    outside = max(0.0, bounds[0] - box[0], bounds[1] - box[1], box[2] - bounds[2], box[3] - bounds[3])
    cost = reach + 1000 * outside
    for other in beside(box, taken):
        if cost >= least:
            return cost
        cost += 6 * shared(box, other)
    end = _nearest(box, label.spot)
    line = label.spot, end
    crossed = sum(
        (_sides(line, other) and _sides(other, line)) or _passes(other, box)
        for other in lines.at(_around(label.spot, box[:2], box[2:]))
    )
    if math.dist(end, label.spot) > LINE_FROM_PX and cost + 60 * crossed < least:
        over = taken.at(_around(*line))
        crossed += sum(_passes(line, other) for other in over if not _holds(other, label.spot))
    return cost + 60 * crossed


def _around(*spots: Spot) -> Box:
    xs, ys = zip(*spots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def beside(box: Box, taken: Near[Box]) -> Iterator[Box]:
    """Yield what may share something with a box."""
    return taken.at((box[0] - APART[0], box[1] - APART[1], box[2] + APART[0], box[3] + APART[1]))


def shared(one: Box, other: Box) -> float:
    """Return what two boxes share with a little space between them, in square pixels."""
    across = min(one[2], other[2]) - max(one[0], other[0]) + APART[0]
    down = min(one[3], other[3]) - max(one[1], other[1]) + APART[1]
    return across * down if across > 0 and down > 0 else 0.0


def _nearest(box: Box, spot: Spot) -> Spot:
    return max(box[0], min(box[2], spot[0])), max(box[1], min(box[3], spot[1]))


def _holds(box: Box, spot: Spot) -> bool:
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def _passes(line: Line, box: Box) -> bool:
    """Return whether a line passes through a box, tried at points of it."""
    (x1, y1), (x2, y2) = line
    return any(_holds(box, (x1 + (x2 - x1) * share / 8, y1 + (y2 - y1) * share / 8)) for share in range(1, 8))


def _sides(line: Line, ends: Line) -> bool:
    (x1, y1), (x2, y2) = line
    first, second = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in ends)
    return first * second < 0
