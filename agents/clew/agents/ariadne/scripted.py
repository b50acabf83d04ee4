"""Players without a model and without a state of their own: at every step the memory is all that they have.

They stand for what a good model does with what it recalls, so that a game that is lost is the memory's fault. Their
rules are those of section 4.1 of AriGraph's games, and name only what all games of a kind have, such as the kitchen.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from clew.agents.ariadne.carrying import Carrier
from clew.agents.ariadne.cleaning import Cleaner
from clew.agents.ariadne.cooking import Cook
from clew.agents.ariadne.finding import Finder
from clew.agents.ariadne.hunting import Hunter
from clew.agents.ariadne.play import Player
from clew.errors import InvalidInput

__all__ = ["KINDS", "Carrier", "Cleaner", "Cook", "Finder", "Hunter", "scripted"]

KINDS: Mapping[str, Callable[[], Player]] = MappingProxyType(
    {
        "hunt": Hunter,
        "cooking": Cook,
        "cleaning": Cleaner,
        "coin": Carrier,
        "mapreader": partial(Carrier, holder="box"),
        "find": Finder,
    }
)


def scripted(kind: str) -> Player:
    """Return a player of one kind of game.

    Raises:
        InvalidInput: there is no such kind.
    """
    if kind not in KINDS:
        raise InvalidInput(f"kind {kind!r} of game is unknown; choose of {', '.join(KINDS)}")
    return KINDS[kind]()
