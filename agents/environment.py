"""The environment of an agent: a task in words, actions in, observations out.

Whatever a world of somebody else answers is checked here before an agent reads or stores it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real
from typing import Protocol, cast

from clew.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Observation:
    """The result of one step."""

    text: str  # the observation, without banner, prompt or status bar; its sentences are those of `wording`
    actions: tuple[str, ...] = ()  # what is valid now, in a fixed order; empty at the end, or where none is listed
    score: float = 0.0  # points up to now; at most the environment's `max_score`, below 0 where mistakes cost points
    done: bool = False  # whether the game is over
    won: bool = False  # whether it is over and everything was reached
    # decisions that a player shall not make now, beside those that are not valid; games know of none
    withheld: frozenset[str] = frozenset()


class Environment(Protocol):
    """A world with a task, the same after every reset.

    A world may have a `max_score`, the points that can be reached. Without it, all that counts is whether it is won: it
    is worth one point.
    """

    task: str
    """The task in words, as a player is told."""

    def reset(self) -> Observation:
        """Begin, or begin again: the first observation."""
        ...

    def step(self, action: str) -> Observation:
        """Act. An action that is not valid now is answered in words and changes nothing in the world.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        ...


class ScoredEnvironment(Environment, Protocol):
    """An environment that says how many points can be reached."""

    max_score: float


class WrongWorld(InvalidInput):
    """A world that does not keep to the protocol."""


_REMEDY = "docs/own_world.md shows a world, and clew.agents.from_gym adapts one of Gymnasium's"


class CheckedEnvironment:
    """A world whose answers are observations, or one clear error.

    Attributes:
        task: in words.
        max_score: points that can be reached; 1, that of winning, where the world does not say.

    Args:
        environment: the world.
        task: in place of the world's own; empty: its own.

    Raises:
        WrongWorld: it has no task in words, cannot be reset or acted in, or its `max_score` is no number.
    """

    def __init__(self, environment: Environment, task: str = "") -> None:
        name = type(environment).__name__
        for method in ("reset", "step"):
            if not callable(getattr(environment, method, None)):
                raise WrongWorld(f"the world {name} has no method {method}(); {_REMEDY}")
        self.task = task or getattr(environment, "task", None) or ""
        if not isinstance(self.task, str) or not self.task.strip():
            raise WrongWorld(f"the world {name} has no task in words; give it the attribute task, or say task=")
        most = getattr(environment, "max_score", None)
        if most is not None and (isinstance(most, bool) or not isinstance(most, int | float) or not isfinite(most)):
            raise WrongWorld(f"max_score of the world {name} is {most!r}; give a number, or leave it out")
        self._environment, self._name, self._is_scored = environment, name, most is not None
        self.max_score = 1.0 if most is None else float(most)

    def reset(self) -> Observation:
        """Begin, or begin again."""
        return self._checked(self._environment.reset(), "reset()")

    def step(self, action: str) -> Observation:
        """Act."""
        return self._checked(self._environment.step(action), "step()")

    def _checked(self, moment: object, method: str) -> Observation:
        """Return an observation with its actions as a tuple, and its score as what counts."""
        if not isinstance(moment, Observation):
            kind = type(moment).__name__
            raise WrongWorld(f"{method} of the world {self._name} gave a {kind} and no Observation; {_REMEDY}")
        text, actions = cast("object", moment.text), cast("object", moment.actions)
        if not isinstance(text, str):
            kind = type(text).__name__
            raise WrongWorld(f"the text that {method} of the world {self._name} gave is a {kind}; give a str")
        if not isinstance(actions, list | tuple) or not all(
            isinstance(each, str) for each in cast("Sequence[object]", actions)
        ):
            raise WrongWorld(f"the actions that {method} of the world {self._name} gave are no list of texts")
        score = cast("object", moment.score) if self._is_scored else float(moment.won)
        if not isinstance(score, Real) or not isfinite(score):
            raise WrongWorld(f"the score that {method} of the world {self._name} gave is {score!r}; give a number")
        return replace(moment, actions=tuple(moment.actions), score=float(score))
