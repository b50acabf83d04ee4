"""Flat retrieval of paragraphs to compare with: dense, BM25 and two fusions; exact, in memory, over all paragraphs."""

import numpy as np
from baselines import Floats, bm25
from langchain_core.embeddings import Embeddings
from multihop_data import Corpus

DENSE, BM25, FUSION, RANKS = "dense", "BM25", "fusion", "reciprocal ranks"
NAMES = (DENSE, BM25, FUSION, RANKS)

DENSE_SHARE = 0.65
POOL = 100
RANK_CONSTANT = 20


class Remembered(Embeddings):
    """An encoder that encodes a text once: the corpora of a run share most of theirs, and so do the baselines."""

    def __init__(self, inner: Embeddings, identity: str) -> None:
        self._inner = inner
        self._known: dict[str, list[float]] = {}
        self.identity = identity

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """The vectors of the inner encoder."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._inner.embed_documents(new), strict=True)
        return [self._known[text] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The vector of the inner encoder."""
        return self._inner.embed_query(text)


def rankings(corpus: Corpus, encoder: Embeddings) -> dict[str, list[list[str]]]:
    """Per baseline, per question, ids of all paragraphs, best first; ties keep the order of the corpus."""
    ids = np.array([each.id for each in corpus.paragraphs])
    return {
        name: [ids[order].tolist() for order in np.argsort(-scores, axis=1, kind="stable")]
        for name, scores in _scores(corpus, encoder).items()
    }


def _scores(corpus: Corpus, encoder: Embeddings) -> dict[str, Floats]:
    queries = [question.text for question in corpus.questions]
    texts = [each.whole for each in corpus.paragraphs]
    asked = np.array([encoder.embed_query(query) for query in queries])
    dense = asked @ np.array(encoder.embed_documents(texts)).T
    return combined(dense, bm25(texts, queries))


def combined(dense: Floats, words: Floats) -> dict[str, Floats]:
    """Both, and their fusions."""
    fused = DENSE_SHARE * pooled(dense) + (1 - DENSE_SHARE) * pooled(words)
    return {DENSE: dense, BM25: words, FUSION: fused, RANKS: reciprocal_rank(dense) + reciprocal_rank(words)}


def pooled(scores: Floats) -> Floats:
    """The best hundred of each question from 0 to 1, all others 0."""
    low = np.sort(scores, axis=1)[:, -POOL:].min(axis=1, keepdims=True)
    high = scores.max(axis=1, keepdims=True)
    return np.clip(scores - low, 0.0, None) / np.where(high > low, high - low, 1.0)


def reciprocal_rank(scores: Floats) -> Floats:
    """One over twenty plus the rank, which starts at 1."""
    ranks = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1) + 1
    return 1.0 / (RANK_CONSTANT + ranks)
