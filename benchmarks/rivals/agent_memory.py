"""Neo4j's agent memory without a model: messages, found by their vectors."""

import asyncio
from collections.abc import Sequence

from langchain_core.embeddings import Embeddings
from neo4j_agent_memory import MemoryClient, MemorySettings  # pyright: ignore[reportMissingImports]
from pydantic import SecretStr
from rivals.interface import Place, Rival, Told

DEFAULT, BY_METADATA = "session_id", "metadata"


class Shared:
    """The common encoder in the form that it calls."""

    dimensions = 384

    def __init__(self, encoder: Embeddings) -> None:
        self._encoder = encoder

    async def embed(self, text: str) -> list[float]:
        """Return the vector of a question."""
        return self._encoder.embed_query(text)

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of texts to store."""
        return self._encoder.embed_documents(texts)


class Messages(Rival):
    """A session for each tenant, which the metadata of each message name as well.

    Attributes:
        ways: by `session_id` and with its threshold, as documented; and by a filter of metadata. The filter holds
            tenants apart, and has no threshold below which nothing is shown.
    """

    ways = (DEFAULT, BY_METADATA)

    def __init__(self, place: Place) -> None:
        server = place.server
        assert server
        given = {"uri": server.uri, "username": server.user, "password": SecretStr(server.password)}
        settings = MemorySettings(neo4j=given)
        settings.embedding.dimensions = Shared.dimensions
        self._client = MemoryClient(settings, embedder=Shared(place.encoder))
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self._client.connect())

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Add messages in batches of a hundred, without extraction."""
        messages = [
            {"role": "user", "content": each.line, "metadata": {"tenant": tenant, "told": each.id}} for each in told
        ]
        for each, message in zip(told, messages, strict=True):
            if each.at:
                message["timestamp"] = each.at
        self._loop.run_until_complete(self._client.short_term.add_messages_batch(tenant, messages))

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:
        """Search messages."""
        where = {"session_id": tenant} if way == DEFAULT else {"metadata_filters": {"tenant": tenant}, "threshold": 0.0}
        found = self._client.short_term.search_messages(question, limit=limit, **where)
        return [message.metadata["told"] for message in self._loop.run_until_complete(found)]

    def close(self) -> None:
        """Close its driver."""
        self._loop.run_until_complete(self._client.close())


OPEN = Messages
