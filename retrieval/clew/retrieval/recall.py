"""A query into ranked, dated, explained memory: seeds, neighbourhood, PageRank, score, pack."""

import json
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from clew.graph import Row
from clew.model import Engine, Hit, Recall, ScoreParts, Step
from clew.queries import load
from clew.retrieval import score
from clew.retrieval.neighbourhood import Chain, Neighbourhood, chain, neighbourhood, paths, walk_graph
from clew.retrieval.pack import pack
from clew.retrieval.pagerank import pagerank
from clew.retrieval.question import Question, take_apart
from clew.retrieval.seeds import Filter, resolved, search, speakers
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
    """
    clock = _Stopwatch()
    known = speakers(space)
    question = take_apart(query, known)
    wanted = resolved(space, wanted, known)
    with clock.stage("encode"):
        vector = space.encoder.embed_query(question.text)
    hits, engine = space.reading(lambda transaction: _find(transaction, question, vector, wanted, settings, clock))
    packed, text = pack(hits, settings.words)
    return Recall(query, hits, packed, text, engine, clock.seconds())


def _find(
    transaction: SpaceTransaction,
    question: Question,
    vector: Sequence[float],
    wanted: Filter,
    settings: RecallSettings,
    clock: "_Stopwatch",
) -> tuple[tuple[Hit, ...], Engine | None]:
    """Seeds, neighbourhood, PageRank, score; in one transaction."""
    with clock.stage("seeds"):
        pool = search(transaction, question, vector, wanted, settings)
    found = score.table(pool.candidates, pool, question, settings)
    seeds = score.walk_seeds(found, settings) if settings.pagerank_weight else {}
    with clock.stage("neighbourhood"):
        near = chain(transaction, pool.candidates)
        around = neighbourhood(transaction, seeds, settings) if seeds else Neighbourhood({}, {}, ())
    with clock.stage("pagerank"):
        ranks = _ranks(transaction.space, around, seeds, settings)
    with clock.stage("score"):
        everyone = pool.candidates | near.candidates | around.candidates
        candidates = {id: candidate for id, candidate in everyone.items() if wanted.passes(candidate)}
        scored = score.table(candidates, pool, question, settings)
        scored = score.add_pagerank(score.spread(scored, near.following, settings), ranks, settings)
        best = {scored.ids[row]: scored.parts(row) for row in scored.best(settings.limit)}
        steps = _paths([found.ids[row] for row in found.best(len(found.ids))], list(best), near, around)
    with clock.stage("read"):
        hits = _read(transaction, best, steps)
    return hits, settings.engine if ranks else None


def _ranks(
    space: Space, around: Neighbourhood, seeds: Mapping[str, float], settings: RecallSettings
) -> dict[str, float]:
    if not seeds:
        return {}
    numbers = {id: number for number, id in enumerate(around.degrees)}
    known = {numbers[id]: weight for id, weight in seeds.items() if id in numbers}
    values = pagerank(space.graph, walk_graph(around, settings), known, settings)
    return dict(zip(numbers, values.tolist(), strict=True))


def _paths(
    found: Sequence[str], best: Sequence[str], near: Chain, around: Neighbourhood
) -> dict[str, list[tuple[str, str]]]:
    """Per hit the steps, as relation and id, from what search found; the best found come first."""
    before = paths(found, near.edges)
    if any(id not in before for id in best):
        before = paths(found, [*near.edges, *around.edges])
    result: dict[str, list[tuple[str, str]]] = {}
    for id in best:
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
