"""Every answer about places is that of brute force over a dictionary of what was seen, in buildings made at random."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from pathlib import Path

import networkx as nx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.api.scene.buildings import TYPES, held, things

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.graph.queries import generated
from clew.loaders.scene.areas import areas
from clew.model.building import Building, Floor, Passage, Room
from clew.model.places import Placed
from clew.model.scene import Layout, Point, Thing

DAY = timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
ROUNDING_M = 1e-9
"""What is so near to a border may be on either side of it."""

SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
FEW = settings(max_examples=4, suppress_health_check=SLOW)
CELLS = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), min_size=1, max_size=60)
METRES = st.floats(0.0, 2.75)


@st.composite
def rooms(draw: st.DrawFn, name: str) -> Layout:
    """A room of any shape, in pieces too, with up to eight things, of which some can be moved."""
    reachable = tuple((0.25 * x, 0.25 * z) for x, z in sorted(draw(CELLS)))
    found = [
        Thing(
            f"{number}",
            draw(st.sampled_from(TYPES)),
            Point(draw(METRES), draw(st.floats(0.0, 1.5)), draw(METRES)),
            movable=draw(st.booleans()),
        )
        for number in range(draw(st.integers(1, 8)))
    ]
    return Layout(name, reachable, tuple(found))


@st.composite
def buildings(draw: st.DrawFn) -> Building:
    """Two floors of one or two rooms in a row each, with doors and one stair anywhere."""
    floors = list[Floor]()
    for height in (0.0, 3.0):
        names = [f"room {height:g} {number}" for number in range(draw(st.integers(1, 2)))]
        own = [Room(name, draw(rooms(name)), (4.0 * number, 0.0)) for number, name in enumerate(names)]
        doors = [draw(passages(one, other)) for one, other in pairwise(own)]
        floors.append(Floor(f"floor {height:g}", tuple(own), tuple(doors), height))
    stair = draw(passages(floors[0].rooms[-1], floors[1].rooms[0]))
    return Building("house", tuple(floors), (stair,))


@st.composite
def passages(draw: st.DrawFn, one: Room, other: Room) -> Passage:
    """Between any points of two rooms, as long as any of them."""
    ends = [draw(st.sampled_from(room.layout.reachable)) for room in (one, other)]
    return Passage((one.name, ends[0]), (other.name, ends[1]), 12.0)


@dataclass
class Oracle:
    """What was seen, in a dictionary."""

    seen: dict[str, list[tuple[datetime, Thing | None]]] = field(default_factory=dict)

    def see(self, found: Iterable[Thing], at: datetime) -> None:
        for thing in found:
            self.seen.setdefault(thing.id, []).append((at, thing))

    def at(self, when: datetime) -> dict[str, Thing]:
        """What there was."""
        last = {id: [thing for at, thing in seen if at <= when][-1:] for id, seen in self.seen.items()}
        return {id: each[0] for id, each in last.items() if each and each[0]}


@dataclass
class Past:
    """A scene after some days, and what is true of it."""

    scene: Scene
    building: Building
    oracle: Oracle
    days: int

    def times(self) -> list[tuple[datetime | None, dict[str, Thing]]]:
        """Now, each day, and each noon, with what there was then."""
        halves = [MONDAY + half * DAY / 2 for half in range(2 * self.days + 1)]
        return [(None, self.oracle.at(halves[-1])), *((when, self.oracle.at(when)) for when in halves)]


def live(data: st.DataObject, scene: Scene) -> Past:
    """Load a building, and move, change, remove and bring back things on the days after that."""
    building = data.draw(buildings())
    scene.load(building, at=MONDAY)
    oracle, days = Oracle(), data.draw(st.integers(1, 3))
    oracle.see(things(building), MONDAY)
    for day in range(1, days + 1):
        when, there = MONDAY + day * DAY, oracle.at(MONDAY + day * DAY)
        chosen = sorted(data.draw(st.sets(st.sampled_from(sorted(there)))))
        moved = [_moved(data, there[id], building) for id in chosen]
        told = scene.update(moved, at=when)
        assert set(told) == {each.id for each in moved if _differs(each, there[each.id])}
        oracle.see((each for each in moved if each.id in told), when)
    return Past(scene, building, oracle, days)


def _moved(data: st.DataObject, thing: Thing, building: Building) -> Thing:
    """A thing in any room, or where it is, in any state."""
    room = data.draw(st.sampled_from(building.rooms))
    at = Point(data.draw(METRES), data.draw(st.floats(0.0, 1.5)), data.draw(METRES)).moved(building.offset(room.name))
    states = data.draw(st.sampled_from([(), ("dirty",), ("dirty", "on")]))
    return replace(thing, location=data.draw(st.sampled_from([thing.location, at])), states=states)


def _differs(one: Thing, other: Thing) -> bool:
    return one.location.distance(other.location) >= 0.01 or one.states != other.states


def agrees(found: Sequence[Placed], true: Mapping[str, Thing], metres: Callable[[Thing], float], limit: float) -> None:
    """Hold that objects are those of some metres at most, with their distance, nearest first, none left out."""
    assert [each.id for each in found if metres(true[each.id]) > limit + ROUNDING_M] == []
    wanted = {id for id, thing in true.items() if metres(thing) <= limit - ROUNDING_M}
    assert wanted <= {each.id for each in found}
    for each in found:
        assert (each.location, each.states, each.type) == (
            true[each.id].location,
            true[each.id].states,
            true[each.id].type,
        )
    assert len({each.id for each in found}) == len(found)


def from_line(start: Point, end: Point) -> Callable[[Thing], float]:
    """How far a thing is from a straight line, by looking for its nearest point in ever smaller steps."""

    def metres(thing: Thing) -> float:
        def far(share: float) -> float:
            along = (a + share * (b - a) for a, b in zip(_numbers(start), _numbers(end), strict=True))
            return math.dist(tuple(along), _numbers(thing.location))

        low, high = 0.0, 1.0
        for _ in range(200):
            third = (high - low) / 3
            low, high = (low + third, high) if far(low + third) > far(high - third) else (low, high - third)
        return min(far(0.0), far(1.0), far((low + high) / 2))

    return metres


def _numbers(point: Point) -> tuple[float, float, float]:
    return point.x, point.y, point.z


PLACES = st.builds(Point, st.floats(-3.0, 9.0), st.floats(-1.0, 5.0), st.floats(-3.0, 5.0))


@FEW
@given(data=st.data())
def test_objects_near_places_and_lines_are_those_of_brute_force(
    data: st.DataObject, open_memory: Callable[..., Memory]
) -> None:
    past = live(data, Scene(open_memory()))
    for when, there in past.times():
        place, end, within = data.draw(PLACES), data.draw(PLACES), data.draw(st.floats(0.0, 6.0))
        sort, limit = data.draw(st.sampled_from([None, *TYPES])), data.draw(st.integers(1, 5))
        true = {id: thing for id, thing in there.items() if sort in (None, thing.type)}
        around = past.scene.nearest(place, sort, limit=100, within=within, as_of=when)
        agrees(around, true, lambda thing, place=place: place.distance(thing.location), within)
        nearest = past.scene.nearest(place, sort, limit=limit, as_of=when)
        metres = sorted(place.distance(thing.location) for thing in true.values())[:limit]
        for found in (around, nearest):
            assert all(math.isclose(each.metres or 0.0, place.distance(each.location), abs_tol=1e-9) for each in found)
        assert [each.metres for each in around] == sorted(each.metres or 0.0 for each in around)
        assert len(nearest) == len(metres)
        assert all(
            math.isclose(each.metres or 0.0, far, abs_tol=1e-9) for each, far in zip(nearest, metres, strict=True)
        )
        between = past.scene.between(place, end, within=within, as_of=when)
        agrees(between, there, from_line(place, end), within)
        assert [each.metres for each in between] == sorted(each.metres or 0.0 for each in between)


@FEW
@given(data=st.data())
def test_objects_by_what_they_are_and_were_are_those_of_brute_force(
    data: st.DataObject, open_memory: Callable[..., Memory]
) -> None:
    past = live(data, Scene(open_memory()))
    room_of = {area.name: area.room for area in past.scene.areas()}
    for when, there in past.times():
        found = past.scene.objects(as_of=when)
        agrees(found, there, lambda _: 0.0, 1.0)
        assert [(each.type, each.id) for each in found] == sorted((each.type, each.id) for each in found)
        assert all(room_of[each.area] == each.room for each in found)
        types, names = data.draw(st.sets(st.sampled_from(TYPES))), {each.area for each in found[::2]}
        assert past.scene.objects(types=sorted(types), as_of=when) == tuple(
            each for each in found if each.type in types
        )
        assert past.scene.objects(areas=sorted(names), as_of=when) == tuple(
            each for each in found if each.area in names
        )
        ids = sorted(there)[::3]
        assert past.scene.objects(ids=ids, as_of=when) == tuple(each for each in found if each.id in ids)
    for id, seen in past.oracle.seen.items():
        told = past.scene.history(id)
        assert [(each.since, each.location, each.states) for each in told] == [
            (at, thing.location, thing.states) for at, thing in seen if thing
        ]
        assert [each.until for each in told] == [*(at for at, _ in seen[1:]), None]


@FEW
@given(building=buildings(), spacing=st.floats(0.5, 3.0), places=st.lists(PLACES, min_size=4, max_size=4))
def test_areas_and_routes_are_those_of_the_building(
    building: Building, spacing: float, places: list[Point], open_memory: Callable[..., Memory]
) -> None:
    scene, planned = Scene(open_memory()), areas(building, spacing)
    scene.load(building, spacing=spacing, at=MONDAY)
    assert scene.areas() == tuple(sorted(planned, key=lambda each: each.name))
    graph = nx.Graph()
    graph.add_nodes_from(area.name for area in planned)
    for area in planned:
        graph.add_weighted_edges_from((area.name, other, metres) for other, metres in area.adjacent.items())
    nearest = dict.fromkeys(places, "")
    for place in places:
        on_floor = replace(place, y=3.0 if place.y >= 2.75 else 0.0)
        metres = {area.name: min(on_floor.distance(point) for point in area.reachable) for area in planned}
        found = scene.area(place)
        assert math.isclose(metres[found.name], min(metres.values()), abs_tol=1e-9)
        assert found in planned
        nearest[place] = found.name
    for start, end in product(places, places):
        names = nearest[start], nearest[end]
        way = scene.route(start, end)
        assert (way is not None) == nx.has_path(graph, *names)
        if way:
            assert (way.areas[0], way.areas[-1]) == names
            assert math.isclose(way.metres, nx.shortest_path_length(graph, *names, weight="weight"), abs_tol=1e-6)
            assert math.isclose(way.metres, nx.path_weight(graph, way.areas, "weight"), abs_tol=1e-6)


CONTAINED = """
    MATCH (object:Clew:SceneObject {space: $space})
    RETURN object.object AS id, COLLECT { MATCH (object)<-[:CONTAINS]-(area) RETURN area.text } AS areas
"""


@FEW
@given(data=st.data())
def test_each_object_is_in_one_area_and_what_is_gone_in_none(
    data: st.DataObject, open_memory: Callable[..., Memory]
) -> None:
    scene = Scene(open_memory())
    past = live(data, scene)
    less = replace(past.building, floors=tuple(_emptied(floor) for floor in past.building.floors))
    for building in (past.building, less, past.building):
        scene.load(building, at=MONDAY + 9 * DAY)
        there, planned = {thing.id: thing for thing in things(building)}, areas(building)
        for row in scene.memory.space.read(generated("contained", CONTAINED)):
            assert len(row["areas"]) == (1 if row["id"] in there else 0)
            if thing := there.get(row["id"]):
                metres = {
                    area.name: min(math.dist(thing.location.spot, point.spot) for point in area.reachable)
                    for area in planned
                    if thing.id.startswith(f"{area.room}/") or len(building.rooms) == 1
                }
                assert metres[row["areas"][0]] == min(metres.values())


def _emptied(floor: Floor) -> Floor:
    """Every other thing of each room is gone."""
    rooms = [replace(room, layout=replace(room.layout, things=room.layout.things[::2])) for room in floor.rooms]
    return replace(floor, rooms=tuple(rooms))


@FEW
@given(data=st.data())
def test_a_change_of_one_object_writes_that_object_alone(
    data: st.DataObject, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    past = live(data, Scene(open_memory()))
    before = held(past.scene.memory, tmp_path)
    thing = past.oracle.at(MONDAY + 9 * DAY)[data.draw(st.sampled_from(sorted(past.oracle.seen)))]
    seen, (first,) = len(past.oracle.seen[thing.id]), past.scene.objects(ids=[thing.id])
    moved = replace(thing, location=thing.location.moved(Point(0.0, 0.25, 0.0)))
    assert past.scene.update([moved], at=MONDAY + 9 * DAY) == (thing.id,)
    after = held(past.scene.memory, tmp_path)
    object_, last, new = (f"object:{thing.id}", *(f"sighting:{thing.id}/{number}" for number in (seen - 1, seen)))
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert {key for key in changed if len(key) == 1} == {(object_,), (last,), (new,)}
    (area,) = past.scene.objects(ids=[thing.id])
    contains = {(f"area:{each.area}", "CONTAINS", object_) for each in (first, area)}
    assert {key for key in changed if len(key) == 3} == {(object_, "HAS_SIGHTING", new), *contains}
    assert past.scene.update([moved], at=MONDAY + 10 * DAY) == ()
    assert held(past.scene.memory, tmp_path) == after
