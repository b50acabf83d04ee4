"""The knowledge of a scripted policy, and errands that every kind of game has: fetch, open, unlock, go, look further.

Each errand returns its next step. It returns empty text where the memory does not know enough, or the game does not
allow it now.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from clew.agents.ariadne.play import NOTHING_LEFT, spoken
from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import INVENTORY, IS, IS_CLOSED_TO, UNLOCKS, door_to
from clew.model.world import GO_TO
from clew.text.names import normalise

TAKE = frozenset({"take", "get", "pick up"})
_PUT = ("put", "insert", "place", "move")
_BETWEEN = re.compile(r" (?:from|with|into|in|onto|on|to) ")


@dataclass(frozen=True)
class Situation:
    """The memory and the moment; it is read once, and only what is asked for."""

    world: World
    moment: Observation

    @cached_property
    def here(self) -> str:
        """The place."""
        return self.world.place()

    @cached_property
    def held(self) -> frozenset[str]:
        """The things that are carried."""
        return frozenset(self.world.inventory())

    @cached_property
    def around(self) -> dict[str, str]:
        """The things in this place, at any depth, each with what it is in or on."""
        return self.world.contents(self.here) if self.here else {}

    @cached_property
    def states(self) -> dict[str, frozenset[str]]:
        """How each thing is."""
        return self.told(IS)

    @property
    def hands_are_full(self) -> bool:
        """True if no action takes anything, or the last one did not."""
        last = self.world.history(most=1)
        rests = _rests(last[0].action, TAKE) if last else ()
        failed = any(not any(_is_about(rest, thing, "") for thing in self.held) for rest in rests)
        return failed or not self.said(TAKE)

    def told(self, predicate: str) -> dict[str, frozenset[str]]:
        """Return all that is believed by a predicate: objects by subject."""
        found: dict[str, frozenset[str]] = {}
        for each in self.world.triplets(None, predicate):
            found[each.triplet.subject] = found.get(each.triplet.subject, frozenset()) | {each.triplet.object}
        return found

    def said(self, verbs: str | Iterable[str], thing: str = "", other: str = "") -> str:
        """Return a valid action with one of the verbs, about a thing and with another where these are named."""
        wanted = {verbs} if isinstance(verbs, str) else {*verbs}
        for action in self.moment.actions:
            if any(_is_about(rest, thing, other) for rest in _rests(action, wanted)):
                return action
        return ""

    def was_done(self, verbs: str | Iterable[str], thing: str) -> bool:
        """Return whether one of the verbs was done to a thing in this run, whatever came of it."""
        wanted = {verbs} if isinstance(verbs, str) else {*verbs}
        rests = (rest for each in self.world.done(wanted) for rest in _rests(each.action, wanted))
        return any(_is_about(rest, thing, "") for rest in rests)

    def idle(self) -> str:
        """Look around while that may still tell something; then nothing is left to do."""
        return self.said("look") or self.said("inventory") or NOTHING_LEFT

    def go(self, name: str) -> str:
        """Return the way to a place or thing that is not here, where its first step is valid and neither is in vain."""
        choice = f"{GO_TO}{name}"
        possible = name and self.here and choice not in self.moment.withheld
        route = self.world.route(name, start=self.here) if possible else None
        return choice if route and route.actions and spoken(route.actions[0], self.moment.actions) else ""

    def nearest(self, places: Iterable[str]) -> str:
        """Return the way to the nearest of some places that are not here."""
        found = self.world.nearest(set(places) - {self.here})
        return next(filter(None, (self.go(each) for each in found)), "")

    def take(self, thing: str) -> str:
        """Fetch what is not carried: go where it is, open what it is in, take it."""
        chain = self.world.where(thing)
        if not chain or INVENTORY in chain:
            return ""
        if chain[-1] != self.here:
            return self.go(chain[-1])
        return self._open_first(reversed(chain[:-1])) or self.said(TAKE, thing)

    def open(self, thing: str) -> str:
        """Open what is closed here, and unlock it first where its key is carried."""
        return self.said("open", thing) or next(
            filter(None, (self.said("unlock", thing, key) for key in self.held)), ""
        )

    def _open_first(self, things: Iterable[str]) -> str:
        return next(filter(None, (self.open(each) for each in things)), "")

    def put(self, thing: str, holder: str) -> str:
        """Carry a thing to what it shall be in or on, and leave it there."""
        chain = self.world.where(holder)
        if not chain or chain[-1] != self.here:
            return self.go(chain[-1]) if chain else ""
        return self.open(holder) or self.said(_PUT, thing, holder)

    def explore(self) -> str:
        """Go through an exit that nobody has gone through: one here, else one of the nearest place that has one."""
        ways = {place: self._passable(place, exits) for place, exits in self.world.unexplored().items()}
        here = (self._through(each) for each in ways.pop(self.here, ()))
        return next(filter(None, here), "") or self.nearest(place for place, exits in ways.items() if exits)

    def search(self) -> str:
        """Open what is here and no door, explore, and go back to what is closed elsewhere."""
        return self._open_first(self.around) or self.explore() or self.nearest(self._closed())

    def _closed(self) -> set[str]:
        """Return the places of what is closed and no door: of doors it is not said what they are in."""
        closed = (self.world.where(thing) for thing, its in self.states.items() if "closed" in its)
        return {chain[-1] for chain in closed if chain}

    def _through(self, direction: str) -> str:
        closed = self.world.triplets(self.here, IS_CLOSED_TO, direction)
        opened = self.said("open", f"door to {direction}") if closed else ""
        way = spoken(f"go {direction}", self.moment.actions)
        return opened or way or self._open_first(self._doors(self.here, direction))

    def _doors(self, place: str, direction: str) -> list[str]:
        return [each.triplet.object for each in self.world.triplets(place, door_to(direction))]

    def _passable(self, place: str, exits: Iterable[str]) -> tuple[str, ...]:
        """Return the exits of a place that no locked door bars whose key is not carried."""
        locked = {thing for thing, its in self.states.items() if "locked" in its}
        barred = locked - {lock for key in self.held & self._locks.keys() for lock in self._locks[key]}
        return tuple(each for each in exits if not barred or barred.isdisjoint(self._doors(place, each)))

    @cached_property
    def _locks(self) -> dict[str, frozenset[str]]:
        return self.told(UNLOCKS)


def _rests(action: str, verbs: Iterable[str]) -> list[str]:
    """Return what follows the verb of an action, if it is one of some verbs, which may have several words."""
    return [action[len(verb) :].strip() for verb in verbs if f"{action} ".startswith(f"{verb} ")]


def _is_about(rest: str, thing: str, other: str) -> bool:
    """Return whether what follows a verb names a thing, and another behind a preposition; empty names fit anything."""
    if not other and thing in {"", normalise(rest)}:
        return True
    parts = [(rest[: cut.start()], rest[cut.end() :]) for cut in _BETWEEN.finditer(rest)]
    return any(normalise(one) == thing and other in {"", normalise(two)} for one, two in parts)
