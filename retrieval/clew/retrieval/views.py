"""What a search of one family sees: the hits, where a walk starts, what lies around; and what they score.

A family are kinds that lift each other and are ranked together: turns with the facts, triplets and reflections that are
derived from them; passages with their triplets.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from clew.clock import FOREVER
from clew.retrieval import score, topics
from clew.retrieval.neighbourhood import (
    NOWHERE,
    UNCHAINED,
    UNDERIVED,
    Chain,
    Derivation,
    Neighbourhood,
    chain,
    derivation,
    neighbourhood,
    paths,
    walk_graph,
)
from clew.retrieval.pagerank import pagerank
from clew.retrieval.question import Question
from clew.retrieval.score import Table
from clew.retrieval.seeds import Candidate, Filter, Pool, joined, search
from clew.retrieval.stopwatch import Stopwatch
from clew.retrieval.topics import Named
from clew.settings import RecallSettings, WalkSettings
from clew.space import Space, SpaceTransaction

Steps = list[tuple[str, str]]
"""Relation and id of each node on the way to a hit; the relation of the first is empty."""

FAMILIES = {"Episode": ("Episode", "Fact", "Triplet", "Reflection"), "Passage": ("Passage", "Triplet")}
"""By the kind that leads it; what was observed goes with turns, what was read with passages."""


@dataclass(frozen=True, slots=True)
class View:
    """What was found of one family.

    Attributes:
        kind: the kind that leads the family.
        pool: what search found.
        found: ids of it, best first.
        seeds: ids that are walked from, of any kind, with their weights, heaviest first.
        derived: the facts of what was found, and the turns of its facts.
        near: the turns that stand around what was found.
        around: what the walk can reach.
    """

    kind: str
    pool: Pool
    found: tuple[str, ...]
    seeds: dict[str, float]
    derived: Derivation
    near: Chain
    around: Neighbourhood


def look(
    transaction: SpaceTransaction,
    question: Question,
    vector: Sequence[float],
    wanted: Filter,
    kinds: Collection[str],
    common: int,
    settings: RecallSettings,
    clock: Stopwatch,
) -> list[View]:
    """Search each family, and fetch what lies around; in one transaction.

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
    families = {head: _members(head, kinds) for head in FAMILIES}
    families = {head: family for head, family in families.items() if family}
    with clock.stage("seeds"):
        pools = {
            head: joined(
                search(transaction, kind, question, vector, wanted, settings, partial(_belongs, head))
                for kind in family
            )
            for head, family in families.items()
        }
        tables = {head: score.table(pool.candidates, pool, question, settings) for head, pool in pools.items()}
        named = Named()
        if _has_topics(kinds) and any(settings.walk(head).weight and settings.walk(head).named for head in families):
            named = topics.named(transaction, question.text, common, settings)
        starts = [_starts(table, pools[head]) for head, table in tables.items()]
        seeds = {head: _seeds(head, starts, named, settings.walk(head)) for head in families}
    as_of = wanted.as_of or FOREVER
    with clock.stage("neighbourhood"):
        return [
            _view(transaction, head, family, pools[head], tables[head], seeds[head], common, as_of, settings)
            for head, family in families.items()
        ]


def _members(head: str, kinds: Collection[str]) -> list[str]:
    """The kinds of a family that are searched; triplets only where there is what they are derived from."""
    return [kind for kind in FAMILIES[head] if kind in kinds and (kind != "Triplet" or head in kinds)]


def _belongs(head: str, candidate: Candidate) -> bool:
    """Whether a candidate is of a family."""
    if candidate.kind == "Triplet":
        return _is_read(candidate) == (head == "Passage")
    return candidate.kind in FAMILIES[head]


def _is_read(candidate: Candidate) -> bool:
    """Whether a candidate is a triplet of passages: of no certain document, where an observed one is of none at all."""
    return candidate.kind == "Triplet" and candidate.session is not None


def _starts(found: Table, pool: Pool) -> Table:
    """What a walk may start from: not triplets of passages, because those that say nothing new would lead it away."""
    return score.only(found, [row for row, id in enumerate(found.ids) if not _is_read(pool.candidates[id])])


def _seeds(kind: str, starts: Sequence[Table], named: Named, walk: WalkSettings) -> dict[str, float]:
    meant = named.entities | (named.concepts if kind == "Episode" else {})
    return score.walk_seeds(starts, meant, walk) if walk.weight else {}


def _has_topics(kinds: Collection[str]) -> bool:
    """Whether what a question names can help: turns alone are found by their words, and their topics add nothing."""
    return not set(kinds) <= {"Episode"}


def _view(
    transaction: SpaceTransaction,
    kind: str,
    family: Collection[str],
    pool: Pool,
    table: Table,
    seeds: dict[str, float],
    common: int,
    as_of: datetime,
    settings: RecallSettings,
) -> View:
    found = tuple(table.ids[row] for row in table.best(len(table.ids)))
    derived = derivation(transaction, found, as_of) if kind == "Episode" and len(family) > 1 else UNDERIVED
    turns = [id for id, each in (pool.candidates | derived.candidates).items() if each.kind == "Episode"]
    near = chain(transaction, turns) if kind == "Episode" else UNCHAINED
    around = neighbourhood(transaction, seeds, settings.walk(kind), common, as_of, settings) if seeds else NOWHERE
    return View(kind, pool, found, seeds, derived, near, around)


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
    view: View,
    ranks: Mapping[str, float],
    question: Question,
    wanted: Filter,
    kinds: Collection[str],
    settings: RecallSettings,
) -> Table:
    """The candidates of a view with all their parts; those of the kinds that are wanted."""
    everyone = view.pool.candidates | view.derived.candidates | view.near.candidates | view.around.candidates
    candidates = {id: each for id, each in everyone.items() if _belongs(view.kind, each) and wanted.passes(each)}
    table = score.table(candidates, view.pool, question, settings)
    table = score.derive(table, view.derived.edges, settings)
    table = score.spread(table, view.near.following, settings)
    table = score.add_pagerank(table, ranks, settings.walk(view.kind).weight)
    return score.only(table, [row for row, id in enumerate(table.ids) if candidates[id].kind in kinds])


def steps(view: View, ids: Sequence[str]) -> dict[str, Steps]:
    """How each hit was reached: a turn from what search found, a passage from what the walk started from.

    A hit whose connections were cut by the cap has no way, and is left out.
    """
    if view.kind == "Episode":
        close = [*view.derived.edges, *view.near.edges]
        before = paths(view.found, close)
        if any(id not in before for id in ids):
            before = paths([*view.found, *view.seeds], [*close, *view.around.edges])
    else:
        before = dict.fromkeys(view.found) | paths(view.seeds, view.around.by_rarity())
    return {id: _back(id, before) for id in ids if id in before}


def _back(id: str, before: Mapping[str, tuple[str, str] | None]) -> Steps:
    way: Steps = []
    while (step := before[id]) is not None:
        way.append((step[0], id))
        id = step[1]
    return [("", id), *reversed(way)]
