"""What an embodied agent can do, as values: a skill to be done, and the result of one that was."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from clew.model.scene import Point, Thing

SkillName = Literal[
    "go to", "look", "explore", "pick", "put", "open", "close", "slice",
    "switch on", "switch off", "clean", "heat", "cool",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with what it is applied to; see `Household`.

    Attributes:
        name: of the skill.
        target: id of a thing, or a point to go to; for `explore` an id or a type; empty for `look`.
        places: for `explore`, where to look, in this order: ids or points.
        besides: for `explore`, ids that are not wanted.
    """

    name: SkillName
    target: str | Point = ""
    places: tuple[str | Point, ...] = ()
    besides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillResult:
    """What became of a skill.

    Attributes:
        ok: whether it succeeded. One that fails changes no thing; only `explore` has walked and looked nevertheless.
        observation: what happened and what is seen, or why it failed, in words.
        distance_m: walked, in metres.
        seconds: that it took; see `Pace`.
        seen: the things in sight afterwards, as they are then.
        attempts: for `explore`, the places that were gone to.
        path: the points that were walked over, both ends included; empty where none was.
    """

    ok: bool
    observation: str
    distance_m: float = 0.0
    seconds: float = 0.0
    seen: tuple[Thing, ...] = ()
    attempts: int = 0
    path: tuple[Point, ...] = ()


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
