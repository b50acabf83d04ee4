"""Objects near a place, of a type or in an area, now or at another time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from clew.clock import FOREVER
from clew.place_model import Placed
from clew.place_rows import PlacedRow
from clew.queries import load
from clew.scene_model import Point
from clew.space import Space

CIRCLES_M: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 1e9)
"""Radii of the circles in which the nearest objects are looked for, one after the other."""


PRESENT: Final = "SceneObject"
"""Kind of the nodes that hold where an object is."""

SEEN: Final = "Sighting"
"""Kind of the nodes that hold where it was."""


class Wanted(NamedTuple):
    """What objects are asked for; None: any.

    Attributes:
        ids: as their source calls them.
        types: such as `Fridge`.
        areas: names.
        rooms: names.
    """

    ids: Sequence[str] | None = None
    types: Sequence[str] | None = None
    areas: Sequence[str] | None = None
    rooms: Sequence[str] | None = None


def near(
    space: Space, place: Point, *, limit: int, types: Sequence[str] | None, metres: float | None, as_of: datetime | None
) -> tuple[Placed, ...]:
    """Return the objects nearest to a place, nearest first.

    Args:
        space: where.
        place: in metres.
        limit: objects at most.
        types: of these types; None: of any.
        metres: within so many; None: however far.
        as_of: at that time; None: now.
    """
    circles = CIRCLES_M if metres is None else (metres,)
    rows = space.read(
        load("scene/near", PlacedRow),
        x=place.x,
        y=place.y,
        z=place.z,
        circles=list(circles),
        limit=limit,
        types=None if types is None else list(types),
        **_time(as_of),
    )
    return tuple(row.placed for row in rows)


def matching(space: Space, wanted: Wanted, as_of: datetime | None) -> tuple[Placed, ...]:
    """Return the objects that are wanted, by type and id; `as_of` None: now."""
    rows = space.read(load("scene/matching", PlacedRow), **wanted._asdict(), **_time(as_of))
    return tuple(row.placed for row in rows)


def history(space: Space, wanted: Wanted) -> tuple[Placed, ...]:
    """Return all that was seen of the objects that are wanted, by type and id, the oldest first."""
    rows = space.read(
        load("scene/matching", PlacedRow),
        **wanted._asdict(),
        kind=SEEN,
        as_of=None,
        forever=FOREVER,
    )
    return tuple(row.placed for row in rows)


def _time(as_of: datetime | None) -> dict[str, object]:
    return {"kind": PRESENT if as_of is None else SEEN, "as_of": as_of or FOREVER, "forever": FOREVER}
