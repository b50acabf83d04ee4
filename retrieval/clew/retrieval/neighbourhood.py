"""What lies around the candidates in the graph: the chains of turns they stand in, and what a walk can reach."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from clew.clock import FOREVER
from clew.graph import Row
from clew.queries import load
from clew.retrieval.pagerank import WalkGraph
from clew.retrieval.seeds import Candidate
from clew.schema import KINDS, walk_weights
from clew.settings import RecallSettings, WalkSettings
from clew.space import SpaceTransaction

FRONTIER = 50
"""Nodes that a round goes on from; 200 find nothing more."""

TEXTS = frozenset(kind.label for kind in KINDS if kind.searched)

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
    """What a walk can reach.

    Attributes:
        degrees: walked relations of each node in its space, by id, but of what texts mention the number of these; the
            heaviest first.
        kinds: label of each node.
        candidates: the texts among them.
        edges: all their relations among each other.
    """

    degrees: dict[str, int]
    kinds: dict[str, str]
    candidates: dict[str, Candidate]
    edges: tuple[Edge, ...]

    def by_rarity(self) -> list[Edge]:
        """The relations, those to the rarest first."""
        return sorted(self.edges, key=lambda edge: self.degrees[edge[2]])


@dataclass(frozen=True, slots=True)
class Derivation:
    """What is derived from what was found, and what that is derived from."""

    candidates: dict[str, Candidate]
    edges: tuple[Edge, ...]


UNCHAINED = Chain({}, {})
UNDERIVED = Derivation({}, ())
NOWHERE = Neighbourhood({}, {}, {}, ())


def chain(transaction: SpaceTransaction, pool: Iterable[str]) -> Chain:
    """Fetch the turns around those that search found."""
    rows = transaction.run(load("recall/chain"), pool=list(pool))[0]["turns"]
    candidates = {row[0]: Candidate(*row[:4]) for row in rows}
    return Chain(candidates, {row[0]: row[4] for row in rows if row[4] in candidates})


def derivation(transaction: SpaceTransaction, found: Iterable[str], as_of: datetime) -> Derivation:
    """Fetch the facts of what search found, and the turns of its facts; what was replaced by then is left out."""
    row = transaction.run(load("recall/derived"), ids=list(found), as_of=as_of, forever=FOREVER)[0]
    return Derivation({node[0]: Candidate(*node) for node in row["nodes"]}, tuple(map(tuple, row["edges"])))


def neighbourhood(
    transaction: SpaceTransaction,
    seeds: Mapping[str, float],
    walk: WalkSettings,
    common: int,
    as_of: datetime,
    settings: RecallSettings,
) -> Neighbourhood:
    """Fetch what lies around the seeds, the heaviest first, up to the cap.

    Args:
        transaction: of the space.
        seeds: ids with the mass that is pushed from each.
        walk: the cap, and how often two hops are gone; each round but the last keeps `FRONTIER` nodes, and goes on from
            them.
        common: an entity that more texts mention is not passed through.
        as_of: what was said, began or was replaced since is not there yet; the open end for now.
        settings: what is not expanded.
    """
    for _ in range(walk.rounds - 1):
        row = _around(transaction, seeds, FRONTIER, common, as_of, settings)
        seeds = {
            node[0]: mass
            for node, mass in zip(row["nodes"], row["masses"], strict=True)
            if node[0] in seeds or node[2] <= (common if node[1] == "Entity" else settings.expand_degree)
            if _is_there(node, as_of)
        }
    row = _around(transaction, seeds, walk.cap, common, as_of, settings)
    nodes = {node[0]: node for node in row["nodes"] if _is_there(node, as_of)}
    return Neighbourhood(
        {id: node[2] for id, node in nodes.items()},
        {id: node[1] for id, node in nodes.items()},
        {id: _candidate(node) for id, node in nodes.items() if node[1] in TEXTS},
        tuple(
            (source, type_, target)
            for source, types, targets in row["edges"]
            for type_, target in zip(types, targets, strict=True)
            if source in nodes and target in nodes
        ),
    )


def _around(
    transaction: SpaceTransaction,
    seeds: Mapping[str, float],
    cap: int,
    common: int,
    as_of: datetime,
    settings: RecallSettings,
) -> Row:
    return transaction.run(
        load("recall/neighbourhood"),
        seeds=[[id, weight] for id, weight in seeds.items()],
        expand_degree=settings.expand_degree,
        first_hop=settings.first_hop,
        second_hop=settings.second_hop,
        common=common,
        cap=max(cap, len(seeds)),
        as_of=as_of,
        forever=FOREVER,
    )[0]


def _is_there(node: Sequence[Any], as_of: datetime) -> bool:
    """Whether a turn was said by then; later facts are left out by the statement."""
    return as_of == FOREVER or node[1] != "Episode" or node[5] <= as_of.timestamp()


def _candidate(node: Sequence[Any]) -> Candidate:
    id, kind, _, session, speaker, second = node
    return Candidate(id, session, speaker, second, kind)


def walk_graph(around: Neighbourhood, common: int, settings: RecallSettings) -> WalkGraph:
    """The neighbourhood as PageRank walks it: every relation both ways, dampened on its way into a hub.

    A relation of type t into node v weighs ``weight(t) * min(1, hub_degree / degree(v))``. Dampening what leaves a
    hub instead would cancel when its relations are normalised. An entity that more than `common` texts mention is
    left out. Nodes are numbered as in `around.degrees`.
    """
    numbers = {id: number for number, id in enumerate(around.degrees)}
    weights = walk_weights()
    edges = [edge for edge in around.edges if not _is_common(edge[2], around, common)]
    source = np.array([numbers[edge[0]] for edge in edges], dtype=np.int64)
    target = np.array([numbers[edge[2]] for edge in edges], dtype=np.int64)
    weight = np.array([weights[edge[1]] for edge in edges])
    degree = np.array(list(around.degrees.values()), dtype=np.float64)
    into = np.minimum(1.0, settings.hub_degree / np.maximum(degree, 1.0))
    return WalkGraph(
        len(numbers),
        np.concatenate([source, target]),
        np.concatenate([target, source]),
        np.concatenate([weight * into[target], weight * into[source]]),
    )


def _is_common(id: str, around: Neighbourhood, common: int) -> bool:
    return around.kinds[id] == "Entity" and around.degrees[id] > common


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
