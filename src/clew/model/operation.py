"""A call of a public method that has ended, as logs, traces and `Memory.on_event` tell of it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Operation:
    """A call of a public method of `Memory`, `World` and the others that has ended.

    Attributes:
        name: class and method, such as ``Memory.recall``.
        space: name of the space.
        seconds: how long it took.
        counts: how many hits, turns, facts and so on it found or wrote; never a text.
        error: name of the error's class; empty where there was none.
    """

    name: str
    space: str
    seconds: float
    counts: Mapping[str, int]
    error: str = ""
