"""Games of other frameworks, won by players that keep nothing; `make test-textworld` runs this.

The scores are asserted, no text is. No rule was made by looking at games of these seeds.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playground.benchmarks.idle_steps import MAX_IDLE, Idle
from playground.tests.players.forgetful import Forgetful

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import GamePlayer
from clew.agents.environment import Environment
from clew.api.memory import Memory
from clew.api.world import World
from clew.server import Address
from clew_playground.environments.adapters.express_games import ExpressGame
from clew_playground.environments.adapters.science_games import ScienceGame, variations
from clew_playground.players.finding import Finder
from clew_playground.readers import GAMES

pytestmark = pytest.mark.textworld


@pytest.mark.parametrize("name", ["coin", "mapreader", "cookingworld", "twc"])
def test_a_game_is_won(name: str, memory: Memory) -> None:
    with ExpressGame(name, seed=101) as game:
        is_won(game, Forgetful(name), memory)


def test_a_plant_is_found(memory: Memory) -> None:
    variation = variations("find-plant", "dev")[0]
    with ScienceGame("find-plant", variation) as game:
        is_won(game, Finder(game.task), memory)


def is_won(game: Environment, player: GamePlayer, memory: Memory) -> None:
    world = World(memory, rules=GAMES)
    idle = Idle(world)
    assert Ariadne(world, player=player, on_step=idle).run(game).share == 1
    assert idle.most <= MAX_IDLE


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
