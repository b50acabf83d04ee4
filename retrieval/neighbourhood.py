"""What a walk can reach: the nodes around its seeds, and the graph that PageRank walks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import SpaceTransaction
from clew.retrieval.candidates import Candidate, Edge
from clew.retrieval.context import Context
from clew.retrieval.pagerank import WalkGraph
from clew.settings import RecallSettings, WalkSettings
from clew.text.instants import FOREVER

FRONTIER_NODES = 50
"""Nodes that a round goes on from; 200 find nothing more."""

SEEN_PER_NODE = 2
"""Nodes of a second hop that are looked at for each one of the cap."""


class _Node(NamedTuple):
    id: str
    kind: str
    degree: int
    mass: float
    session: str | None
    speaker: str | None
    second: float | None


class _Fan(NamedTuple):
    source: str
    types: list[str]
    targets: list[str]


class _Around(NamedTuple):
    nodes: list[_Node]
    edges: list[_Fan]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The nodes that a walk can reach, and all their relationships among each other.

    Attributes:
        degrees: walked relationships of each node in its space, by id, but of what texts mention the number of these;
            the heaviest first.
        kinds: label of each node.
        candidates: the texts and statements among them.
        edges: source, type and target of each relationship.
    """

    degrees: dict[str, int]
    kinds: dict[str, str]
    candidates: dict[str, Candidate]
    edges: tuple[Edge, ...]

    def by_rarity(self) -> list[Edge]:
        """Return the relationships, those to the rarest node first."""
        return sorted(self.edges, key=lambda edge: self.degrees[edge.target])


NOWHERE = Neighbourhood({}, {}, {}, ())


def neighbourhood(
    transaction: SpaceTransaction, context: Context, seeds: Mapping[str, float], walk: WalkSettings
) -> Callable[[], Neighbourhood]:
    """Ask for what lies around the seeds, the heaviest first, up to the cap; what is returned fetches it.

    Args:
        transaction: of the space.
        context: as of when, which entities are too common, what is not expanded.
        seeds: ids with the mass that is pushed from each.
        walk: the cap, and how often two hops are gone; each round but the last keeps `FRONTIER_NODES`, and goes on from
            them.
    """
    for _ in range(walk.rounds - 1):
        (row,) = _send(transaction, context, seeds, walk, FRONTIER_NODES)()
        seeds = {
            node.id: node.mass
            for node in row.nodes
            if node.id in seeds or _is_expanded(node, context)
            if _is_there(node, context.as_of)
        }
    fetch = _send(transaction, context, seeds, walk, walk.cap)
    return lambda: _neighbourhood(fetch()[0], context)


def _neighbourhood(row: _Around, context: Context) -> Neighbourhood:
    nodes = {node.id: node for node in row.nodes if _is_there(node, context.as_of)}
    searched = declared().searched_kinds()
    return Neighbourhood(
        {id: node.degree for id, node in nodes.items()},
        {id: node.kind for id, node in nodes.items()},
        {
            id: Candidate(id, node.session, node.speaker, node.second, node.kind)
            for id, node in nodes.items()
            if node.kind in searched
        },
        tuple(
            Edge(fan.source, type_, target)
            for fan in row.edges
            for type_, target in zip(fan.types, fan.targets, strict=True)
            if fan.source in nodes and target in nodes
        ),
    )


def _send(
    transaction: SpaceTransaction, context: Context, seeds: Mapping[str, float], walk: WalkSettings, cap: int
) -> Callable[[], list[_Around]]:
    return transaction.send(
        load("recall/neighbourhood", _Around),
        seeds=[[id, weight] for id, weight in seeds.items()],
        expand_degree=context.settings.expand_degree,
        first_hop=context.settings.first_hop,
        second_hop=context.settings.second_hop,
        common=context.common,
        seen=SEEN_PER_NODE * walk.cap,
        cap=max(cap, len(seeds)),
        as_of=context.as_of,
        forever=FOREVER,
        timed=context.is_timed,
    )


def _is_expanded(node: _Node, context: Context) -> bool:
    return node.degree <= (context.common if node.kind == "Entity" else context.settings.expand_degree)


def _is_there(node: _Node, as_of: datetime) -> bool:
    """True if a text was said by then; later facts are left out by the statement."""
    if as_of == FOREVER or node.second is None or node.kind not in declared().text_kinds():
        return True
    return node.second <= as_of.timestamp()


def walk_graph(around: Neighbourhood, common: int, settings: RecallSettings) -> WalkGraph:
    """Return the neighbourhood as PageRank walks it: every relationship both ways, dampened on its way into a hub.

    A relationship of type t into node v weighs ``weight(t) * min(1, hub_degree / degree(v))``. Dampening what leaves a
    hub instead would cancel when its relationships are normalised. An entity that more than `common` texts mention is
    left out. Nodes are numbered as in `around.degrees`.
    """
    numbers = {id: number for number, id in enumerate(around.degrees)}
    weights, kinds = declared().walk_weights, around.kinds
    walked = [edge for edge in around.edges if (kinds[edge.source], edge.type, kinds[edge.target]) in weights]
    edges = [edge for edge in walked if not _is_common(edge.target, around, common)]
    source = np.array([numbers[edge.source] for edge in edges], dtype=np.int64)
    target = np.array([numbers[edge.target] for edge in edges], dtype=np.int64)
    weight = np.array([weights[kinds[edge.source], edge.type, kinds[edge.target]] for edge in edges])
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
