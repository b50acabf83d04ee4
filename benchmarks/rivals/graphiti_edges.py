"""Graphiti without a model: each text is the fact of an edge between two entities, beside its episode."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from graphiti_core import Graphiti  # pyright: ignore[reportMissingImports]
from graphiti_core.cross_encoder.openai_reranker_client import (  # pyright: ignore[reportMissingImports]
    OpenAIRerankerClient,
)
from graphiti_core.edges import EntityEdge, EpisodicEdge  # pyright: ignore[reportMissingImports]
from graphiti_core.embedder.client import EmbedderClient  # pyright: ignore[reportMissingImports]
from graphiti_core.llm_client import LLMConfig, OpenAIClient  # pyright: ignore[reportMissingImports]
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode  # pyright: ignore[reportMissingImports]
from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk  # pyright: ignore[reportMissingImports]
from langchain_core.embeddings import Embeddings
from rivals.interface import Place, Rival, Told

NO_KEY = "none"
"""Its models are never asked, but it does not begin without a key."""

TOGETHER = 1000
"""Texts in a transaction of a long fill."""


class Shared(EmbedderClient):
    """The common encoder in the form that it calls."""

    def __init__(self, encoder: Embeddings) -> None:
        self._encoder = encoder

    async def create(self, input_data: str | list[str]) -> list[float]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the vector of a question, which comes alone."""
        return self._encoder.embed_query(input_data if isinstance(input_data, str) else input_data[0])

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        """Return the vectors of texts to store."""
        return self._encoder.embed_documents(input_data_list)


class Edges(Rival):
    """A group for each tenant; `search` is its documented way: full text and cosine, joined by reciprocal ranks."""

    def __init__(self, place: Place) -> None:
        server, config = place.server, LLMConfig(api_key=NO_KEY)
        assert server
        self._embedder = Shared(place.encoder)
        self._loop = asyncio.new_event_loop()
        self._graph = Graphiti(
            server.uri,
            server.user,
            server.password,
            llm_client=OpenAIClient(config),
            embedder=self._embedder,
            cross_encoder=OpenAIRerankerClient(config),
        )
        self._entities: dict[tuple[str, str], EntityNode] = {}
        self._loop.run_until_complete(self._graph.build_indices_and_constraints())

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Save the nodes and edges of a session in one transaction, as its bulk ingest does after extraction."""
        self._loop.run_until_complete(self._save(tenant, told))

    def fill(self, tenant: str, told: Sequence[Told]) -> None:
        """Save some hundred texts at a time."""
        for start in range(0, len(told), TOGETHER):
            self.remember(tenant, told[start : start + TOGETHER])

    async def _save(self, tenant: str, told: Sequence[Told]) -> None:
        fresh: list[EntityNode] = []
        ends = [
            (self._entity(tenant, each.speaker or each.title, fresh), self._entity(tenant, tenant, fresh))
            for each in told
        ]
        names = await self._embedder.create_batch([each.name for each in fresh])
        for node, vector in zip(fresh, names, strict=True):
            node.name_embedding = vector
        episodes = [_episode(tenant, each) for each in told]
        facts = await self._embedder.create_batch([each.line for each in told])
        pairs = zip(told, ends, episodes, facts, strict=True)
        edges = [_edge(tenant, each, source, target, episode, fact) for each, (source, target), episode, fact in pairs]
        joined = [
            EpisodicEdge(
                source_node_uuid=episode.uuid, target_node_uuid=source.uuid, group_id=tenant, created_at=_now()
            )
            for episode, (source, _) in zip(episodes, ends, strict=True)
        ]
        await add_nodes_and_edges_bulk(self._graph.driver, episodes, joined, fresh, edges, self._embedder)

    def _entity(self, tenant: str, name: str, fresh: list[EntityNode]) -> EntityNode:
        if (tenant, name) not in self._entities:
            node = EntityNode(name=name, group_id=tenant, labels=["Entity"], summary="", created_at=_now())
            self._entities[tenant, name] = node
            fresh.append(node)
        return self._entities[tenant, name]

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:  # noqa: ARG002
        """Search the facts of a group."""
        found = self._graph.search(question, group_ids=[tenant], num_results=limit)
        return [edge.uuid for edge in self._loop.run_until_complete(found)]

    def close(self) -> None:
        """Close its driver."""
        self._loop.run_until_complete(self._graph.close())


def _episode(tenant: str, told: Told) -> EpisodicNode:
    return EpisodicNode(
        name=told.id,
        group_id=tenant,
        source=EpisodeType.message if told.session else EpisodeType.text,
        source_description=told.session,
        content=told.line,
        valid_at=_at(told),
        created_at=_now(),
    )


def _edge(
    tenant: str,
    told: Told,
    source: EntityNode,
    target: EntityNode,
    episode: EpisodicNode,
    vector: list[float],
) -> EntityEdge:
    return EntityEdge(
        uuid=told.id,
        group_id=tenant,
        source_node_uuid=source.uuid,
        target_node_uuid=target.uuid,
        name="SAID",
        fact=told.line,
        fact_embedding=vector,
        episodes=[episode.uuid],
        created_at=_now(),
        valid_at=_at(told),
        reference_time=_at(told),
    )


def _at(told: Told) -> datetime:
    return datetime.fromisoformat(told.at) if told.at else _now()


def _now() -> datetime:
    return datetime.now(UTC)


OPEN = Edges
