"""The first candidates: the best of a space by meaning, by words, and by the words of whole sessions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from clew.clock import FOREVER
from clew.queries import load
from clew.retrieval.candidates import Candidate, family_of
from clew.retrieval.context import Context
from clew.retrieval.words import OVERFETCH, Scored, Words, is_short, wider
from clew.schema import declared
from clew.space import SpaceTransaction

BY_SOURCE = "nearest_by_source"

LEAST_FETCHED = 20
"""Hits fetched by meaning, however few are taken: asked for fewer, an approximate index may miss the closest."""


class _Sourced(NamedTuple):
    hits: list[Scored]
    reached: int


@dataclass(frozen=True, slots=True)
class Pool:
    """What search found.

    Attributes:
        candidates: every hit, by id.
        vector: similarity per id, scaled over the hits to 0..1.
        text: BM25 per id over the best, 0..1.
        sessions: BM25 per session's name over the best, 0..1.
        closest: the best similarity by vector before scaling, 0..1; 0 where there is no hit.
    """

    candidates: dict[str, Candidate]
    vector: dict[str, float]
    text: dict[str, float]
    sessions: dict[str, float]
    closest: float = 0.0


def joined(pools: Iterable[Pool]) -> Pool:
    """Return several kinds' pools as one, each scaled by itself."""
    whole = Pool({}, {}, {}, {})
    for pool in pools:
        whole = Pool(
            whole.candidates | pool.candidates,
            whole.vector | pool.vector,
            whole.text | pool.text,
            whole.sessions | pool.sessions,
            max(whole.closest, pool.closest),
        )
    return whole


def search(transaction: SpaceTransaction, context: Context, kind: str, family: str, words: Words) -> Pool:
    """Search one kind, and its parts, by vector inside the space, and add what was found by words.

    What is found by several of its parts is found once, with the best score of each search.

    Args:
        transaction: of the space.
        context: what for, and which memories.
        kind: label of what is searched.
        family: whose hits count, where the kind has several.
        words: what was found by words, of every kind.
    """
    raw = _raw(transaction, context, kind, family, words)
    for part in declared().parts_of(kind):
        if part in context.searched:
            raw = _folded(raw, _raw(transaction, context, part, family, words), context.settings.part_discount)
    closest = max(raw.vector.values(), default=0.0)
    sessions = _shares(words.sessions) if kind == "Episode" else {}
    return Pool(raw.candidates, _scaled(raw.vector), _shares(raw.text), sessions, closest)


def _raw(transaction: SpaceTransaction, context: Context, kind: str, family: str, words: Words) -> Pool:
    """Search one kind; its scores are not scaled."""
    found = _nearest(transaction, context, kind)
    whole = declared().kind(kind).part_of or kind
    placed = {is_placed for is_placed in (True, False) if family_of(whole, is_placed) == family}
    near, told = ([hit for hit in hits if (hit.session is not None) in placed] for hits in (found, words.hits[kind]))
    return Pool(
        {hit.id: hit.candidate for hit in (*near, *told)},
        {hit.id: hit.score for hit in near},
        {hit.id: hit.score for hit in told},
        {},
    )


def _nearest(transaction: SpaceTransaction, context: Context, kind: str) -> list[Scored]:
    """Search one kind by vector; of what rests on turns, look at more where too little passes."""
    statement, search = _statement(context, kind)
    if statement != BY_SOURCE:
        return transaction.run(load(f"recall/{statement}", list[Scored]), **search)[0]
    query = load(f"recall/{BY_SOURCE}", _Sourced)
    while is_short(search, found := transaction.run(query, **search)[0]):
        search = wider(search)
    return found.hits


def _folded(whole: Pool, parts: Pool, discount: float) -> Pool:
    """Add what was found by parts; both pools' scores are not scaled.

    The best of several draws is high by chance, so that a part has to be more similar than a whole by the discount.
    """
    candidates = dict(whole.candidates)
    near, text = dict(whole.vector), dict(whole.text)
    for id, part in parts.candidates.items():
        each = part.whole
        candidates.setdefault(each.id, each)
        if id in parts.vector:
            near[each.id] = max(near.get(each.id, 0.0), parts.vector[id] - discount)
        if id in parts.text:
            text[each.id] = max(text.get(each.id, 0.0), parts.text[id])
    return Pool(candidates, near, text, whole.sessions)


def _statement(context: Context, kind: str) -> tuple[str, dict[str, Any]]:
    """Choose the statement for a kind and a filter; return what it takes."""
    pool = context.settings.pool_of(kind)
    common: dict[str, Any] = {
        "kind": kind,
        "vector": list(context.vector),
        "pool": pool,
        "fetched": max(pool, LEAST_FETCHED),
        "forever": FOREVER,
        "timed": context.is_timed,
    }
    if context.is_by_source(kind):
        wanted = common | context.bounds | {"as_of": context.as_of}
        if context.where.session is not None:
            return "nearest_of_session", wanted | {"session": context.where.session}
        return BY_SOURCE, wanted | {"fetched": OVERFETCH * pool}
    if not context.where.is_open:
        return "nearest_filtered", common | context.bounds
    if context.where.as_of is not None:
        return "nearest_as_of", common | {"as_of": context.as_of}
    return "nearest", common


def _scaled(scores: Mapping[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - low) / (high - low) if high > low else 1.0 for id, score in scores.items()}


def _shares(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()}
