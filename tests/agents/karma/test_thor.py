"""AI2-THOR's controller as a body, on a session in the form that its documentation gives: no simulator is at hand."""

import math
from types import SimpleNamespace

import pytest
from tests.agents.karma import thor
from tests.agents.karma.test_loop import Given

from clew.agents import Karma, Skill, from_thor
from clew.agents.environment import WrongWorld
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import InvalidInput
from clew.model.scene import Point

APPLE, BOWL, EGG, KNIFE = (each["objectId"] for each in (thor.APPLE, thor.BOWL, thor.EGG, thor.KNIFE))
COUNTER, FRIDGE, SINK = (each["objectId"] for each in (thor.COUNTER, thor.FRIDGE, thor.SINK))
MICROWAVE, FAUCET = thor.MICROWAVE["objectId"], thor.FAUCET["objectId"]


def actions(controller: thor.Controller) -> list[str]:
    """Return the actions that the simulator was asked for beside looking and going."""
    asked = [each["action"] for each in controller.requests]
    return [each for each in asked if not each.startswith(("Get", "Teleport"))]


def test_a_body_is_where_the_simulator_says_and_sees_what_the_camera_does_on_a_turn() -> None:
    house = from_thor(thor.Controller())
    assert len(house.ways.points) == 13 * 9
    assert house.position == Point(0.0, 0.0, 0.0)
    seen = {each.id: each for each in house.visible()}
    assert {COUNTER, BOWL, EGG, KNIFE, SINK} <= set(seen)
    assert set(seen).isdisjoint({FRIDGE, APPLE, MICROWAVE})
    assert (seen[EGG].inside, seen[BOWL].inside, seen[COUNTER].inside) == (BOWL, COUNTER, "")
    assert seen[BOWL].movable
    assert "dirty" in seen[BOWL].states


def test_what_does_not_move_is_a_layout_for_long_term_memory() -> None:
    layout = from_thor(thor.Controller()).layout
    assert layout.name == "FloorPlan1"
    assert {each.type for each in layout.things} == {"CounterTop", "SinkBasin", "Faucet", "Fridge", "Microwave"}
    assert {each.id: each.states for each in layout.things}[MICROWAVE] == ("closed", "off")


def test_a_way_has_its_metres_and_what_is_closed_is_seen_once_it_is_open() -> None:
    controller = thor.Controller()
    house = from_thor(controller)
    walked = house.do(Skill("go to", FRIDGE))
    assert walked.ok
    assert walked.distance_m == house.ways.distances(0)[house.place] > 0
    assert math.dist(house.position.spot, (3.4, 0.5)) <= thor.VISIBILITY
    assert FRIDGE in {each.id for each in walked.seen}
    assert APPLE not in {each.id for each in walked.seen}
    opened = house.do(Skill("open", FRIDGE))
    assert opened.ok
    assert next(each for each in opened.seen if each.id == APPLE).states == ("cooled",)
    assert APPLE not in {each.id for each in house.do(Skill("close", FRIDGE)).seen}


def test_a_refusal_is_told_in_the_words_of_the_simulator_and_changes_nothing() -> None:
    house = from_thor(thor.Controller())
    house.do(Skill("pick", KNIFE))
    before = house.visible()
    refused = house.do(Skill("pick", BOWL))
    assert (refused.ok, refused.observation) == (
        False,
        "Agent hand has something in it already! Can't pick up anything else",
    )
    assert house.visible() == before
    assert house.do(Skill("open", "Safe|1")).observation == "There is no Safe|1."
    assert house.do(Skill("pick", Point(0.0, 0.0, 0.0))).observation == "You cannot pick a point; name a thing."
    assert house.do(Skill("put", COUNTER)).ok
    assert house.do(Skill("heat", MICROWAVE)).observation == "The hand is empty, and heat needs something in it."


@pytest.mark.parametrize(
    ("skill", "state", "asked"),
    [
        (Skill("clean", SINK), "cleaned", ["PutObject", "ToggleObjectOn", "ToggleObjectOff", "PickupObject"]),
        (
            Skill("cool", FRIDGE),
            "cooled",
            ["OpenObject", "PutObject", "CloseObject", "OpenObject", "PickupObject", "CloseObject"],
        ),
        (
            Skill("heat", MICROWAVE),
            "heated",
            [
                *("OpenObject", "PutObject", "CloseObject", "ToggleObjectOn", "ToggleObjectOff"),
                *("OpenObject", "PickupObject", "CloseObject"),
            ],
        ),
    ],
)
def test_what_the_simulator_has_no_action_for_is_done_in_several(skill: Skill, state: str, asked: list[str]) -> None:
    controller = thor.Controller()
    house = from_thor(controller)
    house.do(Skill("pick", BOWL))
    house.do(Skill("go to", skill.target))
    before = len(actions(controller))
    assert house.do(skill).ok
    assert actions(controller)[before:] == asked
    assert house.held == BOWL
    treated = next(each for each in house.visible() if each.id == BOWL)
    assert state in treated.states
    assert "dirty" not in treated.states or state != "cleaned"


def test_slices_are_things_of_the_type_that_was_sliced() -> None:
    house = from_thor(thor.Controller())
    for skill in (Skill("go to", FRIDGE), Skill("open", FRIDGE), Skill("slice", APPLE)):
        assert house.do(skill).ok
    pieces = [each for each in house.visible() if each.type == "Apple"]
    assert len(pieces) == 2
    assert all("sliced" in each.states for each in pieces)


@pytest.mark.slow
def test_the_agent_does_a_task_with_both_memories(memory: Memory) -> None:
    controller = thor.Controller()
    house, scene, lately = from_thor(controller), Scene(memory), ShortTermMemory(memory)
    scene.load(house.layout)
    plan = (Skill("explore", "Apple"), Skill("pick", "Apple"), Skill("put", COUNTER))
    played = Karma(scene, player=Given(plan, ()), short_term=lately).run(house, "Put the apple on the counter.")
    assert (played.is_done, played.failures, played.refused) == (True, 0, 0)
    assert controller.objects[APPLE]["parentReceptacles"] == [COUNTER]
    assert played.distance_m > 0
    assert {unit.object.id: unit.object.inside for unit in lately.units()}[APPLE] == COUNTER


@pytest.mark.parametrize(
    "controller",
    [object(), SimpleNamespace(last_event=None), SimpleNamespace(last_event=SimpleNamespace(metadata={"agent": {}}))],
)
def test_what_is_no_controller_is_refused_in_one_sentence(controller: object) -> None:
    with pytest.raises(WrongWorld, match="give AI2-THOR's Controller of one agent"):
        from_thor(controller)


def test_points_on_another_grid_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"is off the grid of 0\.1 m"):
        from_thor(thor.Controller(), grid=0.1)
