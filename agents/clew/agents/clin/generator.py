"""Who writes learnings: the protocol of generators, and what they are given of earlier trials."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from clew.agents.clin.trial import Attempt
from clew.learning_model import Learning

MAX_PAST = 3
"""Earlier sets that a generator is given. Source: CLIN, section 3.4."""

Change = Literal["place", "task"]
"""How the next episode differs from the earlier ones: the same task elsewhere, or another task in the same place."""


@dataclass(frozen=True, slots=True)
class Past:
    """A set of learnings, and how the trial went that it came of.

    Attributes:
        learnings: in their order.
        score: of the trial that taught it, -100 to 100.
        task: of that trial, in words.
    """

    learnings: tuple[Learning, ...]
    score: float
    task: str = ""


class Generator(Protocol):
    """Writes learnings. A set is always written as a whole."""

    def adapt(self, task: str, attempt: Attempt, past: Sequence[Past] = ()) -> tuple[Learning, ...]:
        """Return the learnings for the next trial of the same task in the same place.

        Args:
            task: in words.
            attempt: the last trial.
            past: earlier sets with their scores, the latest last; at most `MAX_PAST`.
        """
        ...

    def generalise(self, task: str, best: Sequence[Past], change: Change) -> tuple[Learning, ...]:
        """Return the learnings to begin an episode with that is new in its place or in its task.

        Args:
            task: of the new episode.
            best: the sets of the best trials of earlier episodes.
            change: what is new.
        """
        ...
