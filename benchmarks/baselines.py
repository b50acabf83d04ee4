"""Flat retrieval to compare with: dense, BM25, and their fusions; every turn of a conversation is ranked."""

from collections.abc import Callable, Sequence

import bm25s
import numpy as np
import Stemmer
from langchain_core.embeddings import Embeddings
from locomo_data import Conversation, Said
from numpy.typing import NDArray

from clew.model import Hit, ScoreParts, Turn
from clew.retrieval.question import parse_question

Floats = NDArray[np.float64]
"""Scores, shape (questions, turns)."""

RRF_CONSTANT = 60
DENSE_SHARE = 0.6
NEXT_SHARE = 0.3

DENSE, FUSED, NEXT = "dense", "min-max", "RRF + NEXT"
STRIPPED, STRIPPED_FUSED = "dense, text only, names stripped", "min-max, text only, names stripped"


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


def rankings(conversation: Conversation, encoder: Embeddings) -> dict[str, list[list[str]]]:
    """Per baseline, per question, the ids of all turns, best first; ties keep the order of the conversation."""
    ids = np.array([turn.id for turn in conversation.turns])
    return {
        name: [ids[order].tolist() for order in np.argsort(-scores, axis=1, kind="stable")]
        for name, scores in _scores(conversation, encoder).items()
    }


def _scores(conversation: Conversation, encoder: Embeddings) -> dict[str, Floats]:
    """Score all turns.

    The fusions are of the dated lines: they are stronger than those of the plain ones. A form that embeds a turn's text
    without its speaker, and the question without names of speakers, is stronger still.
    """
    turns = conversation.turns
    queries = [question.text for question in conversation.questions]
    asked = _vectors(queries, encoder.embed_query)
    plain, dated = (asked @ _texts(texts, encoder).T for texts in _forms(turns))
    speakers = sorted({turn.speaker for turn in turns})
    nameless = _vectors([parse_question(query, speakers).text for query in queries], encoder.embed_query)
    stripped = nameless @ _texts([turn.shown for turn in turns], encoder).T
    words = bm25([turn.dated for turn in turns], queries)
    fused = reciprocal_rank(dated) + reciprocal_rank(words)
    return {
        DENSE: plain,
        "dense, dated": dated,
        "BM25": words,
        FUSED: DENSE_SHARE * scaled(dated) + (1 - DENSE_SHARE) * scaled(words),
        "RRF": fused,
        STRIPPED: stripped,
        STRIPPED_FUSED: DENSE_SHARE * scaled(stripped) + (1 - DENSE_SHARE) * scaled(words),
        NEXT: spread(fused, [turn.session for turn in turns]),
    }


def _forms(turns: Sequence[Said]) -> tuple[list[str], list[str]]:
    return [turn.plain for turn in turns], [turn.dated for turn in turns]


def _vectors(texts: Sequence[str], embed: Callable[[str], list[float]]) -> Floats:
    return np.array([embed(text) for text in texts])


def _texts(texts: list[str], encoder: Embeddings) -> Floats:
    return np.array(encoder.embed_documents(texts))


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
