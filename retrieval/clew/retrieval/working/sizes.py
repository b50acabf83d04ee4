"""How long the prompt of each step is, in each mode."""

from collections.abc import Mapping
from typing import get_args

from clew.retrieval.working.render import CountTokens, Mode, render
from clew.working_model import Run


def sizes(run: Run, count: CountTokens) -> list[Mapping[Mode, int]]:
    """Return the tokens that show a run before each of its steps, without a budget.

    Args:
        run: with or without an end.
        count: counts the tokens of messages.
    """
    return [size(run.before(step.number), count) for step in run.steps]


def size(run: Run, count: CountTokens) -> Mapping[Mode, int]:
    """Return the tokens that show a run as it stands."""
    modes: tuple[Mode, ...] = get_args(Mode)
    return {mode: render(run, mode, count).tokens for mode in modes}
