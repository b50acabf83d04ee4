"""Personalized PageRank over a fetched neighbourhood, by the database or in process: one function, one result.

Both compute ``(1-d) * sum of d^k (P^T)^k s`` for k below the number of iterations, with P the row-normalised weights
and s the seeds' weights. Mass that reaches a node without outgoing edges is lost; dividing by the sum makes the
result the classic one, which sends such mass back to the seeds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clew.errors import InvalidInput
from clew.graph import Graph, Transaction
from clew.queries import load
from clew.retrieval.projections import projected
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


class _Scores(NamedTuple):
    nodes: list[int]
    scores: list[float]


def pagerank(
    graph: Graph, walk: WalkGraph, seeds: Mapping[int, float], damping: float, settings: RecallSettings
) -> Floats:
    """Rank the nodes by how much of a walker's time they get who keeps returning to the seeds.

    Args:
        graph: the database; it is used by the engine ``gds`` only.
        walk: what is walked.
        seeds: node to weight, not negative; they are scaled to sum to 1.
        damping: probability of following an edge, below 1.
        settings: engine, iterations, tolerance.

    Returns:
        One share per node, shape (size,), summing to 1; all zero where no seed has weight: never global PageRank.

    Raises:
        InvalidInput: a seed is not a node of the graph, or a weight is negative or not finite.
    """
    _check(walk, seeds)
    total = sum(seeds.values())
    if total == 0:
        return np.zeros(walk.size)
    shares = {node: weight / total for node, weight in seeds.items() if weight > 0}
    if settings.engine == "local":
        scores = _in_process(walk, shares, damping, settings)
    else:
        scores = _gds(graph, walk, shares, damping, settings)
    return scores / scores.sum()


def _check(walk: WalkGraph, seeds: Mapping[int, float]) -> None:
    if unknown := [node for node in seeds if not 0 <= node < walk.size]:
        raise InvalidInput(f"seed {unknown[0]} is not a node of the graph walked, which has {walk.size}")
    weights = np.array([*seeds.values(), *walk.weight])
    if not np.all(np.isfinite(weights)) or np.any(weights < 0):
        raise InvalidInput("PageRank needs weights that are finite and not negative")


def _in_process(walk: WalkGraph, seeds: Mapping[int, float], damping: float, settings: RecallSettings) -> Floats:
    out = np.bincount(walk.source, walk.weight, walk.size)
    follow = damping * walk.weight / np.where(out > 0, out, 1.0)[walk.source]
    delta = np.zeros(walk.size)
    for node, weight in seeds.items():
        delta[node] = (1 - damping) * weight
    scores = delta.copy()
    for _ in range(settings.iterations - 1):
        delta = np.bincount(walk.target, follow * delta[walk.source], walk.size)
        scores += delta
        delta[delta <= settings.tolerance] = 0.0
        if not np.any(delta):
            break
    return scores


def _gds(graph: Graph, walk: WalkGraph, seeds: Mapping[int, float], damping: float, settings: RecallSettings) -> Floats:
    edges = [list(edge) for edge in zip(walk.source.tolist(), walk.target.tolist(), walk.weight.tolist(), strict=True)]
    joined = set(walk.source.tolist()) | set(walk.target.tolist())
    alone = [[node, None, 0.0] for node in seeds if node not in joined]

    def work(transaction: Transaction, name: str) -> _Scores:
        (found,) = transaction.run(
            load("recall/pagerank", _Scores),
            name=name,
            seeds=[[node, weight] for node, weight in seeds.items()],
            damping=damping,
            iterations=settings.iterations,
            tolerance=settings.tolerance,
        )
        return found

    found = projected(graph, edges + alone, work)
    scores = np.zeros(walk.size)
    scores[found.nodes] = found.scores
    return scores
