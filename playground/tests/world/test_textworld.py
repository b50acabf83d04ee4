"""Games whose text is not ours, won by players that keep nothing: TextWorld's cooking game, and hunts in its words.

`make test-textworld` runs this, in an environment of its own. No rule was made by looking at games of these seeds.
"""

from pathlib import Path
from typing import Any

import pytest
from playground.benchmarks.games_sizes import TEXTWORLD_COOKING, TEXTWORLD_HUNTS
from playground.benchmarks.idle_steps import MAX_IDLE, Idle
from playground.tests.players.forgetful import Forgetful

from clew.agents.ariadne.ariadne import Ariadne
from clew.api.memory import Memory
from clew.api.world import World
from clew_playground.environments.adapters.inform_games import InformGame
from clew_playground.environments.adapters.inform_maker import cooking_game, hunt_game
from clew_playground.environments.phrasings import SHOWN, Phrasing
from clew_playground.readers import GAMES

pytestmark = pytest.mark.textworld
SEEDS = (101, 102)
"""Of each kind and size: `playground/benchmarks/games.py --textworld` plays more."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("options", TEXTWORLD_COOKING, ids=str)
def test_a_cooking_game_is_won(options: dict[str, Any], seed: int, memory: Memory, tmp_path: Path) -> None:
    is_won(cooking_game(seed, tmp_path, **options), "cooking", memory)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("rooms", "keys"), TEXTWORLD_HUNTS)
def test_a_hunt_is_won(rooms: int, keys: int, seed: int, memory: Memory, tmp_path: Path) -> None:
    is_won(hunt_game(seed, rooms, keys, tmp_path), "hunt", memory)


@pytest.mark.parametrize(("seed", "phrasing"), [*enumerate(SHOWN, 111)], ids=str)
def test_a_game_in_other_words_is_won(seed: int, phrasing: Phrasing, memory: Memory, tmp_path: Path) -> None:
    is_won(hunt_game(seed, 6, 2, tmp_path, phrasing=phrasing), "hunt", memory)
    cooking = cooking_game(seed, tmp_path, cook=True, cut=True, phrasing=phrasing)
    memory.forget(space=True)
    is_won(cooking, "cooking", memory)


def is_won(path: Path, kind: str, memory: Memory) -> None:
    world = World(memory, rules=GAMES)
    idle = Idle(world)
    with InformGame(path) as game:
        played = Ariadne(world, player=Forgetful(kind), on_step=idle).run(game)
    assert (played.won, played.share) == (True, 1.0), played
    assert idle.most <= MAX_IDLE
