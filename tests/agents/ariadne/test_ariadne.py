"""Ariadne with a model that answers by rote: what she is shown, and what becomes of answers that cannot be used."""

import re
from collections.abc import Callable

import pytest
from pydantic import BaseModel, ValidationError
from tests.agents.ariadne.rote import Rote, listed

from clew.agents.ariadne.ariadne import PlanningPlayer
from clew.agents.ariadne.chains import MAX_TEXT_CHARACTERS, ActionPlan, Choice, Importance, Relevant
from clew.agents.ariadne.memory_modules import GraphMemory
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.llm import LanguageModel
from clew.text.quotation import indented

TASK = "Find the treasure."
HALL = "-= Hall =-\nYou see a white locker. The white locker is locked. There is an exit to the north."
CELLAR = "-= Cellar =-\nThere is a key 1 on the floor. There is an exit to the south."


@pytest.fixture
def world(memory: Memory) -> World:
    """Two rooms; the player has come back to the first."""
    world = World(memory, reader="rules")
    world.observe(HALL)
    world.observe(CELLAR, action="go north")
    world.observe(HALL, action="go south")
    return world


def ariadne(model: Rote, window: int = 5) -> PlanningPlayer:
    asked = LanguageModel(model)
    return PlanningPlayer(asked, TASK, GraphMemory(asked), window)


def now(*actions: str) -> Observation:
    return Observation(HALL, actions or ("go north", "look"), 0.0, done=False, won=False)


def test_she_chooses_a_valid_action_and_is_shown_what_memory_holds(world: World) -> None:
    model = Rote(action="go north", things=[{"name": "key 1", "depth": 2}])
    assert ariadne(model).choose(world, now()) == "go north"
    (shown,) = model.asked("thought")
    for part in (TASK, "key 1 is in cellar", "1. find key 1 (it opens the locker)", "Carried: nothing", indented(HALL)):
        assert part in shown
    last = shown.partition("Last steps:")[2].partition("Observation:")[0].strip().splitlines()
    assert [each.partition(": ")[0] for each in last] == ["Saw (step 0)", "Did", "Saw (step 1)", "Did"]
    assert last[-1] == "Did: go south"


def test_a_place_that_can_be_reached_is_one_choice(world: World) -> None:
    model = Rote(action="go to cellar")
    assert ariadne(model).choose(world, now()) == "go to cellar"
    assert listed(model.asked("thought")[0]) == ["go north", "look", "go to cellar"]


def test_a_walk_that_the_game_lists_itself_is_listed_once(world: World) -> None:
    model = Rote(action="go to cellar")
    assert ariadne(model).choose(world, now("go to cellar", "look")) == "go to cellar"
    assert listed(model.asked("thought")[0]) == ["go to cellar", "look"]


def test_a_place_behind_a_door_is_a_choice_too(world: World) -> None:
    world.observe("-= Attic =-\nThere is an open hatch leading down.", action="go up")
    model = Rote()
    ariadne(model).choose(world, now())
    assert listed(model.asked("thought")[0])[2:] == ["go to cellar", "go to hall"]
    world.observe(HALL, action="go down")
    ariadne(model).choose(world, now())
    assert listed(model.asked("thought")[1])[2:] == ["go to attic", "go to cellar"]


def test_the_last_steps_are_shown_once_and_not_recalled_beside_them(world: World) -> None:
    model = Rote(action="look", things=[{"name": "key 1", "depth": 1}, {"name": "white locker", "depth": 1}])
    agent = ariadne(model, window=2)
    for _ in range(3):
        agent.choose(world, now())
        world.observe(HALL, action="look")
    last = model.asked("thought")[-1]
    shown = last.partition("Last steps:")[2].partition("Observation:")[0]
    assert re.findall(r"\(step (\d)\)", shown) == ["2", "3"]
    assert shown.count("Did: look") == 2
    recalled = last.partition("Earlier observations")[2].partition("Ways that")[0]
    assert "(step 1)" in recalled
    assert not re.search(r"\(step [234]\)", recalled)


def test_each_part_can_be_taken_away(world: World) -> None:
    model = Rote(things=[{"name": "key 1"}])
    asked = LanguageModel(model)
    agent = PlanningPlayer(asked, TASK, GraphMemory(asked, episodes=0, explores=False), window=0)
    agent.choose(world, now())
    agent.choose(world, now())
    last = model.asked("thought")[-1]
    assert "Earlier observations that may matter:\nnone" in last
    assert "Ways that nobody has gone:\nnot needed" in last
    assert "Last steps:\nnone" in last
    assert model.asked("explore") == []


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_number_that_is_not_listed_is_a_look_around(world: World, number: int) -> None:
    assert ariadne(Rote(action=number)).choose(world, now()) == "look"
    assert ariadne(Rote(action=number)).choose(world, now("go north")) == "go north"
    assert ariadne(Rote(action=number)).choose(world, now("eat poison", "inventory")) == "inventory"


@pytest.mark.parametrize(
    "rubbish", [["things"], ["explore"], ["steps"], ["thought"], ["things", "explore", "steps", "thought"]]
)
def test_rubbish_costs_no_game(world: World, rubbish: list[str]) -> None:
    agent = ariadne(Rote(rubbish=rubbish))
    for _ in range(2):
        assert agent.choose(world, now()) == "look"
    assert [step.sub_goal for step in agent.plan.steps] == ([] if "steps" in rubbish else ["find key 1"])


@pytest.mark.parametrize(
    ("form", "answer", "meant"),
    [
        (Choice, {"action": "3. take the lamp"}, {"action": 3}),
        (Choice, {"thought": None, "action": "[3]"}, {"action": 3}),
        (Choice, {"action": "-3"}, {"action": -3}),
        (Importance, {"importance": "8/10"}, {"importance": 8}),
        (Importance, {"importance": 7.6}, {"importance": 8}),
        (ActionPlan, {"steps": ["Find the key."]}, {"steps": [{"sub_goal": "Find the key."}]}),
        (
            Relevant,
            {"things": ["lamp", {"name": "key", "depth": None}]},
            {"things": [{"name": "lamp"}, {"name": "key"}]},
        ),
    ],
)
def test_answers_are_read_as_small_models_write_them(form: type[BaseModel], answer: object, meant: object) -> None:
    assert form.model_validate(answer) == form.model_validate(meant)


@pytest.mark.parametrize("answer", [{"action": "take the lamp"}, {"action": None}, {"action": float("inf")}])
def test_a_choice_without_a_number_is_asked_again(answer: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Choice.model_validate(answer)


def test_a_plan_without_end_is_cut_off(world: World) -> None:
    model = Rote(goal="search every room " * 5000)
    agent = ariadne(model)
    for _ in range(2):
        agent.choose(world, now())
    for kind in ("things", "steps", "explore", "thought"):
        assert len(model.asked(kind)[-1]) < 3 * MAX_TEXT_CHARACTERS


def test_she_can_begin_with_an_empty_memory(open_memory: Callable[..., Memory]) -> None:
    agent = ariadne(Rote(things=[{"name": " ", "depth": 99}]))
    assert agent.choose(World(open_memory(), reader="rules"), now()) == "look"
