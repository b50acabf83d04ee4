"""What is where: held against what was loaded."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TypeVar

import pytest
from tests.api.scene.buildings import house, things

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.queries import Query, generated
from clew.graph.space import SpaceTransaction
from clew.loaders.scene.handling import Handling
from clew.model.building import Building, Floor, Passage, Room
from clew.model.scene import Layout, Point, Thing

Row = TypeVar("Row")

DAY = timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)

INSTANCES = """
    MATCH (object:Clew:SceneObject {space: $space, id: 'object:Cup|1'})-[:INSTANCE_OF]->(word)
    RETURN word.name AS name ORDER BY name
"""

KEPT = """
    MATCH (object:Clew:SceneObject {space: $space, id: 'object:Cup|1'})
    RETURN object.location AS location, object.states AS states, object.area AS area, object.inside AS inside,
      COLLECT { MATCH (object)-[place:INSIDE|CONTAINS]-() RETURN type(place) } AS places
"""

TOLD = """
    MATCH (seen:Clew:Sighting {space: $space})
    WHERE seen.valid_to.year = 9999
    RETURN seen.text AS text
"""

FLOORS = """
    MATCH (area:Clew:Area {space: $space})
    RETURN area.text AS area, COLLECT { MATCH (area)<-[:HAS_AREA]-(floor) RETURN floor.text } AS floors
"""


@pytest.fixture(scope="module")
def scene(module_memory: Memory) -> Scene:
    scene = Scene(module_memory)
    scene.load(house(), at=MONDAY)
    return scene


def test_each_thing_is_in_the_room_from_which_it_is_handled(scene: Scene) -> None:
    building, found = house(), scene.objects()
    nearest = {
        thing.id: min(
            (thing.location.distance(building.offset(one.name).moved(Point(x, 0, z))), one.name)
            for one in building.rooms
            for x, z in one.layout.reachable
        )[1]
        for thing in things(building)
    }
    assert {each.id: each.room for each in found} == nearest


def test_what_is_between_two_places_lies_near_the_straight_line(memory: Memory) -> None:
    scene = Scene(memory)
    spots = {"Start": (0.0, 0.0), "Near": (1.0, 0.9), "Far": (2.0, 1.5), "Middle": (2.5, 0.0), "Behind": (5.0, 0.5)}
    found = tuple(Thing(name, "Cup", Point(x, 0.0, z), movable=True) for name, (x, z) in spots.items())
    scene.load(Layout("hall", tuple((0.25 * x, 0.0) for x in range(25)), found), at=MONDAY)
    start, end = Point(0.0, 0.0, 0.0), Point(4.0, 0.0, 0.0)
    assert [each.id for each in scene.between(start, end)] == ["Start", "Near", "Middle"]
    assert [each.id for each in scene.between(end, start)] == ["Middle", "Near", "Start"]
    assert [each.id for each in scene.between(start, end, within=0.0)] == ["Start", "Middle"]
    assert [each.id for each in scene.between(start, end, within=1.5)] == ["Start", "Near", "Far", "Middle", "Behind"]
    assert [each.id for each in scene.between(start, start, within=1.0)] == ["Start"]
    scene.update([replace(found[3], location=Point(2.5, 2.0, 0.0))], at=MONDAY + DAY)
    assert [each.id for each in scene.between(start, end)] == ["Start", "Near"]
    assert [each.id for each in scene.between(start, end, as_of=MONDAY)] == ["Start", "Near", "Middle"]


def test_what_is_between_areas_is_between_their_centres(scene: Scene) -> None:
    one, other = scene.area(Point(0.0, 0.0, 0.0)), scene.area(Point(11.0, 0.0, 3.0))
    found = scene.between(one.name, other.location, within=0.8)
    assert found == scene.between(one.location, other.name, within=0.8) != ()
    assert [each.metres for each in found] == [pytest.approx(one.location.distance(each.location)) for each in found]
    with pytest.raises(NotFound, match="'attic'"):
        scene.between("attic", other.name)


@pytest.mark.parametrize("within", [-0.1, math.nan, math.inf])
def test_a_width_or_a_radius_that_is_none_is_refused(scene: Scene, within: float) -> None:
    with pytest.raises(InvalidInput, match="0 m or more"):
        scene.between("ground 0/1", "ground 0/2", within=within)
    with pytest.raises(InvalidInput, match="0 m or more"):
        scene.nearest(Point(0.0, 0.0, 0.0), within=within)


def test_an_area_of_any_size_is_found_from_its_farthest_point(memory: Memory) -> None:
    scene, long = Scene(memory), tuple((0.25 * x, 0.0) for x in range(241))
    cup = Thing("Cup|1", "Cup", Point(0.0, 0.8, 0.0), movable=True)
    scene.load(Layout("hall", long, (cup,)), spacing=100.0, at=MONDAY)
    assert scene.area(Point(60.0, 0.0, 0.0)).location == Point(30.0, 0.0, 0.0)
    moved = replace(cup, location=Point(60.0, 0.8, 0.0))
    assert scene.update([moved], at=MONDAY + DAY) == ("Cup|1",)


def test_a_route_may_begin_and_end_at_places(scene: Scene) -> None:
    way = scene.route(Point(0.1, 0.0, 0.1), Point(0.2, 3.1, 0.0))
    assert way is not None
    assert (scene.area(Point(0.1, 0.0, 0.1)).name, scene.area(Point(0.2, 3.1, 0.0)).name) == (
        way.areas[0],
        way.areas[-1],
    )
    with pytest.raises(NotFound, match="load the building"):
        scene.route("ground 0/1", "attic")
    with pytest.raises(NotFound, match=r"has no area 'Ground 0/1'; .* scene\.areas\(\)"):
        scene.route("Ground 0/1", "ground 0/1")


@pytest.mark.parametrize(
    ("height", "floor"), [(-0.7, "ground"), (1.8, "ground"), (2.4, "ground"), (2.9, "upper"), (4.8, "upper")]
)
def test_what_hangs_high_is_on_the_floor_below_it(scene: Scene, height: float, floor: str) -> None:
    place = Point(0.0, height, 0.0)
    assert scene.area(place).floor == floor
    way = scene.route(place, Point(0.25, 0.0, 0.0))
    assert way is not None
    assert (way.metres == 0.0) == (floor == "ground")


def test_a_thing_is_in_its_own_room_though_one_beyond_the_wall_or_below_is_nearer(memory: Memory) -> None:
    """The fridge stands behind the counter at the wall, and the tub's centre is below the floor of the bath."""
    spots = tuple((0.5 * x, 0.5 * z) for x in range(5) for z in range(5))
    fridge = Thing("Fridge|1", "Fridge", Point(2.8, 0.9, 1.0), states=("closed",))
    tub = Thing("BathtubBasin|1", "BathtubBasin", Point(1.0, -0.7, 1.0))
    kitchen, bath = Layout("kitchen", spots, (fridge,), step=0.5), Layout("bath", spots, (tub,), step=0.5)
    ground = (Room("kitchen", kitchen), Room("hall", replace(kitchen, things=()), (3.0, 0.0)))
    door, stairs = (
        Passage((one, (2.0, 0.0)), (other, (0.0, 0.0)), 6.0) for one, other in pairwise(("kitchen", "hall", "bath"))
    )
    floors = (Floor("ground", ground, (door,)), Floor("upper", (Room("bath", bath),), height=3.0))
    building, scene = Building("house", floors, (stairs,)), Scene(memory)
    scene.load(building, at=MONDAY)
    assert {each.id: each.room for each in scene.objects()} == {
        "kitchen/Fridge|1": "kitchen",
        "bath/BathtubBasin|1": "bath",
    }
    seen = [thing.having("opened" if thing.type == "Fridge" else "filled") for thing in things(building)]
    assert len(scene.update(seen, at=MONDAY + DAY)) == 2
    assert {each.id: each.room for each in scene.objects()} == {
        "kitchen/Fridge|1": "kitchen",
        "bath/BathtubBasin|1": "bath",
    }
    assert scene.load(building, at=MONDAY + 2 * DAY).written == ()


def test_much_that_is_seen_at_once_reads_the_areas_around_it_once(memory: Memory) -> None:
    """A thousand cups in a hall and its corridor: what is read grows with the places, and not with the things."""
    spots = tuple((0.5 * x, 0.5 * z) for x in range(5) for z in range(41))
    scene = Scene(memory)
    scene.load(Layout("hall", spots, step=0.5), at=MONDAY)
    cups = [Thing(f"Cup|{each}", "Cup", Point(0.002 * each, 0.8, 0.02 * each), movable=True) for each in range(1000)]

    def place(transaction: SpaceTransaction) -> tuple[list[str], int]:
        asked = list[str]()

        def run(query: Query[Row], **parameters: object) -> list[Row]:
            asked.append(query.name)
            return transaction.run(query, **parameters)

        handling = Handling(run, {}, {each.id: each for each in cups})
        return [handling.area_of(each).name for each in cups], len(asked)

    found, times = memory.space.reading(place)
    assert times <= 3
    assert found[::250] == [scene.area(each.location).name for each in cups[::250]]


class TestBehindTheWall:
    """The fridge stands 0.65 m from the kitchen's nearest point, and 0.35 m from one of the hall behind the wall."""

    FRIDGE = Thing("kitchen/Fridge|1", "Fridge", Point(2.65, 0.9, 1.0), viewpoint=(2.0, 1.0))
    APPLE = Thing("Apple|1", "Apple", Point(2.7, 1.0, 1.0), movable=True, inside="kitchen/Fridge|1")

    @pytest.fixture
    def home(self, memory: Memory) -> Scene:
        spots, own = tuple((0.5 * x, 0.5 * z) for x in range(5) for z in range(5)), replace(self.FRIDGE, id="Fridge|1")
        kitchen, hall = Layout("kitchen", spots, (own,), step=0.5), Layout("hall", spots, step=0.5)
        door = Passage(("kitchen", (2.0, 0.0)), ("hall", (0.0, 0.0)), 6.0)
        scene = Scene(memory)
        rooms = Room("kitchen", kitchen), Room("hall", hall, (3.0, 0.0))
        scene.load(Building("house", (Floor("ground", rooms, (door,)),)), at=MONDAY)
        return scene

    def rooms(self, scene: Scene) -> dict[str, str]:
        return {each.id: each.room for each in scene.objects()}

    @pytest.mark.parametrize("sees_it", [False, True])
    def test_what_lies_in_a_thing_is_in_the_room_of_that(self, home: Scene, sees_it: bool) -> None:
        bowl = replace(self.APPLE, id="Bowl|1", type="Bowl")
        opened = self.FRIDGE.having("opened")
        home.update([*([opened] if sees_it else []), bowl, replace(self.APPLE, inside="Bowl|1")], at=MONDAY + DAY)
        assert self.rooms(home) == dict.fromkeys(("kitchen/Fridge|1", "Bowl|1", "Apple|1"), "kitchen")
        home.update([replace(self.APPLE, inside="", location=Point(5.0, 0.9, 1.0))], at=MONDAY + 2 * DAY)
        assert self.rooms(home)["Apple|1"] == "hall"
        home.update([replace(self.APPLE, inside="Bowl|1")], at=MONDAY + 3 * DAY)
        assert self.rooms(home)["Apple|1"] == "kitchen"

    def test_what_is_seen_new_with_its_holder_is_in_the_room_of_that(self, home: Scene) -> None:
        box = Thing("Box|1", "Box", Point(2.65, 0.5, 1.5), viewpoint=(2.0, 1.5))
        home.update([replace(self.APPLE, inside="Box|1"), box], at=MONDAY + DAY)
        assert self.rooms(home)["Apple|1"] == "kitchen"

    @pytest.mark.parametrize(("x", "room"), [(2.7, "kitchen"), (4.0, "hall")])
    def test_what_is_measured_anew_stays_in_its_room(self, home: Scene, x: float, room: str) -> None:
        home.update([replace(self.FRIDGE, location=Point(x, 0.9, 1.0), viewpoint=None)], at=MONDAY + DAY)
        assert self.rooms(home) == {"kitchen/Fridge|1": room}


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

    @pytest.mark.parametrize("moves", [False, True])
    def test_what_is_forgotten_where_it_is_is_nowhere_until_it_is_seen_again(self, den: Scene, moves: bool) -> None:
        cup = Thing("Cup|1", "Cup", Point(0.5, 0.8, 0.3), movable=True, states=("dirty",), inside="Table|1")
        den.update([cup], at=MONDAY + DAY)
        stats = den.memory.stats()
        receipt = den.memory.forget(ids=["sighting:Cup|1/1"])
        before, after = (sum(each.relationships.values()) for each in (stats, den.memory.stats()))
        assert receipt.relationships == before - after
        assert [each.until for each in den.history("Cup|1")] == [MONDAY + DAY]
        (kept,) = den.memory.space.read(generated("kept", KEPT))
        assert kept["states"] + kept["places"] == []
        assert (kept["location"], kept["area"], kept["inside"]) == (None, "", "")
        table = Point(0.5, 0.7, 0.3)
        assert (den.objects(types=["Cup"]), [each.id for each in den.nearest(table)]) == ((), ["Table|1"])
        seen = replace(cup, location=Point(4.0, 1.1, 0.3), inside="Shelf|1") if moves else cup
        assert den.update([seen], at=MONDAY + 2 * DAY) == ("Cup|1",)
        assert [(each.location, each.inside) for each in den.objects(types=["Cup"])] == [(seen.location, seen.inside)]

    def test_forgetting_where_it_was_leaves_it_where_it_is(self, den: Scene) -> None:
        moved = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True, inside="Shelf|1")
        den.update([moved], at=MONDAY + DAY)
        den.memory.forget(ids=["sighting:Cup|1/0"])
        assert [each.location for each in den.objects(types=["Cup"])] == [moved.location]
        assert den.update([moved], at=MONDAY + 2 * DAY) == ()

    def test_what_lies_in_a_thing_moves_with_it(self, den: Scene) -> None:
        """Knife and plate on a tray are carried off unseen; the spoon, seen since, and the fork, missed, are not."""
        tray = Thing("Tray|1", "Tray", Point(0.5, 0.8, 0.3), movable=True, inside="Table|1")
        plate = Thing("Plate|1", "Plate", Point(0.6, 0.9, 0.3), movable=True, inside="Tray|1", states=("dirty",))
        fork = Thing("Fork|1", "Fork", Point(0.6, 1.0, 0.3), movable=True, inside="Plate|1")
        spoon, knife = (replace(fork, id=f"{each}|1", type=each) for each in ("Spoon", "Knife"))
        lately = ShortTermMemory(den.memory)
        lately.see([tray, plate, fork, spoon, knife], images={"Plate|1": "plate.jpg"}, at=MONDAY + DAY)
        lately.miss(["Fork|1"], at=MONDAY + 2 * DAY)
        den.update([replace(spoon, location=Point(0.5, 1.0, 0.3))], at=MONDAY + 4 * DAY)
        moved = replace(tray, location=Point(4.0, 1.1, 0.3), inside="Shelf|1")
        lately.see([moved], at=MONDAY + 3 * DAY)
        assert den.update([moved], at=MONDAY + 5 * DAY) == ()
        now = {each.id: each for each in den.objects(areas=[den.area(moved.location).name])}
        assert now.keys() == {"Shelf|1", "Tray|1", "Plate|1", "Knife|1"}
        assert now["Plate|1"].location.distance(Point(4.1, 1.2, 0.3)) < 1e-6
        assert (now["Plate|1"].inside, now["Plate|1"].states, now["Plate|1"].since) == (
            "Tray|1",
            ("dirty",),
            MONDAY + 3 * DAY,
        )
        (unit,) = (each for each in lately.units() if each.object.id == "Plate|1")
        texts = {each["text"] for each in den.memory.space.read(generated("told", TOLD))}
        assert {
            "Plate (dirty) in or on the tray, in the room den.",
            "Knife in or on the plate, in the room den.",
        } <= texts
        assert (unit.object, unit.seen_at, unit.image) == (now["Plate|1"], MONDAY + DAY, "plate.jpg")

    def test_what_lies_in_a_thing_that_was_missed_is_where_that_is_found(self, den: Scene) -> None:
        den.update([Thing("Pill|1", "Pill", Point(0.5, 0.9, 0.3), movable=True, inside="Cup|1")], at=MONDAY + DAY)
        ShortTermMemory(den.memory).miss(["Cup|1"], at=MONDAY + 2 * DAY)
        cup = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True, inside="Shelf|1")
        assert den.update([cup], at=MONDAY + 3 * DAY) == ("Cup|1", "Pill|1")
        assert [each.location for each in den.objects(ids=["Pill|1"])] == [cup.location]

    def test_what_would_lie_in_itself_is_refused_though_its_holder_is_not_seen(self, den: Scene) -> None:
        lid = Thing("Lid|1", "Lid", Point(0.5, 0.9, 0.3), movable=True, inside="Cup|1")
        den.update([lid], at=MONDAY + DAY)
        cup = Thing("Cup|1", "Cup", Point(0.5, 0.9, 0.3), movable=True, inside="Lid|1")
        with pytest.raises(InvalidInput, match="over others in itself"):
            den.update([cup], at=MONDAY + 2 * DAY)
        assert den.update([cup, replace(lid, inside="Table|1")], at=MONDAY + 2 * DAY) == ("Cup|1", "Lid|1")

    def test_a_sighting_out_of_order_is_refused(self, den: Scene) -> None:
        moved = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True)
        with pytest.raises(Conflict, match="order of time"):
            den.update([moved], at=MONDAY - DAY)
        assert len(den.history("Cup|1")) == 1

    def test_what_was_missed_later_is_no_sighting_that_comes_late(self, den: Scene) -> None:
        lately, moved = ShortTermMemory(den.memory), Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True)
        lately.miss(["Cup|1"], at=MONDAY + 2 * DAY)
        with pytest.raises(Conflict, match="order of time"):
            den.update([moved], at=MONDAY + DAY)
        assert [each.until for each in den.history("Cup|1")] == [MONDAY + 2 * DAY]
        assert den.update([moved], at=MONDAY + 2 * DAY) == ("Cup|1",)

    def test_what_is_of_another_type_is_no_instance_of_the_old_one(self, den: Scene) -> None:
        den.update([Thing("Cup|1", "Mug", Point(0.5, 0.8, 0.3), movable=True, inside="Table|1")], at=MONDAY + DAY)
        found = den.memory.space.read(generated("instances", INSTANCES))
        assert [each["name"] for each in found] == ["mug"]

    def test_what_is_of_another_type_by_now_had_its_own_at_the_time(self, den: Scene) -> None:
        """A detector took a mug for a cup."""
        place = Point(0.5, 0.8, 0.3)
        den.update([Thing("Cup|1", "Mug", place, movable=True, inside="Table|1")], at=MONDAY + DAY)
        for when, sort, other in ((MONDAY, "Cup", "Mug"), (MONDAY + DAY, "Mug", "Cup"), (None, "Mug", "Cup")):
            found = den.objects(types=[sort], as_of=when)
            assert [each.type for each in found] == [sort]
            assert [each.type for each in den.objects(ids=["Cup|1"], as_of=when)] == [sort]
            assert [each.type for each in den.nearest(place, sort, as_of=when)] == [sort]
            assert [each.type for each in den.between(place, place, within=0.01, as_of=when)] == [sort]
            assert (den.objects(types=[other], as_of=when), den.nearest(place, other, as_of=when)) == ((), ())
        assert [each.since for each in den.sightings(types=["Mug"])] == [MONDAY, MONDAY + DAY]

    def test_an_area_is_on_one_floor_though_its_room_moves_to_another(self, den: Scene) -> None:
        layout = Layout("den", tuple((0.25 * x, 0.0) for x in range(20)))
        rooms = Room("den", layout), Room("loft", layout)
        stairs = Passage(("den", (0.0, 0.0)), ("loft", (0.0, 0.0)), 5.0)
        for number, (ground, upper) in enumerate((rooms, rooms[::-1]), 1):
            floors = Floor("ground", (ground,)), Floor("upper", (upper,), height=3.0)
            den.load(Building("house", floors, (stairs,)), at=MONDAY + number * DAY)
            found = den.memory.space.read(generated("floors", FLOORS))
            assert {each["area"].partition("/")[0]: each["floors"] for each in found} == {
                ground.name: ["ground"],
                upper.name: ["upper"],
            }

    def test_bad_things_are_refused_and_nothing_is_written(self, den: Scene) -> None:
        cup = Thing("Cup|1", "Cup", Point(4.0, 1.1, 0.3), movable=True)
        far = Thing("Cup|2", "Cup", Point(400.0, 1.1, 0.3), movable=True)
        lost = Thing("Cup|3", "Cup", Point(4.0, 1.1, 0.3), movable=True, inside="Box|1")
        box = Thing("Box|1", "Box", Point(4.0, 1.1, 0.3), movable=True, inside="Cup|3")
        for given, error, why in (
            ([cup, cup], InvalidInput, "2 times"),
            ([cup, far], NotFound, "no area"),
            ([cup, lost], InvalidInput, "Box"),
            ([cup, lost, box], InvalidInput, "over others in itself"),
        ):
            with pytest.raises(error, match=why):
                den.update(given)
        assert len(den.history("Cup|1")) == 1
