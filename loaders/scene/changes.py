"""Finds the differences between the objects that memory holds and those that were seen. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from clew.errors import InvalidInput
from clew.model.places import Area, floor_heights, floor_of, type_words
from clew.model.scene import Point, Thing, check_holders
from clew.text.names import normalise

MOVED_M = 0.01  # a thing that moved by less lies where it lay: two readings of a place differ by rounding


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object as memory holds it."""

    id: str  # as its source calls it
    type: str  # such as `Fridge`
    location: tuple[float, ...] | None  # x, y and z; None where it is gone
    states: tuple[str, ...]  # in alphabetical order
    movable: bool  # whether it can be picked up
    inside: str  # id of what it lies in or on; empty for none
    area: str  # name of its area; empty where it is gone
    latest: datetime | None  # the last time of which memory knows where it was, or that it was gone; None for none
    sightings: int  # how many memory holds of it
    contents: tuple[str, ...]  # ids of what lies in or on it


@dataclass(frozen=True, slots=True)
class Change:
    """An object that is new, or was seen elsewhere or otherwise than memory has it."""

    thing: Thing  # as it was seen
    area: Area | None  # where; None where it is gone
    number: int  # of its sighting
    text: str  # of its sighting in words, so that it is found and read like any other memory
    latest: datetime | None  # the last time of which memory knows where it was, or that it was gone; None for none
    is_carried: bool = False  # whether it moved with what it lies in, and was not seen itself

    def row(self, vector: Sequence[float] | None) -> dict[str, object]:
        """Return what the statement takes of it, with the vector of its text; None where it is gone."""
        at = self.thing.location
        return {
            "object": self.thing.id,
            "type": self.thing.type,
            "word": entity_of(self.thing.type),
            "movable": self.thing.movable,
            "location": [at.x, at.y, at.z] if self.area else None,
            "states": list(self.thing.states) if self.area else [],
            "area": self.area.name if self.area else "",
            "room": self.area.room if self.area else "",
            "inside": self.thing.inside if self.area else "",
            "number": self.number,
            "text": self.text,
            "vector": vector,
            "carried": self.is_carried,
        }


def changes(
    things: Iterable[Thing],
    stored: Mapping[str, StoredObject],
    area_of: Callable[[Thing], Area],
    holders: Mapping[str, Thing],
) -> list[Change]:
    """Return the things that memory does not hold as they are; `holders` has by id those in or on which others lie."""
    found = list[Change]()
    for thing in things:
        known = stored.get(thing.id)
        area = area_of(thing)
        if known is None or not is_same(thing, known) or known.area != area.name:
            holder = holders.get(thing.inside)
            text = told(thing.type, thing.states, area.room, holder.type if holder else "")
            found.append(Change(thing, area, known.sightings if known else 0, text, known.latest if known else None))
    return found


def told(sort: str, states: Sequence[str], room: str, holder: str = "") -> str:
    """Return in words what was seen of an object: its type and states, its room, and the type of what it lies in."""
    shown = f" ({', '.join(states)})" if states else ""
    held = f" in or on the {type_words(holder)}," if holder else ""
    return f"{type_words(sort).capitalize()}{shown}{held} in the room {room}."


def entity_of(name: str) -> str:
    """Return the name of the entity that a type or a room is, which a talk of such things names too."""
    return normalise(type_words(name)) or name


def gone(stored: Iterable[StoredObject]) -> list[Change]:
    """Return that objects are no more there."""
    return [
        Change(Thing(each.id, each.type, Point(*at), each.movable), None, each.sightings - 1, "", each.latest)
        for each in stored
        if (at := each.location) is not None
    ]


def check_receptacles(given: Mapping[str, Thing], stored: Mapping[str, StoredObject]) -> None:
    """Hold that things lie in known ones, and over those, and what memory knows that these lie in, not in themselves.

    Raises:
        InvalidInput: one does not.
    """
    for thing in given.values():
        if thing.inside and thing.inside not in given and thing.inside not in stored:
            raise InvalidInput(f"{thing.id} lies in {thing.inside!r}, which memory has not; give that too")
    inside = {id: each.inside for known in (stored, given) for id, each in known.items()}
    holders = dict.fromkeys(inside.values(), "") | inside
    check_holders(given, holders)


class Reached:
    """The reachable points of areas, in columns, so that many things are put into their areas at once quickly."""

    def __init__(self, areas: Sequence[Area]) -> None:
        """Take some areas: of the areas of a building those that may be a thing's."""
        self.areas = areas
        points = [(point.x, point.y, point.z) for area in areas for point in area.reachable]
        self._x, self._y, self._z = np.array(points, dtype=np.float64).reshape(-1, 3).T
        self._owner = np.repeat(np.arange(len(areas)), [len(area.reachable) for area in areas])
        self._floors = floor_heights(areas).values()

    def area_of(self, thing: Thing) -> Area:
        """Return the area from which a thing is handled: that of its viewpoint, or of the point nearest to it.

        Both are taken on the thing's floor; see `floor_of`. Of areas as near, the first by name is returned. There has
        to be one.
        """
        x, z = thing.viewpoint or thing.location.spot
        y = floor_of(thing.location.y, self._floors)
        square = self._squares(x, y, z)
        nearest = {int(each) for each in self._owner[square == square.min()]}
        return min((self.areas[each] for each in nearest), key=lambda area: area.name)

    def within(self, place: Point, metres: float) -> dict[str, Area]:
        """Return by name the areas that have a point within some metres of a place."""
        near = np.unique(self._owner[self._squares(place.x, place.y, place.z) <= metres**2])
        return {(area := self.areas[int(each)]).name: area for each in near}

    def _squares(self, x: float, y: float, z: float) -> NDArray[np.float64]:
        """Return the square of each point's distance from a place, in square metres."""
        return (self._x - x) ** 2 + (self._y - y) ** 2 + (self._z - z) ** 2


def is_same(thing: Thing, known: StoredObject) -> bool:
    """Return whether a thing is where and as memory has it."""
    return lies_at(thing.location, known) and (thing.type, thing.states, thing.movable, thing.inside) == (
        known.type,
        known.states,
        known.movable,
        known.inside,
    )


def lies_at(place: Point, known: StoredObject, within: float = MOVED_M) -> bool:
    """Return whether memory has an object at a place, or less than some metres from it."""
    return known.location is not None and place.distance(Point(*known.location)) < within


def moved_along(place: Point, holder: StoredObject, at: Point) -> Point:
    """Return where a thing is by now whose holder moved; where memory does not know from where, in the holder."""
    if holder.location is None:
        return at
    x, y, z = holder.location
    return at.moved(place).moved(Point(-x, -y, -z))
