"""The floor as an agent knows it: where it can stand, how far that is, and what it has not come near to."""

import numpy as np
from numpy.typing import NDArray

from clew.agents.karma.ways import Ways
from clew.model.places import floor_of
from clew.model.scene import Point

CHUNK = 1 << 20
"""Distances that are held at once: all of a large house would not fit."""


class KnownFloor:
    """The points that can be reached from a place, by number as in `Ways`.

    Attributes:
        stood: points where the agent looked around.
    """

    def __init__(self, ways: Ways, start: int) -> None:
        numbers = ways.part(start)
        self._ways, self.stood, self._inside = ways, {start}, np.array(numbers)
        self._spots = np.array([ways.points[number].spot for number in numbers])
        self._heights = np.array([ways.points[number].y for number in numbers])
        self._floors = {ways.points[number].y for number in numbers}
        rooms = np.array([ways.rooms[number] for number in numbers])
        self._rooms = [np.flatnonzero(rooms == room) for room in np.unique(rooms)]

    def metres(self, start: int, place: Point) -> float:
        """Return the walk from a point to the reachable point that is nearest to a place on its floor."""
        floor = floor_of(place.y, self._floors)
        apart = np.linalg.norm(self._spots - np.array(place.spot), axis=1)
        nearest = int(np.argmin(np.hypot(apart, self._heights - floor)))
        return self._ways.distances(start)[int(self._inside[nearest])]

    def news(self, start: int, radius: float) -> list[tuple[float, float, Point]]:
        """Return each point worth going to: the square metres that come within a radius there, the walk, the point.

        Args:
            start: where the walk begins.
            radius: of sight in metres; what was within it from a point where one stood is known.
        """
        stood, gains = np.isin(self._inside, list(self.stood)), np.zeros(len(self._inside), dtype=np.int64)
        for room in self._rooms:  # what is in another one is behind a wall
            unknown = room[self._within(room, room[stood[room]], radius) == 0]
            gains[room] = self._within(room, unknown, radius)
        walks = self._ways.distances(start)
        chosen = np.flatnonzero(gains)
        return [
            (float(gains[each]), walks[int(number)], self._ways.points[int(number)])
            for each, number in zip(chosen, self._inside[chosen], strict=True)
        ]

    def _within(self, points: NDArray[np.intp], others: NDArray[np.intp], radius: float) -> NDArray[np.int64]:
        """Return for each of some points how many others are within a radius."""
        found = np.zeros(len(points), dtype=np.int64)
        rows = max(1, CHUNK // max(1, len(others)))
        for first in range(0, len(points) if len(others) else 0, rows):
            some = slice(first, first + rows)
            apart = np.linalg.norm(self._spots[points[some], None] - self._spots[None, others], axis=2)
            found[some] = (apart <= radius).sum(axis=1)
        return found
