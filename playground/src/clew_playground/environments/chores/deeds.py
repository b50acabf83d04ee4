"""Deeds in a house, with two kinds of conditions, those that list one and those that let it work.

A deed that is listed and does not work is answered with one sentence for all. It does not tell why: the reason has to
be learned.
"""

from dataclasses import dataclass
from typing import Literal

Fact = str
"""Something that holds, such as ``in the hall``, ``open oak chest`` or ``with wax``."""

State = frozenset[Fact]

NOTHING = "Nothing happens."
"""The answer to every deed that does not work, whatever it lacks."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be said, and what becomes of it.

    Attributes:
        text: how it is said.
        listed: facts that make it one of the valid actions.
        unlisted: facts of which none may hold for that.
        needs: facts without which nothing happens; nobody is told of them.
        either: facts of which one has to hold besides; empty for none.
        gives: facts that hold afterwards.
        takes: facts that hold no longer.
        said: what is seen of it; empty where the room or a container is described.
        points: for the first time that it works.
        ending: whether it ends everything, and how.
    """

    text: str
    listed: State = frozenset()
    unlisted: State = frozenset()
    needs: State = frozenset()
    either: State = frozenset()
    gives: State = frozenset()
    takes: State = frozenset()
    said: str = ""
    points: float = 0.0
    ending: Literal["", "done", "lost"] = ""

    def is_listed(self, state: State) -> bool:
        """True if it is a valid action."""
        return self.listed <= state and not self.unlisted & state

    def works(self, state: State) -> bool:
        """True if something happens."""
        return self.is_listed(state) and self.needs <= state and (not self.either or bool(self.either & state))

    def after(self, state: State) -> State:
        """Return what holds after it has worked."""
        return (state - self.takes) | self.gives


def facts(*each: Fact) -> State:
    """Return a state of these facts."""
    return frozenset(each)
