"""Treasure hunts without a model: notes, keys, and what they unlock."""

from collections.abc import Iterator
from dataclasses import dataclass

from clew.agents.ariadne.situation import Situation
from clew.environments import Moment
from clew.triplet import SAYS, UNLOCKS
from clew.world import World

_READABLE = frozenset({"note", "letter", "page", "paper", "scroll", "diary", "map"})


@dataclass(frozen=True, slots=True)
class Hunter:
    """Takes what is worth it, reads notes, unlocks what its keys fit, and explores.

    Attributes:
        wanted: words; a thing is taken where its name holds one.
    """

    wanted: frozenset[str] = frozenset({"treasure", "key"})

    def choose(self, world: World, moment: Moment) -> str:
        """Return the next action: the first errand that is possible now."""
        return next(filter(None, self._ideas(Situation(world, moment))), "look")

    def _ideas(self, now: Situation) -> Iterator[str]:
        yield from (now.take(thing) for thing in now.around if self.wanted & {*thing.split()})
        yield from _notes(now)
        yield from _keys(now)
        yield now.said("unlock")
        yield now.explore()
        yield now.search()


def _notes(now: Situation) -> Iterator[str]:
    """Read what has not been read."""
    seen = [thing for thing in (*now.around, *now.held) if _READABLE & {*thing.split()}]
    read = now.told(SAYS) if seen else {}
    yield from (now.said(("examine", "read"), thing) for thing in seen if thing not in read)


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
