"""What is near a place of a map."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Generic, TypeVar

from clew.model.scene import Cell, Spot

SQUARE_PX = 48
"""About as wide as a name, so that a name touches a few squares and a square holds a few names."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

Each = TypeVar("Each")


class Near(Generic[Each]):
    """What has its box on a map, by the squares that it touches: a place is compared with a few, not with all."""

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
    """Return the numbers of spots in groups: each belongs to the first group whose first spot is no farther than that.

    Args:
        spots: in any unit.
        apart: in the same, above 0.
    """
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
