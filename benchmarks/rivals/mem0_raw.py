"""mem0 without inference: memories as they were said, in Qdrant on disk, found by vectors and BM25."""

from collections.abc import Sequence
from pathlib import Path

from fastembed import SparseTextEmbedding  # pyright: ignore[reportMissingImports]
from mem0 import Memory  # pyright: ignore[reportMissingImports]
from rivals.interface import Place, Rival, Told

from clew.text.names import words

DIMENSIONS = 384
BM25 = "Qdrant/bm25"
THRESHOLD = 0.0
"""Of the score; its default, 0.1, leaves hits out when a hundred are asked for."""

NO_KEY = "none"
"""Its model is never asked, but it does not begin without a key."""


class Raw(Rival):
    """A user for each tenant.

    Its BM25 would fetch a list of stop words from a hub; it is given Clew's. Its lemmas and entities need a spaCy model
    from outside the registry, and without it mem0 takes the words as they are.
    """

    def __init__(self, place: Place) -> None:
        folder = place.home
        store = {"path": str(folder / "qdrant"), "embedding_model_dims": DIMENSIONS, "on_disk": True}
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": {"provider": "langchain", "config": {"model": place.encoder}},
                "llm": {"provider": "openai", "config": {"api_key": NO_KEY}},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.vector_store._bm25_encoder = _bm25(folder / "bm25")  # noqa: SLF001 - no argument of its reaches it

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Add each text by itself, because metadata belong to a call."""
        for each in told:
            message = {"role": "user", "content": each.line}
            self._memory.add([message], user_id=tenant, metadata={"told": each.id}, infer=False)

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:  # noqa: ARG002
        """Search the memories of a user."""
        found = self._memory.search(question, top_k=limit, filters={"user_id": tenant}, threshold=THRESHOLD)
        return [each["metadata"]["told"] for each in found["results"]]

    def close(self) -> None:
        """Close its database."""
        self._memory.vector_store.client.close()


def _bm25(folder: Path) -> SparseTextEmbedding:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "english.txt").write_text("\n".join(sorted(words("stop.txt"))), "utf-8")
    return SparseTextEmbedding(BM25, specific_model_path=str(folder))


OPEN = Raw
