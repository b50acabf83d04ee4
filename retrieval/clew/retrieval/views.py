"""What a search of one kind sees: the hits, where a walk starts, what lies around; and what they score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.retrieval import entities, score
from clew.retrieval.neighbourhood import (
    NOWHERE,
    UNCHAINED,
    Chain,
    Neighbourhood,
    chain,
    neighbourhood,
    paths,
    walk_graph,
)
from clew.retrieval.pagerank import pagerank
from clew.retrieval.question import Question
from clew.retrieval.score import Table
from clew.retrieval.seeds import Filter, Pool, search
from clew.retrieval.stopwatch import Stopwatch
from clew.settings import RecallSettings
from clew.space import Space, SpaceTransaction

Steps = list[tuple[str, str]]
"""Relation and id of each node on the way to a hit; the relation of the first is empty."""


@dataclass(frozen=True, slots=True)
class View:
    """What was found of one kind.

    Attributes:
        kind: label of the hits.
        pool: what search found.
        found: ids of it, best first.
        seeds: ids that are walked from, of any kind, with their weights, heaviest first.
        near: the turns that stand around what was found.
        around: what the walk can reach.
    """

    kind: str
    pool: Pool
    found: tuple[str, ...]
    seeds: dict[str, float]
    near: Chain
    around: Neighbourhood


def look(
    transaction: SpaceTransaction,
    question: Question,
    vector: Sequence[float],
    wanted: Filter,
    kinds: Sequence[str],
    common: int,
    settings: RecallSettings,
    clock: Stopwatch,
) -> list[View]:
    """Search each kind, and fetch what lies around; in one transaction.

    Args:
        transaction: of the space.
        question: what for.
        vector: its embedding.
        wanted: which turns.
        kinds: labels of what is searched.
        common: mentions that make an entity too common.
        settings: pools, walks, cap.
        clock: told how long each stage took.
    """
    with clock.stage("seeds"):
        pools = {kind: search(transaction, kind, question, vector, wanted, settings) for kind in kinds}
        tables = {kind: score.table(pool.candidates, pool, question, settings) for kind, pool in pools.items()}
        named: dict[str, float] = {}
        if any(settings.walk(kind).weight and settings.walk(kind).entities for kind in kinds):
            named = entities.named(transaction, question.text, common, settings)
    with clock.stage("neighbourhood"):
        return [_view(transaction, kind, pools[kind], tables, named, common, settings) for kind in kinds]


def _view(
    transaction: SpaceTransaction,
    kind: str,
    pool: Pool,
    tables: Mapping[str, Table],
    named: Mapping[str, float],
    common: int,
    settings: RecallSettings,
) -> View:
    walk = settings.walk(kind)
    found = tuple(tables[kind].ids[row] for row in tables[kind].best(len(tables[kind].ids)))
    seeds = score.walk_seeds(tables.values(), named, walk) if walk.weight else {}
    near = chain(transaction, found) if kind == "Episode" else UNCHAINED
    around = neighbourhood(transaction, seeds, walk.rounds, common, settings) if seeds else NOWHERE
    return View(kind, pool, found, seeds, near, around)


def ranks(space: Space, view: View, common: int, settings: RecallSettings) -> dict[str, float]:
    """PageRank of what lies around, by id; empty where nothing is walked from."""
    numbers = {id: number for number, id in enumerate(view.around.degrees)}
    seeds = {numbers[id]: weight for id, weight in view.seeds.items() if id in numbers}
    if not seeds:
        return {}
    walked = walk_graph(view.around, common, settings)
    values = pagerank(space.graph, walked, seeds, settings.walk(view.kind).damping, settings)
    return dict(zip(numbers, values.tolist(), strict=True))


def scored(
    view: View, ranks: Mapping[str, float], question: Question, wanted: Filter, settings: RecallSettings
) -> Table:
    """The candidates of a view with all their parts."""
    reached = {id: each for id, each in view.around.candidates.items() if each.kind == view.kind}
    everyone = view.pool.candidates | view.near.candidates | reached
    candidates = {id: candidate for id, candidate in everyone.items() if wanted.passes(candidate)}
    table = score.spread(score.table(candidates, view.pool, question, settings), view.near.following, settings)
    return score.add_pagerank(table, ranks, settings.walk(view.kind).weight)


def steps(view: View, ids: Sequence[str]) -> dict[str, Steps]:
    """How each hit was reached: a turn from what search found, a passage from what the walk started from.

    A hit whose connections were cut by the cap has no way, and is left out.
    """
    if view.kind == "Episode":
        before = paths(view.found, view.near.edges)
        if any(id not in before for id in ids):
            before = paths([*view.found, *view.seeds], [*view.near.edges, *view.around.edges])
    else:
        before = dict.fromkeys(view.found) | paths(view.seeds, view.around.by_rarity())
    return {id: _back(id, before) for id in ids if id in before}


def _back(id: str, before: Mapping[str, tuple[str, str] | None]) -> Steps:
    way: Steps = []
    while (step := before[id]) is not None:
        way.append((step[0], id))
        id = step[1]
    return [("", id), *reversed(way)]
