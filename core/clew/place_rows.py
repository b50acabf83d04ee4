"""Areas and objects as statements return them, into the values of `place_model`."""

from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from clew.place_model import Area, Placed
from clew.queries import Query, load
from clew.scene_model import Point

R = TypeVar("R")


class Run(Protocol):
    """Runs a statement of a space, in a transaction or by itself."""

    def __call__(self, query: Query[R], **parameters: object) -> list[R]:
        """Return its rows."""
        ...


class _Area(NamedTuple):
    name: str
    floor: str
    room: str
    location: tuple[float, ...]
    reachable: tuple[float, ...]
    adjacent: tuple[str, ...]
    distance: tuple[float, ...]


_Areas = list[_Area]


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
        """As a value."""
        return Placed(self.id, self.type, Point(*self.location), *self[3:])


def areas_near(run: Run, place: Point, metres: float) -> tuple[Area, ...]:
    """Return the areas whose centre is within some metres of a place, nearest first.

    Args:
        run: `Space.read`, or a transaction's `run`.
        place: in metres.
        metres: at most.
    """
    (found,) = run(load("scene/areas", _Areas), x=place.x, y=place.y, z=place.z, metres=metres)
    return tuple(
        Area(
            each.name,
            each.floor,
            each.room,
            Point(*each.location),
            _points(each.reachable),
            dict(zip(each.adjacent, each.distance, strict=True)),
        )
        for each in found
    )


def _points(numbers: tuple[float, ...]) -> tuple[Point, ...]:
    return tuple(Point(*numbers[place : place + 3]) for place in range(0, len(numbers), 3))
