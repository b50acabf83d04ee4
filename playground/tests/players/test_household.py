"""KARMA's agent: what it is shown, what it may do, and what it does when the world is otherwise than memory has it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.agents.karma.houses import (
    APPLE,
    BOOTS,
    COUNTER,
    FRIDGE,
    HOUSE,
    KITCHEN,
    KNIFE,
    LAMP,
    MICROWAVE,
    PLATE,
    POTATO,
    SINK,
    movable,
)

from clew.agents.karma.body import Body, Skill
from clew.agents.karma.loop import IDLE, Karma
from clew.agents.karma.planner import KarmaSituation
from clew.agents.karma.refusals import refusals
from clew.agents.karma.search import Closeness
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Layout, Point, Thing
from clew_playground.environments.household import (
    Goal,
    Household,
    Kind,
    Task,
    all_tasks,
    household_of,
    room_layout,
)
from clew_playground.players.household import ScriptedPlanner

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
BARE = replace(KITCHEN, things=tuple(thing for thing in KITCHEN.things if not thing.movable))
KNOWN = {thing.id: thing for thing in (COUNTER, FRIDGE, SINK, LAMP, MICROWAVE, APPLE, KNIFE, PLATE)}
TO_COUNTER = Goal("pick_and_place_simple", "Apple", "CounterTop")
ONE_OF_EACH = {task.goal.kind: task for task in reversed(all_tasks())}
SLICED = next(task for task in all_tasks() if task.goal.is_sliced)


class Given:
    """Says one plan after the other, and keeps what it was shown."""

    def __init__(self, *plans: tuple[Skill, ...]) -> None:
        self._plans, self.shown = list(plans), list[KarmaSituation]()

    def plan(self, situation: KarmaSituation) -> tuple[Skill, ...]:
        self.shown.append(situation)
        return self._plans.pop(0) if self._plans else ()


def moved(id: str, into: Thing) -> Layout:
    """The kitchen with a thing somewhere else."""
    things = (
        replace(each, inside=into.id, location=into.location) if each.id == id else each for each in KITCHEN.things
    )
    return replace(KITCHEN, things=tuple(things))


@pytest.fixture
def scene(memory: Memory) -> Scene:
    """Long-term memory of the kitchen, without what moves."""
    scene = Scene(memory)
    scene.load(BARE, at=MONDAY)
    return scene


@pytest.mark.parametrize(
    ("plan", "held", "reason"),
    [
        ((Skill("pick", "Mug|1"),), "", "Step 1: neither memory nor sight holds 'Mug|1'"),
        ((Skill("explore", "Mug"), Skill("pick", "Mug|1")), "", "Step 2: neither memory nor sight holds 'Mug|1'"),
        ((Skill("go to", "Sofa|1"),), "", "neither memory nor sight holds 'Sofa|1'"),
        ((Skill("explore", "Mug", ("Sofa|1",)),), "", "the place 'Sofa|1'"),
        ((Skill("pick", ""),), "", "pick needs a thing"),
        ((Skill("pick", APPLE.location),), "", "needs a thing, and not a point"),
        ((Skill("pick", APPLE.id), Skill("pick", KNIFE.id)), "", "Step 2: the hand holds a Apple"),
        ((Skill("put", FRIDGE.id),), "", "the hand is empty"),
        ((Skill("put", LAMP.id),), APPLE.id, "a Apple does not belong in or on a FloorLamp"),
        ((Skill("open", COUNTER.id),), "", "one cannot open a CounterTop"),
        ((Skill("slice", APPLE.id),), PLATE.id, "a Plate does not slice"),
        ((Skill("heat", FRIDGE.id),), APPLE.id, "one cannot heat with a Fridge"),
        ((Skill("heat", MICROWAVE.id),), KNIFE.id, "one cannot heat a Knife"),
    ],
)
def test_a_step_that_cannot_be_done_is_refused_with_one_reason(plan: tuple[Skill, ...], held: str, reason: str) -> None:
    (refusal,) = refusals(plan, KNOWN, type_facts(), held)
    assert reason in refusal


def test_a_plan_may_use_what_it_finds() -> None:
    plan = (Skill("explore", "Mug"), Skill("pick", "Mug"), Skill("put", COUNTER.id), Skill("look"))
    assert refusals((*plan, Skill("go to", APPLE.location), Skill("pick", APPLE.id)), KNOWN, type_facts()) == ()


def test_a_refused_plan_changes_nothing_and_is_told_to_the_planner() -> None:
    house, planner = Household(KITCHEN, (0.0, 0.0)), Given((Skill("pick", KNIFE.id), Skill("open", FRIDGE.id)))
    played = Karma(None, player=planner).run(house, "open the fridge")
    assert (played.refused, played.skills, house.held, house.distance_m) == (1, 0, "", 0.0)
    assert (
        planner.shown[1].failure == f"Step 2: neither memory nor sight holds {FRIDGE.id!r}; explore for its type first"
    )


def test_the_agent_plans_again_after_a_failed_skill_and_not_for_ever() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    planner = Given((Skill("pick", KNIFE.id), Skill("put", COUNTER.id), Skill("pick", COUNTER.id)), ())
    played = Karma(None, player=planner).run(house, "move the counter")
    assert "cannot be moved" in planner.shown[1].failure
    assert [each.ok for each in planner.shown[1].done] == [True, True, False]
    assert (played.failures, played.is_done) == (1, True)
    stubborn = Given(*[(Skill("pick", COUNTER.id),)] * 50)
    assert Karma(None, player=stubborn, failures=3).run(house, "move the counter").is_done is False
    assert len(stubborn.shown) == 4


def test_plans_that_do_nothing_fail_and_end() -> None:
    idle = Given(*[(Skill("explore", "Knife"),)] * 50)
    played = Karma(None, player=idle, failures=3).run(Household(KITCHEN, (0.0, 0.0)), "get the knife")
    assert (played.is_done, played.skills, played.refused, played.failures) == (False, 0, 0, 4)
    assert [each.failure for each in idle.shown] == ["", IDLE, IDLE, IDLE]


def test_a_search_in_vain_is_no_task_that_is_done() -> None:
    bare = Household(BARE, (0.0, 0.0))
    played = Karma(None, player=ScriptedPlanner(TO_COUNTER)).run(bare, "put the apple on the counter")
    assert (played.is_done, [each.ok for each in played.done]) == (False, [False])


def test_a_budget_ends_the_task() -> None:
    tired = Karma(None, player=ScriptedPlanner(TO_COUNTER), most_steps=2).run(
        Household(KITCHEN, (0.0, 0.0)), "get the apple"
    )
    assert (tired.is_done, tired.skills) == (False, 2)
    late = Karma(None, player=ScriptedPlanner(TO_COUNTER), seconds=1.0).run(
        Household(KITCHEN, (0.0, 0.0)), "get the apple"
    )
    assert (late.is_done, late.skills) == (False, 1)


def test_without_memory_the_agent_knows_what_it_sees_and_no_more() -> None:
    planner = Given()
    Karma(None, player=planner).run(Household(KITCHEN, (0.0, 0.0)), "look")
    (shown,) = planner.shown
    assert set(shown.things) == {COUNTER.id, SINK.id, KNIFE.id, PLATE.id, POTATO.id} == shown.seen
    assert (shown.memory, shown.scene) == (None, None)


def test_long_term_memory_spares_the_search_for_what_does_not_move(scene: Scene) -> None:
    planner, house = Given(), Household(KITCHEN, (0.0, 0.0))
    Karma(scene, player=planner).run(house, "look")
    assert {thing.id for thing in BARE.things} <= set(planner.shown[0].things)
    assert APPLE.id not in planner.shown[0].things
    without, other = Household(KITCHEN, (0.0, 0.0)), ScriptedPlanner(TO_COUNTER)
    for each in (house, without):
        each.assign(TO_COUNTER)
    met = Karma(scene, player=other).run(house, "put the apple on the counter")
    blind = Karma(None, player=other, closeness=Closeness()).run(without, "put the apple on the counter")
    assert (house.won, without.won) == (True, True)
    assert met.attempts < blind.attempts
    assert met.seconds < blind.seconds


def test_what_is_seen_is_remembered_and_its_age_is_told(scene: Scene) -> None:
    lately, house = ShortTermMemory(scene.memory), Household(KITCHEN, (0.0, 0.0))

    def clock() -> datetime:
        return MONDAY + timedelta(seconds=house.seconds)

    Karma(
        scene, player=Given((Skill("go to", FRIDGE.id), Skill("open", FRIDGE.id))), short_term=lately, clock=clock
    ).run(house, "look")
    assert {unit.object.id for unit in lately.units()} == {KNIFE.id, PLATE.id, POTATO.id, APPLE.id}
    house.go_to(COUNTER.id)
    planner = Given()
    played = Karma(scene, player=planner, short_term=lately, clock=clock).run(house, "bring me the apple")
    assert played.memory is not None
    assert planner.shown[0].things[APPLE.id].inside == FRIDGE.id
    assert f"{APPLE.id}: apple, in or on {FRIDGE.id}" in played.memory.text()
    assert "seen 15 s ago" in played.memory.text()


def test_a_stale_unit_is_missed_and_the_thing_found_elsewhere(scene: Scene) -> None:
    lately, house = ShortTermMemory(scene.memory), Household(moved(APPLE.id, MICROWAVE), (0.0, 0.0))
    lately.see([APPLE], at=MONDAY)
    house.assign(TO_COUNTER)
    played = Karma(scene, player=ScriptedPlanner(TO_COUNTER), short_term=lately).run(
        house, "put the apple on the counter"
    )
    assert house.won
    assert played.missed == (APPLE.id,)
    assert (played.failures, played.done[0].skill.target, played.done[0].ok) == (1, APPLE.id, False)
    assert "not where it was seen last" in played.done[0].observation
    (unit,) = [unit for unit in lately.units() if unit.object.id == APPLE.id]
    assert unit.object.inside == COUNTER.id
    assert next(each.inside for each in scene.history(APPLE.id)) == FRIDGE.id


def test_short_term_memory_alone_takes_in_the_furniture_that_things_lie_in(memory: Memory) -> None:
    """The spoon is in reach before the table in whose mug it lies is in sight; memory has the rooms alone."""
    scene, lately = Scene(memory), ShortTermMemory(memory)
    scene.load(replace(KITCHEN, things=()), at=MONDAY)
    table = replace(COUNTER, id="DiningTable|1", type="DiningTable", location=Point(2.0, 0.9, 0.0))
    mug = replace(movable("Mug", table), location=Point(1.0, 0.9, 0.0))
    spoon = replace(movable("Spoon", mug), location=mug.location)
    house = Household(replace(KITCHEN, things=(COUNTER, KNIFE, table, mug, spoon)), (0.0, 0.0))
    planner = Given((Skill("pick", KNIFE.id),))
    Karma(None, player=planner, short_term=lately).run(house, "get the knife")
    assert planner.shown[0].visible == {COUNTER.id, KNIFE.id, mug.id, spoon.id}
    assert [unit.object.id for unit in lately.units()] == [KNIFE.id]
    assert [each.id for each in scene.objects(types=["CounterTop", "DiningTable"])] == [COUNTER.id]
    Karma(None, player=Given((Skill("go to", Point(1.0, 0.0, 0.0)),)), short_term=lately).run(house, "go to the table")
    assert {unit.object.id: unit.object.inside for unit in lately.units()} == {
        KNIFE.id: "",
        mug.id: table.id,
        spoon.id: mug.id,
    }


def test_what_long_term_memory_saw_since_is_true_and_not_a_stale_unit(scene: Scene) -> None:
    lately, house = ShortTermMemory(scene.memory), Household(moved(APPLE.id, MICROWAVE), (0.0, 0.0))
    lately.see([APPLE], at=MONDAY)
    scene.update([house.things[APPLE.id]], at=MONDAY + timedelta(hours=1))
    planner = Given((Skill("pick", APPLE.id),))
    played = Karma(scene, player=planner, short_term=lately).run(house, "get the apple")
    assert (house.held, played.missed) == (APPLE.id, ())
    assert planner.shown[0].things[APPLE.id].inside == MICROWAVE.id


def test_what_lies_in_a_thing_that_was_moved_is_looked_for_elsewhere(scene: Scene) -> None:
    bowl = movable("Bowl", COUNTER)
    egg = replace(movable("Egg", bowl), location=bowl.location)
    there = replace(BARE, things=(*BARE.things, replace(bowl, inside=FRIDGE.id, location=FRIDGE.location), egg))
    scene.update([bowl, egg], at=MONDAY + timedelta(days=1))
    planner = Given((Skill("pick", egg.id),), (Skill("look"),))
    played = Karma(scene, player=planner).run(Household(there, (2.5, 0.0)), "get an egg")
    assert [each.observation for each in played.done if not each.ok] == [
        f"{egg.id} is not where it was seen last; look for its type elsewhere"
    ]
    assert (played.failures, played.is_done, set(played.missed)) == (1, True, {bowl.id, egg.id})


def test_memory_has_what_was_carried_in_a_thing_where_that_was_put(scene: Scene) -> None:
    """On the way there the apple is in sight, and so is the plate that it lies on, in the hand."""
    house, lately = Household(moved(APPLE.id, PLATE), (0.0, 0.0)), ShortTermMemory(scene.memory)
    plan = (Skill("pick", PLATE.id), Skill("go to", LAMP.id), Skill("go to", MICROWAVE.id), Skill("put", SINK.id))
    played = Karma(scene, player=Given((Skill("explore", "Plate"), *plan)), short_term=lately).run(house, "wash up")
    assert (played.is_done, house.things[APPLE.id].inside, house.things[PLATE.id].inside) == (True, PLATE.id, SINK.id)
    for known in (scene.objects(ids=[APPLE.id, PLATE.id]), [unit.object for unit in lately.units()]):
        places = {each.id: each.location for each in known}
        for id in (APPLE.id, PLATE.id):
            assert places[id].distance(house.things[id].location) < 1e-6


@pytest.mark.parametrize(
    ("start", "missed"), [((8.5, 0.5), {"b/Boots|1"}), ((6.0, 0.0), {"b/Slippers|1"})], ids=["floor", "room"]
)
def test_only_what_should_be_in_the_same_room_is_missed(
    memory: Memory, start: tuple[float, float], missed: set[str]
) -> None:
    """The boots of `c` are above those of `b`; the slippers of `a` are 1.5 m from where the door leads into `b`."""
    slippers = (
        replace(BOOTS, id=f"Slippers|{number}", location=Point(x, 0.0, 0.0)) for number, x in ((1, 0), (2, 4.5))
    )
    full = replace(KITCHEN, things=(*KITCHEN.things, *slippers))
    ground, upstairs = HOUSE.floors
    rooms = tuple(replace(room, layout=full) for room in ground.rooms)
    there = replace(HOUSE, floors=(replace(ground, rooms=rooms), upstairs))
    scene = Scene(memory)
    scene.load(there, at=MONDAY)
    bare = tuple(replace(room, layout=BARE) for room in ground.rooms)
    gone = replace(HOUSE, floors=(replace(ground, rooms=bare), upstairs))
    played = Karma(scene, player=Given()).run(Household(gone, start), "look")
    assert {each for each in played.missed if "Boots" in each or "Slippers" in each} == missed


def test_a_thing_in_an_unlikely_place_is_found_too() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    played = Karma(None, player=Given((Skill("explore", "Boots"), Skill("pick", "Boots")))).run(house, "get the boots")
    assert (house.held, played.is_done) == (BOOTS.id, True)
    hidden = Household(moved(POTATO.id, MICROWAVE), (0.0, 0.0))
    Karma(None, player=Given((Skill("explore", "Potato"), Skill("pick", "Potato")))).run(hidden, "get a potato")
    assert hidden.held == POTATO.id


@pytest.mark.parametrize("into", [FRIDGE, MICROWAVE], ids=lambda each: each.type)
def test_a_plan_that_looks_for_a_type_twice_finds_another_one(into: Thing) -> None:
    two = replace(KITCHEN, things=(*KITCHEN.things, movable("Apple", into, 2)))
    house = Household(two, (0.0, 0.0))
    once = (Skill("explore", "Apple"), Skill("pick", "Apple"), Skill("put", COUNTER.id))
    played = Karma(None, player=Given((*once, *once))).run(house, "put two apples on the counter")
    assert {each.skill.target for each in played.done if each.skill.name == "pick"} == {"Apple|1", "Apple|2"}
    assert [house.things[id].inside for id in ("Apple|1", "Apple|2")] == [COUNTER.id] * 2
    again = (Skill("pick", "Apple|1"), Skill("put", COUNTER.id), Skill("explore", "Apple|1"), Skill("pick", "Apple|1"))
    Karma(None, player=Given(again), failures=0).run(house, "take the first apple")
    assert house.held == "Apple|1"


class Blind:
    """A body that shows what a `Body` has, and refuses to show the house."""

    def __init__(self, house: Household) -> None:
        self._house = house

    def __getattr__(self, name: str) -> object:
        if name not in {"types", *(each for each in vars(Body) if not each.startswith("_"))}:
            raise AssertionError(f"the agent reads {name}")
        return getattr(self._house, name)


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_every_kind_of_task_is_won_without_memory_and_nothing_hidden_is_read(kind: Kind) -> None:
    task = ONE_OF_EACH[kind]
    house = household_of([task])
    body: Body = Blind(house)  # pyright: ignore[reportAssignmentType]
    played = Karma(None, player=ScriptedPlanner(task.goal)).run(body, task.sentences[0])
    assert house.won
    assert (played.refused, played.is_done) == (0, True)
    assert (played.distance_m, played.seconds) == pytest.approx((house.distance_m, house.seconds))


@pytest.mark.parametrize("task", [*ONE_OF_EACH.values(), SLICED], ids=lambda task: task.goal.kind)
def test_every_kind_of_task_is_won_with_both_memories(memory: Memory, task: Task) -> None:
    scene = Scene(memory)
    scene.load(room_layout(task.floor_plan))
    house = household_of([task])
    lately = ShortTermMemory(memory, capacity=5)
    played = Karma(scene, player=ScriptedPlanner(task.goal), short_term=lately).run(house, task.sentences[0])
    assert house.won
    assert played.refused == 0
    assert len(lately.units()) == 5
