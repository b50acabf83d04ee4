"""Objects near a place, between two, of a type or in an area, now or at another time, and in short-term memory."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from clew.errors import NotFound
from clew.graph.place_rows import CIRCLES_M, SLACK_M, PlacedRow
from clew.graph.queries import load
from clew.graph.space import QueryRunner, Space
from clew.model.places import Placed
from clew.model.scene import Point
from clew.model.short_term import Unit
from clew.text.instants import FOREVER

MAX_CIRCLES: Final = 64  # circles along a line; a line that is longer than so many has larger ones
MIN_APART_M: Final = 0.5  # centres of circles along a line are at least so far apart, where the line is as long
PRESENT: Final = "SceneObject"  # kind of the nodes that hold where an object is
SEEN: Final = "Sighting"  # kind of the nodes that hold where it was


class Wanted(NamedTuple):
    """The objects that are asked for; None: any."""

    ids: Sequence[str] | None = None  # as their source calls them
    types: Sequence[str] | None = None  # such as `Fridge`
    areas: Sequence[str] | None = None  # names
    rooms: Sequence[str] | None = None  # names


def near(
    space: Space,
    place: Point,
    *,
    limit: int,
    types: Sequence[str] | None,
    metres: float | None,
    as_of: datetime | None,
    known_at: datetime | None = None,
) -> tuple[Placed, ...]:
    """Return the objects nearest to a place, nearest first: of any type, however far, and now, where None is given.

    The index of places does not know what was believed at another time: each object of then is compared.
    """
    if known_at is not None:
        then = matching(space, Wanted(types=types), as_of, known_at)
        return _along(then, place, place, math.inf if metres is None else metres)[:limit]
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


def places(space: Space, *given: Point | str) -> tuple[Point, ...]:
    """Return places that are given, or are the centres of areas that are named.

    Raises:
        NotFound: memory has no such area.
    """
    names = [each for each in given if isinstance(each, str)]
    rows = space.read(load("scene/centres", tuple[str, list[float]]), names=names) if names else []
    centres = {name: Point(*location) for name, location in rows}
    if unknown := [name for name in names if name not in centres]:
        raise NotFound(
            f"space {space.name!r} has no area {unknown[0]!r}; load the building, or give a name of scene.areas()"
        )
    return tuple(centres[each] if isinstance(each, str) else each for each in given)


def between(
    space: Space, start: Point, end: Point, *, within: float, as_of: datetime | None, known_at: datetime | None = None
) -> tuple[Placed, ...]:
    """Return the objects within so many metres of the line between two places, nearest to the first one first.

    An `as_of` or `known_at` of None means now.
    """
    if known_at is not None:
        return _along(matching(space, Wanted(), as_of, known_at), start, end, within)
    metres = start.distance(end)
    apart = max(2 * within, metres / MAX_CIRCLES, MIN_APART_M)
    parts = max(1, math.ceil(metres / apart))
    rows = space.read(
        load("scene/between", PlacedRow),
        start=[start.x, start.y, start.z],
        end=[end.x, end.y, end.z],
        shares=[part / parts for part in range(parts + 1)],
        radius=math.hypot(within, metres / parts / 2) + SLACK_M,
        within=within,
        **_time(as_of),
    )
    return tuple(row.placed for row in rows)


def _along(found: Sequence[Placed], start: Point, end: Point, within: float) -> tuple[Placed, ...]:
    """Return those of some objects that are within so many metres of a line, nearest to its start first."""
    way = Point(end.x - start.x, end.y - start.y, end.z - start.z)
    square, near = way.x**2 + way.y**2 + way.z**2, list[tuple[float, str, Placed]]()
    for each in found:
        at = each.location
        along = (at.x - start.x) * way.x + (at.y - start.y) * way.y + (at.z - start.z) * way.z
        share = min(max(along / square, 0.0), 1.0) if square else 0.0
        beside = start.moved(Point(share * way.x, share * way.y, share * way.z))
        if at.distance(beside) <= within:
            metres = at.distance(start)
            near.append((metres, each.id, replace(each, metres=metres)))
    return tuple(each for *_, each in sorted(near, key=lambda each: each[:2]))


def matching(
    space: Space, wanted: Wanted, as_of: datetime | None, known_at: datetime | None = None
) -> tuple[Placed, ...]:
    """Return the objects that are wanted, by type and id; `as_of` and `known_at` None: now."""
    times = {**_time(as_of), "known_at": known_at}
    rows = space.read(load("scene/matching", PlacedRow), **wanted._asdict(), **times)
    return tuple(row.placed for row in rows)


def history(space: Space, wanted: Wanted, known_at: datetime | None = None) -> tuple[Placed, ...]:
    """Return all that was seen of the objects that are wanted, or had been by an instant, by type and id, in order."""
    times = {"kind": SEEN, "as_of": None, "known_at": known_at, "forever": FOREVER}
    rows = space.read(load("scene/matching", PlacedRow), **wanted._asdict(), **times)
    return tuple(row.placed for row in rows)


def units(run: QueryRunner, name: str) -> tuple[Unit, ...]:
    """Return the units of a short-term memory of this name, by the ids of their objects."""
    rows = run(load("scene/units", tuple[PlacedRow, datetime, str]), name=name, forever=FOREVER)
    return tuple(Unit(row.placed, seen_at, image) for row, seen_at, image in rows)


def _time(as_of: datetime | None) -> dict[str, object]:
    return {"kind": PRESENT if as_of is None else SEEN, "as_of": as_of or FOREVER, "forever": FOREVER}
