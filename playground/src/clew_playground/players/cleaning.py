"""Cleaning without a model: what is out of place is gathered, and put where it belongs.

The right place of a thing is common sense, and no memory's task. It is read from a table, such as `environments.homes`,
by which the game counts. So this player shows whether memory finds things and ways, and nothing of what it understands.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import IS_IN, IS_ON
from clew.text.names import normalise
from clew_playground.environments.homes import HOMES
from clew_playground.players.situation import Situation

_GAP = re.compile(r"[\s\-_']+")


@dataclass(frozen=True, slots=True)
class Cleaner:
    """Goes through the whole house, and then back with what it has gathered.

    Attributes:
        homes: the furniture that is right for each thing, gaps in names aside; what is not in it is left alone.
    """

    homes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: HOMES)

    def choose(self, world: World, moment: Observation) -> str:
        """Return the next action: the first errand that is possible now."""
        now = _House(world, moment, self.homes)
        return next(filter(None, _ideas(now)), "") or now.idle()


@dataclass(frozen=True)
class _House(Situation):
    """The situation of who cleans."""

    table: Mapping[str, tuple[str, ...]]

    @cached_property
    def homes(self) -> dict[str, tuple[str, ...]]:
        """The right places of a thing, by its spelling without gaps, in the names that memory knows."""
        held = [each.triplet for way in (IS_IN, IS_ON) for each in self.world.triplets(None, way)]
        known = {spelt(name): name for each in held for name in (each.subject, each.object)}
        return {
            spelt(thing): tuple(known[spelt(home)] for home in homes if spelt(home) in known)
            for thing, homes in self.table.items()
        }

    def right(self, thing: str) -> tuple[str, ...]:
        """Return what is right for a thing, as far as it was seen."""
        return self.homes.get(spelt(thing), ())

    def is_stray(self, thing: str, holder: str) -> bool:
        """Return whether a thing belongs elsewhere than in or on its holder."""
        return spelt(thing) in self.homes and holder not in self.right(thing)


def spelt(name: str) -> str:
    """Return a name without articles, case and gaps: an arm chair is an armchair."""
    return _GAP.sub("", normalise(name))


def _ideas(now: _House) -> Iterator[str]:
    yield from (_put(now, thing, {*now.around}) for thing in sorted(now.held))
    yield from (now.take(thing) for thing, holder in now.around.items() if now.is_stray(thing, holder))
    yield now.explore()
    known = {home: now.world.where(home) for thing in now.held for home in now.right(thing)}
    yield now.nearest(chain[-1] for chain in known.values() if chain)
    yield now.search()


def _put(now: _House, thing: str, near: set[str]) -> str:
    return next(filter(None, (now.put(thing, home) for home in now.right(thing) if home in near)), "")
