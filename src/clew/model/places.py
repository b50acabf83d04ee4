"""Areas, ways between them, and objects in them, as values, in metres; y points up. Source: KARMA, section 3.3."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from clew.model.scene import Point

MAX_UNDER_FLOOR_M: Final = 0.25
"""A thing so far below a floor still is on it: iTHOR has the centres of sofas 0.1 m below. It is no more, because
cabinets hang up to 2.5 m above a floor, where the next one is not far."""

_GAP = re.compile(r"[_\-\s]+")


def type_words(name: str) -> str:
    """Return the name of a type or a room in words, in any script: of `CoffeeMachine`, `coffee machine`."""
    parted = ""
    for before, letter, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        # `M` of `TVMount` and of `tvMount` begins a word.
        is_after_word = before.islower() or before.isdecimal() or (before.isupper() and after.islower())
        parted += f" {letter}" if letter.isupper() and is_after_word else letter
    return " ".join(_GAP.sub(" ", parted).lower().split())


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a room that is reached as one."""

    name: str  # unique in the building, such as `kitchen/3`
    floor: str
    room: str
    location: Point  # its centre, which can be reached
    # the points that belong to it, at least one; each reachable point of a building is in one area
    reachable: tuple[Point, ...]
    # areas to which one can walk without crossing a third, with the metres from centre to centre
    adjacent: Mapping[str, float] = field(default_factory=dict[str, float])


def floor_of(height: float, floors: Iterable[float]) -> float:
    """Return the floor to which a height belongs: the highest that it is on or above; below all, the lowest."""
    heights = sorted(floors)
    return max((each for each in heights if each <= height + MAX_UNDER_FLOOR_M), default=heights[0])


def floor_heights(areas: Iterable[Area]) -> Mapping[str, float]:
    """Return by name of each floor the height of the lowest place where one can stand."""
    found = dict[str, float]()
    for area in areas:
        lowest = min(point.y for point in area.reachable)
        found[area.floor] = min(lowest, found.get(area.floor, lowest))
    return found


@dataclass(frozen=True, slots=True)
class Way:
    """The shortest way over areas."""

    metres: float  # from centre to centre
    areas: tuple[str, ...]  # names, both ends included


@dataclass(frozen=True, slots=True)
class Placed:
    """An object where it is, or was."""

    id: str
    type: str  # of the object, such as `Fridge`
    location: Point
    states: tuple[str, ...]  # in which, in alphabetical order
    movable: bool  # whether it can be picked up
    area: str
    room: str
    inside: str  # id of the object that it lies in or on; empty for none
    since: datetime  # when it was first seen so
    until: datetime | None = None  # when it was seen elsewhere, otherwise, or no more; None where it still is
    metres: float | None = None  # from the place that was asked about; None where none was
