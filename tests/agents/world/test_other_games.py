"""Games of other frameworks, won by players that keep nothing; `make test-textworld` runs this.

The scores are asserted, no text is. No rule was made by looking at games of these seeds.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.agents.world.forgetful import Forgetful

from clew.agents.ariadne.finding import Finder
from clew.agents.ariadne.play import Played, Player, play
from clew.environments.adapters.express_games import ExpressGame
from clew.environments.adapters.science_games import ScienceGame, variations
from clew.memory import Memory
from clew.server import Address
from clew.world import World

pytestmark = pytest.mark.textworld


@pytest.mark.parametrize("name", ["coin", "mapreader", "cookingworld", "twc"])
def test_a_game_is_won(name: str, memory: Memory) -> None:
    assert won(name, Forgetful(name), memory).share == 1


def test_a_plant_is_found(memory: Memory) -> None:
    variation = variations("find-plant", "dev")[0]
    with ScienceGame("find-plant", variation) as game:
        assert play(game, World(memory), Finder(game.task)).share == 1


def won(name: str, player: Player, memory: Memory) -> Played:
    with ExpressGame(name, seed=101) as game:
        return play(game, World(memory), player)


@pytest.mark.parametrize(("name", "seed"), [("coin", 101), ("find-plant", 3)])
def test_the_command_line_plays_a_game(name: str, seed: int, server: Address, tmp_path: Path) -> None:
    place = {"URI": server.uri, "USER": server.user, "PASSWORD": server.password, "DATABASE": server.database}
    variables = {**os.environ, "XDG_DATA_HOME": str(tmp_path), **{f"CLEW_{name}": said for name, said in place.items()}}
    command = [Path(sys.executable).with_name("clew"), "play", name, "--seed", str(seed), "--json"]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == 1  # the space's name: these frameworks say nothing beside
    played = json.loads(done.stdout)
    assert (played["won"], played["steps"] <= 100) == (True, True)
