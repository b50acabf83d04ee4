"""Games of other frameworks, won by players that keep nothing; `make test-textworld` runs this.

The scores are asserted, no text is. No rule was made by looking at games of these seeds.
"""

import pytest
from tests.agents.world.forgetful import Forgetful

from clew.agents.ariadne.cleaning import Cleaner
from clew.agents.ariadne.finding import Finder
from clew.agents.ariadne.play import Played, Player, play
from clew.environments.adapters.express_games import ExpressGame
from clew.environments.adapters.express_homes import homes
from clew.environments.adapters.science_games import ScienceGame, variations
from clew.memory import Memory
from clew.world import World

pytestmark = pytest.mark.textworld


@pytest.mark.parametrize(("name", "kind"), [("coin", "coin"), ("mapreader", "mapreader"), ("cookingworld", "cooking")])
def test_a_game_is_won(name: str, kind: str, memory: Memory) -> None:
    assert won(name, Forgetful(kind), memory).share == 1


def test_a_house_is_tidied(memory: Memory) -> None:
    assert won("twc", Cleaner(homes()), memory).share == 1


def test_a_plant_is_found(memory: Memory) -> None:
    variation = variations("find-plant", "dev")[0]
    with ScienceGame("find-plant", variation) as game:
        assert play(game, World(memory), Finder(game.task)).share == 1


def won(name: str, player: Player, memory: Memory) -> Played:
    with ExpressGame(name, seed=101) as game:
        return play(game, World(memory), player)
