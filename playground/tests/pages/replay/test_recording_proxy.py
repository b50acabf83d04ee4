"""The proxy overhears what a player asks of the memory, and changes nothing of what it does."""

from functools import partial

import pytest
from tests.agents.ariadne.rote import Rote

from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.llm import LanguageModel
from clew.model.triplet import Triplet
from clew_playground.commands.watching import watching
from clew_playground.pages.replay.recording import Recording
from clew_playground.pages.replay.recording_proxy import Asked, Overheard
from clew_playground.players import by_model
from clew_playground.players.scripted import scripted
from clew_playground.readers import GAMES

HALL = (
    "-= Hall =-\nYou see a white locker. The white locker is locked. There is a key 1 on the floor. "
    "There is an exit to the north."
)
HERE = Observation(HALL, ("go north", "look", "take key 1"), 0.0, done=False, won=False)


class Curious:
    """A player that asks one of each."""

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        world.place()
        world.where("key 1")
        world.where("key 1")
        world.where(thing="sword")
        world.inside("hall")
        world.contents("hall")
        world.inventory()
        world.unexplored("hall")
        world.route("attic", start="hall")
        world.route("hall", start="hall")
        world.nearest({"hall", "attic"}, start="cellar")
        world.nearest(goals=(each for each in ["hall"]), start="cellar")
        world.triplets(predicate="is")
        world.history(action="go north")
        world.history(most=1)
        world.recall((each for each in ["white locker"]), depth=1, width=1, most=1)
        return "look"


@pytest.fixture
def world(memory: Memory) -> World:
    world = World(memory, reader="rules", rules=GAMES)
    world.observe(HALL)
    return world


def test_each_question_is_heard_once_with_its_answer(world: World) -> None:
    player = Overheard(Curious())
    assert player.choose(world, HERE) == "look"
    (decision,) = player.decisions
    assert decision.choice == "look"
    locked = Triplet("white locker", "is", "locked")
    *first, recalled = decision.asked
    assert first == [
        Asked("place", words=("hall",)),
        Asked("where key 1", words=("hall",)),
        Asked("where sword"),
        Asked("inside hall", words=("key 1", "player", "white locker")),
        Asked("contents hall", words=("key 1 (hall)", "player (hall)", "white locker (hall)")),
        Asked("inventory"),
        Asked("unexplored hall", words=("hall (north)",)),
        Asked("route attic"),
        Asked("route hall"),
        Asked("nearest attic, hall"),
        Asked("nearest hall"),
        Asked("triplets \N{HORIZONTAL ELLIPSIS} is \N{HORIZONTAL ELLIPSIS}", (locked,)),
        Asked("history go north"),
        Asked("history", steps=(0,)),
    ]
    assert recalled.question == "recall white locker"
    assert len(recalled.triplets) == 1
    assert "white locker" in recalled.triplets[0].text
    assert recalled.steps == (0,)


def test_a_player_chooses_as_it_does_when_nobody_listens(world: World) -> None:
    alone, heard = scripted("hunt"), Overheard(scripted("hunt"))
    assert heard.choose(world, HERE) == alone.choose(world, HERE) == "take key 1"
    assert Asked("where key 1", words=("hall",)) in heard.decisions[0].asked


def test_the_door_itself_is_left_as_it_was(world: World) -> None:
    player = Overheard(Curious())
    player.choose(world, HERE)
    heard = len(player.decisions[0].asked)
    world.where("white locker")
    assert len(player.decisions[0].asked) == heard


def test_what_ariadne_recalls_is_printed_and_kept(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    model = Rote(action="look", things=[{"name": "key 1", "depth": 1}])
    player = Overheard(by_model.player("ariadne", LanguageModel(model), "Find it."))
    kept = Recording("Find it.", 1.0, player.decisions)
    show = watching(kept, world)
    show(world.observe(HALL, action="look"), HERE)
    player.choose(world, HERE)
    show(world.observe(HALL, action="look"), HERE)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "? recall key 1" in lines
    assert "* key 1 is in hall" in lines
    (recalled,) = [each for each in player.decisions[0].asked if each.question == "recall key 1"]
    assert Triplet("key 1", "is in", "hall") in recalled.triplets


def test_what_is_learnt_and_unlearnt_is_read_from_the_memory(world: World) -> None:
    """A step says what its observation did, whatever names it used."""
    kept = Recording("", 1.0, [])
    keep = partial(kept.keep, world)
    keep(world.observe(HALL, action="look"), HERE)
    keep(world.observe("You take the key 1.", action="take key 1"), HERE)
    assert kept.frames[1].new == (Triplet("key 1", "is in", "inventory"),)
    assert kept.frames[1].gone == (Triplet("key 1", "is in", "hall"),)
    assert kept.frames[1].carried == ("key 1",)
    assert set(kept.believed) == {each.triplet for each in world.triplets()}
    assert kept.outcome == "not finished: 0 of 1 in 1 steps, 0 decisions"


def test_a_place_is_kept_by_the_name_that_memory_has_for_it(world: World) -> None:
    kept = Recording("", 1.0, [])
    kept.keep(world, world.observe("-= Living Room =-\nThere is an exit to the south.", action="go north"), HERE)
    kept.keep(world, world.observe("-= Livingroom =-\nThere is an exit to the south.", action="look"), HERE)
    assert [frame.place for frame in kept.frames] == ["living room"] * 2 == [world.place()] * 2
