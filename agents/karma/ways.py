"""Ways through a building: the metres of the shortest ones over its reachable points."""

import math

from clew.loaders.scene.areas import distances, neighbours
from clew.model.building import Building
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
