"""The walk: what lies around its seeds, Personalized PageRank over that, and the path to each hit."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import SpaceTransaction
from clew.retrieval.context import Candidate, Context, Edge, Steps
from clew.retrieval.pagerank import Start, WalkGraph, pageranks
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
        (row,) = _send_neighbourhood(transaction, context, seeds, walk, FRONTIER_NODES)()
        seeds = {
            node.id: node.mass
            for node in row.nodes
            if node.id in seeds or _is_expanded(node, context)
            if _is_there(node, context.as_of)
        }
    fetch = _send_neighbourhood(transaction, context, seeds, walk, walk.cap)
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


def _send_neighbourhood(
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


MAX_CAP = 5000
"""Nodes that are walked together."""


class Walk(NamedTuple):
    """Where a walk starts, by id and weight, and how it goes; without seeds it goes nowhere."""

    seeds: Mapping[str, float]
    settings: WalkSettings


def explore(
    transaction: SpaceTransaction, context: Context, walks: Sequence[Walk]
) -> Callable[[], list[Neighbourhood]]:
    """Ask for what each walk can reach: one neighbourhood for all walks of equally many rounds, as large as their caps.

    Returns:
        What fetches, per walk, its neighbourhood; walks that share one have the same object.
    """
    fetches = {
        rounds: neighbourhood(transaction, context, *_together(group)) for rounds, group in _by_rounds(walks).items()
    }

    def fetch() -> list[Neighbourhood]:
        arounds = {rounds: fetch_one() for rounds, fetch_one in fetches.items()}
        return [arounds[walk.settings.rounds] if walk.seeds else NOWHERE for walk in walks]

    return fetch


def rank_walks(context: Context, walks: Sequence[Walk], arounds: Sequence[Neighbourhood]) -> list[dict[str, float]]:
    """Compute PageRank of what each walk can reach, by id; each walk keeps its own seeds and damping factor.

    Args:
        context: weights and engine.
        walks: of the families.
        arounds: per walk what it can reach, as `explore` returns it; it is projected once for all that share it.

    Returns:
        Per walk the ranks; empty where nothing is walked from.
    """
    ranks = [dict[str, float]() for _ in walks]
    for shared in {id(around): around for around in arounds}.values():
        numbers = {node: number for number, node in enumerate(shared.degrees)}
        starts = {
            place: Start({numbers[each]: weight for each, weight in walk.seeds.items() if each in numbers}, damping)
            for place, walk in enumerate(walks)
            for damping in [walk.settings.damping]
            if arounds[place] is shared
        }
        starts = {place: start for place, start in starts.items() if start.seeds}
        if starts:
            walked = walk_graph(shared, context.common, context.settings)
            found = pageranks(context.space.graph, walked, list(starts.values()), context.settings)
            for place, values in zip(starts, found, strict=True):
                ranks[place] = dict(zip(numbers, values.tolist(), strict=True))
    return ranks


def _by_rounds(walks: Sequence[Walk]) -> dict[int, list[Walk]]:
    groups: dict[int, list[Walk]] = {}
    for walk in walks:
        if walk.seeds:
            groups.setdefault(walk.settings.rounds, []).append(walk)
    return groups


def _together(walks: Sequence[Walk]) -> tuple[dict[str, float], WalkSettings]:
    """Return the seeds of several walks, heaviest first, and how far they go together."""
    seeds: dict[str, float] = {}
    for walk in walks:
        for each, weight in walk.seeds.items():
            seeds[each] = seeds.get(each, 0.0) + weight
    cap = min(MAX_CAP, sum(walk.settings.cap for walk in walks))
    return dict(sorted(seeds.items(), key=lambda seed: -seed[1])), walks[0].settings.changed(cap=cap)


Link = tuple[str, str, str]
"""The id of a node, a relationship type and the id of another node; an `Edge` is one."""


class Links:
    """Relationships between nodes, gone either way."""

    def __init__(self, edges: Iterable[Link]) -> None:
        self._joined = defaultdict[str, list[tuple[str, str]]](list)
        self.add(edges)

    def add(self, edges: Iterable[Link]) -> None:
        """Add relationships, which a search takes after those that are there."""
        joined = self._joined
        for source, type_, target in edges:
            joined[source].append((type_, target))
            joined[target].append((type_, source))

    def shortest_paths(
        self, starts: Iterable[str], wanted: Iterable[str] | None = None
    ) -> dict[str, tuple[str, str] | None]:
        """Reach nodes from the starts in the fewest steps; earlier starts win ties.

        Args:
            starts: ids.
            wanted: ids; where all of them are reached, the search ends. None: it reaches all that can be reached.

        Returns:
            Per node the relationship type and the node before it; None for a start.
        """
        before: dict[str, tuple[str, str] | None] = dict.fromkeys(starts)
        missing = None if wanted is None else set(wanted).difference(before)
        if missing is not None and not missing:
            return before
        queue = deque(before)
        while queue:
            node = queue.popleft()
            for type_, neighbour in self._joined.get(node, ()):
                if neighbour not in before:
                    before[neighbour] = (type_, node)
                    queue.append(neighbour)
                    if missing is not None:
                        missing.discard(neighbour)
                        if not missing:
                            return before
        return before


def way_to(id: str, before: Mapping[str, tuple[str, str] | None]) -> Steps:
    """Return the steps from a start to a node, both included."""
    way: Steps = []
    while (step := before[id]) is not None:
        way.append((step[0], id))
        id = step[1]
    return [("", id), *reversed(way)]
