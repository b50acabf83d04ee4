"""What a move tells of the map: never by the action alone, only where another place was seen after it."""

import re

from clew.triplet import HERE, OPPOSITE, Triplet, is_direction

_MOVE = re.compile(r"^(?:(?:go|walk|move|run|head)\s+)?(\w+)$")


def direction(action: str) -> str:
    """The direction of an action such as ``go north`` or ``north``; empty where it is none."""
    match = _MOVE.match(" ".join(action.lower().split()))
    return match[1] if match and match[1] in OPPOSITE else ""


def moved(action: str, place: str) -> dict[Triplet, bool]:
    """How the place where the player was seen after an action lies to where they were, which `HERE` stands for.

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
