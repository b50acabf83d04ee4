"""A query into ranked, dated, explained memory: seeds, neighbourhood, PageRank, score, pack."""

import json
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from clew.graph import Row
from clew.model import Hit, Recall, ScoreParts, Step
from clew.queries import load
from clew.retrieval import score
from clew.retrieval.neighbourhood import Chain, Neighbourhood, chain, neighbourhood, paths, walk_graph
from clew.retrieval.pack import pack
from clew.retrieval.pagerank import pagerank
from clew.retrieval.question import Question, take_apart
from clew.retrieval.seeds import Filter, Pool, resolved, search
from clew.settings import RecallSettings
from clew.space import Space, SpaceTransaction

OPENING = 60
"""Characters of a text by which a path names it."""

EVERYTHING = Filter()


def recall(space: Space, query: str, settings: RecallSettings, wanted: Filter = EVERYTHING) -> Recall:
    """Find what a space remembers of a query.

    Args:
        space: where.
        query: a question or a topic.
        settings: weights, pools, engine, budget.
        wanted: which turns.

    Raises:
        InvalidInput: the query is blank.
        NotFound: the space has no such session or speaker.
        Conflict: the space is being forgotten.
    """
    clock = _Stopwatch()
    known = space.speakers() or []
    question = take_apart(query, known)
    wanted = resolved(space, wanted, known)
    with clock.stage("encode"):
        vector = space.embed_query(question.text)
    surroundings = space.reading(lambda transaction: _look(transaction, question, vector, wanted, settings, clock))
    with clock.stage("pagerank"):
        ranks = _ranks(space, surroundings, settings)
    with clock.stage("score"):
        best, steps = _score(surroundings, ranks, question, wanted, settings)
    with clock.stage("read"):
        hits = space.reading(lambda transaction: _read(transaction, best, steps))
    packed, text = pack(hits, settings.words)
    return Recall(query, hits, packed, text, settings.engine if ranks else None, clock.seconds())


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What was found, what is walked from and how strongly, and what lies around both."""

    pool: Pool
    found: tuple[str, ...]
    """What search found, best first."""
    seeds: dict[str, float]
    near: Chain
    around: Neighbourhood


def _look(
    transaction: SpaceTransaction,
    question: Question,
    vector: Sequence[float],
    wanted: Filter,
    settings: RecallSettings,
    clock: "_Stopwatch",
) -> _Surroundings:
    """Seeds and their neighbourhood, in one transaction."""
    with clock.stage("seeds"):
        pool = search(transaction, question, vector, wanted, settings)
    scored = score.table(pool.candidates, pool, question, settings)
    found = tuple(scored.ids[row] for row in scored.best(len(scored.ids)))
    seeds = score.walk_seeds(scored, settings) if settings.pagerank_weight else {}
    with clock.stage("neighbourhood"):
        near = chain(transaction, found)
        around = neighbourhood(transaction, seeds, settings) if seeds else Neighbourhood({}, {}, ())
    return _Surroundings(pool, found, seeds, near, around)


def _score(
    surroundings: _Surroundings,
    ranks: Mapping[str, float],
    question: Question,
    wanted: Filter,
    settings: RecallSettings,
) -> tuple[dict[str, ScoreParts], dict[str, list[tuple[str, str]]]]:
    """The best candidates with their parts, best first, and how each was reached."""
    near, around = surroundings.near, surroundings.around
    everyone = surroundings.pool.candidates | near.candidates | around.candidates
    candidates = {id: candidate for id, candidate in everyone.items() if wanted.passes(candidate)}
    scored = score.table(candidates, surroundings.pool, question, settings)
    scored = score.add_pagerank(score.spread(scored, near.following, settings), ranks, settings)
    best = {scored.ids[row]: scored.parts(row) for row in scored.best(settings.limit)}
    steps = _paths(surroundings.found, list(best), near, around)
    return {id: parts for id, parts in best.items() if id in steps}, steps


def _ranks(space: Space, surroundings: _Surroundings, settings: RecallSettings) -> dict[str, float]:
    around = surroundings.around
    numbers = {id: number for number, id in enumerate(around.degrees)}
    known = {numbers[id]: weight for id, weight in surroundings.seeds.items() if id in numbers}
    if not known:
        return {}
    values = pagerank(space.graph, walk_graph(around, settings), known, settings)
    return dict(zip(numbers, values.tolist(), strict=True))


def _paths(
    found: Sequence[str], best: Sequence[str], near: Chain, around: Neighbourhood
) -> dict[str, list[tuple[str, str]]]:
    """Per hit the steps, as relation and id, from what search found; the best found come first.

    A hit whose connections were cut by the cap has no path, and is left out.
    """
    before = paths(found, near.edges)
    if any(id not in before for id in best):
        before = paths(found, [*near.edges, *around.edges])
    result: dict[str, list[tuple[str, str]]] = {}
    for id in before.keys() & set(best):
        steps: list[tuple[str, str]] = []
        node = id
        while (step := before[node]) is not None:
            steps.append((step[0], node))
            node = step[1]
        result[id] = [("", node), *reversed(steps)]
    return result


def _read(
    transaction: SpaceTransaction, best: Mapping[str, ScoreParts], steps: Mapping[str, Sequence[tuple[str, str]]]
) -> tuple[Hit, ...]:
    ids = dict.fromkeys([*best, *(id for path in steps.values() for _, id in path)])
    rows = {row["id"]: row for row in transaction.run(load("recall/read"), ids=list(ids))[0]["nodes"]}
    return tuple(
        _hit(rows, id, parts, steps[id])
        for id, parts in best.items()
        if id in rows and all(node in rows for _, node in steps[id])  # else forgotten since the search
    )


def _hit(rows: Mapping[str, Row], id: str, parts: ScoreParts, steps: Sequence[tuple[str, str]]) -> Hit:
    row = rows[id]
    return Hit(
        **{name: row[name] for name in ("id", "kind", "text", "speaker", "session", "position", "caption")},
        at=datetime.fromtimestamp(row["second"], UTC).replace(microsecond=row["microsecond"]),
        metadata=json.loads(row["metadata"]),
        score=parts.total,
        parts=parts,
        path=tuple(Step(relation, node, rows[node]["kind"], _opening(rows[node]["text"])) for relation, node in steps),
    )


def _opening(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= OPENING else f"{flat[:OPENING].rstrip()}…"


class _Stopwatch:
    """Seconds per stage, and in all."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._stages: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        begin = time.perf_counter()
        yield
        self._stages[name] = time.perf_counter() - begin

    def seconds(self) -> dict[str, float]:
        return self._stages | {"total": time.perf_counter() - self._start}
