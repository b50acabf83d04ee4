"""Rooms on a grid, joined at random, so that north is never east of south."""

from collections.abc import Sequence
from random import Random

from clew_playground.environments.house import DIRECTIONS, Door, Exit, Room

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From cell to cell, in the order of `DIRECTIONS`."""

_LOOPS = 0.3
"""How many of the neighbours that the tree leaves apart are joined as well."""

_DOORS = (
    *("wooden door", "iron door", "glass door", "oak door", "sliding door", "screen door", "painted door"),
    *("heavy door", "narrow door", "curtained door"),
)

_FLAVOURS = (
    *("Dust dances in the light.", "It is warm here.", "Somebody whistles far away.", "A clock ticks slowly."),
    *("The air smells of rain.", "A cold wind blows from the north.", "Footsteps fade away to the east."),
    *("Nobody has been here for a while.", "The boards creak under your feet.", ""),
)

_Cell = tuple[int, int]


def chance(seed: int) -> Random:
    """Return a source of random choices that is the same for a seed on every machine and in every process."""
    return Random(seed)  # noqa: S311  a game needs no secrets


def rooms_of(random: Random, names: Sequence[str]) -> tuple[Room, ...]:
    """Make rooms with a flavour each."""
    return tuple(Room(name, random.choice(_FLAVOURS)) for name in names)


def exits_of(random: Random, names: Sequence[str], *, closed: int = 0) -> tuple[Exit, ...]:
    """Lay ways between rooms, both directions of each, so that every room can be reached.

    Args:
        random: of the game.
        names: the rooms; the first is placed first.
        closed: how many of the ways get a door, at most 10, and at most as many as there are ways.
    """
    ways = _ways(random, names)
    behind = dict(zip(random.sample(range(len(ways)), min(closed, len(ways))), _DOORS, strict=False))
    exits: list[Exit] = []
    for number, (room, turn, other) in enumerate(ways):
        door = behind.get(number, "")
        exits.append(Exit(room, DIRECTIONS[turn], other, door))
        exits.append(Exit(other, DIRECTIONS[(turn + 2) % 4], room, door))
    return tuple(sorted(exits, key=lambda each: (names.index(each.room), DIRECTIONS.index(each.direction))))


def doors_of(exits: Sequence[Exit]) -> tuple[Door, ...]:
    """Return the doors of these ways, all of them closed."""
    return tuple(Door(name) for name in sorted({each.door for each in exits if each.door}))


def _ways(random: Random, names: Sequence[str]) -> list[tuple[str, int, str]]:
    """Return a random tree of neighbouring cells with some loops: room, index of the direction, room."""
    cells: dict[_Cell, str] = {(0, 0): names[0]}
    ways: list[tuple[str, int, str]] = []
    for name in names[1:]:
        cell, turn = random.choice(
            [(cell, turn) for cell in cells for turn in range(4) if _to(cell, turn) not in cells]
        )
        cells[_to(cell, turn)] = name
        ways.append((cells[cell], turn, name))
    joined = {frozenset((room, other)) for room, _, other in ways}
    for cell, room in cells.items():
        for turn in (0, 1):
            other = cells.get(_to(cell, turn))
            if other and frozenset((room, other)) not in joined and random.random() < _LOOPS:
                ways.append((room, turn, other))
    return ways


def _to(cell: _Cell, turn: int) -> _Cell:
    return cell[0] + _STEPS[turn][0], cell[1] + _STEPS[turn][1]
