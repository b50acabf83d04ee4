"""Which actions a choice may mean, and which are worth choosing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.api.world import World
from clew.loaders.world.observed_triplets import goals
from clew.model.world import GO_TO
from clew.text.names import normalise

NOTHING_LEFT = "nothing left"
"""The choice of a player who knows nothing more to do."""

MOST_ROUNDS = 2
"""Times that a player may begin a walk in just the same state of the world; single actions twice as often."""

_QUIET = ("look", "look around", "inventory")
"""What changes nothing."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What may be decided on now, as memory sees it.

    Attributes:
        actions: the valid ones but for those that were tried in vain: in this state of the world, and teaching nothing.
        decided: how often each action and each walk was decided on in just this state of the whole world; whoever
            comes back to it went round in a circle, whatever each step changed.
    """

    actions: tuple[str, ...]
    decided: Mapping[str, int]

    def fresh(self, rounds: int) -> tuple[str, ...]:
        """Return the actions that were decided on in just this state less than twice in each round."""
        return tuple(each for each in self.actions if self.decided.get(each, 0) < 2 * rounds)

    def withheld(self, rounds: int) -> frozenset[str]:
        """Return the walks that were begun in just this state as often as there are rounds."""
        return frozenset(each for each, times in self.decided.items() if each.startswith(GO_TO) and times >= rounds)


def worthwhile(world: World, actions: Sequence[str]) -> Worth:
    """Return what of the valid actions may be worth doing; one round trip."""
    past = world.past(actions)
    kept = tuple(each for each in actions if each not in past.tried or past.tried[each].taught)
    return Worth(kept, past.decided)


def quiet(actions: Sequence[str]) -> str:
    """Choose an action in place of an invalid one: a valid one that changes nothing, if there is one."""
    return next((each for each in _QUIET if each in actions), actions[0])


def spoken(action: str, actions: tuple[str, ...]) -> str:
    """Return the valid action that is meant, in the game's own words; empty where none is.

    A game may say "move north", "north" or "n", and "go to the hall" or "enter hall", for "go north" and "go hall".
    """
    if action in actions:
        return action
    words, led = _words(action), goals(action)
    same = (each for each in actions if words and _words(each) == words)
    return next(same, "") or next((each for each in actions if led & goals(each)), "")


def _words(action: str) -> tuple[str, ...]:
    verb, _, rest = " ".join(action.lower().split()).partition(" ")
    return (verb, normalise(rest)) if rest else (verb,) if verb else ()
