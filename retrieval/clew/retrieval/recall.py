"""A query into ranked, dated, explained memory: seeds, neighbourhood, PageRank, score, pack."""

import json
from collections.abc import Collection, Mapping, Sequence, Set
from datetime import UTC, datetime

from clew.clock import FOREVER
from clew.errors import InvalidInput
from clew.graph import Row
from clew.model import Hit, Recall, ScoreParts, Step
from clew.queries import load
from clew.retrieval import score, views
from clew.retrieval.pack import pack
from clew.retrieval.question import take_apart
from clew.retrieval.score import Table
from clew.retrieval.seeds import Filter, resolved
from clew.retrieval.stopwatch import Stopwatch
from clew.retrieval.views import Steps, View
from clew.settings import RecallSettings
from clew.space import Contents, Space, SpaceTransaction

OPENING = 60
"""Characters of a text by which a path names it."""

EVERYTHING = Filter()
KINDS = ("Episode", "Fact", "Triplet", "Reflection", "Passage")


def recall(
    space: Space,
    query: str,
    settings: RecallSettings,
    wanted: Filter = EVERYTHING,
    kinds: Collection[str] = KINDS,
) -> Recall:
    """Find what a space remembers of a query.

    Args:
        space: where.
        query: a question or a topic.
        settings: weights, pools, engine, budget.
        wanted: which turns; only turns pass a filter.
        kinds: what is returned, of ``Episode``, ``Fact``, ``Triplet``, ``Reflection`` and ``Passage``, in any case.

    Raises:
        InvalidInput: the query is blank, or a kind is unknown.
        NotFound: the space has no such session or speaker.
        Conflict: the space is being forgotten.
    """
    clock = Stopwatch()
    contents = space.contents() or Contents()
    returned = [kind for kind in _checked(kinds) if wanted.is_open or kind == "Episode"]
    searched = _searched(returned, contents.kinds) if wanted.is_open else set(returned) & set(contents.kinds)
    question = take_apart(query, contents.speakers)
    wanted = resolved(space, wanted, contents.speakers)
    common = settings.common(contents.texts, contents.kinds)
    with clock.stage("encode"):
        vector = space.embed_query(question.text)
    seen = space.reading(
        lambda transaction: views.look(transaction, question, vector, wanted, searched, common, settings, clock)
    )
    with clock.stage("pagerank"):
        ranks = [views.ranks(space, view, common, settings) for view in seen]
    with clock.stage("score"):
        tables = [
            views.scored(view, rank, question, wanted, returned, settings)
            for view, rank in zip(seen, ranks, strict=True)
        ]
        best = score.best(tables, [view.pool.closest for view in seen], settings)
        steps = _steps(seen, tables, best.keys())
    with clock.stage("read"):
        hits = space.reading(lambda transaction: _read(transaction, best, steps))
    packed, text = pack(hits, settings.words, settings.fact_words)
    return Recall(query, hits, packed, text, settings.engine if any(ranks) else None, clock.seconds())


def _checked(kinds: Collection[str]) -> list[str]:
    wanted = {kind.casefold() for kind in ([kinds] if isinstance(kinds, str) else kinds)}
    if unknown := sorted(wanted - {kind.casefold() for kind in KINDS}):
        raise InvalidInput(f"kind {unknown[0]!r} is not searched; name some of {', '.join(KINDS)}")
    return [kind for kind in KINDS if kind.casefold() in wanted]


def _searched(returned: Collection[str], there: Collection[str]) -> set[str]:
    """The families of what is returned, as far as they are there: turns lift facts that are wanted, and the reverse."""
    families = [family for family in views.FAMILIES.values() if any(kind in returned for kind in family)]
    return {kind for family in families for kind in family if kind in there}


def _steps(seen: Sequence[View], tables: Sequence[Table], best: Set[str]) -> dict[str, Steps]:
    ways: dict[str, Steps] = {}
    for view, table in zip(seen, tables, strict=True):
        ways |= views.steps(view, [id for id in table.ids if id in best])
    return ways


def _read(transaction: SpaceTransaction, best: Mapping[str, ScoreParts], steps: Mapping[str, Steps]) -> tuple[Hit, ...]:
    ids = dict.fromkeys([*best, *(id for path in steps.values() for _, id in path)])
    rows = {row["id"]: row for row in transaction.run(load("recall/read"), ids=list(ids))[0]["nodes"]}
    return tuple(
        _hit(rows, id, parts, steps[id])
        for id, parts in best.items()
        if id in rows and id in steps and all(node in rows for _, node in steps[id])  # else forgotten since the search
    )


def _hit(rows: Mapping[str, Row], id: str, parts: ScoreParts, steps: Steps) -> Hit:
    row = rows[id]
    return Hit(
        **{name: row[name] for name in ("id", "kind", "text")},
        position=row["position"] or 0,
        **{name: row[name] or "" for name in ("speaker", "session", "caption", "document", "title")},  # pyright: ignore[reportArgumentType]
        at=_instant(row),
        metadata=json.loads(row["metadata"] or "{}"),
        valid_from=row["valid_from"],
        valid_to=None if row["valid_to"] == FOREVER else row["valid_to"],
        sources=tuple(row["sources"] or ()),
        belief=1.0 if row["belief"] is None else row["belief"],
        score=parts.total,
        parts=parts,
        path=tuple(Step(relation, node, rows[node]["kind"], _opening(rows[node]["text"])) for relation, node in steps),
    )


def _instant(row: Row) -> datetime | None:
    if row["second"] is None:
        return None
    return datetime.fromtimestamp(row["second"], UTC).replace(microsecond=row["microsecond"])


def _opening(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= OPENING else f"{flat[:OPENING].rstrip()}…"
