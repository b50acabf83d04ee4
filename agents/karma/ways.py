"""Ways through a building: the metres of the shortest ones over its reachable points."""

import math

import numpy as np
from numpy.typing import NDArray

from clew.loaders.scene.areas import distances, neighbours
from clew.model.building import Building
from clew.model.places import floor_of
from clew.model.scene import Point


class Ways:
    """The points of a building where one can stand, numbered through all rooms, and the ways between them.

    Steps go along x and z (4-neighbourhood), as AI2-THOR's agent moves; doors and stairs have lengths of their own.

    Attributes:
        points: by number, in the building's coordinates.
        rooms: by number, the name of the room.
    """

    def __init__(self, building: Building) -> None:
        self.points: tuple[Point, ...] = tuple(point for room in building.rooms for point in building.points(room))
        self.rooms: tuple[str, ...] = tuple(room.name for room in building.rooms for _ in room.layout.reachable)
        self._beside = neighbours(building)
        self._known: dict[int, tuple[float, ...]] = {}

    def distances(self, start: int) -> tuple[float, ...]:
        """Return the metres from a point to each point; infinite where no way leads."""
        if start not in self._known:
            found = distances(self._beside, start, range(len(self.points)))
            self._known[start] = tuple(found.get(number, math.inf) for number in range(len(self.points)))
        return self._known[start]

    def part(self, start: int) -> tuple[int, ...]:
        """Return the points that can be reached from one."""
        return tuple(number for number, metres in enumerate(self.distances(start)) if math.isfinite(metres))


CHUNK = 1 << 20  # distances that are held at once: all of a large house would not fit


class KnownFloor:
    """The points that can be reached from a place, by number as in `Ways`; the agent looked around at `stood`."""

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

        All within the radius of sight, in metres, from a point where one stood is known.
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
