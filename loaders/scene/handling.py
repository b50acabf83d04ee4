"""From which area a thing is handled that was seen: of areas beyond a wall, the nearest point may be the nearer one."""

import math
from collections.abc import Iterable, Mapping

from clew.errors import NotFound
from clew.graph.place_rows import areas_near
from clew.graph.space import QueryRunner
from clew.loaders.scene.changes import Reached, StoredObject, lies_at
from clew.model.places import Area
from clew.model.scene import Point, Thing

AROUND_M = 15.0  # how far from a thing the nearest point of its area may be; areas are read at once for a cube as wide
Cube = tuple[int, int, int]  # a part of space, counted in cubes along x, y and z
SAME_ROOM_M = 1.0  # a thing that moved by less is in the room where it was: it was measured anew, or pushed aside


def held_in(things: Iterable[Thing], holders: Mapping[str, Thing]) -> dict[str, Thing]:
    """Return by id those of some holders in or on which things lie, or over others lie."""
    found, waiting = dict[str, Thing](), [thing.inside for thing in things]
    while waiting:
        id = waiting.pop()
        if id in holders and id not in found:
            found[id] = holders[id]
            waiting.append(holders[id].inside)
    return found


class Handling:
    """Puts things into areas, by what memory holds of them and of all that they lie in, and by what is seen now."""

    def __init__(self, run: QueryRunner, stored: Mapping[str, StoredObject], seen: Mapping[str, Thing]) -> None:
        self._run, self._stored, self._seen = run, stored, seen
        self._found = dict[str, Area]()
        self._areas = dict[tuple[Cube, str], Reached]()

    def area_of(self, thing: Thing) -> Area:
        """Return the area of a thing: that where memory has it if it lies there still, else one near it.

        Without a viewpoint it is one of the room of what it lies in, or where it was a moment ago, if that is known.

        Raises:
            NotFound: memory has no area near it.
        """
        if thing.id in self._found:
            return self._found[thing.id]
        found = self._around(thing).within(thing.location, AROUND_M)
        if not found:
            raise NotFound(f"memory has no area near {thing.id}; load the building, or correct its location")
        known = self._stored.get(thing.id)
        if known and known.area in found and lies_at(thing.location, known):
            area = found[known.area]
        else:
            room = "" if thing.viewpoint else self._room(thing, found)
            area = self._around(thing, room).area_of(thing)
        self._found[thing.id] = area
        return area

    def _around(self, thing: Thing, room: str = "") -> Reached:
        """Return the areas of a room, or of any, that may be near what is in the cube of a thing; each is read once."""
        at = thing.location
        cube = (math.floor(at.x / AROUND_M), math.floor(at.y / AROUND_M), math.floor(at.z / AROUND_M))
        if (cube, "") not in self._areas:
            middle = Point(*((each + 0.5) * AROUND_M for each in cube))
            self._areas[cube, ""] = Reached(areas_near(self._run, middle, AROUND_M * (1 + math.sqrt(3) / 2)))
        if (cube, room) not in self._areas:
            self._areas[cube, room] = Reached([each for each in self._areas[cube, ""].areas if each.room == room])
        return self._areas[cube, room]

    def _room(self, thing: Thing, found: Mapping[str, Area]) -> str:
        """Return the room in which a thing is by what it lies in, or by where it was; empty if it is none near."""
        holder, passed = thing.id, {thing.id}  # what it lies in that lies in nothing; else itself
        inside = thing.inside
        while inside and inside not in passed:
            passed.add(holder := inside)
            each = self._seen.get(holder) or self._stored.get(holder)
            inside = each.inside if each else ""
        if holder in self._seen and holder != thing.id:
            room = self.area_of(self._seen[holder]).room
            return room if any(each.room == room for each in found.values()) else ""
        known = self._stored.get(holder)
        if not known or (holder == thing.id and not lies_at(thing.location, known, SAME_ROOM_M)):
            return ""
        return found[known.area].room if known.area in found else ""
