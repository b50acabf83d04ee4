"""Worlds whose ways have no directions: exits by where they lead, doors that close, and values that are replaced."""

import pytest

from clew.api.memory import Memory
from clew.api.world import World
from clew_playground.readers import GAMES

YARD = "This outside location is called the yard. Here you see: \n\ta rock\nYou also see:\n"
LAB = "This room is called the lab. In it, you see: \n\ta kiln, which is turned off. \nYou also see:\n"


@pytest.fixture(scope="module")
def world(module_memory: Memory) -> World:
    """A yard, a lab behind a door that closes again, and a barn that nobody enters."""
    world = World(module_memory, reader="rules", rules=GAMES)
    world.observe(f"{YARD}\tA door to the lab (that is closed)\n\tA door to the barn (that is closed)")
    world.observe("The door is now open.", action="open door to lab")
    world.observe("You move to the lab.", action="go to lab")
    world.observe(f"{LAB}\tA door to the yard (that is open)\n", action="look around")
    world.observe("The door is now closed.", action="close door to yard")
    return world


def test_a_way_that_was_gone_is_a_route_and_no_exit(world: World) -> None:
    route = world.route("rock")
    assert route is not None
    assert (route.actions, route.places) == (("open door to yard", "go yard"), ("yard",))
    assert world.unexplored() == {"yard": ("barn",)}
    assert world.nearest(["yard"]) == ("yard",)


def test_before_it_was_closed_the_door_was_open(world: World) -> None:
    route = world.route("yard", as_of=3)
    assert route is not None
    assert route.actions == ("go yard",)


def test_what_a_thing_has_one_of_is_replaced(world: World) -> None:
    world.observe("The kiln is now activated.", action="activate kiln")
    world.observe("the gauge measures a temperature of 40 degrees celsius", action="use gauge on kiln")
    last = world.observe("the gauge measures a temperature of 90 degrees celsius", action="use gauge on kiln")
    assert last.family == "scienceworld"
    held = {each.triplet.text for each in world.triplets("kiln")}
    assert held == {"kiln is in lab", "kiln is on", "kiln has temperature 90 degrees celsius"}


def test_a_text_that_no_rule_reads_is_kept_and_says_so(world: World) -> None:
    observed = world.observe("It's a cold night.", action="wait")
    assert (observed.family, observed.new, observed.place) == ("", (), "lab")
