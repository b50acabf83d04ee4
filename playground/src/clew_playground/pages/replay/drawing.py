"""The graph that a game leaves, and where its parts stand: once for all steps, so that nothing moves."""

import math
from collections.abc import Mapping, Sequence

from clew.interfaces.pages.force_layout import Spot, springs
from clew.model.triplet import HAS_EXIT, INVENTORY, IS, MUST_BE, PLAYER, SAYS, Triplet
from clew_playground.pages.replay.map_layout import Cell, neighbours, placed
from clew_playground.pages.replay.recording import Recording

_OF_VALUES = frozenset({IS, HAS_EXIT, MUST_BE, SAYS})
_FAINT = 0.02
"""Pull of a value, which many things share and none belongs to."""


def everything(recording: Recording) -> tuple[Triplet, ...]:
    """Return all triplets that were ever believed, in the order in which they were first."""
    return tuple(dict.fromkeys(each for frame in recording.frames for each in frame.new))


def rooms(recording: Recording) -> dict[str, Cell]:
    """Return the places with a direction, an exit or a visit; what is believed at the end decides where they lie."""
    triplets = everything(recording)
    visited = [frame.place for frame in recording.frames if frame.place]
    with_exits = [each.subject for each in triplets if each.predicate == HAS_EXIT]
    joined = [place for one, _, other in neighbours(triplets) for place in (one, other)]
    return placed(recording.believed, [*visited, *with_exits, *joined])


def values(triplets: Sequence[Triplet]) -> frozenset[str]:
    """Return the names of no thing: what something is, says or must be, and the directions of exits."""
    things = {each.subject for each in triplets}
    things |= {each.object for each in triplets if each.predicate not in _OF_VALUES}
    return frozenset(each.object for each in triplets) - things


def spots(names: Sequence[str], triplets: Sequence[Triplet], cells: Mapping[str, Cell]) -> list[Spot]:
    """Place the nodes of the graph: rooms about as on the map, things near what they have to do with."""
    number = {name: place for place, name in enumerate(names)}
    faint = values(triplets) | {PLAYER, INVENTORY}
    pulls = {
        (number[each.subject], number[each.object]): _FAINT if {each.subject, each.object} & faint else 1.0
        for each in triplets
    }
    return springs(len(names), pulls, _start(names, triplets, cells))


def _start(names: Sequence[str], triplets: Sequence[Triplet], cells: Mapping[str, Cell]) -> list[Spot]:
    """Place rooms on their grid, things beside a place that they were in, the rest around."""
    wide = max((column for column, _ in cells.values()), default=0) + 1
    high = max((row for _, row in cells.values()), default=0) + 1
    at = {room: ((column + 0.5) / wide, (row + 0.5) / high) for room, (column, row) in cells.items()}
    for number, each in enumerate(triplets):
        for one, other in ((each.subject, each.object), (each.object, each.subject)):
            if one not in at and other in at:
                at[one] = (at[other][0] + 0.03 * math.cos(number), at[other][1] + 0.03 * math.sin(number))
    return [at.get(name, (number / len(names), 1.1)) for number, name in enumerate(names)]
