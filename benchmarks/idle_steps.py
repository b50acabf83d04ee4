"""Steps that teach nothing and change nothing while more is in reach: counted over any game, whoever plays it."""

from dataclasses import dataclass, field

from clew.environments import Moment
from clew.triplet import IS, IS_IN, IS_ON
from clew.world import World
from clew.world_model import Observed

MAX_IDLE = 2
"""Steps in a row."""

_READABLE = frozenset({"note", "letter", "page", "paper", "scroll", "diary", "map", "cookbook"})
_READ = ("examine", "read")


@dataclass(slots=True)
class Idle:
    """Counts idle steps, told of each step by `play(..., on_step=...)`.

    A step is idle where it shows no new text, goes through no exit for the first time, begins and ends no triplet but
    the player's own place, and leads to no place in which the player was not since the last step that did one of
    these. So a walk through known rooms is not idle, and walking to and fro is. It counts where memory knows of an exit
    that nobody has gone through, of something closed, or of something to read that was not read.

    Attributes:
        world: the memory of the game.
        most: the longest row of idle steps so far.
    """

    world: World
    most: int = 0
    _now: int = 0
    _exits: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _texts: set[str] = field(default_factory=set[str])
    _places: set[str] = field(default_factory=set[str])

    def __call__(self, observed: Observed, moment: Moment) -> None:
        """Take account of a step."""
        exits = {(place, way) for place, ways in self.world.unexplored().items() for way in ways}
        changed = any(each.subject != "player" for each in (*observed.new, *observed.replaced))
        if changed or moment.text not in self._texts or self._exits - exits:
            self._places, self._now = {observed.place}, 0
        elif observed.place not in self._places:
            self._places.add(observed.place)
        elif exits or self._more_is_in_reach():
            self._now += 1
        self._texts.add(moment.text)
        self._exits = exits
        self.most = max(self.most, self._now)

    def _more_is_in_reach(self) -> bool:
        """Return whether memory knows of a container or a text that was left alone."""
        world = self.world
        if world.triplets(None, IS, "closed"):
            return True
        things = {each.triplet.subject for where in (IS_IN, IS_ON) for each in world.triplets(None, where)}
        notes = {thing for thing in things if _READABLE & {*thing.split()}}
        return bool(notes - {each.action.partition(" ")[2] for each in world.done(_READ)})
