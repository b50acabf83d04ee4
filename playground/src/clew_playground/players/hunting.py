"""Treasure hunts without a model: notes, keys, and what they unlock."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import INVENTORY, IS_IN, UNLOCKS
from clew.model.world import GO_TO
from clew_playground.players.situation import Situation

_READABLE = frozenset({"note", "letter", "page", "paper", "scroll", "diary", "map"})
_READ = ("examine", "read")
_KEY = "key"


@dataclass(frozen=True, slots=True)
class Hunter:
    """Takes what is worth it, reads notes, unlocks what its keys fit, and explores.

    Notes need not be understood. A key is tried first at the things that a note names beside it, then where something
    is locked. Then it is tried everywhere: not every text says what is locked.

    Attributes:
        wanted: words; a thing is taken where its name holds one.
    """

    wanted: frozenset[str] = frozenset({"treasure", _KEY})

    def choose(self, world: World, moment: Observation) -> str:
        """Return the next action: the first errand that is possible now."""
        now = _Hunt(world, moment)
        return now.on_the_way(next(filter(None, self._ideas(now)), "")) or now.idle()

    def _ideas(self, now: "_Hunt") -> Iterator[str]:
        yield from (now.take(thing) for thing in now.around if self.wanted & {*thing.split()})
        yield from _notes(now)
        yield now.said("unlock")
        yield from _keys(now)
        yield now.nearest(now.untried(named=True))
        yield now.explore()
        yield now.search()
        yield now.nearest(now.untried())
        yield now.nearest(now.unseen(now.spare, now.world.nearest())) if now.spare else ""


class _Hunt(Situation):
    """The situation of a hunter."""

    @cached_property
    def keys(self) -> dict[str, datetime]:
        """The keys in hand that have opened nothing yet, each with when it was taken."""
        held = self.world.triplets(None, IS_IN, INVENTORY) if self.held else ()
        taken = {each.triplet.subject: each.since for each in held if _KEY in each.triplet.subject.split()}
        opened = self.states.keys() - self.locked
        return {key: at for key, at in taken.items() if opened.isdisjoint(self.told(UNLOCKS).get(key, ()))}

    @cached_property
    def fitting(self) -> dict[str, set[str]]:
        """Where each of these keys is to be carried: to what it unlocks, as is told, where nobody was with it."""
        locks = self.told(UNLOCKS)
        return {key: self.unseen([key], self._places(locks.get(key, ()))) for key in self.keys}

    @cached_property
    def spare(self) -> frozenset[str]:
        """Return the keys for which no place is left to try."""
        return frozenset(key for key, places in self.fitting.items() if not places)

    @cached_property
    def locked(self) -> frozenset[str]:
        """The things that are believed to be locked."""
        return frozenset(thing for thing, its in self.states.items() if "locked" in its)

    def on_the_way(self, choice: str) -> str:
        """Return a walk's first step alone, where another key may fit on the way; every other choice as it is."""
        watches = choice.startswith(GO_TO) and (self.spare or len(self.keys) > 1)
        route = self.world.route(choice.removeprefix(GO_TO)) if watches else None
        return route.actions[0] if route and route.actions else choice

    def untried(self, *, named: bool = False) -> set[str]:
        """Return the places of what is locked where nobody was with a spare key; or of what a text names with it."""
        return self.unseen(self.spare, self._places(self._named if named else self.locked)) if self.spare else set()

    def unseen(self, keys: Iterable[str], places: Iterable[str]) -> set[str]:
        """Return those of some places where the player was not since the last of some keys was taken."""
        others, taken = {*places} - {self.here}, max(self.keys[each] for each in keys)
        left = self.world.visits(others)
        return {each for each in others if each not in left or left[each] < taken}

    def _places(self, things: Iterable[str]) -> set[str]:
        return {chain[-1] for chain in map(self.world.where, things) if chain} - {INVENTORY}

    @property
    def _named(self) -> set[str]:
        """The furniture that may be locked, and is named beside a spare key in a text that was read."""
        texts = [each.text.lower() for each in self.world.done(_READ)]
        about = [text for text in texts if any(_names(text, key) for key in self.spare)]
        standing = {each.triplet.subject for each in self.world.triplets(None, IS_IN)} if about else set[str]()
        possible = standing - self.held - (self.states.keys() - self.locked)
        return {thing for thing in possible if any(_names(text, thing) for text in about)}


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _notes(now: Situation) -> Iterator[str]:
    """Read what has not been read."""
    notes = [thing for thing in (*now.around, *now.held) if _READABLE & {*thing.split()}]
    yield from (now.said(_READ, thing) for thing in notes if not now.was_done(_READ, thing))


def _keys(now: _Hunt) -> Iterator[str]:
    """Open what a key in hand has unlocked, and carry the others to what they fit, as far as that is known."""
    locks = now.told(UNLOCKS) if now.held else {}
    yield from (now.open(lock) for key in now.held for lock in locks.get(key, ()) if lock in now.around)
    yield from (now.nearest(places) for places in now.fitting.values())
