"""What is near a place of a map."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Generic, TypeVar

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


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(side // SQUARE_PX) for side in box)
    return product(range(left, right + 1), range(top, bottom + 1))
