"""The plan of a planning world, divided by its goal's conditions, wins it."""

import pytest

from clew_playground.environments import strips
from clew_playground.players.planned import planned


@pytest.mark.parametrize("domain", strips.DOMAINS)
def test_it_wins_and_its_subgoals_are_named_by_what_they_reach(domain: str) -> None:
    game = strips.generate(domain, seed=5, size=2)
    game.reset()
    plan = planned(game)
    conditions = [game.wording.condition(each) for each in game.model.goal]
    moment = game.reset()
    for text, actions in plan:
        for action in actions:
            assert not moment.done
            moment = game.step(action)
        assert any(condition in text for condition in conditions)
    assert moment.won
