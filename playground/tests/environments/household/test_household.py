"""What a house allows: sight, skills, and what they change."""

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.agents.karma.houses import (
    APPLE,
    BOOTS,
    BURNER,
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
)

from clew.agents.karma.body import SIGHT_M, Skill, SkillResult
from clew.errors import InvalidInput
from clew.model.building import links
from clew.model.scene import Point, Thing
from clew_playground.environments.household import (
    Goal,
    Household,
    Pace,
    Task,
    all_tasks,
    household_of,
)
from clew_playground.environments.household.preconditions import refusal

TASKS = all_tasks()[::10]
STATES_OF = {
    "open": {"opened", "closed"},
    "close": {"opened", "closed"},
    "switch on": {"on", "off"},
    "switch off": {"on", "off"},
    "slice": {"sliced"},
    "clean": {"cleaned", "dirty"},
    "heat": {"heated", "cooled", "cooked"},
    "cool": {"heated", "cooled"},
}
NAMES = ("go to", "look", "explore", "pick", "put", *STATES_OF)


def done(house: Household, *skills: tuple[str, str]) -> None:
    """Do skills that succeed."""
    for name, target in skills:
        result = house.do(Skill(name, target))  # pyright: ignore[reportArgumentType]
        assert result.ok, result


def test_distance_and_time_follow_the_stated_model() -> None:
    house = Household(KITCHEN, (0.0, 0.0), Pace(0.5, 1.0, 3.0))
    result = house.go_to(FRIDGE.id)
    assert result.distance_m == pytest.approx(4.5)
    assert result.seconds == pytest.approx(4.5 / 0.5 + 1 + 4)
    assert house.open(FRIDGE.id).seconds == pytest.approx(3.0)
    assert (house.distance_m, house.seconds) == pytest.approx((4.5, 17.0))


def test_what_is_in_a_closed_thing_is_seen_when_it_is_open() -> None:
    house = Household(KITCHEN, (4.5, 0.0))
    assert APPLE.id not in house.known
    assert "You see no Apple" in house.pick(APPLE.id).observation
    assert "do not know" in house.go_to(APPLE.id).observation
    assert APPLE.id in {thing.id for thing in house.open(FRIDGE.id).seen}
    assert house.pick(APPLE.id).ok
    assert house.things[APPLE.id].inside == ""


def test_a_carried_thing_and_its_load_come_along() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    done(house, ("pick", POTATO.id), ("put", PLATE.id), ("pick", PLATE.id), ("go to", MICROWAVE.id))
    assert house.things[POTATO.id].location == house.things[PLATE.id].location == house.position
    done(house, ("open", MICROWAVE.id), ("put", MICROWAVE.id))
    assert house.holders(POTATO.id) == (PLATE.id, MICROWAVE.id)
    assert math.dist(house.things[POTATO.id].location.spot, MICROWAVE.location.spot) == 0
    done(house, ("close", MICROWAVE.id))
    assert not house.sees(POTATO.id)


def test_states_follow_each_other() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    done(house, ("pick", POTATO.id), ("clean", SINK.id), ("go to", MICROWAVE.id), ("heat", MICROWAVE.id))
    assert house.things[POTATO.id].states == ("cleaned", "cooked", "heated")
    done(house, ("go to", FRIDGE.id), ("cool", FRIDGE.id))
    assert house.things[POTATO.id].states == ("cleaned", "cooked", "cooled")


REFUSED: dict[str, tuple[tuple[tuple[str, str], ...], tuple[str, str], str]] = {
    "unknown": ((), ("pick", "Sofa"), "You see no Sofa."),
    "far": ((), ("open", FRIDGE.id), "is not in reach"),
    "fixed": ((), ("pick", COUNTER.id), "cannot be moved"),
    "two in one hand": ((("pick", KNIFE.id),), ("pick", PLATE.id), "Your hand holds Knife"),
    "nothing to put": ((), ("put", COUNTER.id), "Your hand is empty"),
    "wrong place": ((("pick", KNIFE.id), ("go to", LAMP.id)), ("put", LAMP.id), "does not belong"),
    "closed": ((("pick", PLATE.id), ("go to", FRIDGE.id)), ("put", FRIDGE.id), "is closed"),
    "into itself": ((("pick", PLATE.id),), ("put", PLATE.id), "is in your hand itself"),
    "open twice": ((("go to", FRIDGE.id), ("open", FRIDGE.id)), ("open", FRIDGE.id), "is opened already"),
    "close twice": ((("go to", FRIDGE.id),), ("close", FRIDGE.id), "is closed already"),
    "open a counter": ((), ("open", COUNTER.id), "You cannot open"),
    "no knife": ((), ("slice", POTATO.id), "no knife"),
    "slice a plate": ((("pick", KNIFE.id),), ("slice", PLATE.id), "cannot be sliced"),
    "slice twice": ((("pick", KNIFE.id), ("slice", POTATO.id)), ("slice", POTATO.id), "is sliced already"),
    "off twice": ((("go to", LAMP.id),), ("switch off", LAMP.id), "is off already"),
    "clean on a counter": ((("pick", PLATE.id),), ("clean", COUNTER.id), "You cannot clean anything with"),
    "heat nothing": ((("go to", MICROWAVE.id),), ("heat", MICROWAVE.id), "Your hand is empty"),
    "heat a knife": ((("pick", KNIFE.id), ("go to", BURNER.id)), ("heat", BURNER.id), "You cannot heat Knife"),
    "go to the hand": ((("pick", KNIFE.id),), ("go to", KNIFE.id), "You carry Knife"),
}


@pytest.mark.parametrize(("before", "skill", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_skill_that_fails_says_why_and_changes_nothing(
    before: tuple[tuple[str, str], ...], skill: tuple[str, str], reason: str
) -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    if before:
        done(house, *before)
    was = state(house)
    result = house.do(Skill(*skill))  # pyright: ignore[reportArgumentType]
    assert not result.ok
    assert reason in result.observation
    assert state(house) == was
    assert (result.distance_m, result.seconds) == (0, 0)


def test_exploring_opens_what_is_closed_and_stops_where_the_thing_is() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    result = house.explore("Apple", (MICROWAVE.id, FRIDGE.id, COUNTER.id))
    assert (result.ok, result.attempts) == (True, 2)
    assert house.things[MICROWAVE.id].states == ("closed", "off")
    assert house.things[FRIDGE.id].states == ("opened",)
    assert result.distance_m == pytest.approx(4.5 + 1.0 + 1.0)
    assert house.explore("Apple", ()).attempts == 0
    assert not house.explore("Apple", (FRIDGE.id,), besides=(APPLE.id,)).ok
    done(house, ("pick", APPLE.id))
    assert not house.explore("Apple", ()).ok


def test_exploring_in_vain_leaves_everything_closed() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    before = dict(house.things)
    result = house.explore("Apple", (MICROWAVE.id, "Sofa", Point(2.5, 0.0, 0.5)))
    assert (result.ok, result.attempts) == (False, 2)
    assert house.things == before
    assert result.distance_m > 4.5


def test_tasks_follow_each_other_without_reset() -> None:
    house = Household(KITCHEN, (0.0, 0.0))
    house.assign(Goal("pick_clean_then_place_in_recep", "Potato", "SinkBasin"))
    done(house, ("pick", POTATO.id), ("clean", SINK.id))
    assert (house.progress, house.won) == (pytest.approx(1 / 3), False)
    done(house, ("put", SINK.id))
    assert house.won
    house.assign(Goal("pick_and_place_with_movable_recep", "Potato", "CounterTop", "Plate"))
    assert house.progress == pytest.approx(1 / 3)
    assert house.things[POTATO.id].states == ("cleaned",)
    done(house, ("pick", POTATO.id), ("put", PLATE.id))
    assert house.won
    with pytest.raises(InvalidInput, match="kitchen has fewer than 1 of 'Sofa'"):
        house.assign(Goal("pick_and_place_simple", "Potato", "Sofa"))


def test_nobody_sees_through_walls_and_floors() -> None:
    house = Household(HOUSE, (4.5, 0.0))
    assert house.ways.rooms[house.place] == "a"
    assert {thing.id.split("/")[0] for thing in house.visible()} == {"a"}
    assert house.go_to(f"c/{COUNTER.id}").ok
    assert {thing.id.split("/")[0] for thing in house.visible()} == {"c"}
    assert house.go_to(Point(8.5, 1.0, 0.5)).ok
    assert house.ways.rooms[house.place] == "b"
    assert f"b/{BOOTS.id}" in {thing.id for thing in house.visible()}


def sees(house: Household, thing: Thing, place: int) -> bool:
    """Sight by its definition, for a thing that is not carried."""
    chain, current = [thing], thing
    while current.inside:
        current = house.things[current.inside]
        chain.append(current)
    if any("closed" in holder.states for holder in chain[1:]):
        return False
    spot, best, part = house.ways.points[place].spot, math.inf, house.ways.component()
    if math.dist(spot, thing.location.spot) <= SIGHT_M:
        return True
    aims = [each for each in (chain[-1].viewpoint, chain[-1].location.spot) if each is not None]
    for aim in aims:
        best = min(math.dist(house.ways.points[number].spot, aim) for number in part)
        if best <= SIGHT_M or aim is aims[-1]:
            first = min(n for n in part if math.dist(house.ways.points[n].spot, aim) == best)
            return first == place
    return False


@pytest.mark.parametrize("task", TASKS[::6], ids=lambda task: task.id)
def test_sight_is_what_brute_force_says(task: Task) -> None:
    house = household_of((task,))
    for place in house.ways.component()[::7]:
        for thing in house.things.values():
            assert house.sees(thing.id, place) == sees(house, thing, place), (thing, place)


def state(house: Household) -> tuple[object, ...]:
    return dict(house.things), house.held, house.place, house.heading, house.distance_m, house.seconds


@given(st.sampled_from(TASKS), st.data())
@settings(max_examples=40)
def test_any_sequence_of_skills_keeps_the_house_in_order(task: Task, data: st.DataObject) -> None:
    house = household_of((task,))
    start = {id: (thing.type, thing.movable) for id, thing in house.things.items()}
    anything = st.sampled_from(sorted(start))
    for _ in range(12):
        near = sorted(thing.id for thing in house.visible())
        targets = st.one_of(st.sampled_from(near), anything) if near else anything
        name = data.draw(st.sampled_from(NAMES))
        skill = Skill(name, data.draw(targets), tuple(data.draw(st.lists(targets, max_size=2))))  # pyright: ignore[reportArgumentType]
        before, allowed = house.copy(), name in ("look", "explore") or not refusal(house, skill.name, str(skill.target))
        result = house.do(skill)
        check(before, house, skill, result, allowed)
        assert {id: (thing.type, thing.movable) for id, thing in house.things.items()} == start


def check(before: Household, house: Household, skill: Skill, result: SkillResult, allowed: bool) -> None:
    """Hold what is true of every skill."""
    assert result.distance_m >= 0
    assert result.seconds >= 0
    assert house.distance_m == pytest.approx(before.distance_m + result.distance_m)
    assert house.seconds == pytest.approx(before.seconds + result.seconds)
    assert before.progress <= house.progress <= 1
    assert result.seen == house.visible()
    assert bool(result.path) == (result.distance_m > 0)
    if result.path:
        numbers = [house.ways.points.index(each) for each in result.path]
        assert (numbers[0], numbers[-1]) == (before.place, house.place)
        metres = {(one, other): length for one, other, length in links(house.building)}
        walked = [metres[min(pair), max(pair)] for pair in pairwise(numbers)]
        assert sum(walked) == pytest.approx(result.distance_m)
    if skill.name != "explore":
        assert result.ok == allowed
        assert result.ok or state(before) == state(house)
    if house.held:
        assert house.things[house.held].inside == ""
        assert house.things[house.held].movable
    for id, thing in house.things.items():
        assert not thing.inside or house.things[thing.inside]
        assert id not in house.holders(id)
        changed = set(thing.states) ^ set(before.things[id].states)
        allowed_changes = STATES_OF.get(skill.name, {"opened", "closed"} if skill.name == "explore" else set())
        assert changed <= allowed_changes
        if thing.inside != before.things[id].inside:
            assert skill.name in ("pick", "put")


def conditions(goal: Goal, *skills: tuple[str, str]) -> list[bool]:
    house = Household(KITCHEN, (0.0, 0.0))
    house.assign(goal)
    if skills:
        done(house, *skills)
    return list(goal.conditions(house).values())


GOALS: dict[str, Callable[[], tuple[list[bool], list[bool]]]] = {
    "look": lambda: (
        conditions(
            Goal("look_at_obj_in_light", "Knife", lamp="FloorLamp"),
            ("pick", KNIFE.id), ("go to", LAMP.id), ("switch on", LAMP.id),
        ),
        [True, True],
    ),
    "lamp out of sight": lambda: (
        conditions(
            Goal("look_at_obj_in_light", "Knife", lamp="FloorLamp"),
            ("go to", LAMP.id), ("switch on", LAMP.id), ("go to", COUNTER.id), ("pick", KNIFE.id),
        ),
        [True, False],
    ),
    "one of two": lambda: (conditions(Goal("pick_two_obj_and_place", "Spoon", "CounterTop")), [True, False]),
    "sliced": lambda: (
        conditions(
            Goal("pick_and_place_simple", "Potato", "CounterTop", is_sliced=True),
            ("pick", KNIFE.id), ("slice", POTATO.id),
        ),
        [True, True],
    ),
    "not sliced": lambda: (
        conditions(Goal("pick_and_place_simple", "Potato", "CounterTop", is_sliced=True)),
        [False, False],
    ),
    "heated but not placed": lambda: (
        conditions(
            Goal("pick_heat_then_place_in_recep", "Potato", "Fridge"),
            ("pick", POTATO.id), ("go to", MICROWAVE.id), ("heat", MICROWAVE.id),
        ),
        [False, True, False],
    ),
    "cooled and placed": lambda: (
        conditions(
            Goal("pick_cool_then_place_in_recep", "Potato", "Fridge"),
            ("pick", POTATO.id), ("go to", FRIDGE.id), ("cool", FRIDGE.id), ("open", FRIDGE.id), ("put", FRIDGE.id),
        ),
        [True, True, True],
    ),
    "carrier in place alone": lambda: (
        conditions(Goal("pick_and_place_with_movable_recep", "Potato", "CounterTop", "Plate")),
        [False, True, False],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", GOALS.values(), ids=GOALS)
def test_conditions_are_those_of_alfred(case: Callable[[], tuple[list[bool], list[bool]]]) -> None:
    if case is GOALS["one of two"]:
        with pytest.raises(InvalidInput, match="fewer than 2 of 'Spoon'"):
            case()
        return
    found, wanted = case()
    assert found == wanted


def test_a_goal_without_what_it_needs_is_refused() -> None:
    with pytest.raises(InvalidInput, match="lacks a type"):
        Goal("pick_and_place_simple", "Potato")
    with pytest.raises(InvalidInput, match="kind of task 'dance' is unknown"):
        Goal("dance", "Potato", "Sofa")  # pyright: ignore[reportArgumentType]
