"""The walk: what lies around its seeds, Personalized PageRank over that, and the path to each hit."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import SpaceTransaction
from clew.retrieval.context import Candidate, Context, Edge, Steps
from clew.retrieval.pagerank import Start, WalkGraph, pageranks
from clew.settings import RecallSettings, WalkSettings
from clew.text.instants import FOREVER

T = TypeVar("T")

FRONTIER_NODES = 50
"""Nodes that a round goes on from; 200 find nothing more."""

ABOUT_PASSAGES = 50
"""Passages of the highest mass from which documents are looked for that are about what they mention. 20 and all measure
the same, 10 lose a point on half of MuSiQue's questions."""

ABOUT_ONE = 10
"""Documents about one thing; of more each says little of it."""

SEEN_PER_NODE = 2
"""Nodes of a second hop that are looked at for each one of the cap."""


_Node = tuple[str, str, int, float, str | None, str | None, float | None]
"""Id, kind, degree, mass, session or document, speaker, and second since 1970."""

_About = tuple[str, str, int]
"""A passage, a document about something that it mentions, and how many documents are about that."""

_Around = tuple[list[_Node], list[tuple[str, list[str], list[str]]], list[_About]]
"""Nodes, the highest mass first, and of each the relationships that lead out of it: id, types and ids of the ends.
Then the documents that are about what passages mention."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The nodes that a walk can reach, and all their relationships among each other.

    Attributes:
        degrees: walked relationships of each node in its space, by id, but of what texts mention the number of these;
            the heaviest first.
        kinds: label of each node.
        candidates: the texts and statements among them.
        edges: each relationship.
        about: each way from a passage to a passage of a document about something that the first mentions, and how many
            documents are about that.
    """

    degrees: dict[str, int]
    kinds: dict[str, str]
    candidates: dict[str, Candidate]
    edges: tuple[Edge, ...]
    about: tuple[_About, ...] = ()


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
        nodes, _, _ = _send(transaction, context, seeds, walk, FRONTIER_NODES, 0)()[0]
        seeds = {
            id: mass
            for id, kind, degree, mass, _, _, _ in _there(nodes, context)
            if id in seeds or degree <= (context.common if kind == "Entity" else context.settings.expand_degree)
        }
    fetch_rows = _send(transaction, context, seeds, walk, walk.cap, ABOUT_PASSAGES if walk.about else 0)

    def fetch() -> Neighbourhood:
        nodes, fans, links = fetch_rows()[0]
        around, searched = Neighbourhood({}, {}, {}, ()), declared().searched_kinds()
        for id, kind, degree, _, session, speaker, second in _there(nodes, context):
            around.degrees[id], around.kinds[id] = degree, kind
            if kind in searched:
                around.candidates[id] = Candidate(id, session, speaker, second, kind)
        edges = [
            (source, type_, target)
            for source, types, targets in fans
            for type_, target in zip(types, targets, strict=True)
            if source in around.degrees and target in around.degrees
        ]
        passages = defaultdict[str | None, list[str]](list)
        for candidate in around.candidates.values():
            if candidate.kind == "Passage":
                passages[candidate.session].append(candidate.id)
        about = [
            (source, target, others)
            for source, document, others in links
            if source in around.degrees
            for target in passages[document]
        ]
        return replace(around, edges=tuple(edges), about=tuple(about))

    return fetch


def _send(
    transaction: SpaceTransaction,
    context: Context,
    seeds: Mapping[str, float],
    walk: WalkSettings,
    cap: int,
    about: int,
) -> Callable[[], list[_Around]]:
    return transaction.send(
        load("recall/neighbourhood", _Around),
        seeds=[[id, weight] for id, weight in seeds.items()],
        expand_degree=context.settings.expand_degree,
        first_hop=context.settings.first_hop,
        second_hop=context.settings.second_hop,
        common=context.common,
        about=about,
        about_one=ABOUT_ONE,
        seen=SEEN_PER_NODE * walk.cap,
        cap=max(cap, len(seeds)),
        as_of=context.as_of,
        forever=FOREVER,
        timed=context.is_timed,
    )


def _there(nodes: Sequence[_Node], context: Context) -> Sequence[_Node]:
    """Leave out the texts that were said later; the statement leaves out later facts."""
    if context.where.as_of is None:
        return nodes
    until, texts = context.where.as_of.timestamp(), declared().text_kinds()
    later = {id for id, kind, *_, second in nodes if kind in texts and second is not None and second > until}
    return [node for node in nodes if node[0] not in later]


def walk_graph(
    around: Neighbourhood, common: int, settings: RecallSettings, close: Mapping[str, float] | None = None
) -> WalkGraph:
    """Return the neighbourhood as PageRank walks it: every relationship both ways, dampened on its way into a hub.

    A relationship of type t into node v weighs ``weight(t) * min(1, hub_degree / degree(v))``. Dampening what leaves a
    hub instead would cancel when its relationships are normalised. An entity that more than `common` texts mention is
    left out. Nodes are numbered as in `around.degrees`.

    The way from a passage to one about what it mentions goes one way, and weighs ``close[v] / documents about that``.

    Args:
        around: the nodes and their relationships.
        common: the most texts that may mention a walked entity.
        settings: from which degree on a node is a hub.
        close: weights by the id of a passage; None, and without one: no way leads to it from what mentions its subject.
    """
    numbers = {id: number for number, id in enumerate(around.degrees)}
    weights, kinds = declared().walk_weights, around.kinds
    walked: list[tuple[int, int, float]] = []
    for source, type_, target in around.edges:
        weight = weights.get((kinds[source], type_, kinds[target]))
        is_common = kinds[target] == "Entity" and around.degrees[target] > common
        if weight is not None and not is_common:
            walked.append((numbers[source], numbers[target], weight))
    source = np.array([each[0] for each in walked], dtype=np.int64)
    target = np.array([each[1] for each in walked], dtype=np.int64)
    weight = np.array([each[2] for each in walked])
    degree = np.array(list(around.degrees.values()), dtype=np.float64)
    into = np.minimum(1.0, settings.hub_degree / np.maximum(degree, 1.0))
    close = close or {}
    about = [(numbers[a], numbers[b], close[b] / others) for a, b, others in around.about if close.get(b, 0.0) > 0]
    mentioning = np.array([each[0] for each in about], dtype=np.int64)
    subject = np.array([each[1] for each in about], dtype=np.int64)
    closeness = np.array([each[2] for each in about], dtype=np.float64)
    return WalkGraph(
        len(numbers),
        np.concatenate([source, target, mentioning]),
        np.concatenate([target, source, subject]),
        np.concatenate([weight * into[target], weight * into[source], closeness]),
    )


MAX_CAP = 5000
"""Nodes that are walked together."""

Walk = tuple[Mapping[str, float], WalkSettings]
"""Where a walk starts, by id and weight, and how it goes; without seeds it goes nowhere."""


def explore(
    transaction: SpaceTransaction, context: Context, walks: Mapping[T, Walk]
) -> Callable[[], dict[T, Neighbourhood]]:
    """Ask for what each walk can reach: one neighbourhood for all walks of equally many rounds, as large as their caps.

    Returns:
        What fetches, per walk, its neighbourhood; walks that share one have the same object.
    """
    groups: dict[int, list[Walk]] = {}
    for walk in walks.values():
        seeds, settings = walk
        if seeds:
            groups.setdefault(settings.rounds, []).append(walk)
    fetches: dict[int, Callable[[], Neighbourhood]] = {}
    for rounds, group in groups.items():
        mass: dict[str, float] = {}
        for seeds, _ in group:
            for id, weight in seeds.items():
                mass[id] = mass.get(id, 0.0) + weight
        heaviest_first = dict(sorted(mass.items(), key=lambda seed: -seed[1]))
        _, settings = group[0]
        cap, about = min(MAX_CAP, sum(each.cap for _, each in group)), max(each.about for _, each in group)
        settings = settings.changed(cap=cap, about=about)
        fetches[rounds] = neighbourhood(transaction, context, heaviest_first, settings)

    def fetch() -> dict[T, Neighbourhood]:
        arounds = {rounds: fetch_one() for rounds, fetch_one in fetches.items()}
        return {key: arounds[settings.rounds] if seeds else NOWHERE for key, (seeds, settings) in walks.items()}

    return fetch


def rank_walks(
    context: Context,
    walks: Mapping[T, Walk],
    arounds: Mapping[T, Neighbourhood],
    found: Mapping[str, float],
) -> dict[T, dict[str, float]]:
    """Compute PageRank of what each walk can reach, by id; each walk keeps its own seeds and damping factor.

    What several walks can reach together, as `explore` returns it, is projected once.

    Args:
        context: the query.
        walks: each by its key.
        arounds: what each can reach, by its key.
        found: scores of search by id, which tell how close a passage is that is about what another mentions.

    Returns:
        Per walk the ranks; empty where nothing is walked from.
    """
    ranks = {key: dict[str, float]() for key in walks}
    for shared in {id(around): around for around in arounds.values()}.values():
        numbers = {node: number for number, node in enumerate(shared.degrees)}
        starts: dict[T, Start] = {}
        for key, (seeds, settings) in walks.items():
            numbered = {numbers[node]: weight for node, weight in seeds.items() if node in numbers}
            if numbered and arounds[key] is shared:
                starts[key] = numbered, settings.damping
        if starts:
            about = max(walks[key][1].about for key in starts)
            close = {id: about * score for id, score in found.items()}
            walked = walk_graph(shared, context.common, context.settings, close)
            computed = pageranks(context.space.graph, walked, list(starts.values()), context.settings)
            for key, values in zip(starts, computed, strict=True):
                ranks[key] = dict(zip(numbers, values.tolist(), strict=True))
    return ranks


def shortest_paths(
    edges: Iterable[Edge], starts: Iterable[str], wanted: Iterable[str]
) -> dict[str, tuple[str, str] | None]:
    """Reach nodes from the starts in the fewest steps, over relationships either way.

    Earlier starts and edges win ties.

    The search ends where all that are wanted are reached.

    Returns:
        Per node the relationship type and the node before it; None for a start.
    """
    before: dict[str, tuple[str, str] | None] = dict.fromkeys(starts)
    missing = set(wanted).difference(before)
    joined = defaultdict[str, list[tuple[str, str]]](list)
    for source, type_, target in edges if missing else ():
        joined[source].append((type_, target))
        joined[target].append((type_, source))
    waiting = deque(before)
    while waiting and missing:
        node = waiting.popleft()
        for type_, neighbour in joined.get(node, ()):
            if neighbour not in before:
                before[neighbour] = (type_, node)
                waiting.append(neighbour)
                missing.discard(neighbour)
    return before


def way_to(id: str, before: Mapping[str, tuple[str, str] | None]) -> Steps:
    """Return the steps from a start to a node, both included."""
    way: Steps = []
    while (step := before[id]) is not None:
        way.append((step[0], id))
        id = step[1]
    return [("", id), *reversed(way)]
