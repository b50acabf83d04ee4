"""The first candidates: the best of a space by meaning, by words, and by the words of whole sessions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clew.graph.schema import declared
from clew.retrieval.candidates import Candidate, family_of
from clew.retrieval.context import Context
from clew.retrieval.nearest import Nearest
from clew.retrieval.words import Words


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


def search(context: Context, kind: str, family: str, near: Nearest, words: Words) -> Pool:
    """Put together what was found of one kind and of its parts by vector and by words.

    What is found by several of its parts is found once, with the best score of each search.

    Args:
        context: what for, and which memories.
        kind: label of what is searched.
        family: whose hits count, where the kind has several.
        near: what was found by vector, of every kind.
        words: what was found by words, likewise.
    """
    raw = _raw(kind, family, near, words)
    for part in parts(context, kind):
        raw = _folded(raw, _raw(part, family, near, words), context.settings.part_discount)
    closest = max(raw.vector.values(), default=0.0)
    sessions = _shares(words.sessions) if kind == "Episode" else {}
    return Pool(raw.candidates, _scaled(raw.vector), _shares(raw.text), sessions, closest)


def parts(context: Context, kind: str) -> list[str]:
    """Return the labels of the parts of a kind that are searched with it."""
    return [part for part in declared().parts_of(kind) if part in context.searched]


def _raw(kind: str, family: str, near: Nearest, words: Words) -> Pool:
    """Take the hits of one kind; their scores are not scaled."""
    whole = declared().kind(kind).part_of or kind
    placed = {is_placed for is_placed in (True, False) if family_of(whole, is_placed) == family}
    close, told = (
        [hit for hit in hits if (hit.session is not None) in placed] for hits in (near[kind], words.hits[kind])
    )
    return Pool(
        {hit.id: hit.candidate for hit in (*close, *told)},
        {hit.id: hit.score for hit in close},
        {hit.id: hit.score for hit in told},
        {},
    )


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


def _scaled(scores: Mapping[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - low) / (high - low) if high > low else 1.0 for id, score in scores.items()}


def _shares(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()}
