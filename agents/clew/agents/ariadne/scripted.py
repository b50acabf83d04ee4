"""Players without a model and without a state of their own: at every step the memory is all that they have.

They stand for what a good model does with what it recalls, so that a game that is lost is the memory's fault. Their
rules are those of section 4.1 of AriGraph's games, and name no room, key or food of any one game.
"""

from clew.agents.ariadne.cleaning import Cleaner
from clew.agents.ariadne.cooking import Cook
from clew.agents.ariadne.hunting import Hunter
from clew.agents.ariadne.play import Player
from clew.errors import InvalidInput

__all__ = ["KINDS", "Cleaner", "Cook", "Hunter", "scripted"]

KINDS = ("hunt", "cooking", "cleaning")


def scripted(kind: str) -> Player:
    """A player of one kind of game.

    Raises:
        InvalidInput: there is no such kind.
    """
    match kind:
        case "hunt":
            return Hunter()
        case "cooking":
            return Cook()
        case "cleaning":
            return Cleaner()
        case _:
            raise InvalidInput(f"kind {kind!r} of game is unknown; choose of {', '.join(KINDS)}")
