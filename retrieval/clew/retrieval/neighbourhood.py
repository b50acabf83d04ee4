"""What lies around the candidates in the graph: the chains of turns they stand in, and what a walk can reach."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from clew.queries import load
from clew.retrieval.pagerank import WalkGraph
from clew.retrieval.seeds import Candidate
from clew.schema import walk_weights
from clew.settings import RecallSettings
from clew.space import SpaceTransaction

Edge = tuple[str, str, str]
"""Source id, relation type, target id."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The turns within two steps of the pool along NEXT, and per turn the one that follows it."""

    candidates: dict[str, Candidate]
    following: dict[str, str]

    @property
    def edges(self) -> list[Edge]:
        """The NEXT relations among them."""
        return [(id, "NEXT", next_id) for id, next_id in self.following.items()]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What a walk can reach: ids with their degrees in the space, the turns among them, and all their relations."""

    degrees: dict[str, int]
    candidates: dict[str, Candidate]
    edges: tuple[Edge, ...]


def chain(transaction: SpaceTransaction, pool: Iterable[str]) -> Chain:
    """Fetch the turns around those that search found."""
    rows = transaction.run(load("recall/chain"), pool=list(pool))[0]["turns"]
    candidates = {row[0]: Candidate(*row[:5]) for row in rows}
    return Chain(candidates, {row[0]: row[5] for row in rows if row[5] in candidates})


def neighbourhood(transaction: SpaceTransaction, seeds: Mapping[str, float], settings: RecallSettings) -> Neighbourhood:
    """Fetch what lies within two hops of the seeds, the heaviest first, up to the cap."""
    row = transaction.run(
        load("recall/neighbourhood"),
        seeds=[[id, weight] for id, weight in seeds.items()],
        expand_degree=settings.expand_degree,
        first_hop=settings.first_hop,
        second_hop=settings.second_hop,
        cap=max(settings.cap, len(seeds)),
    )[0]
    return Neighbourhood(
        {node[0]: node[2] for node in row["nodes"]},
        {node[0]: Candidate(node[0], *node[3:7]) for node in row["nodes"] if node[1] == "Episode"},
        tuple(
            (source, type_, target)
            for source, types, targets in row["edges"]
            for type_, target in zip(types, targets, strict=True)
        ),
    )


def walk_graph(around: Neighbourhood, settings: RecallSettings) -> WalkGraph:
    """The neighbourhood as PageRank walks it: every relation both ways, dampened on its way into a hub.

    A relation of type t into node v weighs ``weight(t) * min(1, hub_degree / degree(v))``. Dampening what leaves a
    hub instead would cancel when its relations are normalised. Nodes are numbered as in `around.degrees`.
    """
    numbers = {id: number for number, id in enumerate(around.degrees)}
    weights = walk_weights()
    source = np.array([numbers[edge[0]] for edge in around.edges], dtype=np.int64)
    target = np.array([numbers[edge[2]] for edge in around.edges], dtype=np.int64)
    weight = np.array([weights[edge[1]] for edge in around.edges])
    degree = np.array(list(around.degrees.values()), dtype=np.float64)
    into = np.minimum(1.0, settings.hub_degree / np.maximum(degree, 1.0))
    return WalkGraph(
        len(numbers),
        np.concatenate([source, target]),
        np.concatenate([target, source]),
        np.concatenate([weight * into[target], weight * into[source]]),
    )


def paths(starts: Iterable[str], edges: Iterable[Edge]) -> dict[str, tuple[str, str] | None]:
    """How each node is reached from the starts in the fewest steps; earlier starts win ties.

    Returns:
        Per node the relation type and the node before it; None for a start.
    """
    neighbours: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for source, type_, target in edges:
        neighbours[source].append((type_, target))
        neighbours[target].append((type_, source))
    before: dict[str, tuple[str, str] | None] = dict.fromkeys(starts)
    queue = deque(before)
    while queue:
        node = queue.popleft()
        for type_, neighbour in neighbours[node]:
            if neighbour not in before:
                before[neighbour] = (type_, node)
                queue.append(neighbour)
    return before
