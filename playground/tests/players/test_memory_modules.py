"""What each player is shown of its past, and what it must not be shown; a model that answers by rote plays."""

import pytest
from tests.agents.ariadne.rote import Rote

from clew.agents.ariadne.ariadne import PLAYERS, player
from clew.agents.ariadne.play import play
from clew.api.memory import Memory
from clew.api.world import World
from clew.llm import LanguageModel
from clew_playground.environments import hunt

TASK = "Find the treasure."


class TestEveryPlayer:
    @pytest.mark.parametrize("name", PLAYERS)
    def test_plays_whole_games(self, name: str, memory: Memory) -> None:
        agent = player(name, LanguageModel(Rote(action=2)), TASK)
        played = play(hunt.generate(1, hunt.EASY), World(memory, reader="rules"), agent, most_steps=8)
        assert (played.steps, played.refused) == (8, 0)
