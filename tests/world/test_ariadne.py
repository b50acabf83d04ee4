"""Ariadne with a model that answers by rote: what she is shown, and what becomes of answers that cannot be used."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from pydantic import PrivateAttr

from clew.agents.ariadne.ariadne import Ariadne, Habits
from clew.environments import Moment
from clew.llm import LanguageModel
from clew.memory import Memory
from clew.testing.double import Double
from clew.world import World

LISTED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
TASK = "Find the treasure."
HALL = "-= Hall =-\nYou see a white locker. The white locker is locked. There is an exit to the north."
CELLAR = "-= Cellar =-\nThere is a key 1 on the floor. There is an exit to the south."


class Rote(Double):
    """Answers each kind of question in one way; an action is chosen by its words.

    Attributes:
        action: what is chosen from the list; a number is given as it is.
        things: what is looked up.
        rubbish: first fields of the answers that it cannot give.
    """

    action: str | int = "look"
    things: Sequence[Any] = ()
    rubbish: Sequence[str] = ()
    _asked: dict[str, list[str]] = PrivateAttr(default_factory=dict[str, list[str]])

    @property
    def _llm_type(self) -> str:
        return "rote"

    def asked(self, kind: str) -> list[str]:
        """The questions of a kind: `things`, `explore`, `steps` or `thought`."""
        return self._asked.get(kind, [])

    def _answer(self, messages: Sequence[BaseMessage], options: Any) -> AIMessage:
        kind = next(iter(options["schema"]["properties"]))
        text = str(messages[1].text)
        self._asked.setdefault(kind, []).append(text)
        if kind in self.rubbish:
            return AIMessage("What a lovely day.")
        return AIMessage(json.dumps(self._said(kind, text)))

    def _said(self, kind: str, text: str) -> dict[str, Any]:
        match kind:
            case "things":
                return {"things": list(self.things)}
            case "explore":
                return {"explore": True}
            case "steps":
                return {"steps": [{"sub_goal": "find key 1", "reason": "it opens the locker"}]}
            case _:
                if isinstance(self.action, int):
                    return {"action": self.action}
                listed = {action: int(number) for number, action in LISTED.findall(text.partition("Actions:")[2])}
                return {"thought": "so be it", "action": listed[self.action]}


@pytest.fixture
def world(memory: Memory) -> World:
    """Two rooms; the player has come back to the first."""
    world = World(memory, rules=True)
    world.observe(HALL)
    world.observe(CELLAR, action="go north")
    world.observe(HALL, action="go south")
    return world


def now(*actions: str) -> Moment:
    return Moment(HALL, actions or ("go north", "look"), 0.0, done=False, won=False)


def test_she_chooses_a_valid_action_and_is_shown_what_memory_holds(world: World) -> None:
    model = Rote(action="go north", things=[{"name": "key 1", "depth": 2}])
    agent = Ariadne(LanguageModel(model), TASK)
    assert agent.choose(world, now()) == "go north"
    (shown,) = model.asked("thought")
    for part in (TASK, "key 1 is in cellar", "1. find key 1 (it opens the locker)", "Carried: nothing", HALL):
        assert part in shown
    assert "Last steps:\nnone" in shown


def test_a_place_that_can_be_reached_is_one_choice(world: World) -> None:
    model = Rote(action="go to cellar")
    assert Ariadne(LanguageModel(model), TASK).choose(world, now()) == "go to cellar"
    listed = [action for _, action in LISTED.findall(model.asked("thought")[0].partition("Actions:")[2])]
    assert listed == ["go north", "look", "go to cellar"]


def test_the_last_steps_are_shown_once_and_not_recalled_beside_them(world: World) -> None:
    model = Rote(action="look", things=[{"name": "key 1", "depth": 1}, {"name": "white locker", "depth": 1}])
    agent = Ariadne(LanguageModel(model), TASK)
    for _ in range(3):
        agent.choose(world, now())
        world.observe(HALL, action="look")
    last = model.asked("thought")[-1]
    assert last.partition("Last steps:")[2].partition("Observation:")[0].count("Did: look") == 2
    recalled = last.partition("Earlier observations")[2].partition("Ways that")[0]
    assert "(step 1)" in recalled
    assert not re.search(r"\(step [34]\)", recalled)


def test_habits_take_parts_of_it_away(world: World) -> None:
    model = Rote(things=[{"name": "key 1"}])
    agent = Ariadne(LanguageModel(model), TASK, Habits(window=0, episodes=0, explores=False))
    agent.choose(world, now())
    agent.choose(world, now())
    last = model.asked("thought")[-1]
    assert "Earlier observations that may matter:\nnone" in last
    assert "Ways that nobody has gone:\nnot needed" in last
    assert "Last steps:\nnone" in last
    assert model.asked("explore") == []


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_number_that_is_not_listed_is_a_look_around(world: World, number: int) -> None:
    assert Ariadne(LanguageModel(Rote(action=number)), TASK).choose(world, now()) == "look"
    assert Ariadne(LanguageModel(Rote(action=number)), TASK).choose(world, now("go north")) == "go north"


@pytest.mark.parametrize(
    "rubbish", [["things"], ["explore"], ["steps"], ["thought"], ["things", "explore", "steps", "thought"]]
)
def test_rubbish_costs_no_game(world: World, rubbish: list[str]) -> None:
    agent = Ariadne(LanguageModel(Rote(rubbish=rubbish)), TASK)
    for _ in range(2):
        assert agent.choose(world, now()) == "look"
    assert [step.sub_goal for step in agent.plan.steps] == ([] if "steps" in rubbish else ["find key 1"])


def test_she_can_begin_with_an_empty_memory(open_memory: Callable[..., Memory]) -> None:
    agent = Ariadne(LanguageModel(Rote(things=[{"name": " ", "depth": 99}])), TASK)
    assert agent.choose(World(open_memory(), rules=True), now()) == "look"
