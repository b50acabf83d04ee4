"""What is where: held against brute force, and against what was loaded."""

import math
import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import networkx as nx
import pytest

from clew.building_model import Building, Floor, Passage, Room
from clew.errors import Conflict, InvalidInput, NotFound
from clew.memory import Memory
from clew.model import Turn
from clew.scene import Scene
from clew.scene_model import Layout, Point, Thing

DAY = timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
TYPES = ("Fridge", "Mug", "Table", "Lamp")


def room(name: str, *, seed: int, movable: int = 6) -> Layout:
    """A room of 3 by 3 metres with a hole, and things at random."""
    random_ = random.Random(seed)
    reachable = [(0.25 * x, 0.25 * z) for x in range(13) for z in range(13) if not (4 <= x <= 6 and 4 <= z <= 9)]
    things = [
        Thing(
            f"{(sort := random_.choice(TYPES))}|{name}|{number}",
            sort,
            Point(round(random_.uniform(0, 3), 2), round(random_.uniform(0, 1.5), 2), round(random_.uniform(0, 3), 2)),
            movable=number < movable,
        )
        for number in range(12)
    ]
    return Layout(name, tuple(reachable), tuple(things))


def house() -> Building:
    """Two floors of three rooms in a row each."""
    floors, seed = list[Floor](), 0
    for level, height in (("ground", 0.0), ("upper", 3.0)):
        rooms = [
            Room(f"{level} {each}", room(f"{level}{each}", seed=(seed := seed + 1)), (4.0 * each, 0.0))
            for each in range(3)
        ]
        doors = [Passage((one.name, (3.0, 1.0)), (other.name, (0.0, 1.0)), 1.0) for one, other in pairwise(rooms)]
        floors.append(Floor(level, tuple(rooms), tuple(doors), height))
    return Building("house", tuple(floors), (Passage(("ground 2", (0.0, 0.0)), ("upper 2", (0.0, 0.0)), 5.0),))


@pytest.fixture(scope="module")
def scene(module_memory: Memory) -> Scene:
    scene = Scene(module_memory)
    scene.load(house(), at=MONDAY)
    return scene


def things(building: Building) -> list[Thing]:
    return [thing for each in building.rooms for thing in building.things(each)]


def test_every_reachable_point_and_every_thing_is_in_one_area(scene: Scene) -> None:
    areas, building = scene.areas(), house()
    points = [point for each in building.rooms for point in building.points(each)]
    assert sorted(map(repr, points)) == sorted(repr(point) for area in areas for point in area.reachable)
    found = scene.objects()
    assert {each.id for each in found} == {thing.id for thing in things(building)}
    assert {each.area for each in found} <= {area.name for area in areas}
    assert {each.room for each in found} == {each.name for each in building.rooms}
    nearest = {
        thing.id: min(
            (thing.location.distance(building.offset(one.name).moved(Point(x, 0, z))), one.name)
            for one in building.rooms
            for x, z in one.layout.reachable
        )[1]
        for thing in things(building)
    }
    assert {each.id: each.room for each in found} == nearest


@pytest.mark.parametrize("sort", [None, "Mug"])
@pytest.mark.parametrize("within", [None, 0.0, 2.5])
def test_the_nearest_are_those_of_brute_force(scene: Scene, sort: str | None, within: float | None) -> None:
    for place in (Point(1.0, 0.9, 2.0), Point(8.3, 3.4, 1.1), Point(-50.0, 0.0, 0.0)):
        wanted = sorted(
            (place.distance(thing.location), thing.id)
            for thing in things(house())
            if sort in (None, thing.type) and place.distance(thing.location) <= (math.inf if within is None else within)
        )
        found = scene.nearest(place, sort, limit=7, within=within)
        assert [(pytest.approx(each.metres), each.id) for each in found] == wanted[:7]


def test_a_route_is_the_shortest_of_networkx(scene: Scene) -> None:
    graph = nx.Graph()
    for area in scene.areas():
        graph.add_weighted_edges_from((area.name, other, metres) for other, metres in area.adjacent.items())
    names = sorted(graph)
    for start, end in [(names[0], names[-1]), (names[3], names[9]), (names[5], names[5])]:
        way = scene.route(start, end)
        assert way is not None
        assert way.metres == pytest.approx(nx.shortest_path_length(graph, start, end, weight="weight"))
        assert nx.path_weight(graph, way.areas, "weight") == pytest.approx(way.metres)
        assert (way.areas[0], way.areas[-1]) == (start, end)


def test_a_route_may_begin_and_end_at_places(scene: Scene) -> None:
    way = scene.route(Point(0.1, 0.0, 0.1), Point(0.2, 3.1, 0.0))
    assert way is not None
    assert (scene.area(Point(0.1, 0.0, 0.1)).name, scene.area(Point(0.2, 3.1, 0.0)).name) == (
        way.areas[0],
        way.areas[-1],
    )
    with pytest.raises(NotFound, match="load the building"):
        scene.route("ground 0/1", "attic")


class TestChanges:
    @pytest.fixture
    def den(self, memory: Memory) -> Scene:
        scene = Scene(memory)
        layout = Layout(
            "den",
            tuple((0.25 * x, 0.0) for x in range(20)),
            (
                Thing("Table|1", "Table", Point(0.5, 0.7, 0.3)),
                Thing("Shelf|1", "Shelf", Point(4.0, 1.0, 0.3)),
                Thing("Cup|1", "Cup", Point(0.5, 0.8, 0.3), movable=True, inside="Table|1"),
            ),
        )
        scene.load(layout, at=MONDAY)
        return scene

    def test_what_is_as_it_was_is_not_written(self, den: Scene) -> None:
        before = den.memory.stats().nodes
        cup = Thing("Cup|1", "Cup", Point(0.5, 0.8, 0.3), movable=True, inside="Table|1")
        assert den.update([cup], at=MONDAY + DAY) == ()
        assert den.memory.stats().nodes == before

    def test_what_moved_keeps_where_it_was(self, den: Scene) -> None:
        moved = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True, states=("dirty",), inside="Shelf|1")
        assert den.update([moved], at=MONDAY + DAY) == ("Cup|1",)
        (now,), (then,) = den.objects(types=["Cup"]), den.objects(types=["Cup"], as_of=MONDAY + DAY / 2)
        assert (now.location, now.inside, now.states) == (moved.location, "Shelf|1", ("dirty",))
        assert (then.location, then.inside, then.until) == (Point(0.5, 0.8, 0.3), "Table|1", MONDAY + DAY)
        assert [each.since for each in den.history("Cup|1")] == [MONDAY, MONDAY + DAY]
        assert den.nearest(moved.location, "Cup", within=0.1)[0].id == "Cup|1"
        assert den.nearest(moved.location, "Cup", within=0.1, as_of=MONDAY) == ()
        assert now.area != then.area

    def test_what_is_gone_keeps_its_history(self, den: Scene) -> None:
        layout = Layout(
            "den", tuple((0.25 * x, 0.0) for x in range(20)), (Thing("Table|1", "Table", Point(0.5, 0.7, 0.3)),)
        )
        loaded = den.load(layout, at=MONDAY + DAY)
        assert (loaded.gone, loaded.objects, loaded.written) == (("Cup|1", "Shelf|1"), (), ())
        assert [each.id for each in den.objects()] == ["Table|1"]
        assert [each.id for each in den.objects(as_of=MONDAY)] == ["Cup|1", "Shelf|1", "Table|1"]
        assert [each.until for each in den.history("Cup|1")] == [MONDAY + DAY]

    def test_a_sighting_out_of_order_is_refused(self, den: Scene) -> None:
        moved = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True)
        with pytest.raises(Conflict, match="order of time"):
            den.update([moved], at=MONDAY - DAY)
        assert len(den.history("Cup|1")) == 1

    def test_bad_things_are_refused_and_nothing_is_written(self, den: Scene) -> None:
        cup = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True)
        far = Thing("Cup|2", "Cup", Point(400.0, 1.1, 0.3), movable=True)
        lost = Thing("Cup|3", "Cup", Point(4.0, 1.1, 0.3), movable=True, inside="Box|1")
        for given, error, why in (
            ([cup, cup], InvalidInput, "2 times"),
            ([cup, far], NotFound, "no area"),
            ([cup, lost], InvalidInput, "Box"),
        ):
            with pytest.raises(error, match=why):
                den.update(given)
        assert len(den.history("Cup|1")) == 1

    def test_another_space_is_not_seen(self, den: Scene, memory: Memory) -> None:
        other = Scene(memory)
        assert other.memory.space.name == den.memory.space.name

    def test_a_talk_leads_to_a_thing_and_back(self, den: Scene) -> None:
        memory = den.memory
        turns = [
            Turn("Mary", "I left my cup in the den, near the big window.", MONDAY),
            Turn("Tom", "The weather is fine today.", MONDAY),
        ]
        memory.remember(turns, session="monday")
        recalled = memory.recall("Where is the cup that Mary left?", limit=5)
        seen = [hit for hit in recalled.hits if hit.id == "sighting:Cup|1/0"]
        assert seen
        assert "table" in seen[0].text
