"""Players without a model and without a state of their own: at every step the memory is all that they have.

They stand for what a good model does with what it recalls, so that a game that is lost is the memory's fault. Their
rules are those of section 4.1 of AriGraph's games, and name only what all games of a kind have, such as the kitchen.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from clew.agents.ariadne.play import GamePlayer
from clew.errors import InvalidInput
from clew_playground.environments.adapters.express_homes import homes
from clew_playground.environments.adapters.science_games import FINDING
from clew_playground.players.carrying import Carrier
from clew_playground.players.cleaning import Cleaner
from clew_playground.players.cooking import Cook
from clew_playground.players.finding import Finder
from clew_playground.players.hunting import Hunter

__all__ = ["KINDS", "Carrier", "Cleaner", "Cook", "Finder", "Hunter", "scripted"]

KINDS: Mapping[str, Callable[[str], GamePlayer]] = MappingProxyType(
    {
        "hunt": lambda _: Hunter(),
        "cooking": lambda _: Cook(),
        "cleaning": lambda _: Cleaner(),
        "coin": lambda _: Carrier(),
        "mapreader": lambda _: Carrier(holder="box"),
        "cookingworld": lambda _: Cook(),
        "twc": lambda _: Cleaner(homes()),
        **dict.fromkeys(FINDING, Finder),
    }
)
"""Makes the player of a kind of `clew_playground.environments.kinds`, given the task's words."""


def scripted(kind: str, task: str = "") -> GamePlayer:
    """Return a player of one kind of game.

    Args:
        kind: one of `KINDS`.
        task: what shall be done, in the game's words; empty: who needs it reads it in the first observation.

    Raises:
        InvalidInput: there is no such kind.
        MissingDependency: the kind is `twc`, whose table of goals is in its package, and that is not installed.
    """
    if kind not in KINDS:
        raise InvalidInput(f"kind {kind!r} of game is unknown; choose of {', '.join(KINDS)}")
    return KINDS[kind](task)
