"""Projections in Graph Data Science, which live in the server's heap: named, admitted, and swept where left behind."""

import itertools
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from threading import BoundedSemaphore
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from clew.errors import AccessDenied, ClewError, DatabaseError, TimedOut, Unreachable
from clew.graph.driver import Graph
from clew.graph.processes import is_gone, mark
from clew.graph.queries import Query, load

R = TypeVar("R")
T = TypeVar("T")

PREFIX = "clew-walk-"

STALE_SECONDS = 60
"""A projection lives for about 0.01 s; an older one is of a process that died, on whatever machine."""

MAX_PROJECTIONS = 2
"""Projections that a process has at once: each holds about 3 MB of the server's heap."""

_numbers = itertools.count()
_swept: WeakKeyDictionary[Graph, float] = WeakKeyDictionary()
"""When a graph was last swept, by the monotonic clock."""


class _Projection(NamedTuple):
    name: str
    seconds: float


def in_projection(graph: Graph, query: Query[R], given: Mapping[str, object]) -> list[R]:
    """Run a statement that projects what it is given, reads its projection and drops it.

    Where the server refuses, projections that others left behind are dropped, and it is tried once more.

    Args:
        graph: the database.
        query: takes all that it needs from its transaction's metadata; `prefix` there begins the projection's name.
        given: what it needs besides.
    """
    prefix = f"{PREFIX}{mark()}-{next(_numbers)}."
    about = {"prefix": prefix, **given}
    try:
        with admission(os.getpid()):
            return _in_swept(graph, lambda: graph.transaction(lambda transaction: transaction.run(query), about))
    except Unreachable:
        raise
    except BaseException:  # between projecting and dropping, perhaps
        with suppress(ClewError):  # why it failed is what counts; what is left is swept later
            sweep(graph, prefix, stale_seconds=-1)
        raise


def sweep(graph: Graph, prefix: str = PREFIX, stale_seconds: float | None = None) -> int:
    """Drop the projections that dead processes left in the server's heap; return how many.

    They are those whose process is over, as far as this machine knows, and all that are older.

    Args:
        graph: the database.
        prefix: of their names, which go on with the mark of their process, a hyphen and a number.
        stale_seconds: age from which a projection of any process goes; None: `STALE_SECONDS`.
    """
    if prefix == PREFIX:
        _swept[graph] = time.monotonic()
    found = graph.read(load("maintain/projections", _Projection), prefix=prefix)
    stale = STALE_SECONDS if stale_seconds is None else stale_seconds
    gone = [each.seconds > stale or is_gone(_mark_of(each.name.removeprefix(prefix))) for each in found]
    left = [each.name for each, is_left in zip(found, gone, strict=True) if is_left]
    for name in left:
        graph.write(load("recall/drop_projection"), name=name)
    return len(left)


def _mark_of(name: str) -> str:
    return name.rpartition("-")[0]


def _in_swept(graph: Graph, run: Callable[[], T]) -> T:
    """Run what projects; sweep before where that is a minute ago, and after a failure of the server."""
    if time.monotonic() - _swept.setdefault(graph, time.monotonic()) > STALE_SECONDS:
        sweep(graph)
    try:
        return run()
    except (Unreachable, AccessDenied, TimedOut):
        raise
    except DatabaseError:
        if not sweep(graph):
            raise
        return run()


@cache
def admission(process: int) -> BoundedSemaphore:  # noqa: ARG001
    """Return the turnstile of a process: a forked one would wait for threads that it does not have."""
    return BoundedSemaphore(MAX_PROJECTIONS)
