"""Chroma on disk: a collection for each tenant, found by vectors; its hybrid search runs on its hosted service only."""

from collections.abc import Sequence

import chromadb  # pyright: ignore[reportMissingImports]
from rivals.interface import Place, Rival, Told

TOGETHER = 5000
"""Texts in one call; it refuses some more."""


class Collections(Rival):
    """A collection for each tenant, with the cosine as its distance."""

    def __init__(self, place: Place) -> None:
        settings = chromadb.Settings(anonymized_telemetry=False)
        self._client = chromadb.PersistentClient(str(place.home), settings)
        self._encoder = place.encoder
        self._collections: dict[str, chromadb.Collection] = {}

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Add texts with their vectors."""
        for start in range(0, len(told), TOGETHER):
            part = told[start : start + TOGETHER]
            lines = [each.line for each in part]
            vectors = self._encoder.embed_documents(lines)
            self._collection(tenant).add(ids=[each.id for each in part], embeddings=vectors, documents=lines)

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:  # noqa: ARG002
        """Search by vector, and read the texts."""
        vector = self._encoder.embed_query(question)
        found = self._collection(tenant).query(query_embeddings=[vector], n_results=limit, include=["documents"])
        return list(found["ids"][0])

    def close(self) -> None:
        """There is nothing to give back."""

    def _collection(self, tenant: str) -> "chromadb.Collection":
        if tenant not in self._collections:
            cosine = {"hnsw": {"space": "cosine"}}
            self._collections[tenant] = self._client.create_collection(
                tenant, configuration=cosine, embedding_function=None
            )
        return self._collections[tenant]


OPEN = Collections
