"""Vectors of an encoder that may be anybody's, checked before they reach the store."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clew.embedding.choice import identity, length
from clew.errors import InvalidInput

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


def embed(encoder: "Embeddings", texts: Sequence[str], dimensions: int) -> list[list[float]]:
    """Return one vector per text.

    Args:
        encoder: any.
        texts: in the order of the answer.
        dimensions: what each vector must have.

    Raises:
        InvalidInput: the encoder gave another number of vectors, or one of another size, of what are no numbers, with
            a number that is not finite, or of length 0, which no cosine index takes.
    """
    vectors = encoder.embed_documents(list(texts)) if texts else []
    check(encoder, texts, vectors, dimensions)
    return vectors


def check(encoder: "Embeddings", texts: Sequence[str], vectors: Sequence[Sequence[float]], dimensions: int) -> None:
    """Refuse vectors that cannot be stored or searched with; see `embed`."""
    if (number := length(encoder, "embed_documents", vectors)) != len(texts):
        raise InvalidInput(f"encoder {identity(encoder)} gave {number} vectors for {len(texts)} texts; use another")
    for text, vector in zip(texts, vectors, strict=True):
        if fault := vector_fault(vector, dimensions):
            raise InvalidInput(f"encoder {identity(encoder)} gave {fault} for {text[:40]!r}; use another encoder")


def vector_fault(vector: Sequence[float], dimensions: int) -> str:
    """Say why a cosine index cannot take a vector; empty if it can."""
    try:
        size, squares = len(vector), sum(value * value for value in vector)
    except TypeError:
        return "something that is no vector of numbers"
    if size != dimensions:
        return f"{size} dimensions instead of {dimensions}"
    if not math.isfinite(squares):
        return "a vector with a number that is not finite"
    return "" if squares else "a vector of length 0"
