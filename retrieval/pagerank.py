"""Personalized PageRank over a fetched neighbourhood, by the database or in process: one function, one result.

Both compute ``(1-d) * sum of d^k (P^T)^k s`` for k below the number of iterations, with P the row-normalised weights
and s the seeds' weights. Mass that reaches a node without outgoing edges is lost; dividing by the sum makes the
result the classic one, which sends such mass back to the seeds.

Projections carry the mark of their process; one that a dead process left is dropped.
"""

import itertools
import math
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import BoundedSemaphore
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from clew.errors import AccessDenied, ClewError, DatabaseError, InvalidInput, TimedOut, Unreachable
from clew.graph.drafts import is_gone, mark
from clew.graph.driver import Graph
from clew.graph.queries import Query, load
from clew.settings import RecallSettings

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WalkGraph:
    """A weighted directed graph over the nodes ``0 .. size-1``; parallel edges add up.

    Attributes:
        size: number of nodes.
        source: first node of each edge, shape (edges,).
        target: second node of each edge, shape (edges,).
        weight: of each edge, positive and finite, shape (edges,).
    """

    size: int
    source: Integers
    target: Integers
    weight: Floats


Start = tuple[Mapping[int, float], float]
"""Where a walk starts, and how far it goes: seeds, node to weight, not negative; and damping, below 1, the probability
of following an edge. Seeds are scaled to sum to 1."""


def pagerank(
    graph: Graph, walk: WalkGraph, seeds: Mapping[int, float], damping: float, settings: RecallSettings
) -> Floats:
    """Rank the nodes from one start; see `pageranks`."""
    return pageranks(graph, walk, [(seeds, damping)], settings)[0]


def pageranks(graph: Graph, walk: WalkGraph, starts: Sequence[Start], settings: RecallSettings) -> list[Floats]:
    """Rank the nodes by how much of a walker's time they get who keeps returning to the seeds, for several walkers.

    Args:
        graph: the database; it is used by the engine ``gds`` only, which projects what is walked once for all.
        walk: what is walked.
        starts: of each walker.
        settings: engine, iterations, remainder, tolerance.

    Returns:
        Per start one share per node, shape (size,), summing to 1; all zero where no seed has weight: never global
        PageRank.

    Raises:
        InvalidInput: a seed is not a node of the graph, or a weight is negative or not finite.
    """
    scaled: dict[int, Start] = {}
    for place, (seeds, damping) in enumerate(starts):
        if unknown := [node for node in seeds if not 0 <= node < walk.size]:
            raise InvalidInput(f"seed {unknown[0]} is not a node of the graph walked, which has {walk.size}")
        weights = np.concatenate([walk.weight, list(seeds.values())])
        if not np.all(np.isfinite(weights)) or np.any(weights < 0):
            raise InvalidInput("PageRank needs weights that are finite and not negative")
        if (total := sum(seeds.values())) > 0:
            scaled[place] = {node: weight / total for node, weight in seeds.items() if weight > 0}, damping
    if settings.engine == "local":
        scores = [_in_process(walk, start, settings) for start in scaled.values()]
    else:
        scores = _gds(graph, walk, list(scaled.values()), settings) if scaled else []
    ranks = [np.zeros(walk.size) for _ in starts]
    for place, found in zip(scaled, scores, strict=True):
        ranks[place] = found / found.sum()
    return ranks


def steps(damping: float, settings: RecallSettings) -> int:
    """Return after how many steps what further ones would move, damping to that power, is small enough."""
    if damping == 0:
        return 1
    return min(settings.iterations, max(1, math.ceil(math.log(settings.remainder) / math.log(damping))))


def _in_process(walk: WalkGraph, start: Start, settings: RecallSettings) -> Floats:
    seeds, damping = start
    out = np.bincount(walk.source, walk.weight, walk.size)
    follow = damping * walk.weight / np.where(out > 0, out, 1.0)[walk.source]
    delta = np.zeros(walk.size)
    for node, weight in seeds.items():
        delta[node] = (1 - damping) * weight
    scores = delta.copy()
    for _ in range(steps(damping, settings) - 1):
        delta = np.bincount(walk.target, follow * delta[walk.source], walk.size)
        scores += delta
        delta[delta <= settings.tolerance] = 0.0
        if not np.any(delta):
            break
    return scores


def _gds(graph: Graph, walk: WalkGraph, starts: Sequence[Start], settings: RecallSettings) -> list[Floats]:
    edges = [list(edge) for edge in zip(walk.source.tolist(), walk.target.tolist(), walk.weight.tolist(), strict=True)]
    joined = set(walk.source.tolist()) | set(walk.target.tolist())
    all_seeds = dict.fromkeys(node for seeds, _ in starts for node in seeds)
    alone = [[node, None, 0.0] for node in all_seeds if node not in joined]
    walks = [
        {"seeds": [list(seed) for seed in seeds.items()], "damping": damping, "iterations": steps(damping, settings)}
        for seeds, damping in starts
    ]
    about = {"edges": edges + alone, "walks": walks, "tolerance": settings.tolerance}
    (found,) = in_projection(graph, load("recall/walk", list[tuple[list[int], list[float]]]), about)
    scores = [np.zeros(walk.size) for _ in starts]
    for column, (nodes, values) in zip(scores, found, strict=True):
        column[nodes] = values
    return scores


R = TypeVar("R")

PREFIX = "clew-walk-"

STALE_SECONDS = 60
"""A projection lives for about 0.01 s; an older one is of a process that died, on whatever machine."""

MAX_PROJECTIONS = 2
"""Projections that a process has at once: each holds about 3 MB of the server's heap."""

_numbers = itertools.count()
_swept: WeakKeyDictionary[Graph, float] = WeakKeyDictionary()
"""When a graph was last swept, by the monotonic clock."""


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
            if time.monotonic() - _swept.setdefault(graph, time.monotonic()) > STALE_SECONDS:
                sweep(graph)
            try:
                return graph.transaction(lambda transaction: transaction.run(query), about)
            except (Unreachable, AccessDenied, TimedOut):
                raise
            except DatabaseError:
                if not sweep(graph):
                    raise
                return graph.transaction(lambda transaction: transaction.run(query), about)
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
    stale = STALE_SECONDS if stale_seconds is None else stale_seconds
    found = graph.read(load("maintain/projections", tuple[str, float]), prefix=prefix)
    left = [
        name
        for name, seconds in found
        if seconds > stale or is_gone(name.removeprefix(prefix).rpartition("-")[0])  # the mark of its process
    ]
    for name in left:
        graph.write(load("recall/drop_projection"), name=name)
    return len(left)


@cache
def admission(process: int) -> BoundedSemaphore:  # noqa: ARG001
    """Return the turnstile of a process: a forked one would wait for threads that it does not have."""
    return BoundedSemaphore(MAX_PROJECTIONS)
