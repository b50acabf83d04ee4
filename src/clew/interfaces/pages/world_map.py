"""Rooms on a grid, so that what lies north of another stands above it."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from clew.model.triplet import HAS_EXIT, OPPOSITE, Triplet, is_direction

Cell = tuple[int, int]
"""Columns to the east and rows to the south."""

OFFSETS: Mapping[str, Cell] = MappingProxyType(
    {
        "north": (0, -1),
        "south": (0, 1),
        "east": (1, 0),
        "west": (-1, 0),
        "northeast": (1, -1),
        "southwest": (-1, 1),
        "northwest": (-1, -1),
        "southeast": (1, 1),
        "up": (1, -1),
        "down": (-1, 1),
    }
)
"""From a cell to the next in a direction; a sheet has no up and down, so these go aslant."""

_DIRECTIONS = {is_direction(way): way for way in OPPOSITE}


def neighbours(triplets: Iterable[Triplet]) -> list[tuple[str, str, str]]:
    """Yield place, direction and the place that lies there, of each triplet that says so."""
    return [
        (each.object, _DIRECTIONS[each.predicate], each.subject) for each in triplets if each.predicate in _DIRECTIONS
    ]


def places(triplets: Collection[Triplet], rooms: Iterable[str] = ()) -> dict[str, Cell]:
    """Return `placed` of these rooms, and of all that have an exit or a direction."""
    with_exits = [each.subject for each in triplets if each.predicate == HAS_EXIT]
    joined = [place for one, _, other in neighbours(triplets) for place in (one, other)]
    return placed(triplets, [*rooms, *with_exits, *joined])


def placed(triplets: Iterable[Triplet], rooms: Iterable[str] = ()) -> dict[str, Cell]:
    """Return a cell of its own for each room; the smallest column and row are 0.

    Where rooms lie as on squared paper, each is where the directions say. Where they do not, the one that was met later
    stands farther off in its direction. A room that no way joins stands apart, to the east.

    Args:
        triplets: of them the directions are read, the earlier first.
        rooms: that have a place although no direction names them; the first is placed first.
    """
    ways: dict[str, list[tuple[str, Cell]]] = {room: [] for room in rooms}
    for place, way, other in neighbours(triplets):
        ways.setdefault(place, []).append((other, OFFSETS[way]))
        ways.setdefault(other, []).append((place, OFFSETS[OPPOSITE[way]]))
    cells: dict[str, Cell] = {}
    for room in ways:
        if room in cells:
            continue
        more = _spread(room, ways)
        edge = (
            max((column for column, _ in cells.values()), default=-1) + 1 - min(column for column, _ in more.values())
        )
        rise = min((row for _, row in cells.values()), default=0) - min(row for _, row in more.values())
        cells |= {other: (column + edge, row + rise) for other, (column, row) in more.items()}
    left = min((column for column, _ in cells.values()), default=0)
    top = min((row for _, row in cells.values()), default=0)
    return {room: (column - left, row - top) for room, (column, row) in cells.items()}


def _spread(start: str, ways: Mapping[str, list[tuple[str, Cell]]]) -> dict[str, Cell]:
    """Return the rooms that ways join to one, around it."""
    cells: dict[str, Cell] = {start: (0, 0)}
    taken = {(0, 0)}
    waiting = deque([start])
    while waiting:
        room = waiting.popleft()
        for other, (right, below) in ways[room]:
            if other in cells:
                continue
            column, row = cells[room][0] + right, cells[room][1] + below
            while (column, row) in taken:
                column, row = column + right, row + below
            cells[other] = (column, row)
            taken.add((column, row))
            waiting.append(other)
    return cells
