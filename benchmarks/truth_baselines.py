"""A flat index as a baseline of `truth.py`: it ranks every turn, and is packed as recall is."""

from collections.abc import Sequence

import baselines
import numpy as np
from langchain_core.embeddings import Embeddings
from truth_scenarios import Found

from clew.model import Transcript
from clew.retrieval.pack import pack
from clew.settings.recall import LIMIT

VECTOR, NEXT = "vector only", "RRF + neighbours"


class Flat:
    """The turns of a store as lines ``[date] speaker: text``, and their vectors."""

    def __init__(self, sessions: Sequence[Transcript], encoder: Embeddings) -> None:
        said = [(number, place, turn) for number, each in enumerate(sessions) for place, turn in enumerate(each.turns)]
        self._sessions = [number for number, _, _ in said]
        self._hits = [
            baselines.turn_hit(f"{sessions[number].session}/{place}", turn, sessions[number].session, place)
            for number, place, turn in said
        ]
        self.lines = [f"[{turn.at:%d %B %Y}] {turn.speaker}: {turn.text}" for _, _, turn in said]
        self._encoder = encoder
        self._vectors = np.array(encoder.embed_documents(self.lines))

    def found(self, question: str, words: int) -> dict[str, Found]:
        """Return what each baseline answers, with so many words in its packed text."""
        dense = self.closeness([question])
        fused = baselines.reciprocal_rank(dense) + baselines.reciprocal_rank(baselines.bm25(self.lines, [question]))
        scores = {VECTOR: dense[0], NEXT: baselines.spread(fused, self._sessions)[0]}
        return {name: self._answer(each, words) for name, each in scores.items()}

    def closeness(self, questions: Sequence[str]) -> baselines.Floats:
        """Return the cosines, shape (questions, turns)."""
        return np.array([self._encoder.embed_query(each) for each in questions]) @ self._vectors.T

    def _answer(self, scores: baselines.Floats, words: int) -> Found:
        hits = [self._hits[place] for place in np.argsort(-scores, kind="stable")[:LIMIT].tolist()]
        return Found(tuple(hit.text for hit in hits), pack(hits, words).text)
