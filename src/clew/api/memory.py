"""A memory of what was said and what was read: remember, read, consolidate, recall, ask, forget.

`Memory` inherits what is not here: remembering and correcting from `remembering.py`, forgetting and copies from
`upkeep.py`, lists from `listing.py`, opening from `connection.py`.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from clew.api.operations import operations, writes
from clew.api.remembering import Remembering
from clew.llm import required
from clew.loaders.knowledge.consolidate import consolidate, status
from clew.model import Answer, Consolidated, Filter, Pending, Profile, Progress, Recall, Subgraph
from clew.retrieval import browse
from clew.retrieval.answer import answer
from clew.retrieval.context import asked_on
from clew.retrieval.profile import profile
from clew.retrieval.read_question import read_question
from clew.retrieval.recall import EVERYTHING, recall
from clew.settings import RecallSettings
from clew.text.arguments import check_fields

if TYPE_CHECKING:
    from clew.retrieval.rerank import Reranker


ELSEWHERE = {
    **dict.fromkeys(("get_all", "list", "memories"), "sessions, turns, facts or search"),
    **dict.fromkeys(("update", "edit", "put", "upsert"), "correct"),
    **dict.fromkeys(("delete", "delete_all", "remove", "clear", "reset"), "forget"),
    **dict.fromkeys(
        ("save", "store", "insert", "add_messages", "add_memory", "add_episode"), "remember, append or add"
    ),
    **dict.fromkeys(("query", "retrieve", "similarity_search", "search_memory"), "recall"),
    **dict.fromkeys(("chat", "answer", "run"), "ask"),
    **dict.fromkeys(("users", "namespaces", "tenants"), "spaces"),
}
"""Methods of other memories, to those that do it here."""


@operations("Memory")
class Memory(Remembering):
    """The memory of one space. Thread-safe; close it, or use it in a ``with`` statement.

    Attributes:
        reranker: reads the best hits of every recall again; None, as it is at first: nothing does. See
            `clew.retrieval.rerank`.

    Example:
        with Memory.local(space="ann") as memory:
            memory.add("I adopted a cat, Miso.", session="monday", speaker="Ann")
            print(memory.recall("Which pet does Ann have?").text)
    """

    reranker: "Reranker | None" = None

    if not TYPE_CHECKING:  # a type checker reports what is not there

        def __getattr__(self, name: str) -> object:
            """Say what a method of other memories is called here."""
            told = f"a memory has no {name!r}"
            if meant := ELSEWHERE.get(name.removeprefix("a")) or ELSEWHERE.get(name):
                told += f"; use {meant}"
            elif name.startswith("a") and hasattr(type(self), name[1:]):
                told += f"; await {name[1:]} of an AsyncMemory"
            raise AttributeError(told, name=name, obj=self)

    @writes
    def consolidate(
        self,
        *,
        documents: bool = False,
        again: bool = False,
        most_tokens: int | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Consolidated:
        """Turn what was said into facts, concepts and reflections; after an interruption, the same call resumes.

        Args:
            documents: whether what was read becomes triplets; it takes a language model, and a call of it per passage.
            again: whether what rules, or another model, consolidated is read again; the new facts replace theirs.
            most_tokens: budget of the language model for this call, 1 or more; None: no bound.
            on_progress: told after each chunk.

        Returns:
            The counts of what was made, and the reason for each failed chunk, which stays pending.

        Raises:
            NoModel: there is no language model, and passages, or anything again, shall be read.
            ModelUnavailable: the model cannot be asked; what was settled before is written.

        Example:
            memory.consolidate(most_tokens=100_000).facts.new
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

    def pending(self, *, documents: bool = False) -> tuple[Pending, ...]:
        """Return the chunks that wait to be consolidated.

        Args:
            documents: whether passages that wait are among them.

        Returns:
            Each chunk, with the reason why it failed the last time.

        Example:
            len(memory.pending())
        """
        return status(self.space, self.settings.consolidate, documents=documents)

    def recall(
        self,
        query: str,
        where: Filter = EVERYTHING,
        *,
        words: int | None = None,
        limit: int | None = None,
        breadth: bool | None = None,
        recent: bool | None = None,
        min_confidence: float | None = None,
        settings: RecallSettings | None = None,
    ) -> Recall:
        """Find what is remembered of a query.

        Args:
            query: a question or a topic.
            where: which memories: see `Filter`.
            words: budget of the packed text, 1 or more; None: as in the settings, 1,000.
            limit: hits returned, 1 to 1,000; None: as in the settings, 100.
            breadth: whether many moments are wanted, not the closest; None: as the question's form says ("summarise").
            recent: whether recent sessions lead, as a live request wants ("finish that draft"). None: as the question
                says ("now").
            min_confidence: 0 to 1; with a lower `Recall.confidence` there are no hits. None: as in the settings, 0.
            settings: in place of this memory's own.

        Returns:
            The hits, best first, and a text that is ready for a prompt.

        Raises:
            InvalidInput: the query is blank, or a value is out of its range.
            NotFound: the space has no such session, speaker or entity.
            Conflict: the space is being forgotten, or the store's encoder was changed.
            NoModel: the settings want questions read by a language model, and there is none.

        Example:
            memory.recall("Where does Ann live?", Filter(kinds=["fact"]), words=200).text
        """
        asked = {"words": words, "limit": limit, "breadth": breadth, "recent": recent, "min_confidence": min_confidence}
        given = {name: value for name, value in asked.items() if value is not None}
        engine = {} if self.has_gds else {"engine": "local"}
        chosen = (settings or self.settings.recall).changed(**given, **engine)
        reader = None
        if chosen.read_by == "model":
            model = required(self.language_model(), "reading questions")
            reader = partial(read_question, space=self.space, model=model)
        return recall(self.space, query, chosen, where, reranker=self.reranker, reader=reader)

    def ask(
        self,
        question: str,
        where: Filter = EVERYTHING,
        *,
        words: int | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Answer a question from what `recall` finds, with citations; where nothing fits, no model is asked.

        Args:
            question: what is recalled and asked.
            where: which memories may answer: see `Filter`.
            words: of memory that the language model is shown, 1 or more; None: as in the settings.
            on_text: is given the answer piece by piece while it comes.

        Returns:
            The answer, the ids that it cites, and what the model was shown.

        Raises:
            NoModel: this memory has no language model.
            ModelFailed: the model could not be asked, or gave no answer.

        Example:
            print(memory.ask("Which pet does Ann have?").text)
        """
        model = required(self.language_model(), "answering")
        floor = self.settings.recall.floor
        found = self.recall(question, where, words=words, min_confidence=floor)
        return answer(found, question, model, on_text, asked_on(self.space, where))

    def profile(
        self,
        name: str,
        *,
        words: int = 300,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        summarise: bool = False,
    ) -> Profile:
        """Return what is known of somebody or something, by topic.

        Args:
            name: of a speaker, also one of their other names, or of a person or thing that memories name.
            words: budget of the text, 1 or more.
            as_of: an instant, with a zone: what held then; None: what holds now.
            known_at: as memory believed at this instant, with a zone, whatever it learned since; None: now.
            summarise: whether the language model puts the facts in sentences, each with the facts that it rests on.

        Returns:
            The facts by topic, and a text that is ready for a prompt.

        Raises:
            InvalidInput: the name is blank, or a value is out of its range.
            NotFound: nobody speaks under this name, and no memory names it.
            NoModel: sentences are wanted, and there is no language model.
            ModelFailed: the model could not be asked, or gave no answer.

        Example:
            print(memory.profile("Ann", words=100).text)
        """
        model = required(self.language_model(), "summarising a profile") if summarise else None
        return profile(self.space, name, words, as_of, known_at, model)

    def subgraph(self, recalled: Recall) -> Subgraph:
        """Return the part of the graph that a recall returned, to draw it.

        Args:
            recalled: what `recall` returned.

        Returns:
            The nodes of the hits and of their paths, with what joins them.

        Example:
            memory.subgraph(memory.recall("cats")).nodes
        """
        check_fields(recalled)
        for hit in recalled.hits:
            check_fields(hit)
        return browse.subgraph(self.space, recalled)
