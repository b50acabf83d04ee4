"""Scores of flat retrieval to compare with: BM25, and the parts of fusions with dense search."""

from collections.abc import Sequence

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

from clew.model import Hit, ScoreParts, Turn

Floats = NDArray[np.float64]
"""Scores, shape (questions, turns)."""

RRF_CONSTANT = 60
DENSE_SHARE = 0.6
NEXT_SHARE = 0.3


def turn_hit(id: str, turn: Turn, session: str, position: int) -> Hit:
    """Return a turn as recall would return it, without a score."""
    return Hit(
        id=id,
        kind="Episode",
        text=turn.text,
        speaker=turn.speaker,
        at=turn.at,
        session=session,
        position=position,
        caption=turn.caption,
        metadata={},
        score=0.0,
        parts=ScoreParts(),
        path=(),
    )


def bm25(documents: Sequence[str], queries: Sequence[str]) -> Floats:
    """Okapi BM25 without English stop words, over Snowball stems."""
    index = bm25s.BM25(k1=1.5, b=0.75)
    index.index(_stems(documents), show_progress=False)
    known = index.vocab_dict
    found = ([word for word in words if word in known] for words in _stems(queries))
    return np.array([index.get_scores(words) if words else np.zeros(len(documents)) for words in found])


def _stems(texts: Sequence[str]) -> list[list[str]]:
    stemmer = Stemmer.Stemmer("english")
    return bm25s.tokenize(list(texts), stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False)  # pyright: ignore[reportReturnType]


def reciprocal_rank(scores: Floats) -> Floats:
    """One over sixty plus the rank, which starts at 1."""
    ranks = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1) + 1
    return 1.0 / (RRF_CONSTANT + ranks)


def scaled(scores: Floats) -> Floats:
    """Each question's scores from 0 to 1."""
    low, high = scores.min(axis=1, keepdims=True), scores.max(axis=1, keepdims=True)
    return (scores - low) / np.where(high > low, high - low, 1.0)


def spread(scores: Floats, sessions: Sequence[int]) -> Floats:
    """Add a share of the better neighbour's score; neighbours stand next to a turn in its session."""
    joined = np.diff(np.array(sessions)) == 0
    before, after = np.zeros_like(scores), np.zeros_like(scores)
    before[:, 1:] = scores[:, :-1] * joined
    after[:, :-1] = scores[:, 1:] * joined
    return scores + NEXT_SHARE * np.maximum(before, after)
