"""A building and the things in it into the graph: each call is one transaction, and writes only what has changed."""

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from clew.errors import Conflict
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.loaders.language.mentions import join_topics
from clew.loaders.scene.areas import areas
from clew.loaders.scene.changes import (
    Change,
    Reached,
    StoredObject,
    changes,
    check_receptacles,
    entity_of,
    gone,
    is_same,
    lies_at,
    moved_along,
)
from clew.loaders.scene.handling import Handling, held_in
from clew.loaders.upkeep.forget_cascade import rename
from clew.model.building import Building
from clew.model.places import Area, floor_heights
from clew.model.scene import MAX_HOLDERS, Point, Thing, check_once
from clew.text.instants import FOREVER, now

Then = Callable[[SpaceTransaction, datetime], None]
"""Writes what shall be written with objects or not at all; is told when they were seen."""

Vectors = Mapping[str, Sequence[float]]  # by text


def _nothing(_transaction: SpaceTransaction, _at: datetime) -> None:
    """Write nothing."""


class _Place(NamedTuple):
    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class LoadedBuilding:
    """The changes of a building in memory."""

    areas: int  # of the building
    written: tuple[str, ...]  # names of the floors and areas that were new or changed
    removed: tuple[str, ...]  # names of those that went
    objects: tuple[str, ...]  # ids of the objects that were new, or elsewhere or otherwise than memory had them
    gone: tuple[str, ...]  # ids of those that memory had, and the building has not


def load_building(space: Space, building: Building, spacing: float, at: datetime | None) -> LoadedBuilding:
    """Make memory hold a building as it is: what differs is written, what it has not is gone and keeps its history.

    The space holds one building. It was seen so `at` a time; None: when it is written. Centres of areas are `spacing`
    metres apart.

    Raises:
        InvalidInput: the spacing is not finite, or below `MIN_STEP_M`.
        Conflict: memory saw something of it later than `at`.
    """
    planned = areas(building, spacing)
    things, area_of = dict[str, Thing](), dict[str, Area]()
    for room in building.rooms:  # a thing is handled from its own room, whatever is beyond the wall or below
        own, reached = building.things(room), Reached([area for area in planned if area.room == room.name])
        things |= {thing.id: thing for thing in own}
        area_of |= {thing.id: reached.area_of(thing) for thing in own}
    height = floor_heights(planned)
    reach = dict.fromkeys(height, 0.0)  # of each floor: metres from an area's centre to its furthest point, at most
    for area in planned:
        reach[area.floor] = max(reach[area.floor], *(area.location.distance(point) for point in area.reachable))
    places = {f"floor:{name}": _digest((name, each, reach[name])) for name, each in height.items()}
    places |= {f"area:{area.name}": _digest(area) for area in planned}
    writer = _Writer(space, at)

    def compare(transaction: SpaceTransaction) -> list[Change]:
        stored = writer.stored(transaction, None)
        found = changes(things.values(), stored, lambda thing: area_of[thing.id], things)
        return found + gone(each for id, each in stored.items() if id not in things)

    def write(transaction: SpaceTransaction, vectors: Vectors) -> LoadedBuilding:
        transaction.lock()
        known = {each.id: each.digest for each in transaction.run(load("scene/stored_areas", _Place))}
        written = {id: digest for id, digest in places.items() if known.get(id) != digest}
        removed = sorted(known.keys() - places.keys())
        _write_places(transaction, planned, height, reach, written)
        found = compare(transaction)
        writer.write(transaction, vectors, found)
        rename(transaction, dict.fromkeys(removed))
        transaction.run(load("scene/remove_areas"), ids=removed)
        there, away = ([each for each in found if bool(each.area) == is_there] for is_there in (True, False))
        return LoadedBuilding(len(planned), _names(written), _names(removed), _ids(there), _ids(away))

    return space.settle(lambda: writer.prepare(compare), write)


def _write_places(
    transaction: SpaceTransaction,
    planned: Sequence[Area],
    height: Mapping[str, float],
    reach: Mapping[str, float],
    written: Mapping[str, str],
) -> None:
    """Write the floors and areas whose digests are given by id."""
    floors = [
        {"name": name, "height": float(each), "reach": reach[name], "digest": written[f"floor:{name}"]}
        for name, each in height.items()
        if f"floor:{name}" in written
    ]
    rows = [
        {
            "name": area.name,
            "floor": area.floor,
            "room": area.room,
            "word": entity_of(area.room),
            "location": _numbers(area.location),
            "reachable": [number for point in area.reachable for number in _numbers(point)],
            "digest": written[f"area:{area.name}"],
            "ways": [{"name": name, "metres": metres} for name, metres in area.adjacent.items()],
        }
        for area in planned
        if f"area:{area.name}" in written
    ]
    if floors or rows:
        transaction.run(load("scene/write_areas"), floors=floors, areas=rows, now=now(), forever=FOREVER)
        rename(transaction, {f"area:{row['name']}": str(row["word"]) for row in rows})
        join_topics(transaction, {str(row["word"]) for row in rows})


def update(
    space: Space, things: Sequence[Thing], at: datetime | None, then: Then = _nothing, around: Sequence[Thing] = ()
) -> tuple[str, ...]:
    """Write the things that were seen elsewhere or otherwise than memory has them. Return their ids.

    A thing that memory has in or on one that moved, and that is not seen itself, moves along, and is among them. A
    thing that is where it was stays in its area, which the building knew the room for; see `handling.Handling` for the
    rest. `then` writes further in the same transaction. Of what was seen `around`, those in or on which things lie are
    written where memory has them not. Without a time all was seen when it is written, after all that others wrote
    before.

    Raises:
        InvalidInput: an id is there twice; a thing lies in one that is unknown or, over others, in itself.
        NotFound: memory has no area near a thing.
        Conflict: memory saw one of them later than `at`.
    """
    check_once("thing", (thing.id for thing in things))
    writer, seen = _Writer(space, at), {thing.id: thing for thing in things}
    beside = held_in(things, {thing.id: thing for thing in around if thing.id not in seen})

    def compare(transaction: SpaceTransaction) -> list[Change]:
        stored = dict[str, StoredObject]()  # of the things, and of all that they lie in, now or as memory has it
        wanted = {id for thing in (*things, *beside.values()) for id in (thing.id, thing.inside) if id}
        for _ in range(MAX_HOLDERS + 2):  # no deeper: the check of receptacles below refuses what is
            more = writer.stored(transaction, sorted(wanted))
            stored |= more
            wanted = {each.inside for each in more.values() if each.inside} - stored.keys()
            if not wanted:
                break
        given = {id: each for id, each in beside.items() if id not in stored} | seen
        check_receptacles(given, stored)
        new = [thing for thing in given.values() if thing.id not in stored or not is_same(thing, stored[thing.id])]
        carried = writer.carried(transaction, new, stored, given)
        there = given | carried
        holders = {id: Thing(id, each.type, Point(0.0, 0.0, 0.0)) for id, each in stored.items()} | there
        found = changes([*new, *carried.values()], stored, Handling(transaction.run, stored, there).area_of, holders)
        return [replace(each, is_carried=each.thing.id in carried) for each in found]

    return writer.settle(compare, then)


def miss(
    space: Space, ids: Sequence[str], places: Mapping[str, Point], at: datetime | None, then: Then = _nothing
) -> tuple[str, ...]:
    """Write that objects are not where they were looked for. Return the ids of those that memory had there.

    An object without a place was looked for wherever memory has it. `then` writes further in the same transaction.

    Raises:
        Conflict: memory saw one of them later than `at`.
    """
    writer = _Writer(space, at)

    def compare(transaction: SpaceTransaction) -> list[Change]:
        stored = writer.stored(transaction, ids)
        return gone(each for id, each in stored.items() if id not in places or lies_at(places[id], each))

    return writer.settle(compare, then)


@dataclass(slots=True)
class _Writer:
    """Writes changes of objects."""

    space: Space
    at: datetime | None  # when they were seen; None: when they are written

    def stored(self, transaction: SpaceTransaction, ids: Sequence[str] | None) -> dict[str, StoredObject]:
        """Return what memory holds of some objects, or of all, by id."""
        found = transaction.run(load("scene/objects", StoredObject), ids=ids, forever=FOREVER)
        return {each.id: each for each in found}

    def carried(
        self,
        transaction: SpaceTransaction,
        seen: Iterable[Thing],
        stored: dict[str, StoredObject],
        given: Container[str],
    ) -> dict[str, Thing]:
        """Return by id what lies in things that moved, where it is by now; what is given, or was seen since, is not.

        `stored` takes in what memory holds of them.
        """
        found, waiting = dict[str, Thing](), [each for each in seen if each.id in stored]
        while waiting:
            holder = waiting.pop()
            known = stored[holder.id]
            if lies_at(holder.location, known):
                continue
            inside = self.stored(transaction, [id for id in known.contents if id not in given and id not in found])
            for id, each in inside.items():
                if each.location and not (self.at and each.latest and each.latest > self.at):
                    place = moved_along(Point(*each.location), known, holder.location)
                    found[id] = Thing(id, each.type, place, each.movable, each.states, each.inside)
                    waiting.append(found[id])
            stored |= inside
        return found

    def settle(self, compare: Callable[[SpaceTransaction], list[Change]], then: Then) -> tuple[str, ...]:
        """Write changes, and what goes with them, in one transaction. Return the ids of the objects."""

        def write(transaction: SpaceTransaction, vectors: Vectors) -> tuple[str, ...]:
            transaction.lock()
            found = compare(transaction)
            then(transaction, self.write(transaction, vectors, found))
            return _ids(found)

        return self.space.settle(lambda: self.prepare(compare), write)

    def prepare(self, compare: Callable[[SpaceTransaction], list[Change]]) -> Vectors:
        texts = sorted({each.text for each in self.space.reading(compare) if each.area})
        return dict(zip(texts, self.space.embed(texts), strict=True))

    def write(self, transaction: SpaceTransaction, vectors: Vectors, found: Sequence[Change]) -> datetime:
        """Write changes, if their texts still have vectors. Return when they were seen."""
        if not {each.text for each in found if each.area} <= vectors.keys():
            raise Changed
        at = self.at or now()  # under the lock, so that of two who see a thing at once neither comes too late
        for each in found:
            if each.latest and each.latest > at:
                raise Conflict(
                    f"{each.thing.id} was seen at {each.latest:%Y-%m-%d %H:%M:%S}, after {at:%Y-%m-%d %H:%M:%S}; "
                    "give sightings in the order of time"
                )
        if found:
            rows = [each.row(vectors.get(each.text)) for each in found]
            parameters = {"at": at, "now": now(), "forever": FOREVER, "space_key": self.space.key}
            transaction.run(load("scene/write_objects"), rows=rows, **parameters)
            rename(transaction, {f"object:{each.thing.id}": entity_of(each.thing.type) for each in found})
            join_topics(transaction, {entity_of(each.thing.type) for each in found})
        return at


def _numbers(point: Point) -> list[float]:
    return [float(point.x), float(point.y), float(point.z)]


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def _names(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(each.partition(":")[2] for each in ids))


def _ids(found: Iterable[Change]) -> tuple[str, ...]:
    return tuple(each.thing.id for each in found)
