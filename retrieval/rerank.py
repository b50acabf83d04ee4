"""A reranker of the user's own, such as a cross-encoder: its places count beside our scores, over the best hits.

Reranking is off unless a memory is given a reranker, and none comes with Clew.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from clew.errors import InvalidInput
from clew.model import Hit
from clew.retrieval.pack import line, shortest
from clew.text.arguments import quoted

if TYPE_CHECKING:
    from langchain_core.documents import Document


@runtime_checkable
class Compressor(Protocol):
    """The part of LangChain's `BaseDocumentCompressor` that is used; those that rerank return the best, best first."""

    def compress_documents(self, documents: "Sequence[Document]", query: str) -> "Sequence[Document]":
        """Return the documents that matter for a query."""
        ...


Reranker: TypeAlias = Compressor | Callable[[str, Sequence[str]], Sequence[float]]
"""A compressor of LangChain; or else a function of a query and texts that gives a score per text, the more the better.

It is called once per recall, by several threads at once where several recall. It reads each hit as it is shown: the
speaker, of a long turn the part that matches best, the caption.
"""


def reranked(hits: Sequence[Hit], query: str, reranker: Reranker, weight: float) -> tuple[Hit, ...]:
    """Return hits in the order that both say, best first; equally good ones in ours.

    A hit gains by its place among the reranker's. The first gains `weight` times what lies between our best and our
    worst score, less what was taken away for repeats; the last gains nothing. So the reranker's scores may be of any
    scale. Hits to which it gives one score share a place, and so do all that a compressor leaves out, which is the
    last.

    Args:
        hits: best first.
        query: as asked.
        reranker: what it raises is not caught.
        weight: of its places over our scores.

    Raises:
        InvalidInput: it gives something else than a finite number per text or documents, or a document that it was
            not given.
    """
    if len(hits) < 2:
        return tuple(hits)
    _, places = np.unique(_scores(hits, query, reranker), return_inverse=True)
    gained = [hit.parts.gained for hit in hits]
    spread = max(gained) - min(gained) or 1.0
    gains = weight * spread * places / max(places.max(), 1)
    fused: list[Hit] = []
    for hit, gain in zip(hits, gains.tolist(), strict=True):
        parts = replace(hit.parts, rerank=gain)
        fused.append(replace(hit, parts=parts, score=parts.total))
    return tuple(sorted(fused, key=lambda hit: -hit.score))


def _scores(hits: Sequence[Hit], query: str, reranker: Reranker) -> NDArray[np.float64]:
    texts = [line(shortest(hit)) for hit in hits]
    if isinstance(reranker, Compressor):
        return _by_place(hits, texts, query, reranker)
    said = reranker(query, texts)
    try:
        scores = np.asarray(said, dtype=np.float64)
    except Exception:  # noqa: BLE001 - whatever it is, such as a tensor with a gradient, it is no list of numbers
        scores = np.empty(0)
    if scores.shape != (len(hits),) or not np.all(np.isfinite(scores)):
        raise InvalidInput(
            f"the reranker has to give a finite number for each of {len(hits)} texts; it gave {_opening(said)}"
        )
    return scores


def _by_place(hits: Sequence[Hit], texts: Sequence[str], query: str, compressor: Compressor) -> NDArray[np.float64]:
    """Score the documents of a compressor by their places, the best of each; those that it left out get 0."""
    from langchain_core.documents import Document

    numbers = {hit.id: number for number, hit in enumerate(hits)}
    given = [Document(text, metadata={"id": hit.id, "kind": hit.kind}) for hit, text in zip(hits, texts, strict=True)]
    scores = np.zeros(len(hits))
    found = compressor.compress_documents(given, query)
    try:
        kept = [str(document.metadata.get("id")) for document in found]
    except (TypeError, AttributeError):
        raise InvalidInput(
            f"the reranker has to give a list of the documents that matter; it gave {_opening(found)}"
        ) from None
    for place, id in enumerate(kept):
        number = numbers.get(id)
        if number is None:
            raise InvalidInput("the reranker gave a document that it was not given; it has to keep each one's metadata")
        scores[number] = max(scores[number], len(kept) - place)
    return scores


def _opening(given: object) -> str:
    """Return how what a reranker gave begins, on one line: an array has many, and documents hold memories."""
    return " ".join(quoted(given).split())
