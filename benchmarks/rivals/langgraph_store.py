"""LangGraph's store in memory: a dictionary for each namespace, and the cosine with every vector in it."""

from collections.abc import Sequence

from langgraph.store.base import PutOp  # pyright: ignore[reportMissingImports]
from langgraph.store.memory import InMemoryStore  # pyright: ignore[reportMissingImports]
from rivals.interface import Place, Rival, Told

DIMENSIONS = 384


class Store(Rival):
    """A namespace for each tenant; nothing survives the process."""

    def __init__(self, place: Place) -> None:
        self._store = InMemoryStore(index={"dims": DIMENSIONS, "embed": place.encoder, "fields": ["text"]})

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Put all in one batch."""
        self._store.batch([PutOp((tenant,), each.id, {"text": each.line}) for each in told])

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:  # noqa: ARG002
        """Search by vector alone: it has no full text."""
        return [item.key for item in self._store.search((tenant,), query=question, limit=limit)]

    def close(self) -> None:
        """There is nothing to give back."""


OPEN = Store
