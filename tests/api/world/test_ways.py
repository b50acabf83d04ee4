"""Ways through a place that has many: the nearest places, and a locked door, which is no way however one gets there."""

from itertools import product

import pytest

from clew.api.memory import Memory
from clew.api.world import World

EVERY_WAY = "eeswwseennwsswnn"
"""Through every way of three by three rooms, and back to the first."""

STEP = {"n": ("north", 0, -1), "e": ("east", 1, 0), "s": ("south", 0, 1), "w": ("west", -1, 0)}


@pytest.fixture(scope="module")
def grid(module_memory: Memory) -> World:
    """Three by three rooms, and a vault above the first whose door fell shut."""
    world = World(module_memory)
    x = y = 0
    world.observe("-= Room 0 0 =-")
    for way, right, down in map(STEP.__getitem__, EVERY_WAY):
        x, y = x + right, y + down
        world.observe(f"-= Room {x} {y} =-", action=f"go {way}")
    world.observe("-= Vault =-\nThere is an open hatch leading down.", action="go up")
    world.observe("-= Room 0 0 =-\nThere is a locked hatch leading up.", action="go down")
    return world


@pytest.mark.parametrize(("x", "y"), [(0, 0), (1, 1), (2, 1)])
def test_places_are_as_far_as_there_are_rooms_between(x: int, y: int, grid: World) -> None:
    away = sorted((abs(x - i) + abs(y - j), f"room {i} {j}") for i, j in product(range(3), repeat=2))
    assert grid.nearest(start=f"room {x} {y}") == tuple(room for moves, room in away if moves)
    for moves, room in away:
        route = grid.route(room, start=f"room {x} {y}")
        assert route is not None
        assert len(route.actions) == moves


def test_a_place_behind_a_locked_door_is_searched_for_in_vain(grid: World) -> None:
    assert grid.route("vault") is grid.route("room 1 1", start="vault") is None
    assert grid.nearest(["vault"]) == grid.nearest(start="vault") == ()


def test_and_was_reached_while_the_door_was_open(grid: World) -> None:
    route = grid.route("vault", start="room 2 2", as_of=len(EVERY_WAY) + 1)
    assert route is not None
    assert (len(route.actions), route.actions[-1]) == (5, "go up")
