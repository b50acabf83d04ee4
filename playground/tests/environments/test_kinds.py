"""Kinds of games by name: each is made, has a player, and is on the command line."""

from importlib.util import find_spec
from typing import get_args

import pytest

from clew.errors import InvalidInput, MissingDependency
from clew_playground.commands.play import GameName
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.environments.adapters.science_games import variations
from clew_playground.environments.kinds import KINDS, kind
from clew_playground.players.scripted import KINDS as PLAYERS
from clew_playground.players.scripted import scripted

OWN = {"hunt": hunt, "cooking": cooking, "cleaning": cleaning}
OTHERS = [name for name in KINDS if name not in OWN]
LARGE = ["mapreader", "cookingworld"]


def test_every_kind_has_a_player_and_is_on_the_command_line() -> None:
    assert {*KINDS} == {*PLAYERS} == {*get_args(GameName)}


@pytest.mark.parametrize("name", OWN)
def test_a_game_of_ours_is_the_one_of_its_module(name: str) -> None:
    module, its = OWN[name], kind(name)
    assert (its.sizes, its.most_steps) == ((*module.SIZES,), module.MAX_STEPS)
    last = its.sizes[-1]
    with its.open(7) as usual, its.open(7, last.upper()) as large:
        assert usual.reset() == module.generate(7).reset()
        assert large.reset() == module.generate(7, module.SIZES[last]).reset()


def test_an_unknown_kind_or_size_is_an_error_that_names_what_there_is() -> None:
    with pytest.raises(InvalidInput, match=r"chess.*hunt.*find-plant"):
        kind("chess")
    with pytest.raises(InvalidInput, match=r"vast.*easy, hard, hardest"):
        kind("hunt").open(1, "vast")
    with pytest.raises(InvalidInput, match=r"large.*find-plant.*leave the size out"):
        kind("find-plant").open(1, "large")


@pytest.mark.skipif(
    find_spec("textworld_express") is not None or find_spec("scienceworld") is not None, reason="they are installed"
)
@pytest.mark.parametrize("name", OTHERS)
def test_without_its_package_the_remedy_is_named(name: str) -> None:
    with pytest.raises(MissingDependency, match=r"pip install -e .*\[(textworld-express|scienceworld)\]"):
        kind(name).open(1)


@pytest.mark.textworld
@pytest.mark.parametrize("name", OTHERS)
def test_a_game_of_others_begins_and_is_closed(name: str) -> None:
    seed = variations(name)[0] if name.startswith("find-") else 3
    with kind(name).open(seed, steps=1) as game:
        assert game.reset().actions
        assert not game.step("inventory").done  # what is cut off there is not lost
        assert game.task
        assert scripted(name, game.task)
    with pytest.raises(InvalidInput, match="closed"):
        game.reset()


@pytest.mark.textworld
@pytest.mark.parametrize("name", LARGE)
def test_a_large_game_is_another(name: str) -> None:
    with kind(name).open(3) as usual, kind(name).open(3, "large") as large:
        assert usual.reset() != large.reset()
