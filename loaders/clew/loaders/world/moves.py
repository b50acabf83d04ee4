"""Reads the map from moves: never from the action alone, only where another place was seen after it."""

import re

from clew.triplet import HERE, OPPOSITE, Triplet, is_direction

_MOVE = re.compile(r"^(?:(?:go|walk|move|run|head)\s+)?(\w+)$")


def direction(action: str) -> str:
    """Return the direction of an action such as ``go north`` or ``north``; empty where it is none."""
    match = _MOVE.match(" ".join(action.lower().split()))
    return match[1] if match and match[1] in OPPOSITE else ""


def moved(action: str, place: str) -> dict[Triplet, bool]:
    """Say how the place after an action lies to the place before it, which `HERE` stands for.

    Returns:
        The move with True, for it was made; the way back with False, for nobody has gone it. Empty for other actions.
    """
    way = direction(action)
    if not way:
        return {}
    return {
        Triplet(place, is_direction(way), HERE): True,
        Triplet(HERE, is_direction(OPPOSITE[way]), place): False,
    }
