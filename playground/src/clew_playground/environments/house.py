"""The plan of a house: what is there before anybody acts."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from clew.errors import InvalidInput

Kind = Literal["container", "supporter", "fixture"]
"""A container holds things and can be closed, a supporter has them on it, a fixture holds nothing: a stove."""

Lock = Literal["open", "closed", "locked"]

INVENTORY = "inventory"
"""The place of what the player carries."""

NOWHERE = "nowhere"
"""The place of what is not made yet, or used up."""

DIRECTIONS = ("north", "east", "south", "west")
"""In the order in which exits are told; the way back is two further."""

_AMBIGUOUS = re.compile(r"(?:, | and )an? | (?:from|into|on|with) |[.:;!?\"\n]|[A-Z]")
"""Matches words and signs that would make a list of names or an action unreadable."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room, and a sentence that says nothing of use; empty for none."""

    name: str
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a room, in one direction; `door` is empty where nothing can close it."""

    room: str
    direction: str
    to: str
    door: str = ""


@dataclass(frozen=True, slots=True)
class Door:
    """A door, the same from both sides; `key` is the thing that unlocks it."""

    name: str
    lock: Lock = "closed"
    key: str = ""


@dataclass(frozen=True, slots=True)
class Furniture:
    """A thing that stays where it is; `lock` and `key` count for containers alone."""

    name: str
    room: str
    kind: Kind
    lock: Lock = "closed"
    key: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that can be carried.

    Attributes:
        name: lower case; told apart by it from everything else in the house.
        place: the name of a room (on its floor) or of a piece of furniture, `INVENTORY` or `NOWHERE`.
        text: what reading it says, whole sentences or lines; empty where there is nothing to read.
        states: adjectives that are shown before its name, such as ``raw``.
    """

    name: str
    place: str
    text: str = ""
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """Rooms, the ways between them, and what is in them.

    Attributes:
        start: the room where the player begins.
        capacity: the most things that can be carried at a time; 0 for any number.

    Raises:
        InvalidInput: two have the same name, a name cannot be told in a sentence, or something is in no known place.
    """

    start: str
    rooms: tuple[Room, ...]
    exits: tuple[Exit, ...] = ()
    doors: tuple[Door, ...] = ()
    furniture: tuple[Furniture, ...] = ()
    things: tuple[Item, ...] = ()
    capacity: int = 0

    def __post_init__(self) -> None:
        names = [each.name for part in (self.rooms, self.doors, self.furniture, self.things) for each in part]
        for name, count in Counter([*names, INVENTORY, NOWHERE]).items():
            if count > 1:
                raise InvalidInput(f"The name {name!r} is given {count} times: give every part of the house its own.")
            if not name or _AMBIGUOUS.search(name):
                raise InvalidInput(f"The name {name!r} cannot be told from a sentence: choose a plain one, lower case.")
        known = {each.name for part in (self.rooms, self.furniture) for each in part} | {INVENTORY, NOWHERE}
        for part, place in self._places():
            if place not in known:
                raise InvalidInput(f"The place {place!r} of {part!r} is not in the house: name a room or furniture.")

    def _places(self) -> Iterator[tuple[str, str]]:
        yield "the player", self.start
        yield from ((each.direction, place) for each in self.exits for place in (each.room, each.to))
        yield from ((each.name, each.room) for each in self.furniture)
        yield from ((each.name, each.place) for each in self.things)
