"""Somebody else's world: the four agents take it as it is, or say in one sentence what is wrong with it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from tests.agents.karma.houses import APPLE, COUNTER, KITCHEN
from tests.agents.karma.test_loop import Arm
from tests.agents.rehearsed import Rehearsed

from clew.agents import Ariadne, Clin, HiAgent, Karma, Observation, from_gym
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.world import World
from clew.errors import BudgetSpent, InvalidInput, NoModel
from clew.llm import LanguageModel

WAY = ("climb the stairs", "light the lamp")
ACTIONS = ("light the lamp", "climb the stairs", "descend the stairs")


class Lighthouse:
    """A world as a newcomer writes it: no maximum of points, and observations without scores."""

    task = "Light the lamp."

    def reset(self) -> Observation:
        self.place = "dock"
        return Observation("You stand at the dock. Stairs lead up.", ACTIONS)

    def step(self, action: str) -> Observation:
        if action == "climb the stairs":
            self.place = "gallery"
        elif action == "light the lamp" and self.place == "gallery":
            return Observation("The lamp shines over the sea.", done=True, won=True)
        return Observation(f"You stand at the {self.place}.", ACTIONS)


class Answers(Lighthouse):
    """A lighthouse that answers a step, or already the reset, with a given value."""

    max_score: float | None = None

    def __init__(self, said: object, *, at_once: bool) -> None:
        self.said, self.at_once = said, at_once

    def reset(self) -> Any:
        return self.said if self.at_once else super().reset()

    def step(self, action: str) -> Any:
        return self.said if not self.at_once else super().step(action)


AGENTS: dict[str, Callable[..., Any]] = {"ariadne": Ariadne, "hiagent": HiAgent, "clin": Clin}


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("how", ["chat model", "language model", "memory's"])
def test_a_world_is_won_with_anybodys_model_and_every_call_is_counted(memory: Memory, name: str, how: str) -> None:
    chat = Rehearsed(way=WAY)
    given: Any = chat if how == "chat model" else LanguageModel(chat) if how == "language model" else None
    if given is None:
        memory.model = chat
    agent = AGENTS[name](memory, given, **({"trials": 2} if name == "clin" else {}))
    played = agent.run(Lighthouse())
    if name == "clin":
        assert [each.attempt.score for each in played] == [100, 100]
        assert len(played[-1].written.learnings) == 2
    else:
        assert (played.won, played.steps) == (True, 2)
    assert memory.usage.total.calls == chat.asked > 0


def test_a_body_does_a_task_with_anybodys_model(memory: Memory) -> None:
    Scene(memory).load(KITCHEN)
    pick, put = {"skill": "pick", "target": APPLE.id}, {"skill": "put", "target": COUNTER.id}
    chat, arm = Rehearsed(way=WAY, plan=(pick, put)), Arm()
    steps = list(Karma(memory, chat).steps(arm, "Put the apple on the counter."))
    assert [each.action for each in steps] == [f"pick {APPLE.id}", f"put {COUNTER.id}"]
    assert arm.things[APPLE.id].inside == COUNTER.id
    assert memory.usage.total.calls == chat.asked == 2


@pytest.mark.parametrize("name", AGENTS)
def test_step_by_step_it_is_the_same(memory: Memory, name: str) -> None:
    agent = AGENTS[name](memory, Rehearsed(way=WAY), **({"trials": 1} if name == "clin" else {}))
    assert [each.action for each in agent.steps(Lighthouse())] == list(WAY)


class State(TypedDict, total=False):
    task: str
    played: Any


@pytest.mark.parametrize("name", AGENTS)
def test_each_is_a_node_of_a_graph(memory: Memory, name: str) -> None:
    graph = StateGraph(State)
    agent = AGENTS[name](memory, Rehearsed(way=WAY))
    graph.add_node("play", agent.node(lambda _: Lighthouse()))
    graph.add_edge(START, "play")
    graph.add_edge("play", END)
    played = graph.compile().invoke({"task": "Make light."})["played"]
    assert (played[-1].attempt.score == 100) if name == "clin" else played.won
    if name == "clin":
        assert Learnings(memory).trials("Make light.", "world")


def test_a_budget_bounds_every_call(memory: Memory) -> None:
    bounded = LanguageModel(Rehearsed(way=("look",)), most_tokens=1)
    for name, kind in AGENTS.items():
        with pytest.raises(BudgetSpent):
            kind(memory, bounded).run(Lighthouse())
        assert memory.usage.total.calls <= 1, name


def test_it_bounds_those_for_a_body() -> None:
    chat = Rehearsed(way=WAY, plan=({"skill": "look", "target": ""},))
    with pytest.raises(BudgetSpent):
        Karma(None, LanguageModel(chat, most_tokens=1)).run(Arm(), "Look.")
    assert chat.asked == 1


WRONG = {
    "a pair of Gymnasium's": (("You see a door.", {}), "no Observation"),
    "a text": ("You see a door.", "no Observation"),
    "nothing": (None, "no Observation"),
    "bytes for a text": (Observation(b"You see."), "give a str"),  # pyright: ignore[reportArgumentType]
    "one text for the actions": (Observation("You see.", "look"), "no list of texts"),  # pyright: ignore
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", AGENTS)
def test_a_world_that_answers_otherwise_is_one_error_before_anything_is_stored(
    memory: Memory, name: str, wrong: str
) -> None:
    said, sentence = WRONG[wrong]
    before = memory.stats().nodes
    with pytest.raises(InvalidInput, match=sentence):
        AGENTS[name](memory, Rehearsed(way=WAY)).run(Answers(said, at_once=True))
    assert memory.stats().nodes == before


@pytest.mark.parametrize("score", ["five", None, float("nan"), float("inf")])
@pytest.mark.parametrize("name", AGENTS)
def test_a_score_that_is_no_number_is_one_error_before_anything_is_stored(
    memory: Memory, name: str, score: Any
) -> None:
    world = Answers(Observation("You see.", ACTIONS, score), at_once=True)
    world.max_score = 5.0
    before = memory.stats().nodes
    with pytest.raises(InvalidInput, match=r"the score that reset\(\) of the world Answers gave is .*; give a number"):
        AGENTS[name](memory, Rehearsed(way=WAY)).run(world)
    assert memory.stats().nodes == before


def test_one_that_does_so_later_leaves_no_run_open(memory: Memory) -> None:
    agent = HiAgent(memory, Rehearsed(way=WAY))
    with pytest.raises(InvalidInput, match=r"step\(\) of the world Answers gave a NoneType"):
        agent.run(Answers(None, at_once=False))
    assert agent.working.run.met is False
    assert "Broken off" in (agent.working.run.outcome or "")


@pytest.mark.parametrize(
    ("world", "sentence"),
    [
        (object(), r"has no method reset\(\)"),
        (type("Silent", (Lighthouse,), {"task": ""})(), "has no task in words"),
        (type("Odd", (Lighthouse,), {"max_score": "many"})(), "max_score of the world Odd is 'many'"),
        (type("Endless", (Lighthouse,), {"max_score": float("inf")})(), "max_score of the world Endless is inf"),
    ],
)
def test_a_world_that_is_none_is_refused(memory: Memory, world: Any, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        HiAgent(memory, Rehearsed(way=WAY)).run(world)


def test_a_body_that_is_none_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="has no ways, place, position, held, do, visible"):
        Karma(memory, Rehearsed(way=WAY)).run(Lighthouse(), "Light the lamp.")  # pyright: ignore[reportArgumentType]
    mute = Arm()
    mute.do = lambda _: "done"  # pyright: ignore[reportAttributeAccessIssue]
    planned = Rehearsed(way=WAY, plan=({"skill": "look", "target": ""},))
    with pytest.raises(InvalidInput, match="gave a str and no SkillResult"):
        Karma(None, planned).run(mute, "Look.")
    with pytest.raises(InvalidInput, match="there is no task"):
        Karma(None, planned).run(Arm())


def test_ariadne_needs_actions_to_choose_from(memory: Memory) -> None:
    class Bare(Lighthouse):
        def reset(self) -> Observation:
            return replace(super().reset(), actions=())

    with pytest.raises(InvalidInput, match="lists none"):
        Ariadne(memory, Rehearsed(way=WAY)).run(Bare())
    assert HiAgent(memory, Rehearsed(way=WAY)).run(Bare()).won
    assert World(memory).steps() == 0


def test_without_any_model_it_says_so(memory: Memory) -> None:
    for name, kind in {**AGENTS, "karma": Karma}.items():
        with pytest.raises(NoModel, match=r"needs a language model"):
            kind(memory)
        with pytest.raises(InvalidInput, match="model 'gpt' is no PROVIDER:NAME"):
            kind(memory, "gpt")
        assert name


class Corridor:
    """As a world is written for Gymnasium: three cells, and the last one is the goal."""

    def __init__(self, *, old: bool = False) -> None:
        self.old = old

    def reset(self) -> Any:
        self.cell = 0
        return self.cell if self.old else (self.cell, {"actions": ["left", "right"]})

    def step(self, action: int) -> Any:
        self.cell = max(0, self.cell + (1 if action == 1 else -1))
        is_over = self.cell == 2
        rest = (is_over, {}) if self.old else (is_over, False, {})
        return self.cell, float(is_over), *rest


@pytest.mark.parametrize("old", [False, True])
def test_a_world_of_gymnasium_is_played(memory: Memory, old: bool) -> None:
    world = from_gym(
        Corridor(old=old), "Reach the end.", actions=("left", "right"), text=lambda cell: f"You are in cell {cell}."
    )
    steps = list(HiAgent(memory, Rehearsed(way=("jump", "right"))).steps(world))
    assert [each.action for each in steps] == ["jump", "right", "jump", "right"]
    assert [each.observation for each in steps][::3] == ["'jump' is no action here.", "You are in cell 2."]
    assert steps[-1].score == 1
