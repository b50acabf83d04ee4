"""How libraries are tried: on the cases of our tests, within a time limit, and only where they are installed."""

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are read
LIMIT_SECONDS = 60
"""Of one hostile input."""
GIVEN_UP = float("inf")


def cases(module: str, *test: str) -> Sequence[Any]:
    """The parameters of a test."""
    found = import_module(f"tests.{module}")
    for name in test:
        found = getattr(found, name)
    return next(mark.args[1] for mark in found.pytestmark if mark.name == "parametrize")


def installed(candidates: Mapping[str, Callable[[], Any]]) -> Iterator[tuple[str, Any]]:
    """The candidates whose packages are there, each made."""
    for name, make in candidates.items():
        try:
            yield name, make()
        except ImportError as error:
            print(f"  {name}: left out, {error}")


@contextmanager
def limited() -> Iterator[None]:
    """End what takes longer than `LIMIT_SECONDS`; an extension in C may go on until it returns."""

    def end(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, end)
    signal.alarm(LIMIT_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, or `GIVEN_UP`, also where it fails."""
    began = perf_counter()
    try:
        with limited():
            work()
    except (TimeoutError, RecursionError, ValueError, MemoryError):
        return GIVEN_UP
    return perf_counter() - began


def outcome(work: Callable[[], object]) -> object:
    """What it returns; of what it raises, the name."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001  any library may raise anything
        return type(error).__name__
