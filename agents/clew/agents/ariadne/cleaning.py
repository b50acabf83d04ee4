"""Cleaning without a model: what is out of place is gathered, and put where it belongs.

What belongs where is common sense, and no memory's task: it is read from `clew.environments.homes`, the table by
which the game counts. So this player shows whether memory finds things and ways, and nothing of what it understands.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from clew.agents.ariadne.situation import Situation
from clew.environments import Moment
from clew.environments.homes import HOMES
from clew.naming import normalise
from clew.world import World


def _table() -> Mapping[str, tuple[str, ...]]:
    return {normalise(thing): tuple(map(normalise, homes)) for thing, homes in HOMES.items()}


@dataclass(frozen=True, slots=True)
class Cleaner:
    """Goes through the whole house, and then back with what it has gathered.

    Attributes:
        homes: the furniture that is right for each thing; what is not in it is left alone.
    """

    homes: Mapping[str, tuple[str, ...]] = field(default_factory=_table)

    def choose(self, world: World, moment: Moment) -> str:
        """Return the next action: the first errand that is possible now."""
        now = Situation(world, moment)
        return next(filter(None, self._ideas(now)), "") or now.idle()

    def _ideas(self, now: Situation) -> Iterator[str]:
        yield from (self._put(now, thing, {*now.around}) for thing in sorted(now.held))
        for thing, holder in now.around.items():
            if thing in self.homes and holder not in self.homes[thing]:
                yield now.take(thing)
        yield now.explore()
        known = {home: now.world.where(home) for thing in now.held for home in self.homes.get(thing, ())}
        yield now.nearest(chain[-1] for chain in known.values() if chain)
        yield now.search()

    def _put(self, now: Situation, thing: str, near: set[str]) -> str:
        homes = (home for home in self.homes.get(thing, ()) if home in near)
        return next(filter(None, (now.put(thing, home) for home in homes)), "")
