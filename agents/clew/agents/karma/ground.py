"""The floor as an agent knows it: where it can stand, how far that is, and what it has not come near to."""

import numpy as np
from numpy.typing import NDArray

from clew.environments.household.walking import Ways
from clew.scene_model import Point


class Ground:
    """The points that can be reached from a place, by number as in `Ways`.

    Attributes:
        stood: points where the agent looked around.
    """

    def __init__(self, ways: Ways, start: int) -> None:
        self._ways, self.stood = ways, {start}
        self._inside = np.array(ways.part(start))
        numbers = ways.part(start)
        self._spots = np.array([ways.points[number].spot for number in numbers])
        rooms = np.array([ways.rooms[number] for number in numbers])
        apart = np.linalg.norm(self._spots[:, None] - self._spots[None, :], axis=2)
        self._apart: NDArray[np.float64] = np.where(rooms[:, None] == rooms[None, :], apart, np.inf)

    def metres(self, start: int, place: Point) -> float:
        """Return the walk from a point to the reachable point that is nearest to a place."""
        nearest = int(np.argmin(np.linalg.norm(self._spots - np.array(place.spot), axis=1)))
        return self._ways.distances(start)[int(self._inside[nearest])]

    def news(self, start: int, radius: float) -> list[tuple[float, float, Point]]:
        """Return each point worth going to: the square metres that come within a radius there, the walk, the point.

        Args:
            start: where the walk begins.
            radius: of sight in metres; what was within it from a point where one stood is known.
        """
        stood = np.isin(self._inside, list(self.stood))
        unknown = self._apart[:, stood].min(axis=1) > radius
        gains = (self._apart <= radius)[:, unknown].sum(axis=1)
        walks = self._ways.distances(start)
        chosen = np.flatnonzero(gains)
        return [
            (float(gains[each]), walks[int(number)], self._ways.points[int(number)])
            for each, number in zip(chosen, self._inside[chosen], strict=True)
        ]
