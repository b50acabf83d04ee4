"""The door to what was said and what was read: remember, read, consolidate, recall, ask, forget.

with Memory.local() as memory:
    memory.remember([Turn("I moved to Lisbon.", "Ann")], session="monday")
    print(memory.recall("Where does Ann live?").text)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from clew.api.opened import Opened
from clew.errors import InvalidInput
from clew.llm import required
from clew.loaders.conversation import sessions
from clew.loaders.conversation.episodes import TurnLinks
from clew.loaders.conversation.given_aliases import give_aliases
from clew.loaders.documents import reading
from clew.loaders.knowledge import import_facts
from clew.loaders.knowledge.consolidate import consolidate, status
from clew.loaders.upkeep import forget, restore
from clew.model import (
    Answer,
    Consolidated,
    Fact,
    Filter,
    Hit,
    Pending,
    Progress,
    Reading,
    Recall,
    Receipt,
    Reconciled,
    Remembered,
    Stats,
    Step,
    Subgraph,
    Turn,
)
from clew.retrieval import export, stats, subgraph
from clew.retrieval.answer import answer
from clew.retrieval.bulk.export import BulkExport, export_bulk
from clew.retrieval.recall import EVERYTHING, recall
from clew.settings import RecallSettings
from clew.text.arguments import check_list, door, file_path

if TYPE_CHECKING:
    from clew.retrieval.rerank import Reranker


class Memory(Opened):
    """What one space remembers. Thread-safe; close it, or use it in a ``with`` statement.

    Attributes:
        reranker: reads the best hits of every recall again; None, as it is at first: nothing does. See
            `clew.retrieval.rerank`.
    """

    reranker: "Reranker | None" = None

    @property
    def _links(self) -> TurnLinks:
        return TurnLinks(self.settings.concepts, self.settings.entities)

    @door
    def remember(self, turns: Iterable[Turn | Mapping[str, object]], *, session: str) -> Remembered:
        """Remember a session so far, from its first turn; see `clew.loaders.conversation.sessions.remember`."""
        return sessions.remember(self.space, session, turns, links=self._links)

    @door
    def remember_file(
        self,
        path: Path | str | Sequence[Path],
        *,
        format: str | None = None,
        bulk: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Remembered, ...]:
        """Remember the sessions of files or folders; see `clew.loaders.conversation.sessions.remember_file`."""
        return sessions.remember_file(
            self.space,
            path,
            format=format,
            bulk=bulk,
            links=self._links,
            on_progress=on_progress,
        )

    @door
    def add(
        self,
        turn: Turn | str,
        *,
        session: str,
        id: str | None = None,
        speaker: str = "",
        at: datetime | None = None,
    ) -> str:
        """Append one live turn and return its id; with the same `id` it is a retry.

        `speaker` and `at` go with a turn that is given as text.
        """
        whole = Turn(turn, speaker, at) if isinstance(turn, str) else turn
        return sessions.add(self.space, session, whole, id=id, links=self._links)

    @door
    def read(
        self,
        given: Path | str,
        *,
        title: str | None = None,
        forget_missing: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Reading:
        """Read a file or folder (a `Path`), or a text with its title; see `clew.loaders.documents.reading.read`."""
        return reading.read(
            self.space,
            given,
            title=title,
            forget_missing=forget_missing,
            link_entities=self.settings.entities,
            on_progress=on_progress,
        )

    @door
    def remember_facts(
        self, given: Path | str | Iterable[Fact], *, on_progress: Callable[[Progress], None] | None = None
    ) -> Reconciled:
        """Remember facts that were made elsewhere; see `clew.loaders.knowledge.import_facts.remember`."""
        return import_facts.remember(self.space, given, link_entities=self.settings.entities, on_progress=on_progress)

    @door
    def consolidate(
        self,
        *,
        documents: bool = False,
        again: bool = False,
        most_tokens: int | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Consolidated:
        """Turn what was said into facts, concepts and reflections; see `clew.loaders.knowledge.consolidate`.

        Args:
            documents: also turn what was read into triplets; it takes a language model, and a call of it per passage.
            again: also read what rules, or another model, have consolidated; the new facts replace theirs.
            most_tokens: of the language model, for this call; None: no bound.
            on_progress: told after each chunk.
        """
        return consolidate(
            self.space,
            self.language_model(most_tokens),
            self.settings.consolidate,
            documents=documents,
            again=again,
            link_entities=self.settings.entities,
            on_progress=on_progress,
        )

    @door
    def pending(self, *, documents: bool = False) -> tuple[Pending, ...]:
        """Return the chunks, and if asked for the passages, that wait to be consolidated; with why one failed."""
        return status(self.space, self.settings.consolidate, documents=documents)

    @door
    def alias(self, speaker: str, names: Iterable[str] | str) -> None:
        """Set the other names of a speaker that a caller gives; see `clew.loaders.conversation.given_aliases`."""
        given = [names] if isinstance(names, str) else check_list("names", names, str)
        give_aliases(self.space, speaker, given)

    @door
    def recall(
        self,
        query: str,
        where: Filter = EVERYTHING,
        *,
        words: int | None = None,
        limit: int | None = None,
        breadth: bool | None = None,
        settings: RecallSettings | None = None,
    ) -> Recall:
        """Find what is remembered of a query; see `clew.retrieval.recall.recall`.

        Args:
            query: a question or a topic.
            where: which memories: kinds, session, speaker, time, as of when.
            words: budget of the packed text.
            limit: hits returned.
            breadth: whether many moments are wanted, not the closest; None: as the question's form says ("summarise").
            settings: in place of this memory's own.
        """
        asked = {"words": words, "limit": limit, "breadth": breadth}
        given = {name: value for name, value in asked.items() if value is not None}
        engine = {} if self.has_gds else {"engine": "local"}
        chosen = (settings or self.settings.recall).changed(**given, **engine)
        return recall(self.space, query, chosen, where, reranker=self.reranker)

    @door
    def ask(
        self,
        question: str,
        where: Filter = EVERYTHING,
        *,
        words: int | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Answer a question from what `recall` finds, with citations; see `clew.retrieval.answer.answer`.

        Args:
            question: what is recalled and asked.
            where: which memories may answer.
            words: of memory that the language model is shown.
            on_text: is given the answer piece by piece while it comes.

        Raises:
            NoModel: this memory has no language model.
        """
        model = required(self.language_model(), "answering")
        asked_on = where.as_of.date() if where.as_of else None
        return answer(self.recall(question, where, words=words), question, model, on_text, asked_on)

    @door
    def subgraph(self, recalled: Recall) -> Subgraph:
        """Return the part of the graph that a recall returned, to draw it."""
        for hit in check_list("hits", recalled.hits, Hit):
            check_list("path", hit.path, Step)
        return subgraph.subgraph(self.space, recalled)

    @door
    def forget(
        self,
        *,
        ids: Iterable[str] | str = (),
        session: str | None = None,
        document: str | None = None,
        space: bool = False,
    ) -> Receipt:
        """Remove memories by id, one session, the documents of a source, or the whole space; all or nothing.

        Args:
            ids: of turns, passages, facts, reflections and triplets; of runs, scene objects, sightings, trials,
                learning sets and learnings; and of items of a store.
            session: its name.
            document: a file, a folder or a title that was read, or a document's id.
            space: everything.

        Raises:
            InvalidInput: not exactly one of the four was asked for.
            NotFound: what was asked for is not there; nothing was removed.
        """
        wanted = [ids] if isinstance(ids, str) else check_list("ids", ids, str)
        if (bool(wanted), session is not None, document is not None, space).count(True) != 1:
            raise InvalidInput("forget takes ids, a session, a document, or space=True; give exactly one")
        if space:
            return forget.forget_space(self.space)
        if document is not None:
            return forget.forget_documents(self.space, document)
        if session is not None:
            return forget.forget_session(self.space, session)
        return forget.forget_ids(self.space, wanted)

    def stats(self) -> Stats:
        """Return the size of the space."""
        return stats.stats(self.space)

    @door
    def export(self, path: Path | str) -> int:
        """Write the space to a JSONL file, exactly; returns the number of nodes. A file that is there is replaced.

        Raises:
            NotFound: nothing was ever remembered in the space.
            InvalidInput: the file cannot be written.
        """
        return export.export(self.space, file_path(path))

    @door
    def export_bulk(
        self, folder: Path | str, *, all_spaces: bool = False, on_progress: Callable[[Progress], None] | None = None
    ) -> BulkExport:
        """Write the space, or all of the store's, to a folder of files that `neo4j-admin database import` reads."""
        names = () if all_spaces else (self.space.name,)
        return export_bulk(self.space.graph, file_path(folder), names, on_progress)

    @door
    def restore(self, path: Path | str) -> int:
        """Read an exported space into this empty one; returns the number of nodes."""
        return restore.restore(self.space, file_path(path))
