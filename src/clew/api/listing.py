"""Lists and opens the contents of memory without a question, and follows a statement through its versions."""

from dataclasses import replace
from datetime import datetime

from clew.api.connection import Connection
from clew.api.operations import operations
from clew.model import (
    EntityOverview,
    Filter,
    ListedMemory,
    Page,
    SessionOverview,
    SpaceOverview,
    StoredMemory,
    StoredTurn,
)
from clew.retrieval import browse
from clew.retrieval.recall import EVERYTHING

FACTS = Filter(kinds=("fact",))


@operations("Memory")
class Listing(Connection):
    """An open space whose contents can be listed and opened. Lists come in pages, which stay right under writes."""

    def spaces(self, *, limit: int = 100, after: str = "") -> Page[SpaceOverview]:
        """Return the spaces of the store, by name; for its owner, not for those whose memory a space is.

        Args:
            limit: spaces of a page, 1 to 1,000.
            after: as the page before told it; empty: the first page.

        Returns:
            A page: each space with the number of its sessions, and when the latest of them began.

        Raises:
            InvalidInput: a value is out of its range, or no page told `after`.

        Example:
            [space.name for space in memory.spaces()]
        """
        return browse.spaces(self.space.graph, limit=limit, after=after)

    def sessions(self, *, limit: int = 100, after: str = "", known_at: datetime | None = None) -> Page[SessionOverview]:
        """Return the sessions of the space, the latest first.

        Args:
            limit: sessions of a page, 1 to 1,000.
            after: as the page before told it; empty: the first page.
            known_at: as memory believed at this instant, with a zone, whatever it learned since; None: now.

        Returns:
            A page: each session with its speakers, the number of its turns, and when it began.

        Raises:
            InvalidInput: a value is out of its range, or no page told `after`.

        Example:
            [session.name for session in memory.sessions()]
        """
        return browse.sessions(self.space, limit=limit, after=after, known_at=known_at)

    def turns(
        self, session: str, *, first: int = 0, limit: int = 100, known_at: datetime | None = None
    ) -> tuple[StoredTurn, ...]:
        """Return turns of a session in their order. Their positions never change, so they tell where to read on.

        Args:
            session: its name.
            first: position of the first turn that is wanted, 0 or more.
            limit: turns, 1 to 1,000.
            known_at: as memory believed at this instant, with a zone, whatever it learned since; None: now.

        Returns:
            The turns, each with its position.

        Raises:
            InvalidInput: a value is out of its range.
            NotFound: there is no such session.

        Example:
            [turn.text for turn in memory.turns("monday")]
        """
        return browse.turns(self.space, session, first=first, limit=limit, known_at=known_at)

    def facts(self, where: Filter = FACTS, *, limit: int = 100, after: str = "") -> Page[ListedMemory]:
        """Return the facts that hold, those that hold since latest first.

        Args:
            where: whose turns say them, when, and as of which instant they hold; its kinds are not looked at.
            limit: facts of a page, 1 to 1,000.
            after: as the page before told it; empty: the first page.

        Returns:
            A page of facts, each with the ids of what it rests on.

        Raises:
            InvalidInput: a value is out of its range, or no page told `after`.
            NotFound: the space has no such session, speaker or entity.

        Example:
            [fact.text for fact in memory.facts(Filter(speaker="Ann"))]
        """
        return self.search(replace(where, kinds=FACTS.kinds), limit=limit, after=after)

    def search(self, where: Filter = EVERYTHING, *, limit: int = 100, after: str = "") -> Page[ListedMemory]:
        """Return what passes a filter and holds, without a question; that which holds since latest first.

        Args:
            where: which memories: see `Filter`.
            limit: memories of a page, 1 to 1,000.
            after: as the page before told it; empty: the first page.

        Returns:
            A page of memories.

        Raises:
            InvalidInput: a kind is not searched, a value is out of its range, or no page told `after`.
            NotFound: the space has no such session, speaker or entity.

        Example:
            memory.search(Filter(kinds=["reflection"])).items
        """
        return browse.search(self.space, where, limit=limit, after=after)

    def entities(self, *, limit: int = 100, after: str = "", known_at: datetime | None = None) -> Page[EntityOverview]:
        """Return the people and things that texts name, by name.

        Args:
            limit: entities of a page, 1 to 1,000.
            after: as the page before told it; empty: the first page.
            known_at: as memory believed at this instant, with a zone, whatever it learned since; None: now.

        Returns:
            A page: each with the number of memories that name it.

        Raises:
            InvalidInput: a value is out of its range, or no page told `after`.

        Example:
            {entity.name: entity.mentions for entity in memory.entities()}
        """
        return browse.entities(self.space, limit=limit, after=after, known_at=known_at)

    def get(self, id: str, *, links: int = 20) -> StoredMemory:
        """Return one memory whole.

        Args:
            id: of any memory, as hits, lists and receipts tell it.
            links: relationships that come with it, 0 to 1,000.

        Returns:
            Its text, all that it holds, and what it is joined to.

        Raises:
            InvalidInput: a value is out of its range.
            NotFound: no memory has this id.

        Example:
            memory.get("episode:monday/0").text
        """
        return browse.look_up(self.space, id, links=links)

    def history(self, id: str) -> tuple[ListedMemory, ...]:
        """Return the versions of a statement: what it replaced, and what replaced it.

        Args:
            id: of any version.

        Returns:
            The versions in the order in which they hold, each with the ids of what it rests on; one where nothing
            replaced it.

        Raises:
            NotFound: no memory has this id.

        Example:
            [(each.text, each.valid_to) for each in memory.history(fact.id)]
        """
        return browse.history(self.space, id)
