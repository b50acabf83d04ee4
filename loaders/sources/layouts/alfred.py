"""Rooms of iTHOR, as ALFRED describes them: a layout entry for what does not move, a task's poses for what does.

An entry holds `reachable_xz`, the grid points, and `openable`, which gives per receptacle id the pose from which it is
handled: x, z and, read over, rotation and horizon. An id is a type and the coordinates x, y and z:
`Cabinet|+00.68|+00.50|-02.20`; a part of a thing has its own name behind them: `Sink|-01.90|+00.97|-01.50|SinkBasin`.

ALFRED restores a scene by making a copy of the named object at each pose and removing the original, so each pose is an
object of its own; its id is made of its type and its coordinates there, as in iTHOR. Poses do not say what an object
lies in: it is given the receptacle that admits its type and whose span of `ithor.toml` it misses least.
"""

import lzma
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from clew.errors import InvalidInput
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.layouts import checked
from clew.loaders.sources.layouts.ithor import type_facts
from clew.loaders.sources.quoting import called, not_utf8, shown
from clew.loaders.sources.readers.raw import content
from clew.model.scene import Layout, Point, Spot, Thing

STEP_M: Final = 0.25
"""Spacing of the grid, ALFRED's AGENT_STEP_SIZE."""

MAX_UNPACKED_BYTES: Final = 64 * 2**20
"""Of a packed file of entries, of which a few kilobytes could fill all memory; two hundred times ALFRED's."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a task puts an object that moves.

    Attributes:
        type: of the object.
        location: in metres.
    """

    type: str
    location: Point


def layout(
    name: str,
    entry: object,
    poses: Iterable[Pose] = (),
    *,
    lying: Mapping[str, str] | None = None,
    is_dirty: bool = False,
) -> Layout:
    """Return a room.

    Args:
        name: of the entry, such as `FloorPlan1`.
        entry: its JSON value.
        poses: of the objects that move; two that are the same make one object.
        lying: per id of such an object, the id of the receptacle that is known to hold it.
        is_dirty: whether all objects that can be dirty are, ALFRED's `dirty_and_empty`.

    Raises:
        InvalidInput: the entry holds something else, or makes no `Layout`; names the entry, the place and the reason.
    """
    given = checked.mapping(entry, name)
    points = checked.listed(given.get("reachable_xz"), f"{name}: reachable_xz")
    reachable = [checked.spot(each, f"{name}: reachable_xz, point {index}") for index, each in enumerate(points, 1)]
    fixed = [_fixed(id, pose, name) for id, pose in checked.mapping(given.get("openable"), f"{name}: openable").items()]
    moving = _moving(poses, fixed, lying or {})
    things = [*fixed, *moving.values()]
    dirtyable = type_facts().dirtyable if is_dirty else frozenset[str]()
    dirty = [thing.having("dirty") if thing.type in dirtyable else thing for thing in things]
    return Layout(name, tuple(reachable), tuple(dirty), STEP_M)


def read_layouts(path: Path) -> dict[str, Layout]:
    """Read a file of entries by name; all of them are good, or none is returned.

    Args:
        path: of JSON, or of JSON packed by xz where the name ends in `.xz`.

    Raises:
        InvalidInput: the file cannot be read, or unpacks to more than `MAX_UNPACKED_BYTES`, or an entry holds
            something else; names the file, the entry, the place and the reason.
    """
    name = called(path)
    try:
        packed = content(path)
        text = (_unpacked(packed, name) if path.suffix == ".xz" else packed).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise not_utf8(name) from None
    entries = checked.mapping(decode(text, name), name)
    with checked.named(name):
        return {each: layout(each, entry) for each, entry in entries.items()}


def _unpacked(packed: bytes, name: str) -> bytes:
    try:
        with lzma.open(BytesIO(packed)) as file:
            data = file.read(MAX_UNPACKED_BYTES + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise InvalidInput(f"{name} is not packed by xz: {error}; fetch it again") from None
    if len(data) > MAX_UNPACKED_BYTES:
        raise InvalidInput(f"{name} unpacks to more than {MAX_UNPACKED_BYTES:,} bytes; split it")
    return data


def poses(value: object, place: str) -> tuple[Pose, ...]:
    """Return the poses of a task's scene, ALFRED's `object_poses`.

    Args:
        value: JSON; each element has `objectName`, such as `Mug_291e6e8a`, and `position` with x, y and z.
        place: what errors call it.

    Raises:
        InvalidInput: it is something else; names the place and the reason.
    """
    found = list[Pose]()
    for index, each in enumerate(checked.listed(value, place), 1):
        at = f"{place}, pose {index}"
        given = checked.mapping(each, at)
        name = checked.text(given.get("objectName"), f"{at}: objectName")
        position = checked.mapping(given.get("position"), f"{at}: position")
        found.append(
            Pose(name.split("_")[0], Point(*(checked.number(position.get(axis), f"{at}: {axis}") for axis in "xyz")))
        )
    return tuple(found)


def made_id(kind: str, location: Point) -> str:
    """Return the id of an object that iTHOR makes at a place: `Apple|-00.47|+01.15|00.00`."""
    return "|".join((kind, *(_coordinate(each) for each in (location.x, location.y, location.z))))


def type_of(id: str) -> str:
    """Return the type that an id names: of `Sink|-01.90|+00.97|-01.50|SinkBasin`, `SinkBasin`."""
    parts = id.split("|")
    return parts[4] if len(parts) > 4 else parts[0]


def location_of(id: str, place: str) -> Point:
    """Return the coordinates that an id holds.

    Args:
        id: see `made_id`.
        place: what errors call where it stands.

    Raises:
        InvalidInput: it holds none.
    """
    parts = id.split("|")
    try:
        return Point(*map(float, parts[1:4]))
    except (TypeError, ValueError, InvalidInput):
        raise InvalidInput(
            f"{place}: the id {shown(id)} holds no coordinates; give a type and x, y and z: Bed|-00.21|+00.00|+00.98"
        ) from None


def receptacle_of(kind: str, location: Point, things: Sequence[Thing]) -> str:
    """Return the id of what a thing lies in or on; empty if it is farther out of each span than that is wide.

    Such a thing lies on the floor, say, or on a table that the layout lacks.

    Args:
        kind: the type of the thing.
        location: of the thing.
        things: that may hold it.
    """
    facts = type_facts()
    fit = list[tuple[float, float, str]]()
    for each in things:
        if kind in facts.holds.get(each.type, ()) and (span := facts.spans.get(each.type)):
            excess, share = span.excess(each.location, location)
            if excess <= span.radius:
                fit.append((excess, share, each.id))
    return min(fit)[2] if fit else ""


def _fixed(id: str, pose: object, name: str) -> Thing:
    place = f"{name}: openable {shown(id)}"
    kind, location = type_of(id), location_of(id, name)
    return Thing(id, kind, location, states=type_facts().first_states(kind), viewpoint=_viewpoint(pose, place))


def _viewpoint(pose: object, place: str) -> Spot | None:
    return None if pose is None else checked.spot(checked.listed(pose, place)[:2], place)


def _moving(poses: Iterable[Pose], fixed: Sequence[Thing], lying: Mapping[str, str]) -> dict[str, Thing]:
    found, places = dict[str, Thing](), dict[str, Point]()
    for pose in poses:
        id, number = made_id(pose.type, pose.location), 1
        if places.get(id) == pose.location:
            continue
        while id in places:
            number += 1
            id = f"{made_id(pose.type, pose.location)}#{number}"
        places[id] = pose.location
        inside = lying.get(id) or receptacle_of(pose.type, pose.location, fixed)
        states = type_facts().first_states(pose.type)
        found[id] = Thing(id, pose.type, pose.location, movable=True, states=states, inside=inside)
    return found


def _coordinate(metres: float) -> str:
    """Write a coordinate as iTHOR does: with a sign, but without one if it is below zero and rounds to that."""
    digits = f"{abs(metres):05.2f}"
    if math.copysign(1.0, metres) > 0:
        return f"+{digits}"
    return digits if digits == "00.00" else f"-{digits}"
