"""Short-term memory: bounded units of what was seen of late, mirrored by the graph."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.loaders.scene.replacement import CountedPolicy, PolicyName, policy
from clew.loaders.scene.short_term import key
from clew.model.scene import Layout, Point, Thing

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
POLICIES: tuple[PolicyName, ...] = ("fifo", "fifo-merge", "lru", "lfu", "w-tinylfu", "w-tinylfu-karma")

COUNTER = Thing("CounterTop|1", "CounterTop", Point(1.0, 0.9, 0.0))
TABLE = Thing("DiningTable|1", "DiningTable", Point(4.0, 0.8, 0.0))
MUG = Thing("Mug|1", "Mug", Point(1.0, 1.0, 0.0), movable=True, inside="CounterTop|1", states=("dirty",))
APPLE = Thing("Apple|1", "Apple", Point(4.0, 0.9, 0.0), movable=True, inside="DiningTable|1")
KNIFE = Thing("ButterKnife|1", "ButterKnife", Point(4.1, 0.9, 0.0), movable=True, inside="DiningTable|1")


def kitchen() -> Layout:
    return Layout("kitchen", tuple((0.25 * x, 0.0) for x in range(21)), (COUNTER, TABLE))


@pytest.fixture
def home(memory: Memory) -> Memory:
    Scene(memory).load(kitchen(), at=NOON - timedelta(days=1))
    return memory


def spoon(number: int) -> Thing:
    return Thing(f"Spoon|{number}", "Spoon", Point(0.25 * (number % 20), 0.9, 0.0), movable=True)


def held(lately: ShortTermMemory) -> list[str]:
    return [unit.object.id for unit in lately.units()]


class TestUnits:
    def test_what_is_seen_is_held_with_its_place_state_time_and_image(self, home: Memory) -> None:
        lately = ShortTermMemory(home)
        assert lately.see([COUNTER, MUG], images={"Mug|1": "images/mug.jpg"}, at=NOON) == ()
        (unit,) = lately.units()
        assert (unit.object.id, unit.object.location, unit.object.states) == ("Mug|1", MUG.location, ("dirty",))
        assert (unit.object.inside, unit.object.room, unit.seen_at) == ("CounterTop|1", "kitchen", NOON)
        assert (unit.image, unit.age(NOON + MINUTE)) == ("images/mug.jpg", MINUTE)

    def test_an_object_seen_again_is_one_unit_at_its_new_place(self, home: Memory) -> None:
        lately = ShortTermMemory(home)
        lately.see([MUG], images={"Mug|1": "mug.jpg"}, at=NOON)
        moved = replace(MUG, location=TABLE.location, inside="DiningTable|1").having("cleaned")
        lately.see([moved], at=NOON + MINUTE)
        (unit,) = lately.units()
        assert (unit.object.inside, unit.object.states) == ("DiningTable|1", ("cleaned",))
        assert (unit.seen_at, unit.image) == (NOON + MINUTE, "mug.jpg")

    def test_what_was_seen_since_is_no_sighting_that_comes_late(self, home: Memory) -> None:
        """It was seen at one place at 12:00 and at 12:02, so it was at no other at 12:01."""
        lately, moved = ShortTermMemory(home), replace(MUG, location=TABLE.location, inside="DiningTable|1")
        lately.see([MUG], at=NOON)
        lately.see([MUG], at=NOON + 2 * MINUTE)
        lately.see([MUG], at=NOON + MINUTE)
        assert [unit.seen_at for unit in lately.units()] == [NOON + 2 * MINUTE]
        with pytest.raises(Conflict, match="order of time"):
            Scene(home).update([moved], at=NOON + MINUTE)
        assert lately.see([moved], at=NOON + 2 * MINUTE) == ()

    def test_what_leaves_stays_in_the_scene(self, home: Memory) -> None:
        lately = ShortTermMemory(home, capacity=1, policy="fifo")
        lately.see([MUG], at=NOON)
        assert lately.see([APPLE], at=NOON + MINUTE) == ("Mug|1",)
        assert held(lately) == ["Apple|1"]
        assert Scene(home).objects(ids=["Mug|1"])[0].location == MUG.location

    def test_what_holds_it_and_is_new_is_written_with_it(self, home: Memory) -> None:
        lately, scene = ShortTermMemory(home), Scene(home)
        desk = Thing("Desk|1", "Desk", Point(2.0, 0.8, 0.0))
        tray = Thing("Tray|1", "Tray", Point(2.0, 0.9, 0.0), inside="Desk|1")
        lamp, opened = replace(desk, id="Lamp|1", type="Lamp"), COUNTER.having("dirty")
        lately.see([desk, tray, lamp, opened, replace(MUG, inside="Tray|1"), APPLE], at=NOON)
        assert set(held(lately)) == {"Mug|1", "Apple|1"}
        found = {each.id: each.inside for each in scene.objects(rooms=["kitchen"])}
        assert found == {
            "CounterTop|1": "", "DiningTable|1": "", "Desk|1": "", "Tray|1": "Desk|1", "Mug|1": "Tray|1",
            "Apple|1": "DiningTable|1",
        }  # fmt: skip
        assert scene.objects(ids=["CounterTop|1"])[0].states == ()

    def test_seeing_nothing_holds_nothing(self, home: Memory) -> None:
        lately = ShortTermMemory(home)
        assert (lately.see([], at=NOON), lately.units()) == ((), ())

    def test_a_unit_that_is_not_there_goes_and_the_scene_has_it_nowhere(self, home: Memory) -> None:
        lately, scene = ShortTermMemory(home), Scene(home)
        lately.see([MUG, APPLE], at=NOON)
        assert lately.miss(["Mug|1", "Spoon|9"], at=NOON + MINUTE) == ("Mug|1",)
        assert held(lately) == ["Apple|1"]
        assert scene.objects(ids=["Mug|1"]) == ()
        assert scene.objects(ids=["Mug|1"], as_of=NOON)[0].location == MUG.location
        lately.see([MUG], at=NOON + 2 * MINUTE)
        assert scene.objects(ids=["Mug|1"])[0].since == NOON + 2 * MINUTE

    @pytest.mark.parametrize("has_unit", [False, True])
    def test_what_was_looked_for_elsewhere_stays_where_it_is(self, home: Memory, has_unit: bool) -> None:
        """Another one saw the mug on the table, before somebody looks for it on the counter."""
        lately, scene = ShortTermMemory(home), Scene(home)
        lately.see([MUG, APPLE], at=NOON)
        moved = replace(MUG, location=TABLE.location, inside="DiningTable|1")
        (lately.see if has_unit else scene.update)([moved], at=NOON + MINUTE)
        looked = {each.id: each.location for each in (MUG, APPLE)}
        assert lately.miss(looked, places=looked, at=NOON + 2 * MINUTE) == ("Apple|1",)
        assert [each.location for each in scene.objects(ids=list(looked))] == [TABLE.location]
        assert held(lately) == ["Mug|1"] * has_unit

    def test_memories_of_two_names_and_of_two_spaces_are_apart(
        self, home: Memory, open_memory: Callable[..., Memory]
    ) -> None:
        other = open_memory()
        Scene(other).load(kitchen(), at=NOON - timedelta(days=1))
        one, two, elsewhere = ShortTermMemory(home), ShortTermMemory(home, name="robot 2"), ShortTermMemory(other)
        one.see([MUG], at=NOON)
        assert (held(one), held(two), held(elsewhere)) == (["Mug|1"], [], [])


class TestSessions:
    def test_a_session_begins_empty_and_the_scene_keeps_what_it_has(self, home: Memory) -> None:
        lately = ShortTermMemory(home)
        lately.see([MUG], at=NOON)
        lately.recall("bring the mug", at=NOON)
        lately.start_session()
        assert (lately.units(), lately.counts.queries) == ((), 0)
        assert Scene(home).objects(ids=["Mug|1"])

    def test_another_process_goes_on_with_the_units_and_the_counts(self, home: Memory) -> None:
        ShortTermMemory(home, capacity=2, policy="lru").see([MUG, APPLE], at=NOON)
        ShortTermMemory(home, capacity=2, policy="lru").recall("bring the mug", at=NOON)
        again = ShortTermMemory(home, capacity=2, policy="lru")
        assert again.see([KNIFE], at=NOON + MINUTE) == ("Apple|1",)  # the mug was asked for later
        assert (again.counts.hits, again.counts.evictions) == (1, 1)

    def test_other_parameters_than_those_it_began_with_are_refused(self, home: Memory) -> None:
        ShortTermMemory(home, capacity=2).see([MUG], at=NOON)
        other = ShortTermMemory(home, capacity=3)
        with pytest.raises(Conflict, match="begin a new session"):
            other.units()
        other.start_session()
        assert other.units() == ()

    def test_a_state_that_is_damaged_is_one_clear_error(self, home: Memory, graph: Graph) -> None:
        lately = ShortTermMemory(home)
        lately.see([MUG], at=NOON)
        statement = "MATCH (m:ShortTermMemory {space: $space}) SET m.policy = '{not json'"
        graph.write(generated("damage", statement), space=home.space.name)
        with pytest.raises(Conflict, match="begin a new session"):
            lately.see([APPLE], at=NOON)
        assert Scene(home).objects(ids=["Apple|1"]) == ()  # nothing is half-written

    def test_what_is_forgotten_leaves_no_unit_and_no_name(self, home: Memory, graph: Graph) -> None:
        lately = ShortTermMemory(home)
        lately.see([MUG, APPLE], at=NOON)
        home.forget(ids=["object:Mug|1"])
        assert held(lately) == ["Apple|1"]
        everything = "MATCH (n:Clew {space: $space}) RETURN n.id AS id, properties(n) AS properties"
        rows = graph.read(generated("everything", everything), space=home.space.name)
        assert [row["id"] for row in rows if "Mug|1" in str(row["properties"])] == []


class TestErrors:
    @pytest.mark.parametrize("capacity", [0, -1, 10**6])
    def test_a_capacity_out_of_range_is_refused(self, home: Memory, capacity: int) -> None:
        with pytest.raises(InvalidInput, match="capacity"):
            ShortTermMemory(home, capacity=capacity)

    def test_without_a_building_nothing_is_held(self, memory: Memory) -> None:
        lately = ShortTermMemory(memory)
        with pytest.raises(NotFound, match="no area"):
            lately.see([replace(MUG, inside="")], at=NOON)
        assert lately.units() == ()

    def test_an_object_in_something_unknown_is_refused_and_nothing_is_held(self, home: Memory) -> None:
        lately = ShortTermMemory(home)
        with pytest.raises(InvalidInput, match="Box"):
            lately.see([APPLE, replace(MUG, inside="Box|7")], at=NOON)
        assert lately.units() == ()
        assert Scene(home).objects(ids=["Apple|1"]) == ()

    def test_an_id_alone_is_no_list_of_its_letters(self, home: Memory) -> None:
        lately = ShortTermMemory(home)
        lately.see([MUG], at=NOON)
        with pytest.raises(InvalidInput, match=r"ids is 'Mug\|1', one text; give a list"):
            lately.miss("Mug|1", at=NOON + MINUTE)
        assert held(lately) == ["Mug|1"]

    def test_less_than_one_unit_is_refused(self, home: Memory) -> None:
        with pytest.raises(InvalidInput, match="1 unit"):
            ShortTermMemory(home).recall("bring the mug", k=0)


@pytest.mark.parametrize("name", POLICIES)
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seen=st.lists(st.lists(st.integers(0, 7), max_size=4, unique=True), min_size=1, max_size=8))
def test_the_graph_holds_what_the_policy_alone_would(home: Memory, name: PolicyName, seen: list[list[int]]) -> None:
    lately, alone = ShortTermMemory(home, capacity=3, policy=name, name=name), CountedPolicy(policy(name, capacity=3))
    lately.start_session()
    for number, some in enumerate(seen):
        lately.see([spoon(each) for each in some], at=datetime.now(UTC))
        for each in some:
            alone.put(key(spoon(each).id))
        assert [key(id) for id in held(lately)] == list(alone.keys()), number
        assert len(lately.units()) <= 3
    assert lately.counts == alone.counts


def test_what_another_process_takes_in_meanwhile_is_no_error(home: Memory) -> None:
    def see() -> None:
        own = ShortTermMemory(home, capacity=3, policy="lru")
        for number in range(40):
            own.see([spoon(number)])

    lately = ShortTermMemory(home, capacity=3, policy="lru")
    with ThreadPoolExecutor(1) as pool:
        seeing = pool.submit(see)
        while not seeing.done():
            assert len(held(lately)) <= 3
        seeing.result()
    assert held(lately) == [spoon(number).id for number in (37, 38, 39)]


def test_two_writers_leave_one_whole(home: Memory) -> None:
    """Each sees its own spoons at once: no more units than fit, and the policy knows those that the graph holds."""

    def see(first: int) -> None:
        own = ShortTermMemory(home, capacity=3, policy="lru")
        for number in range(first, first + 5):
            own.see([spoon(number)])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(see, (0, 10)))
    lately = ShortTermMemory(home, capacity=3, policy="lru")
    assert len(lately.units()) == lately.counts.units == 3
    assert lately.counts.evictions == 7
    assert {unit.object.id for unit in lately.units()} & {spoon(4).id, spoon(14).id}


def test_robots_that_see_the_same_at_once_are_all_heard(home: Memory) -> None:
    """Without a time it is seen when it is written: who waited for another's write comes after it.

    Each sees the mug where no other does: what is seen twice in one place is one sighting.
    """

    def see(robot: int) -> None:
        own = ShortTermMemory(home, capacity=3, policy="lru", name=str(robot))
        for number in range(8):
            own.see([replace(MUG, location=Point(0.8 * robot + 0.1 * number, 1.0, 0.0))])

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(see, range(3)))
    assert len(Scene(home).history("Mug|1")) == 24


class TestRecall:
    @pytest.fixture
    def lately(self, home: Memory) -> ShortTermMemory:
        lately = ShortTermMemory(home)
        lately.see([MUG], at=NOON - MINUTE)
        lately.see([APPLE, KNIFE], at=NOON)
        return lately

    @pytest.mark.parametrize(
        ("task", "ids"),
        [
            ("bring me the mug", ["Mug|1"]),
            ("Put the mug next to the apple.", ["Mug|1", "Apple|1"]),
            ("cut the apples with a knife", ["Apple|1", "ButterKnife|1"]),
            ("fetch the coffee cup", ["Mug|1"]),
        ],
    )
    def test_each_thing_that_is_mentioned_has_its_unit(
        self, lately: ShortTermMemory, task: str, ids: list[str]
    ) -> None:
        assert [unit.object.id for unit in lately.recall(task, at=NOON).units] == ids

    def test_places_that_are_mentioned_come_with_their_areas(self, lately: ShortTermMemory) -> None:
        found = lately.recall("put the mug on the table", at=NOON)
        assert {each.id for each in found.places} == {"DiningTable|1", "CounterTop|1"}  # where it goes, where it lies
        assert set(found.areas) == {each.area for each in found.places}

    def test_the_unit_in_the_state_that_is_asked_for_comes_first(self, lately: ShortTermMemory) -> None:
        clean = replace(MUG, id="Mug|2", states=("cleaned",), location=TABLE.location)
        lately.see([clean, replace(clean, id="Mug|3", states=())], at=NOON)
        assert [unit.object.id for unit in lately.recall("bring a clean mug", at=NOON).units] == ["Mug|2"]
        assert lately.recall("wash the dirty mug", at=NOON).units[0].object.id == "Mug|1"

    def test_of_the_same_the_one_seen_last_comes_first_and_k_bounds_each(self, lately: ShortTermMemory) -> None:
        lately.see([replace(APPLE, id="Apple|2")], at=NOON + MINUTE)
        assert [unit.object.id for unit in lately.recall("bring an apple", at=NOON).units] == ["Apple|2"]
        found = lately.recall("put an apple into the mug", k=2, at=NOON)
        assert [unit.object.id for unit in found.units] == ["Apple|2", "Apple|1", "Mug|1"]

    def test_what_refers_back_means_what_was_changed_last(self, lately: ShortTermMemory) -> None:
        lately.see([replace(MUG, location=TABLE.location, inside="DiningTable|1")], at=NOON + MINUTE)
        assert [unit.object.id for unit in lately.recall("now put it on the counter").units] == ["Mug|1"]

    def test_queries_and_hits_are_counted(self, lately: ShortTermMemory) -> None:
        lately.recall("put the mug next to the apple", at=NOON)
        lately.miss(["Apple|1"], at=NOON + MINUTE)
        lately.recall("bring the apple", at=NOON + MINUTE)
        assert (lately.counts.queries, lately.counts.hits) == (3, 2)

    def test_a_name_that_runs_over_the_end_of_a_line_is_one(self, lately: ShortTermMemory) -> None:
        found = lately.recall("put the butter\n  knife away", at=NOON)
        assert [(each.text, each.type) for each in found.mentions] == [("butter knife", "ButterKnife")]
        assert (found.task, lately.counts.queries) == ("put the butter\n  knife away", 1)

    def test_things_are_named_in_a_script_without_spaces(self, lately: ShortTermMemory) -> None:
        """Chinese, Japanese and Thai: a cup, a table, and a shelf that is longer than a book."""
        places = [replace(TABLE, id=each, type=each) for each in ("桌子", "书架", "テーブル", "โต๊ะ")]
        cups = [replace(MUG, id=each, type=each, inside="") for each in ("杯子", "书", "カップ", "แก้ว")]
        Scene(lately.memory).update([*places, *cups], at=NOON)
        lately.see(cups, at=NOON)
        for task, types in {
            "把杯子放到书架上": ["杯子", "书架"],
            "カップをテーブルに置いて": ["カップ", "テーブル"],
            "วางแก้วบนโต๊ะ": ["แก้ว", "โต๊ะ"],
            "把 mug 放到桌子上": ["Mug", "桌子"],
        }.items():
            found = lately.recall(task, at=NOON)
            assert [each.type for each in found.mentions] == types
            assert [unit.object.type for unit in found.units] == types[:1]
        assert (lately.counts.queries, lately.counts.hits) == (4, 4)

    def test_they_are_counted_per_thing_whatever_k_is(self, lately: ShortTermMemory) -> None:
        lately.see([replace(APPLE, id="Apple|2")], at=NOON)
        found = lately.recall("bring an apple and a knife", k=2, at=NOON)
        assert len(found.units) == 3
        assert (lately.counts.queries, lately.counts.hits) == (2, 2)
        lately.miss(["ButterKnife|1"], at=NOON + MINUTE)
        lately.recall("bring an apple and a knife", k=2, at=NOON + MINUTE)
        assert (lately.counts.queries, lately.counts.hits) == (4, 3)

    def test_what_is_over_comes_last_and_is_told_so(self, lately: ShortTermMemory) -> None:
        other = replace(MUG, id="Mug|2", states=(), location=TABLE.location, inside="DiningTable|1")
        lately.see([other], at=NOON - MINUTE / 2)
        Scene(lately.memory).update([replace(MUG, states=("cleaned",))], at=NOON)
        found = lately.recall("bring the dirty mug", k=2, at=NOON)
        assert [unit.object.id for unit in found.units] == ["Mug|2", "Mug|1"]
        assert [line.endswith("; it is not so any more") for line in found.text().splitlines()] == [False, True]

    def test_the_words_for_a_planner_tell_the_age(self, lately: ShortTermMemory) -> None:
        text = lately.recall("bring the mug", at=NOON + timedelta(hours=2)).text()
        assert text.startswith("Mug|1: mug (dirty), in or on CounterTop|1, at (1.00, 1.00, 0.00), area kitchen/")
        assert text.endswith(", seen 2 hours ago")

    @pytest.mark.parametrize("task", ["", "!!!", "DROP ALL; {mug} [[", "\u0627 " * 500])
    def test_any_text_is_an_instruction(self, lately: ShortTermMemory, task: str) -> None:
        assert len(lately.recall(task, at=NOON).units) <= 3
