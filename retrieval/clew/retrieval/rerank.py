"""A reranker of the user's own, such as a cross-encoder: its order and ours, fused over the best hits.

Reranking is off unless a memory is given a reranker, and none comes with Clew.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from clew.errors import InvalidInput
from clew.model import Hit

if TYPE_CHECKING:
    from langchain_core.documents import Document


@runtime_checkable
class Compressor(Protocol):
    """What of LangChain's `BaseDocumentCompressor` is used; those that rerank return the best, best first."""

    def compress_documents(self, documents: "Sequence[Document]", query: str) -> "Sequence[Document]":
        """Return the documents that matter for a query."""
        ...


Reranker: TypeAlias = Callable[[str, Sequence[str]], Sequence[float]] | Compressor
"""A function of a query and texts that gives a score per text, the higher the better; or a compressor of LangChain."""


def reranked(hits: Sequence[Hit], query: str, reranker: Reranker, weight: float) -> tuple[Hit, ...]:
    """Return hits in the order that both say, best first.

    A hit gains by its place among the reranker's: the first as much as `weight` times what lies between our best and
    our worst score, the last nothing. So the reranker's scores may be of any scale. What it says equally much of, and
    what a compressor leaves out, stays in our order.

    Args:
        hits: best first.
        query: as asked.
        reranker: is asked once; what it raises is not caught.
        weight: of its order over ours.

    Raises:
        InvalidInput: it gives another number of scores than there are texts, one that is not finite, or a document
            that it was not given.
    """
    if len(hits) < 2:
        return tuple(hits)
    scores = _scores(hits, query, reranker)
    spread = hits[0].score - hits[-1].score or 1.0
    best = 1 - np.searchsorted(np.sort(-scores), -scores) / (len(hits) - 1)
    gains = weight * spread * best
    fused = [_gaining(hit, gain) for hit, gain in zip(hits, gains.tolist(), strict=True)]
    return tuple(sorted(fused, key=lambda hit: -hit.score))


def _gaining(hit: Hit, gain: float) -> Hit:
    parts = replace(hit.parts, rerank=gain)
    return replace(hit, parts=parts, score=parts.total)


def _scores(hits: Sequence[Hit], query: str, reranker: Reranker) -> "np.ndarray[Any, np.dtype[np.float64]]":
    if isinstance(reranker, Compressor):
        return _by_place(hits, query, reranker)
    scores = np.array([float(score) for score in reranker(query, [hit.text for hit in hits])])
    if len(scores) != len(hits):
        raise InvalidInput(f"the reranker gave {len(scores)} scores for {len(hits)} texts; it has to give one per text")
    if not np.all(np.isfinite(scores)):
        raise InvalidInput("the reranker gave a score that is not finite; it has to give numbers")
    return scores


def _by_place(hits: Sequence[Hit], query: str, compressor: Compressor) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Score the documents of a compressor by their places; those that it left out come last."""
    from langchain_core.documents import Document

    numbers = {hit.id: number for number, hit in enumerate(hits)}
    given = [Document(hit.text, id=hit.id, metadata={"id": hit.id, "kind": hit.kind}) for hit in hits]
    scores = np.zeros(len(hits))
    found = compressor.compress_documents(given, query)
    for place, document in enumerate(found):
        number = numbers.get(str(document.metadata.get("id", document.id)))
        if number is None:
            raise InvalidInput("the reranker gave a document that it was not given; it has to keep each one's metadata")
        scores[number] = len(found) - place
    return scores
