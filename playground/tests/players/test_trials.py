"""Trials in a row over the graph: what is carried on, what new places and tasks begin with, and what a kill leaves."""

import pytest

from clew.agents.clin.loops import Clin, learned
from clew.agents.environment import Observation
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew_playground.environments import chores
from clew_playground.players.advice import AdviceGenerator
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator


class Gate:
    """A gate that opens after a stone was lifted: two steps, each worth half of what there is."""

    task, max_score = "Open the gate.", 2.0

    def __init__(self) -> None:
        self._lifted = False

    def reset(self) -> Observation:
        self._lifted = False
        return Observation("You stand before a gate.", ("push gate", "lift stone"), 0.0, done=False, won=False)

    def step(self, action: str) -> Observation:
        opened = self._lifted and action == "push gate"
        text = "Done." if opened else "Something clicks." if action == "lift stone" else "Nothing happens."
        self._lifted = self._lifted or action == "lift stone"
        actions = () if opened else ("push gate", "lift stone")
        return Observation(text, actions, float(self._lifted + opened), done=opened, won=opened)


@pytest.fixture
def learnings(memory: Memory) -> Learnings:
    return described(memory)


def described(memory: Memory) -> Learnings:
    door = Learnings(memory)
    for task in ("open", "shut"):
        door.task(task)
    for place in ("yard", "park", "barn"):
        door.environment(place)
    return door


def test_trials_of_a_chore_teach_the_next_one(memory: Memory) -> None:
    game, door = chores.game_of("shoes", 2), Learnings(memory)
    door.task("shoes", game.task)
    door.environment("house")
    first, second = Clin(
        door,
        place="house",
        task_name="shoes",
        player=lambda number: ScriptedPolicy(10 + number),
        generator=TemplateGenerator(),
        trials=2,
    ).run(game)
    assert second.attempt.score > first.attempt.score
    assert first.written == second.given
    assert any(each.used for each in second.attempt.trace)
    taught = door.why(door.versions("shoes", "house")[-1].learnings[0].id)
    assert {each.trial for each in taught} <= {first.name, second.name}
    assert all(each.steps for each in taught)


def test_advice_has_no_effects_and_says_what_to_avoid(learnings: Learnings) -> None:
    found = Clin(
        learnings,
        place="yard",
        task_name="open",
        player=ScriptedPolicy,
        generator=AdviceGenerator(TemplateGenerator()),
        trials=2,
    ).run(Gate())
    lines = [each for one in found for each in learned(one.written)]
    assert lines
    assert all(not each.relation for each in lines)
    assert all(each.text.startswith(("Try to ", "Avoid this: ")) for each in lines)
