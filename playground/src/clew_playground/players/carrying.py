"""One thing fetched and left where it shall be, without a model: coin and box of the games about finding the way."""

from collections.abc import Iterator
from dataclasses import dataclass

from clew.agents.environment import Observation
from clew.api.world import World
from clew_playground.players.situation import Situation


@dataclass(frozen=True, slots=True)
class Carrier:
    """Looks for a thing, takes it, and brings it to where it belongs.

    Attributes:
        thing: what is looked for.
        holder: what it shall be in or on; empty where having it is enough.
    """

    thing: str = "coin"
    holder: str = ""

    def choose(self, world: World, moment: Observation) -> str:
        """Return the next action: the first errand that is possible now."""
        now = Situation(world, moment)
        return next(filter(None, self._ideas(now)), "") or now.idle()

    def _ideas(self, now: Situation) -> Iterator[str]:
        if self.thing not in now.held:
            yield now.take(self.thing)
        elif self.holder:
            yield now.put(self.thing, self.holder)
        yield now.search()
