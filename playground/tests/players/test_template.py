"""The generator without a model: what a trace teaches, what a new one contradicts, and what places and tasks share."""

from random import Random

import pytest

from clew.agents.environment import Environment
from clew_playground.environments import chores, cleaning, cooking, hunt
from clew_playground.players.evidence import is_refused

NO = "Nothing happens."


@pytest.mark.parametrize(
    "game",
    [*(each.generate(seed) for each in (hunt, cooking, cleaning) for seed in (1, 2)), chores.game_of("tea", 1)],
    ids=lambda game: type(game).__name__,
)
def test_what_a_place_looks_like_refuses_no_action(game: Environment) -> None:
    random, moment = Random(1), game.reset()
    for _ in range(40):
        if not moment.done:
            moment = game.step(random.choice(moment.actions))
            assert is_refused(moment.text) == moment.text.startswith(NO), moment.text
