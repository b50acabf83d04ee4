"""Rooms of iTHOR, as ALFRED describes them: a layout entry for what does not move, a task's poses for what does.

An entry holds `reachable_xz`, the grid points. Its `openable` gives per receptacle id the pose from which it is
handled: x, z, and two numbers that are read over.

ALFRED restores a scene by making a copy of the named object at each pose. So each pose is an object of its own. Its id
is made of its type and its coordinates there, as in iTHOR. Poses do not say what an object lies in. It is given the
receptacle that admits its type and whose span of `ithor.toml` it misses least.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, TypeAdapter

from clew.errors import InvalidInput
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.layouts.ithor import type_facts
from clew.loaders.sources.layouts.plain import Form, Spot, Text, named
from clew.loaders.sources.quoting import called, not_utf8
from clew.loaders.sources.readers.raw import content, unpacked
from clew.model.scene import Layout, Point, Thing
from clew.text.arguments import fitted, quoted

STEP_M: Final = 0.25  # spacing of the grid, ALFRED's AGENT_STEP_SIZE


@dataclass(frozen=True, slots=True)
class Pose:
    """The type of an object that moves, and where a task puts it, in metres."""

    type: str
    location: Point


class _Entry(Form, extra="ignore"):
    reachable_xz: list[Spot]
    openable: dict[str, Annotated[list[float], Field(min_length=2)] | None]


class _Position(Form, extra="ignore"):
    x: float
    y: float
    z: float


class _ObjectPose(Form, extra="ignore"):
    objectName: Text  # noqa: N815 - ALFRED's name
    position: _Position


_ENTRY, _ENTRIES, _POSES = TypeAdapter(_Entry), TypeAdapter(dict[str, object]), TypeAdapter(list[_ObjectPose])


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
    """
    given, facts, fixed = fitted(_ENTRY, entry, name), type_facts(), list[Thing]()
    for id, pose in given.openable.items():
        kind, location = type_of(id), location_of(id, name)
        viewpoint = None if pose is None else (pose[0], pose[1])
        fixed.append(Thing(id, kind, location, states=facts.first_states(kind), viewpoint=viewpoint))
    things = [*fixed, *_moving(poses, fixed, lying or {})]
    if is_dirty:
        things = [thing.having("dirty") if thing.type in facts.dirtyable else thing for thing in things]
    return Layout(name, tuple(given.reachable_xz), tuple(things), STEP_M)


def read_layouts(path: Path) -> dict[str, Layout]:
    """Read a file of entries by name, of JSON or, as `.xz`, of packed JSON; all are good, or none is returned."""
    name = called(path)
    try:
        text = (unpacked(path) if path.suffix == ".xz" else content(path)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise not_utf8(name) from None
    entries = fitted(_ENTRIES, decode(text, name), name)
    with named(name):
        return {each: layout(each, entry) for each, entry in entries.items()}


def poses(value: object, place: str) -> tuple[Pose, ...]:
    """Return the poses of a task's scene, ALFRED's `object_poses`.

    Each element of the list has `objectName`, such as `Mug_291e6e8a`, and `position` with x, y and z.
    """
    found = fitted(_POSES, value, place)
    return tuple(Pose(each.objectName.split("_")[0], Point(**each.position.model_dump())) for each in found)


def made_id(kind: str, location: Point) -> str:
    """Return the id of an object that iTHOR makes at a place: `Apple|-00.47|+01.15|00.00`."""
    parts = [kind]
    for metres in (location.x, location.y, location.z):
        digits = f"{abs(metres):05.2f}"
        sign = "+" if math.copysign(1.0, metres) > 0 else "-"
        parts.append(digits if digits == "00.00" and sign == "-" else f"{sign}{digits}")  # not -00.00
    return "|".join(parts)


def type_of(id: str) -> str:
    """Return the type that an id names: of `Sink|-01.90|+00.97|-01.50|SinkBasin`, `SinkBasin`."""
    parts = id.split("|")
    return parts[4] if len(parts) > 4 else parts[0]


def location_of(id: str, place: str) -> Point:
    """Return the coordinates that an id holds, as `made_id` makes it; the error names the place where it stands."""
    parts = id.split("|")
    try:
        return Point(*map(float, parts[1:4]))
    except (TypeError, ValueError, InvalidInput):
        raise InvalidInput(
            f"{place}: the id {quoted(id)} holds no coordinates; give a type and x, y and z: Bed|-00.21|+00.00|+00.98"
        ) from None


def receptacle_of(kind: str, location: Point, things: Sequence[Thing]) -> str:
    """Return the id of what a thing lies in or on; empty if it is farther out of each span than that is wide."""
    facts = type_facts()
    fit = list[tuple[float, float, str]]()
    for each in things:
        if kind in facts.holds.get(each.type, ()) and (span := facts.spans.get(each.type)):
            aside, above = math.dist(each.location.spot, location.spot), location.y - each.location.y
            excess = max(0.0, aside - span.radius) + 2 * max(0.0, span.lowest - above, above - span.highest)
            if excess <= span.radius:
                fit.append((excess, aside / span.radius, each.id))  # of equals, the one nearest for its size
    return min(fit)[2] if fit else ""


def _moving(poses: Iterable[Pose], fixed: Sequence[Thing], lying: Mapping[str, str]) -> Iterable[Thing]:
    found = dict[str, Thing]()
    for pose in poses:
        id, number = made_id(pose.type, pose.location), 1
        if id in found and found[id].location == pose.location:
            continue
        while id in found:
            number += 1
            id = f"{made_id(pose.type, pose.location)}#{number}"
        inside = lying.get(id) or receptacle_of(pose.type, pose.location, fixed)
        states = type_facts().first_states(pose.type)
        found[id] = Thing(id, pose.type, pose.location, movable=True, states=states, inside=inside)
    return found.values()
