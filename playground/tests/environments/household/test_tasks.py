"""ALFRED's tasks can be done, by skills and in words."""

import json
import lzma
from pathlib import Path

import pytest

from clew.agents.environment import Environment
from clew.agents.karma.body import Skill
from clew.errors import InvalidInput, NotFound
from clew.model.scene import Layout, Point, Thing
from clew_playground.environments.household import (
    Goal,
    Household,
    HouseholdGame,
    Task,
    alfred,
    all_tasks,
    floor_plans,
    furnished,
    household_of,
    load,
    planned,
    room_layout,
    task_of,
)

SAMPLE = all_tasks()[::8]
LOST_EXPERTS = 1


def test_there_are_all_tasks_of_all_kinds() -> None:
    assert len(all_tasks()) == len({task.id for task in all_tasks()}) == 251
    assert len({task.goal.kind for task in all_tasks()}) == 7
    assert len(floor_plans()) == 120
    assert all(task.sentences and task.floor_plan in floor_plans() for task in all_tasks())


def test_every_room_is_a_layout() -> None:
    for name in floor_plans():
        assert room_layout(name).things


def test_every_task_is_won_by_the_planner() -> None:
    for task in all_tasks():
        house = household_of((task,))
        for skill in planned(house):
            assert house.do(skill).ok
        assert house.won, task.id
        assert house.progress == 1
        assert house.distance_m >= 0


def test_the_plans_of_alfreds_experts_win_here_too() -> None:
    """Others' plans check rules and goals. One takes for granted what no pose says.

    They check places less: fixed things that the layouts lack, and where knives may go, were taken from such plans.
    """
    plans = json.loads(lzma.decompress((Path(__file__).parent / "expert_plans.json.xz").read_bytes()))
    lost = [task.id for task in all_tasks() if not replayed(household_of((task,)), plans[task.id])]
    assert len(lost) <= LOST_EXPERTS


def replayed(house: Household, plan: list[list[str]]) -> bool:
    """Do an expert's manipulations, going and opening where they need it; return whether they win."""
    first = dict(house.things)
    for name, wanted in plan:
        kind, at = alfred.type_of(wanted), alfred.location_of(wanted, "plan")
        target = min((each.location.distance(at), id) for id, each in first.items() if each.type == kind)[1]
        if not house.sees(target):
            outermost = house.things[(target, *house.holders(target))[-1]]
            house.go_to(outermost.location if outermost.movable else outermost.id)
        for holder in (*reversed(house.holders(target)), *((target,) if name == "put" else ())):
            if "closed" in house.things[holder].states:
                house.open(holder)
        if not house.do(Skill(name, target)).ok:  # pyright: ignore[reportArgumentType]
            return False
    return house.won


def test_a_task_is_the_same_twice() -> None:
    one, other = (household_of((SAMPLE[3],)) for _ in range(2))
    assert one.things == other.things
    assert planned(one) == planned(other)


def test_tasks_in_one_room_follow_each_other() -> None:
    rooms: dict[str, list[str]] = {}
    for task in all_tasks():
        rooms.setdefault(task.floor_plan, []).append(task.id)
    for ids in sorted(rooms.values(), key=len)[-3:]:
        tasks = [task_of(id) for id in ids[:6]]
        house = household_of(tasks)
        walked = 0.0
        for task in tasks:
            house.assign(task.goal)
            for skill in planned(house):
                assert house.do(skill).ok
            assert house.won, task.id
            assert house.distance_m >= walked
            walked = house.distance_m


def test_tasks_of_two_rooms_share_no_house() -> None:
    with pytest.raises(InvalidInput, match="need one room"):
        furnished([next(task for task in all_tasks() if task.floor_plan != SAMPLE[0].floor_plan), SAMPLE[0]])
    with pytest.raises(InvalidInput, match="need one room"):
        furnished(())
    with pytest.raises(NotFound, match="no room 'Attic'"):
        room_layout("Attic")
    with pytest.raises(NotFound, match="no task 'none'"):
        task_of("none")


@pytest.mark.parametrize("task", SAMPLE, ids=lambda task: task.id)
def test_a_game_is_won_in_words(task: Task) -> None:
    game: HouseholdGame = load(task)
    world: Environment = game
    moment = world.reset()
    score = moment.score
    for skill in planned(game.house):
        action = game.action_of(skill)
        assert action in moment.actions or isinstance(skill.target, Point)
        moment = world.step(action)
        assert score <= moment.score <= 1
        assert "|" not in moment.text
        score = moment.score
    assert (moment.won, moment.done, moment.score, moment.actions) == (True, True, 1.0, ())
    with pytest.raises(InvalidInput, match="after the end"):
        world.step("look")


def test_every_valid_action_is_possible() -> None:
    game = load(SAMPLE[5])
    first = game.reset()
    for action in first.actions:
        assert game.reset() == first
        before = game.house.seconds
        game.step(action)
        assert game.house.seconds > before, action


@pytest.mark.parametrize(
    ("action", "answer"),
    [
        ("dance", "not understood"),
        ("", "not understood"),
        ("go to attic 1", "There is no 'attic 1' here."),
        ("take the fridge 1", "cannot be moved"),
        ("put apple 1 in fridge 1", "You do not hold 'apple 1'."),
        ("heat apple 1 with microwave 1", "You do not hold 'apple 1'."),
    ],
)
def test_what_is_not_valid_is_answered_and_changes_nothing(action: str, answer: str) -> None:
    task = next(each for each in all_tasks() if each.goal.kind == "pick_heat_then_place_in_recep")
    game = load(task)
    game.reset()
    game.step("go to fridge 1")
    before = dict(game.house.things)
    assert answer in game.step(action).text
    assert game.house.things == before


def test_actions_are_understood_in_other_words() -> None:
    task = next(each for each in all_tasks() if each.goal.kind == "look_at_obj_in_light")
    game = load(task, sentence=0)
    assert game.task == task.sentences[0]
    moment = game.reset()
    said = {"take": "pick up the", "go to": "Go to the", "switch on": "turn on the"}
    for skill in planned(game.house):
        action = game.action_of(skill)
        for ours, theirs in said.items():
            action = action.replace(ours, theirs)
        moment = game.step(f"{action}.")
    assert moment.won


def test_ids_like_words_and_each_other_are_told_as_names() -> None:
    table = Thing("1", "Desk", Point(0.0, 0.5, 0.0))
    pens = [Thing(id, "Pen", Point(0.0, 0.8, 0.0), movable=True, inside="1") for id in ("pen", "pen 1")]

    def make() -> Household:
        house = Household(Layout("den", ((0.0, 0.0),), (table, *pens)))
        house.assign(Goal("pick_two_obj_and_place", "Pen", "Desk", is_sliced=True))
        return house

    game = HouseholdGame(make)
    assert game.reset().text.endswith("You see desk 1, pen 1 (in desk 1), pen 2 (in desk 1).")
    assert game.step("take pen 2").text == "You pick pen 2 up."


def test_a_game_ends_with_its_steps() -> None:
    game = load(SAMPLE[0], steps=2)
    with pytest.raises(InvalidInput, match="before the beginning"):
        game.step("look")
    game.reset()
    assert not game.step("dance").done
    last = game.step("look")
    assert (last.done, last.won, last.actions) == (True, False, ())
    with pytest.raises(InvalidInput, match="1 step or more"):
        load(SAMPLE[0], steps=0)
    with pytest.raises(InvalidInput, match="sentences"):
        load(SAMPLE[0], sentence=9)
    with pytest.raises(InvalidInput, match="no action to explore"):
        game.action_of(Skill("explore", "Apple"))
