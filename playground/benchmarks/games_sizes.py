"""Sizes of the games that TextWorld makes, for benchmarks and tests alike."""

from typing import Any

from clew_playground.environments.phrasings import KEPT

TEXTWORLD_COOKING: tuple[dict[str, Any], ...] = (
    {"cook": True, "cut": True},
    {"ingredients": 3, "elsewhere": 2, "rooms": 6, "cook": True, "cut": True},
    {"ingredients": 3, "elsewhere": 3, "rooms": 9, "doors": True, "cook": True, "cut": True},
    {"ingredients": 4, "elsewhere": 3, "rooms": 12, "doors": True, "cook": True, "cut": True, "drop": True},
    {"ingredients": 5, "elsewhere": 5, "rooms": 12, "doors": True, "cook": True, "cut": True, "drop": True},
)
TEXTWORLD_HUNTS = ((6, 2), (12, 4), (16, 5), (20, 6))
"""Rooms and keys."""

PHRASED = tuple(
    (kind, number % len(choices), way.name)
    for kind, choices in (("cooking", TEXTWORLD_COOKING), ("hunt", TEXTWORLD_HUNTS))
    for number, way in enumerate(KEPT)
)
"""Games in other words, a size for each way of saying it: kind, choice of the size, name of the way."""
