"""Trials in ScienceWorld, over the graph; `make test-textworld` runs this. Scores alone are told, no text.

The task is one of the development tasks, in a house of their training fold.
"""

from itertools import pairwise

import pytest

from clew.agents.clin.loops import Clin
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew_playground.environments.adapters.science_games import ScienceGame, variations
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator

pytestmark = pytest.mark.textworld

TASK = "find-non-living-thing"


def test_what_raised_the_score_is_done_again_in_the_next_trial(memory: Memory) -> None:
    house, door = variations(TASK, "train")[0], Learnings(memory)
    door.task(TASK)
    door.environment("house")
    with ScienceGame(TASK, house, steps=12) as game:
        first, second = Clin(
            door,
            place="house",
            task_name=TASK,
            player=lambda number: ScriptedPolicy(number, wide=True),
            generator=TemplateGenerator(),
            trials=2,
        ).run(game)
    scores = (0.0, *(each.score or 0.0 for each in first.attempt.trace))
    raised = [
        step.action
        for step, (before, after) in zip(first.attempt.trace, pairwise(scores), strict=True)
        if after > before
    ]
    assert raised
    assert set(raised) <= {step.action for step in second.attempt.trace}
    assert second.attempt.score >= first.attempt.score
    assert [each.trial for each in door.versions(TASK, "house")] == [first.name, second.name]


def test_no_gold_path_is_made_that_could_reach_a_player() -> None:
    house = variations(TASK, "train")[0]
    with ScienceGame(TASK, house) as game:
        game.reset()
        assert list(game._simulator.getGoldActionSequence()) == []
        game._simulator.load(TASK, house, "", True)  # what the simulator would tell if it were asked to
        game._simulator.reset()
        assert len(list(game._simulator.getGoldActionSequence())) > 1
