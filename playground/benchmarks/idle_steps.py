"""Steps that teach nothing and change nothing while more is in reach: counted over any game, whoever plays it."""

from dataclasses import dataclass, field

from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import IS, IS_IN, IS_ON, PLAYER
from clew.model.world import Observed

MAX_IDLE = 2
"""Steps in a row."""

_READABLE = frozenset({"note", "letter", "page", "paper", "scroll", "diary", "map", "cookbook"})
_READ = ("examine", "read")


@dataclass(slots=True)
class Idle:
    """Counts idle steps, told of each step by `play(..., on_step=...)`.

    A step is idle where it teaches nothing (no new text, no triplet for the first time, no exit gone through for the
    first time), changes nothing where the player stays, and leads to no place in which the player was not since the
    last step that did one of these. So a walk through known rooms is not idle, and walking to and fro is. What a move
    shows again is no change, though it be believed anew: things of one name stand in many rooms. It counts where memory
    knows of an exit that nobody has gone through, of something closed, or of something to read that was not read.

    Attributes:
        world: the memory of the game.
        most: the longest row of idle steps so far.
    """

    world: World
    most: int = 0
    _now: int = 0
    _place: str = ""
    _known: set[str] = field(default_factory=set[str])
    _exits: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _texts: set[str] = field(default_factory=set[str])
    _places: set[str] = field(default_factory=set[str])

    def __call__(self, observed: Observed, moment: Observation) -> None:
        """Take account of a step."""
        exits = {(place, way) for place, ways in self.world.unexplored().items() for way in ways}
        if self._taught(observed, moment) or self._exits - exits:
            self._places, self._now = {observed.place}, 0
        elif observed.place not in self._places:
            self._places.add(observed.place)
        elif exits or self._more_is_in_reach():
            self._now += 1
        self._exits, self._place = exits, observed.place
        self.most = max(self.most, self._now)

    def _taught(self, observed: Observed, moment: Observation) -> bool:
        """Return whether a step showed or changed anything, and keep what it showed."""
        begun = {each.text for each in observed.new if each.subject != PLAYER}
        ended = {each.text for each in observed.replaced if each.subject != PLAYER}
        stayed = observed.place == self._place
        taught = moment.text not in self._texts or bool(begun - self._known) or (stayed and bool(begun or ended))
        self._texts.add(moment.text)
        self._known |= begun
        return taught

    def _more_is_in_reach(self) -> bool:
        """Return whether memory knows of a container or a text that was left alone."""
        world = self.world
        if world.triplets(None, IS, "closed"):
            return True
        things = {each.triplet.subject for where in (IS_IN, IS_ON) for each in world.triplets(None, where)}
        notes = {thing for thing in things if _READABLE & {*thing.split()}}
        return bool(notes - {each.action.partition(" ")[2] for each in world.done(_READ)})
