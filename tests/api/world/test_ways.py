"""Ways of any verb: an observed change of place after an action is a way, kept with the action's own words."""

import pytest

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World

DOCK, GALLERY, CAVE = "-= Dock =-\nGulls cry.", "-= Gallery =-\nThe sea is far below.", "-= Cave =-\nWater drips."


@pytest.fixture
def world(memory: Memory) -> World:
    return World(memory, reader="rules")


@pytest.mark.parametrize("action", ["climb the stairs", "take the lift", "teleport", "go to the light", "Dive, deep!"])
def test_a_way_is_known_by_the_words_of_what_led_there_and_only_one_way(world: World, action: str) -> None:
    world.observe(DOCK)
    world.observe(GALLERY, action=action)
    assert world.route("gallery", start="dock").actions == (action,)  # pyright: ignore[reportOptionalMemberAccess]
    assert world.route("dock") is None
    world.observe(DOCK, action="descend the stairs")
    assert world.route("gallery").steps == ((action, "gallery"),)  # pyright: ignore[reportOptionalMemberAccess]
    assert world.route("dock", start="gallery").actions == ("descend the stairs",)  # pyright: ignore


def test_a_way_that_leads_elsewhere_by_now_is_replaced(world: World) -> None:
    world.observe(DOCK)
    world.observe(GALLERY, action="enter the fog")
    world.observe(DOCK, action="descend the stairs")
    world.observe(CAVE, action="enter the fog")
    assert world.route("cave", start="dock").actions == ("enter the fog",)  # pyright: ignore[reportOptionalMemberAccess]
    assert world.route("gallery", start="dock") is None


@pytest.mark.parametrize("action", ["look", "look around", "examine the chart", "inventory", "read note", ""])
def test_who_only_looks_has_gone_nowhere(world: World, action: str) -> None:
    world.observe(DOCK)
    world.observe(GALLERY, action=action)
    assert world.route("gallery", start="dock") is None


def test_known_verbs_are_as_before(world: World) -> None:
    world.observe(DOCK)
    world.observe(GALLERY, action="go north")
    assert world.route("dock").actions == ("go south",)  # pyright: ignore[reportOptionalMemberAccess]
    world.observe(CAVE, action="enter the cave")
    assert world.route("dock").actions == ("go gallery", "go south")  # pyright: ignore[reportOptionalMemberAccess]


def test_longer_ways_join_verbs(world: World) -> None:
    world.observe(DOCK)
    world.observe(GALLERY, action="climb the stairs")
    world.observe(CAVE, action="jump")
    found = world.route("cave", start="dock")
    assert found
    assert found.steps == (("climb the stairs", "gallery"), ("jump", "cave"))
    assert (found.actions, found.places) == (("climb the stairs", "jump"), ("gallery", "cave"))


def test_a_thing_keeps_the_name_that_the_valid_actions_use(world: World) -> None:
    text = "-= Hall =-\nOn the sofa you see a raw meat and a red pillow."
    world.observe(text, actions=["take raw meat from sofa", "look"])
    assert world.inside("sofa") == ("raw meat", "red pillow")
    world.observe(text, action="look", actions=["take meat from sofa", "cook raw meat"])
    assert "meat" in world.inside("sofa")


class Tower:
    """Three floors; the lift goes up, and stairs down."""

    task = "Reach the roof, come back, and ring the bell."
    floors = ("-= Hall =-\nA bell hangs here.", "-= Office =-\nDesks stand here.", "-= Roof =-\nIt is windy.")
    actions = ("take the lift", "walk down the stairs", "ring the bell")

    def __init__(self) -> None:
        self.sent = list[str]()

    def reset(self) -> Observation:
        self.floor = 0
        return Observation(self.floors[0], self.actions)

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        if action == "ring the bell" and self.floor == 0:
            return Observation("It rings.", done=True, won=True)
        self.floor = min(2, self.floor + 1) if action == "take the lift" else max(0, self.floor - 1)
        return Observation(self.floors[self.floor], self.actions)


class Says:
    def __init__(self, *choices: str) -> None:
        self.choices = list(choices)

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        return self.choices.pop(0)


def test_she_walks_over_such_ways(world: World) -> None:
    tower = Tower()
    down, up = "walk down the stairs", "take the lift"
    said = Says(up, up, down, down, "go to roof", "go to hall", "ring the bell")
    played = Ariadne(world, player=said).run(tower)
    assert (played.won, played.refused, played.broken) == (True, 0, 0)
    assert tower.sent == [up, up, down, down, up, up, down, down, "ring the bell"]
