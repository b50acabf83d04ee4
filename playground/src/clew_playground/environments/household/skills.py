"""How long the skills of an embodied agent take, and how things are told in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from clew.model.scene import Thing


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take: a stated model, not a measurement.

    Attributes:
        metres_per_second: of walking.
        quarter_turn_seconds: to turn by 90 degrees, in proportion for other angles.
        handling_seconds: for one manipulation; see `HANDLINGS`.
    """

    metres_per_second: float = 0.5
    quarter_turn_seconds: float = 1.0
    handling_seconds: float = 3.0


LOOK_QUARTER_TURNS: Final = 4
"""One looks all around, after each arrival too."""

HANDLINGS: Final = {"clean": 4, "heat": 8, "cool": 6}
"""Manipulations that a skill consists of; 1 for others. Cleaning: put, on, off, pick. Heating: open, put, close, on,
off, open, pick, close. Cooling: the same without on and off."""


def described(things: Iterable[Thing]) -> str:
    """Return things in words: their ids, with what holds them and their states, such as `Fridge|... (closed)`."""
    return ", ".join(map(_described, things)) or "nothing"


def _described(thing: Thing) -> str:
    notes = (thing.inside and f"in {thing.inside}", *thing.states)
    noted = ", ".join(note for note in notes if note)
    return f"{thing.id} ({noted})" if noted else thing.id
