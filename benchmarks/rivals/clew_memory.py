"""Clew as it comes, its PageRank in process or by Graph Data Science; and, on its graph, the least and GAAMA's recipe.

The least is what any recall on a Neo4j has to do: encode, one vector query, read the best hundred texts.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from recall_times import LEAST, nearest
from rivals import gaama_recipe
from rivals.interface import Place, Rival, Told

from clew.api.memory import Memory
from clew.loaders.conversation.sessions import GROUP_TURNS, grouped, indexed_afterwards, remember_together
from clew.loaders.documents import documents
from clew.loaders.sources.readers import Written
from clew.model import Hit, Transcript, Turn

GAAMA = "GAAMA's recipe"


class Clew(Rival):
    """A space for each tenant."""

    ways = ("local", "gds", LEAST, GAAMA)

    def __init__(self, place: Place) -> None:
        self._place = place
        self._memories: dict[str, Memory] = {}

    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Store a session in one transaction, the search indexes online."""
        self._memory(tenant).remember(map(_turn, told), session=told[0].session)

    def fill(self, tenant: str, told: Sequence[Told]) -> None:
        """Load turns in bulk, the search indexes built afterwards; read paragraphs as documents."""
        space = self._memory(tenant).space
        if not told[0].session:
            for group in documents.grouped(Written(each.id, each.title, each.text) for each in told):
                documents.remember(space, group)
            return
        sessions = groupby(told, lambda each: each.session)
        transcripts = [Transcript(name, tuple(map(_turn, turns))) for name, turns in sessions]
        with indexed_afterwards(space):
            for group in grouped(transcripts, GROUP_TURNS):
                remember_together(space, group)

    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:
        """Return the ids of turns and documents; a document stands where its first passage stands."""
        memory = self._memory(tenant)
        if way == LEAST:
            return [id.removeprefix("episode:") for id in nearest(memory.space, question)[:limit]]
        if way == GAAMA:
            return [id.removeprefix("episode:") for id in gaama_recipe.recall(memory.space, question, limit)]
        recalled = memory.recall(question, limit=limit, settings=memory.settings.recall.changed(engine=way))
        return list(dict.fromkeys(_told_id(hit) for hit in recalled.hits))

    def close(self) -> None:
        """Give the connections back."""
        for memory in self._memories.values():
            memory.close()

    def _memory(self, tenant: str) -> Memory:
        if tenant not in self._memories:
            server = self._place.server
            assert server
            self._memories[tenant] = Memory.open(
                server.uri,
                auth=(server.user, server.password),
                database=server.database,
                space=f"bench-{tenant}",
                encoder=self._place.encoder,
            )
        return self._memories[tenant]


def _turn(told: Told) -> Turn:
    return Turn(told.text, told.speaker, datetime.fromisoformat(told.at), told.caption)


def _told_id(hit: Hit) -> str:
    return hit.document.removeprefix("document:") if hit.document else hit.id.removeprefix("episode:")


OPEN = Clew
