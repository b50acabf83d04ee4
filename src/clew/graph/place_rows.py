"""Areas and objects as statements return them, into the values of `place_model`."""

from datetime import datetime
from typing import Final, NamedTuple

from clew.graph.queries import load
from clew.graph.space import QueryRunner
from clew.model.places import Area, Placed, floor_of
from clew.model.scene import Point

CIRCLES_M: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 1e9)
"""Radii of the circles in which what is nearest is looked for, one after the other."""

SLACK_M: Final = 1e-6
"""Circles are so much larger than they have to be, for rounding; the exact distance is looked at after them."""


_Areas = list[tuple[str, str, str, tuple[float, ...], tuple[float, ...], tuple[str, ...], tuple[float, ...]]]


class PlacedRow(NamedTuple):
    """An object where it is, or was; see `Placed`."""

    id: str
    type: str
    location: tuple[float, ...]
    states: tuple[str, ...]
    movable: bool
    area: str
    room: str
    inside: str
    since: datetime
    until: datetime | None
    metres: float | None

    @property
    def placed(self) -> Placed:
        """The object as a value."""
        return Placed(self.id, self.type, Point(*self.location), *self[3:])


def areas_near(run: QueryRunner, place: Point, metres: float) -> tuple[Area, ...]:
    """Return the areas that may have a reachable point so near to a place, by the distance of their centres."""
    (found,) = run(load("scene/areas", _Areas), x=place.x, y=place.y, z=place.z, metres=metres)
    return tuple(
        Area(name, floor, room, Point(*location), _points(reachable), dict(zip(adjacent, distances, strict=True)))
        for name, floor, room, location, reachable, adjacent, distances in found
    )


def areas_at(run: QueryRunner, *places: Point) -> tuple[tuple[str, Point], ...]:
    """Return per place the area in which one is there, and its nearest point; nothing where there is no area.

    It is that of the reachable point nearest to where the place is on its floor, see `floor_of`. Of several areas with
    points as near, it is the first by name.
    """
    floors = run(load("scene/floors", float))
    if not floors:
        return ()
    below = [Point(place.x, floor_of(place.y, floors), place.z) for place in places]
    given = [[place.x, place.y, place.z] for place in below]
    rows = run(load("scene/areas_at", tuple[int, str, tuple[float, ...]]), places=given, circles=list(CIRCLES_M))
    found: dict[int, tuple[float, str, Point]] = {}
    for number, name, reachable in rows:
        place = below[number]
        point = min(_points(reachable), key=place.distance)
        near = place.distance(point), name, point
        found[number] = min(near, found.get(number, near))  # names differ, so points are never compared
    return tuple((name, point) for _, name, point in found.values())


def _points(numbers: tuple[float, ...]) -> tuple[Point, ...]:
    return tuple(Point(*numbers[place : place + 3]) for place in range(0, len(numbers), 3))
