"""The needs of each skill: the reason why it cannot be done now, in words. Nothing is changed here."""

from collections.abc import Callable, Mapping, Set
from types import MappingProxyType
from typing import Protocol

from clew.agents.karma.body import SkillName
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Thing


class Situation(Protocol):
    """The subject of preconditions: a `Household`."""

    @property
    def things(self) -> Mapping[str, Thing]:
        """By id, as they are now."""
        ...

    @property
    def known(self) -> Set[str]:
        """Ids of the movable things that were in sight at some time."""
        ...

    @property
    def held(self) -> str:
        """Id of what is in the hand."""
        ...

    def holders(self, id: str) -> tuple[str, ...]:
        """Return what a thing lies in, from the inside out."""
        ...

    def sees(self, id: str) -> bool:
        """Return whether a thing is in sight."""
        ...


def refusal(house: Situation, name: SkillName, target: str) -> str:
    """Return why a skill cannot be done now; empty if it can.

    Args:
        house: as it is now.
        name: of the skill; one with a thing as target.
        target: id of the thing.
    """
    is_known = target in house.things and (target in house.known or not house.things[target].movable)
    if name == "go to":
        return _no_way(house, target) if is_known else f"You do not know where {target} is."
    if not is_known:
        return f"You see no {target}."
    if not house.sees(target):
        return f"{target} is not in reach."
    return _CHECKS[name](house, house.things[target])


def _no_way(house: Situation, target: str) -> str:
    return f"You carry {target}." if house.held and house.held in (target, *house.holders(target)) else ""


def _no_pick(house: Situation, thing: Thing) -> str:
    if house.held:
        return f"Your hand holds {house.held}; put it somewhere first."
    return "" if thing.movable else f"{thing.id} cannot be moved."


def _no_put(house: Situation, into: Thing) -> str:
    if not house.held:
        return "Your hand is empty."
    if house.held in (into.id, *house.holders(into.id)):
        return f"{into.id} is in your hand itself."
    if not type_facts().admits(into.type, house.things[house.held].type):
        return f"{house.held} does not belong in or on {into.id}."
    return f"{into.id} is closed." if "closed" in into.states else ""


def _no_slice(house: Situation, thing: Thing) -> str:
    if not house.held or house.things[house.held].type not in type_facts().slices:
        return "You have no knife in your hand."
    if thing.type not in type_facts().sliceable:
        return f"{thing.id} cannot be sliced."
    return f"{thing.id} is sliced already." if "sliced" in thing.states else ""


def _no_change(kinds: frozenset[str], before: str, after: str, verb: str) -> Callable[[Situation, Thing], str]:
    def check(_: Situation, thing: Thing) -> str:
        if thing.type not in kinds:
            return f"You cannot {verb} {thing.id}."
        return "" if before in thing.states else f"{thing.id} is {after} already."

    return check


def _no_treatment(kinds: frozenset[str], treatable: frozenset[str], verb: str) -> Callable[[Situation, Thing], str]:
    def check(house: Situation, appliance: Thing) -> str:
        if appliance.type not in kinds:
            return f"You cannot {verb} anything with {appliance.id}."
        if not house.held:
            return "Your hand is empty."
        return "" if house.things[house.held].type in treatable else f"You cannot {verb} {house.held}."

    return check


_FACTS = type_facts()
_CHECKS: Mapping[str, Callable[[Situation, Thing], str]] = MappingProxyType(
    {
        "pick": _no_pick,
        "put": _no_put,
        "open": _no_change(_FACTS.opens, "closed", "opened", "open"),
        "close": _no_change(_FACTS.opens, "opened", "closed", "close"),
        "switch on": _no_change(_FACTS.switches, "off", "on", "switch on"),
        "switch off": _no_change(_FACTS.switches, "on", "off", "switch off"),
        "slice": _no_slice,
        "clean": _no_treatment(_FACTS.cleans, _FACTS.cleanable, "clean"),
        "heat": _no_treatment(_FACTS.heats, _FACTS.heatable, "heat"),
        "cool": _no_treatment(_FACTS.cools, _FACTS.coolable, "cool"),
    }
)
