"""Kinds of text games by name, ours and those of others: how one is made, its sizes, and the steps it is given."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from clew.agents.environment import ScoredEnvironment
from clew.errors import InvalidInput
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.environments.adapters import express_games, science_games

Opener = Callable[[int, str, int], AbstractContextManager[ScoredEnvironment]]
"""Makes a game of a seed, a size (empty: the usual one) and a limit of steps, as a context that closes it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game.

    Attributes:
        name: as `clew play` and `scripted` take it.
        sizes: names of its sizes; empty where there is one alone.
        most_steps: within which points count, unless somebody says otherwise.
        opener: makes a game.
    """

    name: str
    sizes: tuple[str, ...]
    most_steps: int
    opener: Opener

    def open(self, seed: int, size: str = "", *, steps: int | None = None) -> AbstractContextManager[ScoredEnvironment]:
        """Make a game; it is closed when the block ends.

        Args:
            seed: which game of the kind; of ScienceWorld's tasks, the variation.
            size: one of `sizes`, in any case; empty: the usual one.
            steps: that will be played; default `most_steps`. The game is not over before, unless by what is done.

        Raises:
            InvalidInput: there is no such size or seed.
            MissingDependency: an extra or Java is missing.
        """
        if size and size.lower() not in self.sizes:
            remedy = f"choose of {', '.join(self.sizes)}" if self.sizes else "it has one alone: leave the size out"
            raise InvalidInput(f"size {size!r} of {self.name} is unknown; {remedy}")
        return self.opener(seed, size.lower(), self.most_steps if steps is None else steps)


def kind(name: str) -> Kind:
    """Return the kind of game of a name.

    Raises:
        InvalidInput: there is none.
    """
    if name not in KINDS:
        raise InvalidInput(f"game {name!r} is unknown; choose of {', '.join(KINDS)}")
    return KINDS[name]


def _kinds() -> Sequence[Kind]:
    modules: dict[str, Any] = {"hunt": hunt, "cooking": cooking, "cleaning": cleaning}
    own = [Kind(name, tuple(its.SIZES), its.MAX_STEPS, partial(_own, its)) for name, its in modules.items()]
    express = [
        Kind(name, tuple(sizes) if len(sizes) > 1 else (), express_games.MAX_STEPS, partial(_express, name))
        for name, sizes in express_games.SIZES.items()
    ]
    science = [Kind(name, (), science_games.MAX_STEPS, partial(_science, name)) for name in science_games.FINDING]
    return [*own, *express, *science]


def _own(module: Any, seed: int, size: str, _: int) -> AbstractContextManager[ScoredEnvironment]:  # noqa: ANN401  a module
    return nullcontext(module.generate(seed, module.SIZES[size]) if size else module.generate(seed))


def _express(name: str, seed: int, size: str, steps: int) -> AbstractContextManager[ScoredEnvironment]:
    sizes = express_games.SIZES[name]
    return express_games.ExpressGame(name, seed, options=sizes[size or express_games.USUAL], steps=steps)


def _science(name: str, seed: int, _: str, steps: int) -> AbstractContextManager[ScoredEnvironment]:
    return science_games.ScienceGame(name, seed, steps=steps + 1)  # it is unfinished after `steps`, and not lost


KINDS: Mapping[str, Kind] = MappingProxyType({each.name: each for each in _kinds()})
"""By name."""
