"""Walks through a building: shortest paths over its reachable points, and their turns."""

import math
from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from clew.agents.karma.ways import Ways
from clew.errors import InvalidInput

_SLACK_M = 1e-6
"""Two ways of which one is shorter by less are as long."""


class Walks(Ways):
    """Ways with the points and the turns of each."""

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
                other
                for other, metres in self._beside[here].items()
                if abs(left[other] + metres - left[here]) <= _SLACK_M
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

    def _turned(self, here: int, heading: float, other: int) -> tuple[float, int]:
        """Return by how much one turns towards another point, and that point."""
        return round(_angle(heading, self.heading(here, other)), 3), other


def _angle(one: float, other: float) -> float:
    """Return the smaller angle between two headings, 0 to 180 degrees."""
    return abs((other - one + 180) % 360 - 180)
