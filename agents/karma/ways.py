"""Ways through a building: shortest paths over its reachable points, their metres and their turns."""

import heapq
import math
from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from clew.errors import InvalidInput
from clew.model.building import Building, links
from clew.model.scene import Point

_SLACK_M = 1e-6


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
        self._beside: tuple[list[tuple[int, float]], ...] = tuple([] for _ in self.points)
        for one, other, metres in links(building):
            self._beside[one].append((other, metres))
            self._beside[other].append((one, metres))
        self._known: dict[int, tuple[float, ...]] = {}

    def distances(self, start: int) -> tuple[float, ...]:
        """Return the metres from a point to each point; infinite where no way leads. Dijkstra's algorithm."""
        if start not in self._known:
            found, waiting = [math.inf] * len(self.points), [(0.0, start)]
            found[start] = 0.0
            while waiting:
                walked, place = heapq.heappop(waiting)
                if walked > found[place]:
                    continue
                for other, metres in self._beside[place]:
                    if walked + metres < found[other] - _SLACK_M:
                        found[other] = walked + metres
                        heapq.heappush(waiting, (found[other], other))
            self._known[start] = tuple(found)
        return self._known[start]

    def path(self, start: int, end: int, heading: float = 0.0) -> tuple[int, ...]:
        """Return a shortest path, both ends included, which at each point goes straight on where that is as short.

        Args:
            start: a point's number.
            end: likewise.
            heading: in degrees, in which one stands at the start.

        Raises:
            InvalidInput: no way leads from the one to the other.
        """
        left = self.distances(end)
        if math.isinf(left[start]):
            raise InvalidInput(f"no way leads from {self.points[start]} to {self.points[end]}")
        path = [start]
        while path[-1] != end:
            here = path[-1]
            onward = [
                other for other, metres in self._beside[here] if abs(left[other] + metres - left[here]) <= _SLACK_M
            ]
            path.append(min(onward, key=partial(self._turned, here, heading)))
            heading = self.heading(here, path[-1])
        return tuple(path)

    def heading(self, start: int, end: int) -> float:
        """Return the direction from one point to another in degrees, 0 along z and 90 along x, as in AI2-THOR."""
        one, other = self.points[start], self.points[end]
        return math.degrees(math.atan2(other.x - one.x, other.z - one.z)) % 360

    def quarter_turns(self, path: Iterable[int], heading: float) -> tuple[float, float]:
        """Return how many quarter turns a path takes, and the heading at its end."""
        turns = 0.0
        for start, end in pairwise(path):
            onward = self.heading(start, end)
            turns, heading = turns + _angle(heading, onward) / 90, onward
        return turns, heading

    def component(self) -> tuple[int, ...]:
        """Return the points of the largest part of which every point can be reached; of several, the first."""
        seen, largest = set[int](), tuple[int, ...]()
        for number in range(len(self.points)):
            if number not in seen:
                part = self.part(number)
                seen |= set(part)
                largest = max(largest, part, key=len)
        return largest

    def part(self, start: int) -> tuple[int, ...]:
        """Return the points that can be reached from one."""
        return tuple(number for number, metres in enumerate(self.distances(start)) if math.isfinite(metres))

    def _turned(self, here: int, heading: float, other: int) -> tuple[float, int]:
        """Return by how much one turns towards another point, and that point."""
        return round(_angle(heading, self.heading(here, other)), 3), other


def _angle(one: float, other: float) -> float:
    """Return the smaller angle between two headings, 0 to 180 degrees."""
    return abs((other - one + 180) % 360 - 180)
