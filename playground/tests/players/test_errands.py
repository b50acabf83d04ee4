"""What players of games of others need beyond those of our own: other verbs and ways, and kinds told by meaning."""

import pytest

from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew_playground.players.carrying import Carrier
from clew_playground.players.cleaning import spelt
from clew_playground.players.finding import Finder, ranked
from clew_playground.players.situation import Situation
from clew_playground.readers import GAMES

PORCH = "You are in the porch. In one part of the room you see a mat.\nTo the East you see a closed oak door."


def moment(*actions: str) -> Observation:
    return Observation("", actions, 0.0, done=False, won=False)


def test_a_verb_may_have_two_words(memory: Memory) -> None:
    now = Situation(World(memory, rules=GAMES), moment("pick up plum", "move plum to red box"))
    assert now.said({"take", "pick up"}, "plum") == "pick up plum"
    assert now.said("move", "plum", "red box") == "move plum to red box"
    assert now.said("pick", "plum") == ""


def test_a_closed_way_is_opened_before_it_is_gone(memory: Memory) -> None:
    world = World(memory, rules=GAMES)
    world.observe(PORCH)
    valid = moment("move east", "open door to east", "close door to east")
    assert Carrier().choose(world, valid) == "open door to east"
    world.observe("You open the oak door, revealing the cellar.", action="open door to east")
    assert Carrier().choose(world, valid) == "move east"


def test_what_was_found_is_brought_to_its_holder(memory: Memory) -> None:
    world, valid = World(memory, rules=GAMES), moment("take coin", "put coin in box", "move east")
    world.observe(
        "You are in the porch. In one part of the room you see a coin. There is also a box, that is empty.\n"
        "To the East you see the cellar."
    )
    assert Carrier(holder="box").choose(world, valid) == "take coin"
    world.observe("You take the coin.", action="take coin")
    assert Carrier(holder="box").choose(world, valid) == "put coin in box"


@pytest.mark.parametrize(
    ("kind", "best"),
    [("animal", "horse"), ("plant", "oak tree"), ("non-living thing", "hammer")],
)
def test_a_kind_is_told_by_meaning(kind: str, best: str, memory: Memory) -> None:
    assert ranked(World(memory, rules=GAMES), kind, ["horse", "hammer", "oak tree"])[0] == best


def test_only_what_is_held_is_focused_on(memory: Memory) -> None:
    player = Finder("Your task is to find a(n) non-living thing. First, focus on it. Then, move it to the red box.")
    valid = moment(*(f"{verb} {thing}" for verb in ("focus on", "pick up") for thing in ("stone", "spoon")))
    world = World(memory, rules=GAMES)
    world.observe("This room is called the kitchen. In it, you see:\n\ta stone\n\ta spoon\n\ta red box")
    first = player.choose(world, valid)
    world.observe("It stays where it is.", action=first)
    second = player.choose(world, valid)
    assert {first, second} == {"pick up stone", "pick up spoon"}
    thing = second.removeprefix("pick up ")
    world.observe(f"You move the {thing} to the inventory.", action=second)
    assert player.choose(world, valid) == f"focus on {thing}"


def test_gaps_in_names_do_not_matter() -> None:
    assert spelt("the arm chair") == spelt("Armchair") == "armchair"
