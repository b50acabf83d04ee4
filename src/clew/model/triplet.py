"""Triplets of a world model, and which of them exclude each other.

The class of the predicate decides which triplet replaces which, never letters in its text: a chicken breast is no place
in the east. Source: AriGraph, section 2.1, whose graph deletes what is outdated; here its interval is closed.
"""

import re
from dataclasses import dataclass
from types import MappingProxyType

from clew.text.names import normalise

PLAYER = "player"  # who acts; `player, is in, kitchen` is where
INVENTORY = "inventory"  # what the player carries `is in` it
HERE = "here"  # the place where the player is, in an observation that does not name it
IS, IS_IN, IS_ON, IS_A = "is", "is in", "is on", "is a"
IS_UNDER, IS_BEHIND = "is under", "is behind"
HAS_EXIT, UNLOCKS, NEEDS, MUST_BE, SAYS = "has exit", "unlocks", "needs", "must be", "says"
LEADS_TO, REACHED_FROM, CONNECTS_TO = "leads to", "is reached from", "connects to"
"""An exit that is known by where it leads, the move through it, and what a map tells: `kitchen, leads to, hall`."""

IS_OPEN_TO, IS_CLOSED_TO = "is open to", "is closed to"
"""State of the door of a place towards an exit: `kitchen, is closed to, north`."""

_AXES = (("north", "south"), ("east", "west"), ("northeast", "southwest"), ("northwest", "southeast"), ("up", "down"))
OPPOSITE = MappingProxyType({way: back for axis in _AXES for way, back in (axis, axis[::-1])})
"""The directions, each with the way back."""

_LETTERS = MappingProxyType(
    {"".join(part[0] for part in re.findall("north|south|east|west|up|down", way)): way for way in OPPOSITE}
)

PLACEMENTS = frozenset({IS_IN, IS_ON, IS_UNDER, IS_BEHIND, "is inside", "is at"})
"""Where a thing is: in one place at a time."""

MEASURES = MappingProxyType(
    {
        **dict.fromkeys(("degrees", "degree", "°c", "°f", "celsius", "fahrenheit", "kelvin"), "temperature"),
        **dict.fromkeys(("kg", "kilograms", "g", "grams", "pounds", "lbs"), "weight"),
        **dict.fromkeys(("percent", "%"), "share"),
    }
)
"""The last words of a measured value, each with what it measures."""

QUANTITIES = frozenset(
    {"temperature", "weight", "height", "length", "size", "color", "colour", "age", "price", "stage", "level", "status"}
)
"""The slot of which a thing has one value: `water, has temperature, 23 degrees`."""

SLOTS = MappingProxyType(
    {
        **dict.fromkeys(("open", "closed", "shut", "locked"), "closed"),
        **dict.fromkeys(("raw", "fried", "roasted", "grilled", "burned"), "burned"),
        **dict.fromkeys(("uncut", "sliced", "diced", "chopped"), "chopped"),
        **dict.fromkeys(("on", "off", "turned on", "turned off", "switched on", "switched off"), "off"),
        **dict.fromkeys(("activated", "deactivated"), "off"),
        **dict.fromkeys(("lit", "unlit"), "lit"),
        **dict.fromkeys(("solid", "liquid", "gas", "frozen", "molten"), "matter"),
        **dict.fromkeys(("clean", "dirty"), "clean"),
        **dict.fromkeys(("wet", "dry"), "wet"),
        **dict.fromkeys(("full", "empty"), "full"),
        **dict.fromkeys(("alive", "dead"), "alive"),
        **dict.fromkeys(("eaten", "drunk"), "place"),
    }
)
"""The states, each with what a thing has one of at a time; what was eaten is nowhere any more."""


@dataclass(frozen=True, slots=True)
class Triplet:
    """A statement about a thing, in the words of the world: `key 1, is in, white locker`."""

    subject: str
    predicate: str
    object: str

    @property
    def text(self) -> str:
        """As a sentence: ``key 1 is in white locker``."""
        return f"{self.subject} {self.predicate} {self.object}"

    @property
    def key(self) -> str:
        """The key that tells it from others, whatever the spelling of its names."""
        return "\n".join((normalise(self.subject), self.predicate, normalise(self.object)))


def direction(word: str) -> str:
    """Return the direction that a word means, as ``north-east`` and ``ne`` do; empty where it means none."""
    word = re.sub("[ -]", "", word.lower())
    return word if word in OPPOSITE else _LETTERS.get(word, "")


def is_direction(direction: str) -> str:
    """Return the predicate of a place that lies in a direction of another: ``hall, is north of, kitchen``."""
    return f"is {direction} of"


def is_reached_by(action: str) -> str:
    """Return the predicate of a place that an action led to: ``gallery, is reached by "take the lift" from, dock``."""
    return f'is reached by "{action}" from'


def action_of(predicate: str) -> str:
    """Return the action of such a predicate; empty for others."""
    found = _BY_ACTION.fullmatch(predicate)
    return found[1] if found else ""


def door_to(direction: str) -> str:
    """Return the predicate of a place and a door of it: ``kitchen, leads east through, wooden door``."""
    return f"leads {direction} through"


def direction_of(predicate: str, object: str, subject: str = "") -> str | None:
    """Return the way that a triplet is about: of an exit, a door or a neighbouring place; None for all others.

    A way is a direction, the name of where it leads, or the action that led there.
    """
    if predicate == HAS_EXIT:
        return object if object in OPPOSITE else None
    if predicate in {LEADS_TO, IS_OPEN_TO, IS_CLOSED_TO}:
        return object
    return subject if predicate == REACHED_FROM else action_of(predicate) or _DIRECTION.get(predicate)


def slot(predicate: str, object: str) -> str:
    """Return what a subject has one of at a time; empty where any number may hold together.

    A thing is in one place, each of its states has one value, and so has each of its measures. Directions, exits, types
    and whatever a predicate that is not known says hold beside each other: of these, rules replace nothing.
    """
    verb, _, quantity = predicate.partition(" ")
    if verb == "has" and quantity in QUANTITIES:
        return quantity  # of `has temperature` the temperature, and so of `is at 23 degrees`
    number = _VALUE.fullmatch(object) if predicate in {IS, "is at"} else None
    if number and (measured := MEASURES.get(number[1].rsplit(" ")[0])):
        return measured
    if predicate in PLACEMENTS:
        return "place"
    if predicate in {IS_OPEN_TO, IS_CLOSED_TO}:
        return f"way {object}"
    return SLOTS.get(object, "") if predicate == IS else ""


_BY_ACTION = re.compile(r'is reached by "(.+)" from')
_VALUE = re.compile(r"-?\d+(?:\.\d+)? ?(\S.*)")
_DIRECTION = {form(way): way for way in OPPOSITE for form in (is_direction, door_to)}
