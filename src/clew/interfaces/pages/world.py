"""The knowledge of a world, as it is drawn: a map of its places, and all of it as a graph."""

from collections.abc import Mapping, Sequence

from clew.interfaces.pages.world_map import OFFSETS, Cell, neighbours
from clew.model.triplet import HAS_EXIT, INVENTORY, IS, IS_IN, MUST_BE, OPPOSITE, PLAYER, SAYS, Triplet, direction_of

_OF_VALUES = frozenset({IS, HAS_EXIT, MUST_BE, SAYS})


def plan(triplets: Sequence[Triplet], cells: Mapping[str, Cell]) -> dict[str, object]:
    """Return names, triplets and cells of the map, each name by its number.

    Args:
        triplets: all that are or were believed, each once.
        cells: of the places; one that no triplet names is there, too.
    """
    number = numbers(triplets, cells)
    things = {each.object for each in triplets if each.predicate not in _OF_VALUES}
    things |= {each.subject for each in triplets}
    values = {each.object for each in triplets} - things  # what something is, says or must be, and directions of exits
    kinds = dict.fromkeys(values, "value") | dict.fromkeys(cells, "room") | {PLAYER: "player"}
    return {
        "names": [*number],
        "kinds": [kinds.get(name, "thing") for name in number],
        "triplets": [[number[each.subject], each.predicate, number[each.object]] for each in triplets],
        "cells": {number[room]: cell for room, cell in cells.items()},
        "ways": dict(OFFSETS),
        "player": number.get(PLAYER),
        "inventory": number.get(INVENTORY),
    }


def numbers(triplets: Sequence[Triplet], cells: Mapping[str, Cell]) -> dict[str, int]:
    """Return the number of each name of a plan."""
    names = dict.fromkeys([*(name for each in triplets for name in (each.subject, each.object)), *cells])
    return {name: place for place, name in enumerate(names)}


def standing(triplets: Sequence[Triplet], number: Mapping[str, int]) -> dict[str, object]:
    """Return where the player is, the places of which exits are known, and the exits that lead nobody knows where.

    Args:
        triplets: what is believed.
        number: of each name in the plan.
    """
    ways = {(place, way) for place, way, _ in neighbours(triplets)}
    ways |= {(other, OPPOSITE[way]) for _, way, other in neighbours(triplets)}
    exits = [
        (each.subject, way)
        for each in triplets
        if each.predicate == HAS_EXIT or each.predicate.startswith("leads ")
        if (way := direction_of(each.predicate, each.object)) in OPPOSITE
    ]
    here = [each.object for each in triplets if (each.subject, each.predicate) == (PLAYER, IS_IN)]
    return {
        "place": number[here[0]] if here else None,
        "visited": [number[each] for each in dict.fromkeys([*(place for place, _ in exits), *here])],
        "exits": [(number[place], way) for place, way in exits if (place, way) not in ways],
    }
