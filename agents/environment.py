"""The environment of an agent: a task in words, actions in, observations out."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Observation:
    """The result of one step."""

    text: str  # the observation, without banner, prompt or status bar; its sentences are those of `wording`
    actions: tuple[str, ...]  # what is valid now, in a fixed order; empty once the game is over
    score: float  # points up to now; at most the environment's `max_score`, below 0 where mistakes cost points
    done: bool  # whether the game is over
    won: bool  # whether it is over and everything was reached
    # decisions that a player shall not make now, beside those that are not valid; games know of none
    withheld: frozenset[str] = frozenset()


class Environment(Protocol):
    """A world with a task, the same after every reset."""

    task: str
    """The task in words, as a player is told."""
    max_score: float

    def reset(self) -> Observation:
        """Begin, or begin again: the first observation."""
        ...

    def step(self, action: str) -> Observation:
        """Act. An action that is not valid now is answered in words and changes nothing in the world.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        ...
