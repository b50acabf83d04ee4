"""The first candidates: the best of a space by meaning, by words, and by the words of whole sessions."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

from clew.clock import BEGINNING, FOREVER
from clew.queries import load
from clew.retrieval.candidates import Candidate
from clew.retrieval.context import Context
from clew.retrieval.question import NOTHING
from clew.schema import declared
from clew.space import SpaceTransaction

OVERFETCH = 10
"""Full text cannot filter by session, speaker or time: with such a filter it fetches so many times more."""

MAX_FETCHED = 20_000
"""Hits of full text that are looked at, where most of them do not hold or are filtered."""


class _Hit(NamedTuple):
    id: str
    score: float


class _Session(NamedTuple):
    name: str
    score: float


class _Worded(NamedTuple):
    candidates: list[Candidate]
    text: list[_Hit]
    reached: int


class _Found(NamedTuple):
    candidates: list[Candidate]
    vector: list[_Hit]
    text: list[_Hit]
    reached: int
    sessions: list[_Session]


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


def search(transaction: SpaceTransaction, context: Context, kind: str, family: str) -> Pool:
    """Search one kind, and its parts, by vector and by full text, both inside the space.

    What is found by several of its parts is found once, with the best score of each search.

    Args:
        transaction: of the space.
        context: what for, and which memories.
        kind: label of what is searched.
        family: whose hits count, where the kind has several.
    """
    raw = _raw(transaction, context, kind, family)
    for part in declared().parts_of(kind):
        if part in context.searched:
            raw = _folded(raw, _raw(transaction, context, part, family), context.settings.part_discount)
    closest = max(raw.vector.values(), default=0.0)
    return Pool(raw.candidates, _scaled(raw.vector), _shares(raw.text), _shares(raw.sessions), closest)


def _raw(transaction: SpaceTransaction, context: Context, kind: str, family: str) -> Pool:
    """Search one kind; its scores are not scaled."""
    statement, parameters = _statement(context, kind)
    (found,) = transaction.run(load(f"recall/{statement}", _Found), **parameters)
    worded = _worded(transaction, context, _Worded(found.candidates, found.text, found.reached), parameters)
    reached = chain(found.candidates, worded.candidates)
    candidates = {each.id: each for each in reached if each.whole.family == family}
    near, text = ({id: score for id, score in hits if id in candidates} for hits in (found.vector, worded.text))
    return Pool(candidates, near, text, dict(found.sessions))


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


def _worded(transaction: SpaceTransaction, context: Context, worded: _Worded, parameters: dict[str, Any]) -> _Worded:
    """Return what was found by words; fetch more where too many of the best no longer hold, or are filtered."""
    fetched, pool = int(parameters.get("fetched", parameters["pool"])), int(parameters["pool"])
    while worded.reached >= fetched and len(worded.text) < pool and fetched < MAX_FETCHED:
        fetched = min(fetched * OVERFETCH, MAX_FETCHED)
        again = {name: parameters[name] for name in ("kind", "words", "pool", "forever")}
        (worded,) = transaction.run(
            load("recall/words", _Worded),
            **again,
            fetched=fetched,
            as_of=context.as_of,
            is_open=context.where.is_open,
            by_source=_is_derived(parameters["kind"]),
            **_bounds(context),
        )
    return worded


def _statement(context: Context, kind: str) -> tuple[str, dict[str, Any]]:
    """Choose the statement for a kind and a filter; return what it takes."""
    pool = context.settings.pool_of(kind)
    key = context.space.key
    is_turn = kind == "Episode"
    common: dict[str, Any] = {
        "kind": kind,
        "vector": list(context.vector),
        "words": context.question.lucene("search_text", space_key=key, kind=kind),
        "session_words": context.question.lucene("session_text", space_key=key) if is_turn else NOTHING,
        "pool": pool,
        "forever": FOREVER,
    }
    fetched = {"fetched": OVERFETCH * pool}
    if not context.where.is_open and _is_derived(kind):
        return "seeds_by_source", common | fetched | {"as_of": context.as_of} | _bounds(context)
    if not context.where.is_open:
        return "seeds_filtered", common | fetched | _bounds(context)
    if context.where.as_of is not None:
        return "seeds_as_of", common | fetched | {"as_of": context.as_of}
    return "seeds", common


def _is_derived(kind: str) -> bool:
    return kind in declared().derived_kinds()


def _bounds(context: Context) -> dict[str, str | datetime]:
    """Return ranges that hold everything where a side is open: the index knows equality and range only."""
    where = context.where
    return {
        "session_low": where.session or "",
        "session_high": where.session or "\U0010ffff",
        "speaker_low": where.speaker or "",
        "speaker_high": where.speaker or "\U0010ffff",
        "since": where.since or BEGINNING,
        "until": min(where.until or FOREVER, where.as_of + timedelta.resolution if where.as_of else FOREVER),
    }


def _scaled(scores: dict[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - low) / (high - low) if high > low else 1.0 for id, score in scores.items()}


def _shares(scores: dict[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()}
