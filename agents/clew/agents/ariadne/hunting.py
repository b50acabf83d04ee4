"""Treasure hunts without a model: notes, keys, and what they unlock."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from clew.agents.ariadne.play import GO_TO
from clew.agents.ariadne.situation import Situation
from clew.environments import Moment
from clew.triplet import INVENTORY, IS_IN, UNLOCKS
from clew.world import World

_READABLE = frozenset({"note", "letter", "page", "paper", "scroll", "diary", "map"})
_READ = ("examine", "read")
_KEY = "key"


@dataclass(frozen=True, slots=True)
class Hunter:
    """Takes what is worth it, reads notes, unlocks what its keys fit, and explores.

    What a note says need not be understood: a key is tried where something is locked, first where a note that was
    read names both.

    Attributes:
        wanted: words; a thing is taken where its name holds one.
    """

    wanted: frozenset[str] = frozenset({"treasure", _KEY})

    def choose(self, world: World, moment: Moment) -> str:
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


class _Hunt(Situation):
    """The situation of a hunter."""

    @cached_property
    def spare(self) -> frozenset[str]:
        """The keys in hand of which it is not known what they unlock, or where that is."""
        locks = self.told(UNLOCKS)
        keys = (each for each in self.held if _KEY in each.split())
        return frozenset(key for key in keys if not any(map(self.world.where, locks.get(key, ()))))

    @cached_property
    def locked(self) -> frozenset[str]:
        """What is believed to be locked."""
        return frozenset(thing for thing, its in self.states.items() if "locked" in its)

    def on_the_way(self, choice: str) -> str:
        """Return a walk's first step alone, where a spare key may fit on the way; every other choice as it is."""
        route = self.world.route(choice.removeprefix(GO_TO)) if self.spare and choice.startswith(GO_TO) else None
        return route.actions[0] if route and route.actions else choice

    def untried(self, *, named: bool = False) -> set[str]:
        """Return the places of what is locked where nobody was since a spare key was taken.

        Args:
            named: only of what a text that was read names beside a spare key.
        """
        if not self.spare:
            return set()
        held = self.world.triplets(None, IS_IN, INVENTORY)
        taken = max(each.since for each in held if each.triplet.subject in self.spare)
        chains = map(self.world.where, self._named if named else self.locked)
        places = {chain[-1] for chain in chains if chain} - {self.here, INVENTORY}
        left = self.world.visits(places)
        return {each for each in places if each not in left or left[each] < taken}

    @property
    def _named(self) -> set[str]:
        texts = [each.text.lower() for each in self.world.done(_READ)]
        about = [text for text in texts if any(_names(text, key) for key in self.spare)]
        return {lock for lock in self.locked if any(_names(text, lock) for text in about)}


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _notes(now: Situation) -> Iterator[str]:
    """Read what has not been read."""
    notes = [thing for thing in (*now.around, *now.held) if _READABLE & {*thing.split()}]
    yield from (now.said(_READ, thing) for thing in notes if not now.was_done(_READ, thing))


def _keys(now: Situation) -> Iterator[str]:
    """Go and open what a key in hand fits, where it is known what and where that is."""
    for key, locks in now.told(UNLOCKS).items() if now.held else ():
        for lock in locks if key in now.held else ():
            chain = now.world.where(lock)
            if not chain or "open" in now.states.get(lock, ()):
                continue
            yield now.go(chain[-1])
            if chain[-1] == now.here:
                yield now.open(lock)
