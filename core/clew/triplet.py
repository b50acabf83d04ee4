"""Triplets of a world model, and which of them exclude each other.

What replaces what is decided by the class of the predicate, never by letters in its text: a chicken breast is no place
in the east. Source: AriGraph, section 2.1, whose graph deletes what is outdated; here its interval is closed.
"""

from dataclasses import dataclass
from types import MappingProxyType

from clew.naming import normalise

PLAYER = "player"
"""Who acts; `player, is in, kitchen` is where."""

INVENTORY = "inventory"
"""What the player carries `is in` it."""

HERE = "here"
"""The place where the player is, in an observation that does not name it."""

IS, IS_IN, IS_ON, IS_A = "is", "is in", "is on", "is a"
HAS_EXIT, UNLOCKS, NEEDS, MUST_BE, SAYS = "has exit", "unlocks", "needs", "must be", "says"

OPPOSITE = MappingProxyType(
    {
        "north": "south",
        "south": "north",
        "east": "west",
        "west": "east",
        "northeast": "southwest",
        "southwest": "northeast",
        "northwest": "southeast",
        "southeast": "northwest",
        "up": "down",
        "down": "up",
    }
)
"""The directions, each with the way back."""

SLOTS = MappingProxyType(
    {
        **dict.fromkeys(("open", "closed", "locked"), "closed"),
        **dict.fromkeys(("raw", "fried", "roasted", "grilled", "burned"), "burned"),
        **dict.fromkeys(("uncut", "sliced", "diced", "chopped"), "chopped"),
        **dict.fromkeys(("on", "off"), "off"),
        **dict.fromkeys(("clean", "dirty"), "clean"),
        **dict.fromkeys(("eaten", "drunk"), "place"),
    }
)
"""The states, each with what a thing has one of at a time; what was eaten is nowhere any more."""


@dataclass(frozen=True, slots=True)
class Triplet:
    """What is said of what, in the words of the world: `key 1, is in, white locker`."""

    subject: str
    predicate: str
    object: str

    @property
    def text(self) -> str:
        """As a sentence: ``key 1 is in white locker``."""
        return f"{self.subject} {self.predicate} {self.object}"

    @property
    def key(self) -> str:
        """What tells it from others, whatever the spelling of its names."""
        return "\n".join((normalise(self.subject), self.predicate, normalise(self.object)))


def is_direction(direction: str) -> str:
    """Return the predicate of a place that lies in a direction of another: ``hall, is north of, kitchen``."""
    return f"is {direction} of"


def door_to(direction: str) -> str:
    """Return the predicate of a place and a door of it: ``kitchen, leads east through, wooden door``."""
    return f"leads {direction} through"


def direction_of(predicate: str, object: str) -> str | None:
    """Return the direction that a triplet is about: of an exit, a door or a neighbouring place; None for all others."""
    if predicate == HAS_EXIT:
        return object if object in OPPOSITE else None
    return _DIRECTION.get(predicate)


def slot(predicate: str, object: str) -> str:
    """Return what a subject has one of at a time; empty where any number may hold together.

    A thing is in one place and each of its states has one value. Directions, exits, types and whatever a predicate
    that is not known says hold beside each other: of these, rules replace nothing.
    """
    if predicate in {IS_IN, IS_ON}:
        return "place"
    return SLOTS.get(object, "") if predicate == IS else ""


_DIRECTION = {form(way): way for way in OPPOSITE for form in (is_direction, door_to)}
