"""Rooms composed into floors, and floors into a building, as values that check themselves (KARMA, section 3.3)."""

import math
from dataclasses import dataclass, replace

from clew.errors import InvalidInput
from clew.graph.schema.properties import AREA, FLOOR, OBJECT, ROOM
from clew.model.scene import Layout, Point, Spot, Thing, are_metres, as_floats, check_once, check_sizes
from clew.text.arguments import check_fields


@dataclass(frozen=True, slots=True)
class Room:
    """A layout at its place in a building."""

    name: str  # unique in the building
    layout: Layout  # in metres of its own
    offset: Spot = (0.0, 0.0)  # added to the layout's x and z; the height comes from the floor

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.name.strip() or not are_metres(*self.offset):
            raise InvalidInput(f"the room {self.name!r} at {self.offset} needs a name and a finite offset in metres")
        check_sizes("room", self.name, {ROOM: self.name, AREA: f"{self.name}/{len(self.layout.reachable)}"})


@dataclass(frozen=True, slots=True)
class Passage:
    """A door or stairs: two points that are joined, both ways."""

    start: tuple[str, Spot]  # a room's name, and a reachable point in that room's own metres
    end: tuple[str, Spot]  # likewise, in another room
    metres: float  # to be walked from one to the other; above 0

    def __post_init__(self) -> None:
        check_fields(self)
        if not (are_metres(self.metres) and self.metres > 0):
            raise InvalidInput(f"the way from {self.start} to {self.end} is {self.metres} m long; give more than 0")
        as_floats(self, "metres")
        if self.start[0] == self.end[0]:
            raise InvalidInput(f"the way from {self.start} to {self.end} joins a room to itself; name another room")


@dataclass(frozen=True, slots=True)
class Floor:
    """Rooms on one level."""

    name: str  # unique in the building
    rooms: tuple[Room, ...]  # at least one
    doors: tuple[Passage, ...] = ()  # between its rooms
    height: float = 0.0  # added to y of its rooms, in metres

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.name.strip() or not self.rooms or not are_metres(self.height):
            raise InvalidInput(f"the floor {self.name!r} needs a name, a room and a finite height")
        check_sizes("floor", self.name, {FLOOR: self.name})
        own = {room.name for room in self.rooms}
        for door in self.doors:
            if outside := {door.start[0], door.end[0]} - own:
                raise InvalidInput(
                    f"floor {self.name!r}: a door leads to {min(outside)!r}, which is no room of it; "
                    "correct the name, or make it a stair"
                )


@dataclass(frozen=True, slots=True)
class Building:
    """Floors that stairs join. Its coordinates are those of the rooms, moved by room offsets and floor heights.

    Raises:
        InvalidInput: there is no floor; a floor's or room's name is there twice, or the id of a thing with that of its
            room; an id with its room's name is longer than memory holds; a door or stair leads to no room, or to a
            point that is farther than a step from every reachable one, or is shorter than the straight line; a room is
            joined to no other.
    """

    name: str
    floors: tuple[Floor, ...]  # at least one
    stairs: tuple[Passage, ...] = ()  # between rooms of any floors

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.name.strip() or not self.floors:
            raise InvalidInput(f"the building {self.name!r} needs a name and a floor")
        try:
            check_once("floor", (floor.name for floor in self.floors))
            check_once("room", (room.name for room in self.rooms))
            check_once("thing", (f"{room.name}/{thing.id}" for room in self.rooms for thing in room.layout.things))
            for room in self.rooms if len(self.rooms) > 1 else ():
                for thing in room.layout.things:
                    check_sizes("thing", id := f"{room.name}/{thing.id}", {OBJECT: id})
            check_passages(self)
        except InvalidInput as error:
            raise InvalidInput(f"{self.name}: {error}") from None

    @property
    def rooms(self) -> tuple[Room, ...]:
        """All rooms, floor by floor."""
        return tuple(room for floor in self.floors for room in floor.rooms)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All doors and stairs."""
        return (*(door for floor in self.floors for door in floor.doors), *self.stairs)

    def offset(self, room: str) -> Point:
        """Return what is added to a room's coordinates."""
        for floor in self.floors:
            for each in floor.rooms:
                if each.name == room:
                    return Point(each.offset[0], floor.height, each.offset[1])
        raise InvalidInput(f"{self.name} has no room {room!r}; it has {', '.join(each.name for each in self.rooms)}")

    def things(self, room: Room) -> tuple[Thing, ...]:
        """Return a room's things in the building's coordinates. With several rooms, ids begin with the room's name."""
        offset, prefix = self.offset(room.name), f"{room.name}/" if len(self.rooms) > 1 else ""
        return tuple(
            replace(
                thing,
                id=f"{prefix}{thing.id}",
                location=thing.location.moved(offset),
                inside=thing.inside and f"{prefix}{thing.inside}",
                viewpoint=thing.viewpoint and (thing.viewpoint[0] + offset.x, thing.viewpoint[1] + offset.z),
            )
            for thing in room.layout.things
        )

    def points(self, room: Room) -> tuple[Point, ...]:
        """Return a room's reachable points in the building's coordinates, in the layout's order."""
        offset = self.offset(room.name)
        return tuple(room.layout.at(spot).moved(offset) for spot in room.layout.reachable)


def building_of(layout: Layout) -> Building:
    """Return a layout as a building of one floor and one room, all of the layout's name."""
    return Building(layout.name, (Floor(layout.name, (Room(layout.name, layout),)),))


def links(building: Building) -> tuple[tuple[int, int, float], ...]:
    """Return where one can walk directly.

    Returns:
        (i, j, metres) with i < j: places in the rooms' `points`, counted through all rooms. Neighbours on a room's grid
        are joined along x and z alone (4-neighbourhood), as AI2-THOR's agent moves; doors and stairs join rooms.
    """
    found, start, first = list[tuple[int, int, float]](), 0, dict[str, int]()
    for room in building.rooms:
        layout, first[room.name] = room.layout, start
        number = {cell: start + index for index, cell in enumerate(layout.cells)}
        for (column, row), index in number.items():
            beside = (number.get((column + 1, row)), number.get((column, row + 1)))
            found += [(min(index, other), max(index, other), layout.step) for other in beside if other is not None]
        start += len(layout.reachable)
    for passage in building.passages:
        ends = sorted(first[room] + _index(building, room, spot) for room, spot in (passage.start, passage.end))
        found.append((ends[0], ends[1], passage.metres))
    return tuple(sorted(found))


def check_passages(building: Building) -> None:
    """Hold that doors and stairs join all rooms."""
    joined: dict[str, set[str]] = {room.name: set() for room in building.rooms}
    for passage in building.passages:
        ends = list[Point]()
        for name, spot in (passage.start, passage.end):
            _index(building, name, spot)
            layout = next(each.layout for each in building.rooms if each.name == name)
            ends.append(layout.at(spot).moved(building.offset(name)))
        straight = ends[0].distance(ends[1])
        if passage.metres < straight - 1e-6:
            raise InvalidInput(
                f"the way from {passage.start} to {passage.end} is {passage.metres:g} m long, and its ends are "
                f"{straight:.2f} m apart; correct its length, or the offset of a room"
            )
        joined[passage.start[0]].add(passage.end[0])
        joined[passage.end[0]].add(passage.start[0])
    first = building.rooms[0].name
    found, waiting = {first}, [first]
    while waiting:
        waiting += (more := joined[waiting.pop()] - found)
        found |= more
    if apart := [room for room in joined if room not in found]:
        raise InvalidInput(f"no door or stair leads from {first!r} to {apart[0]!r}; name one")


def _index(building: Building, room: str, spot: Spot) -> int:
    """Return the place of a passage's end among its room's reachable points."""
    layout = next((each.layout for each in building.rooms if each.name == room), None)
    if layout is None:
        names = ", ".join(each.name for each in building.rooms)
        raise InvalidInput(f"a way leads to {room!r}, which is no room; there are {names}")
    if not are_metres(*spot) or math.dist(nearest := layout.nearest(spot), spot) > layout.step:
        raise InvalidInput(f"a way leads to {spot} of {room!r}, where nobody can stand; give a reachable point")
    return layout.reachable.index(nearest)
