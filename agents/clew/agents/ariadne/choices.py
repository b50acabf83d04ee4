"""Which actions a choice may mean, and which are worth choosing."""

import re
from collections.abc import Sequence

from clew.naming import normalise
from clew.world import World

NOTHING_LEFT = "nothing left"
"""The choice of a player who knows nothing more to do."""

_QUIET = ("look", "look around", "inventory")
"""What changes nothing."""

_GO = frozenset({"go", "move", "walk"})
_TO = re.compile("^(?:to|through) (?=.)")


def worthwhile(world: World, actions: Sequence[str]) -> tuple[str, ...]:
    """Return the actions that were not tried in vain: in this state of the world, and teaching nothing."""
    tried = world.attempts(actions)
    return tuple(each for each in actions if each not in tried or tried[each].taught)


def quiet(actions: Sequence[str]) -> str:
    """Choose an action in place of an invalid one: a valid one that changes nothing, if there is one."""
    return next((each for each in _QUIET if each in actions), actions[0])


def spoken(action: str, actions: tuple[str, ...]) -> str:
    """Return the valid action that is meant, in the game's own words; empty where none is.

    A game may say "move north" or "go to the hall" for "go north" and "go hall".
    """
    if action in actions:
        return action
    words = _words(action)
    return next((each for each in actions if _words(each) == words), "") if words else ""


def _words(action: str) -> tuple[str, ...]:
    verb, _, rest = " ".join(action.lower().split()).partition(" ")
    if verb in _GO:
        verb, rest = "go", _TO.sub("", rest)
    return (verb, normalise(rest)) if rest else (verb,) if verb else ()
