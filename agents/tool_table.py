"""The operations on memory that a language model can call, for agents of LangChain and for clients of MCP alike.

`clew.agents.tools` makes LangChain's tools of this table, and `clew.interfaces.mcp.offers` makes MCP's. No operation
has an argument for a space, so no model can name the space of somebody else.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, tzinfo
from functools import partial
from typing import Annotated, Any, NamedTuple, Self

from pydantic import Field, model_validator

from clew.agents.correction_tools import Correct, FindOrCorrect, FindOrRetract, Reinstate, Retract, candidates
from clew.agents.spaces import Bound
from clew.agents.tool_form import (
    MAX_WORDS,
    WORDS,
    Arguments,
    HeldAt,
    KnownAt,
    OptionalNames,
    OptionalText,
    OptionalTexts,
    Result,
    Tool,
    names,
)
from clew.errors import InvalidInput, NotFound
from clew.loaders.conversation.episodes import given_id
from clew.loaders.conversation.turns import checked
from clew.loaders.upkeep.forget import called
from clew.model import Answer, By, Consolidated, Filter, Profile, Progress, Reading, Recall, Receipt, Stats
from clew.model import Remembered as RememberedTurns
from clew.model.browsed import (
    EntityOverview,
    ListedMemory,
    Page,
    SessionOverview,
    SpaceOverview,
    StoredMemory,
    StoredTurn,
)
from clew.retrieval import browse
from clew.text.instants import now, parse_end, parse_instant
from clew.text.quotation import read_id

MAX_PAGE = 200
MAX_TURNS = 1000  # turns that one call remembers
MAX_NAMED_DOCUMENTS = 5  # documents that an error names


class KeptTurn(NamedTuple):
    """The id of a turn that is now in memory, and the name of its session."""

    id: str
    session: str


_At = Annotated[OptionalText, Field(description="ISO 8601, such as 2023-05-08 or 2023-05-08T13:56:00Z.")]


def _instant(text: str, field: str, zone: tzinfo | None = None) -> datetime | None:
    return parse_instant(text, field, zone) if text else None


class _Add(Arguments):
    """Keep something for later conversations: what people say of themselves, like, plan, decide or do."""

    text: str = Field(description="One full sentence that will be understood on its own.")
    speaker: OptionalText = Field("", description="Name of who said it, where it is known.")
    session: OptionalText = Field("", description="Name of a session; today's date where left out.")
    at: _At = ""
    expires_at: OptionalText = Field("", description="When it is forgotten by itself, ISO 8601; never where left out.")
    id: OptionalText = Field("", description="An id of yours: the same id again is a retry.")

    @model_validator(mode="after")
    def check(self) -> Self:
        _instant(self.at, "at")
        _instant(self.expires_at, "expires_at")
        return self

    def work(self, bound: Bound) -> KeptTurn:
        memory, session = bound.memory, self.session or bound.session
        if not session and self.id:
            with suppress(NotFound):  # a retry finds the turn on another day as well
                session = str(memory.get(given_id(self.id), links=0).properties["session"])
        zone = memory.space.zone
        session = session or now().astimezone(zone).date().isoformat()
        at, until = _instant(self.at, "at", zone), _instant(self.expires_at, "expires_at", zone)
        told: dict[str, Any] = {"speaker": self.speaker, "at": at, "expires_at": until, "id": self.id or None}
        return KeptTurn(memory.add(self.text, session=session, **told), session)


class _Remember(Arguments):
    """Keep a conversation so far, from its first turn; what is kept already stays, what is new is added."""

    session: str = Field(description="Name of the session.")
    turns: list[dict[str, Any]] = Field(
        description="All turns so far, from the first: text (or content), speaker (or role), and at, an ISO 8601 time.",
        max_length=MAX_TURNS,
    )
    tools: bool = Field(False, description="Whether calls of tools, and what they return, are kept.")

    @model_validator(mode="after")
    def check(self) -> Self:
        checked(self.turns, tools=self.tools)
        return self

    def work(self, bound: Bound) -> RememberedTurns:
        return bound.memory.remember(self.turns, session=self.session, tools=self.tools)


class _Read(Arguments):
    """Keep a document: its passages are found beside what was said."""

    title: str = Field(description="What it is called; the same title again is a new version of it.")
    text: str = Field(description="The whole text, never a path or an address.")

    def work(self, bound: Bound) -> Reading:
        bound.on_progress(Progress("read", 0, 1, "documents"))
        done = bound.memory.read(self.text, title=self.title)
        bound.on_progress(Progress("read", 1, 1, "documents"))
        return done


class _Narrowed(HeldAt):
    """The arguments that narrow what is recalled or listed."""

    kinds: list[str] | None = Field(
        None, description="Only such as episode, fact or passage; clew://schema lists them."
    )
    session: OptionalNames = Field("", description="Only of this session; a JSON list names several.")
    speaker: OptionalNames = Field("", description="Only what this speaker said; a JSON list names several.")
    since: OptionalText = Field("", description="Happened or said not before this: ISO 8601; a day alone counts whole.")
    until: OptionalText = Field("", description="Happened or said before this, or by the end of this day: ISO 8601.")
    by: By = Field(
        "either", description="What since and until are about: what happened then, was said then, or either."
    )
    metadata: dict[str, Any] | None = Field(
        None,
        description='Only turns with these metadata: {"channel": "mail"}, {"channel": ["mail", "chat"]}, or a range '
        '{"size": {"gte": 1, "lt": 5}}.',
    )
    entity: OptionalNames = Field("", description="Only what names this person or thing; a JSON list names several.")
    min_belief: float = Field(0.0, description="Only statements that are believed so much.", ge=0, le=1)

    @model_validator(mode="after")
    def check(self) -> Self:
        self.where()
        return self

    def where(self, zone: tzinfo | None = None) -> Filter:
        return Filter(
            kinds=self.kinds or None,
            session=names(self.session),
            speaker=names(self.speaker),
            since=_instant(self.since, "since", zone),
            until=parse_end(self.until, "until", zone) if self.until else None,
            as_of=self.instant(zone),
            by=self.by,
            metadata=self.metadata or None,
            entity=names(self.entity),
            min_belief=self.min_belief,
            known_at=self.then(zone),
        )


class _Recall(_Narrowed):
    """Look up what is remembered: dated quotations of what was said, done or read.

    Call it before you answer anything about people, the past, or what you were told.
    """

    query: str = Field(description="A question or a topic, with the names and dates that matter.")
    words: int = Field(WORDS, description="The most words of memory that come back.", ge=1, le=MAX_WORDS)
    breadth: bool | None = Field(None, description="Whether many moments are wanted, not the closest, as in a summary.")
    recent: bool | None = Field(None, description="Whether the latest sessions lead: to go on with something.")
    min_confidence: float | None = Field(
        None, description="Nothing comes back where memory is less sure that it holds the answer.", ge=0, le=1
    )

    def work(self, bound: Bound) -> Recall:
        asked = self.model_dump(include={"words", "breadth", "recent", "min_confidence"})
        return bound.memory.recall(self.query, self.where(bound.memory.space.zone), **asked)


class _Ask(_Narrowed):
    """Get a short answer from memory, with the quotations that say it."""

    question: str = Field(description="One full question, with the names and dates that matter.")
    words: int = Field(WORDS, description="The most words of memory that the answer is made from.", ge=1, le=MAX_WORDS)

    def work(self, bound: Bound) -> Answer:
        return bound.memory.ask(self.question, self.where(bound.memory.space.zone), words=self.words)


class _FindOrForget(Arguments):
    """Remove memories for good, where somebody asks for that: first with a query, which names what fits, then with the
    ids of what shall go.
    """  # noqa: D205 - one sentence, as a model reads it

    query: OptionalText = Field("", description="What it is about: gives back what fits with its ids, removes nothing.")
    ids: OptionalTexts = Field([], description="Ids that this tool gave back: these memories are removed for good.")

    def work(self, bound: Bound) -> Result:
        if self.ids:
            receipt = bound.memory.forget(ids=list(map(read_id, self.ids)))
            gone = {"ids": list(receipt.ids), "revived": list(receipt.revived), "weakened": list(receipt.weakened)}
            return Result(f"forgotten, with what rested on it: {len(receipt.ids)} nodes", gone)
        if not self.query.strip():
            raise InvalidInput("forget was given neither a query nor ids; give a query to see what fits")
        return candidates(bound, self.query, "Nothing is forgotten yet; call forget with ids.")


class _Paged(Arguments):
    limit: int = Field(50, description="Items of a page.", ge=1, le=MAX_PAGE)
    after: OptionalText = Field("", description="As the page before told it; empty for the first.")


class _Sessions(_Paged, KnownAt):
    """List the sessions that memory holds, the latest first, with their dates, speakers and sizes."""

    def work(self, bound: Bound) -> Page[SessionOverview]:
        then = self.then(bound.memory.space.zone)
        return bound.memory.sessions(limit=self.limit, after=self.after, known_at=then)


class _Turns(KnownAt):
    """Read the turns of a session in their order, verbatim."""

    session: str = Field(description="Its name, as sessions gives it.")
    first: int = Field(0, description="Position of the first turn.", ge=0)
    limit: int = Field(50, description="Turns.", ge=1, le=MAX_PAGE)

    def work(self, bound: Bound) -> tuple[str, Collection[StoredTurn]]:
        then = self.then(bound.memory.space.zone)
        return self.session, bound.memory.turns(self.session, first=self.first, limit=self.limit, known_at=then)


class _Search(_Narrowed, _Paged):
    """List the memories that pass a filter and hold, without a question, those that hold since latest first."""

    def work(self, bound: Bound) -> Page[ListedMemory]:
        where = self.where(bound.memory.space.zone)
        return bound.memory.search(where, limit=self.limit, after=self.after)


class _Entities(_Paged, KnownAt):
    """List the people and things that memories name, by name."""

    def work(self, bound: Bound) -> Page[EntityOverview]:
        then = self.then(bound.memory.space.zone)
        return bound.memory.entities(limit=self.limit, after=self.after, known_at=then)


class _OfMemory(Arguments):
    id: str = Field(description="Id of a memory, as recall gives it.")


class _Get(_OfMemory):
    """Look at one memory whole: what it rests on, what rests on it, what it names and what replaced it."""

    links: int = Field(20, description="Relationships that come back.", ge=0, le=MAX_PAGE)

    def work(self, bound: Bound) -> StoredMemory:
        return bound.memory.get(read_id(self.id), links=self.links)


class _History(_OfMemory):
    """List the versions of a statement in the order in which they hold: what it replaced, and what replaced it."""

    def work(self, bound: Bound) -> Collection[ListedMemory]:
        return bound.memory.history(read_id(self.id))


class _Spaces(_Paged):
    """List the spaces that the token of this client reaches, with the number of their sessions."""

    def work(self, bound: Bound) -> Page[SpaceOverview]:
        names = bound.reaches or (bound.memory.space.name,)
        return browse.spaces(bound.memory.space.graph, limit=self.limit, after=self.after, names=names)


class _Profile(HeldAt):
    """Say what is known of a person or a thing now, by topic: call it before you talk with somebody you know."""

    name: str = Field(description="Of the person or thing, also another name of theirs.")
    words: int = Field(WORDS, description="Of the text that comes back.", ge=1, le=MAX_WORDS)

    def work(self, bound: Bound) -> Profile:
        zone = bound.memory.space.zone
        as_of, then = self.instant(zone), self.then(zone)
        return bound.memory.profile(self.name, words=self.words, as_of=as_of, known_at=then)


class _Stats(Arguments):
    """Say how much memory holds: kinds, speakers with their other names, first and last date."""

    def work(self, bound: Bound) -> tuple[Stats, int]:
        return bound.memory.stats(), len(bound.memory.pending())


class _Consolidate(Arguments):
    """Turn what was said into dated facts, concepts and reflections; it may take minutes, and may be repeated."""

    documents: bool = Field(False, description="Also documents; it takes a language model.")
    max_tokens: int | None = Field(None, description="Budget of the language model, in tokens.", ge=1)

    def work(self, bound: Bound) -> Consolidated:
        return bound.memory.consolidate(
            documents=self.documents, most_tokens=self.max_tokens, on_progress=bound.on_progress
        )


class _Forget(_Narrowed):
    """Remove memories for good, with all that rests only on them: ids, a document, or what the other arguments narrow.

    Nothing brings them back: do it only where a person asked for it, and with dry_run first.
    """

    ids: list[str] | None = Field(None, description="Ids of memories, as recall gives them.")
    document: OptionalText = Field("", description="Title or id of one document, whole.")
    dry_run: bool = Field(False, description="Whether nothing is removed, and the receipt says what would be.")
    verify: bool = Field(False, description="Whether memory is looked through afterwards for what should be gone.")

    @model_validator(mode="after")
    def check(self) -> Self:
        where = self.where()
        if (bool(self.ids), bool(self.document), where != Filter(kinds=where.kinds)).count(True) != 1:
            raise InvalidInput(
                "forget takes ids, a document, or what narrows, such as session or speaker; give exactly one"
            )
        return self

    def work(self, bound: Bound) -> Receipt:
        memory = bound.memory
        take = partial(memory.forget, dry_run=self.dry_run, verify=self.verify)
        where = self.where(memory.space.zone)
        if self.ids:
            return take(ids=list(map(read_id, self.ids)))
        if not self.document:
            is_whole = len(where.sessions) == 1 and where == Filter(session=where.session)
            if is_whole:
                return take(session=where.sessions[0])
            return take(where=where)
        found = called(memory.space, self.document)
        if len(found) > 1:
            named = ", ".join(found[:MAX_NAMED_DOCUMENTS]) + (" and more" if len(found) > MAX_NAMED_DOCUMENTS else "")
            told = f"{self.document!r} names {len(found)} documents and nothing was removed"
            raise InvalidInput(f"{told}; give the id of one: {named}")
        return take(document=found[0])


TOOLS = (
    Tool("add", _Add, effect="adds", in_agents=("text", "speaker")),
    Tool("remember", _Remember, effect="settles", only="mcp"),
    Tool("read", _Read, effect="settles", only="mcp", is_long=True),
    Tool("recall", _Recall, in_agents=("query",)),
    Tool("forget", _FindOrForget, effect="removes", only="agents"),
    Tool("correct", FindOrCorrect, effect="settles", only="agents"),
    Tool("retract", FindOrRetract, effect="settles", only="agents"),
    Tool("profile", _Profile, in_agents=("name",)),
    Tool("ask", _Ask, in_agents=("question",), needs_model=True),
    Tool("correct", Correct, effect="settles", only="mcp"),
    Tool("retract", Retract, effect="settles", only="mcp"),
    Tool("reinstate", Reinstate, effect="settles", only="mcp"),
    Tool("sessions", _Sessions, only="mcp"),
    Tool("turns", _Turns, only="mcp"),
    Tool("search", _Search, only="mcp"),
    Tool("entities", _Entities, only="mcp"),
    Tool("get", _Get, only="mcp"),
    Tool("history", _History, only="mcp"),
    Tool("spaces", _Spaces, only="mcp"),
    Tool("stats", _Stats, only="mcp"),
    Tool("consolidate", _Consolidate, effect="settles", only="mcp", is_long=True),
    Tool("forget", _Forget, effect="removes", only="mcp"),
)
"""The operations on what was said and read, each called as the method of `Memory` that it asks.

`clew.agents.part_tools` has those of what else a space may hold.
"""
