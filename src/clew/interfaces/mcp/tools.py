"""The tools: what a model can do with one space. None has an argument for a space, so no model can name another's."""

from datetime import datetime
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.interfaces.mcp.results import (
    NOTHING,
    QUOTED,
    Answered,
    Forgotten,
    Learnt,
    Looked,
    Read,
    Recalled,
    Remembered,
    RememberedSession,
    Session,
    Sessions,
    SessionTurn,
    SessionTurns,
    Size,
)
from clew.interfaces.mcp.tenants import Tenants
from clew.interfaces.mcp.workers import Report, Workers
from clew.loaders.conversation.episodes import given_id
from clew.loaders.upkeep.forget import called
from clew.model import Filter, Progress, Reading, Recall, Receipt, Turn
from clew.retrieval import browse
from clew.text.instants import now, parse_end, parse_instant
from clew.text.quotation import read_id, shown_id

WORDS = 400
"""Of memory that `recall` returns, and `ask` shows the language model."""

MAX_WORDS = 4000
MAX_PAGE = 200
MAX_TURNS = 1000
"""Turns that one call remembers."""

MAX_NAMED = 5
"""Documents that an error names."""

READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
SETTLES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
REMOVES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)

LEFT_OUT = BeforeValidator(lambda value: "" if value is None else value)
"""Of a text that may be left out, as an empty one is: the SDK reads any other annotation's texts as JSON."""

Instant = Annotated[str, LEFT_OUT, Field(description="ISO 8601, such as 2023-05-08 or 2023-05-08T13:56:00Z.")]
Since = Annotated[str, LEFT_OUT, Field(description="Not before this: ISO 8601; a day alone counts whole.")]
Until = Annotated[str, LEFT_OUT, Field(description="Before this time, or by the end of this day: ISO 8601.")]
AsOf = Annotated[str, LEFT_OUT, Field(description="As of this time, or of the end of this day: ISO 8601.")]
Name = Annotated[str, LEFT_OUT, Field(description="Name of a session; today's date where left out.")]


class Said(BaseModel):
    """One turn of a conversation."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(description="What was said, verbatim.")
    speaker: Annotated[str, LEFT_OUT] = Field(default="", description="Who said it.")
    at: Instant = ""


class Tools:
    """The tools over one server's memories; `add_to` registers them."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def add_to(self, server: MCPServer, tenants: Tenants) -> None:
        """Register each tool with its annotations; `ask` where a language model can answer."""
        for tool, annotations in (
            (self.remember, ADDS),
            (self.remember_session, SETTLES),
            (self.read_document, SETTLES),
            (self.recall, READS),
            *(((self.ask, READS),) if tenants.answers else ()),
            (self.list_sessions, READS),
            (self.read_session, READS),
            (self.look_up, READS),
            (self.stats, READS),
            (self.consolidate, SETTLES),
            (self.forget, REMOVES),
        ):
            server.add_tool(tool, annotations=annotations, structured_output=True)

    async def remember(
        self,
        context: Context,
        text: Annotated[str, Field(description="One full sentence that will be understood on its own.")],
        speaker: Annotated[str, LEFT_OUT, Field(description="Name of who said it, where it is known.")] = "",
        session: Name = "",
        at: Instant = "",
        id: Annotated[str, LEFT_OUT, Field(description="An id of yours: the same id again is a retry.")] = "",
    ) -> Remembered:
        """Keep something for later conversations: what people say of themselves, like, plan, decide or do."""
        instant = _instant(at, "at")

        def add(memory: Memory) -> Remembered:
            name = session or _kept_in(memory, id) or _today()
            kept = memory.add(text, session=name, speaker=speaker, at=instant, id=id or None)
            return Remembered(id=kept, session=name)

        return await self._workers.run(context, add)

    async def remember_session(
        self,
        context: Context,
        session: Annotated[str, Field(description="Name of the session.")],
        turns: Annotated[list[Said], Field(description="All turns so far, from the first.", max_length=MAX_TURNS)],
    ) -> RememberedSession:
        """Keep a conversation so far, from its first turn; what is kept already stays, what is new is added."""
        said = [Turn(each.text, each.speaker, _instant(each.at, "at")) for each in turns]
        done = await self._workers.run(context, lambda memory: memory.remember(said, session=session))
        return RememberedSession(session=done.session, new=done.appended, known=done.unchanged)

    async def read_document(
        self,
        context: Context,
        title: Annotated[str, Field(description="What it is called; the same title again is a new version of it.")],
        text: Annotated[str, Field(description="The whole text, never a path or an address.")],
    ) -> Read:
        """Keep a document: its passages are found beside what was said."""

        def read(memory: Memory, report: Report) -> Reading:
            report(Progress("read", 0, 1, "documents"))
            done = memory.read(text, title=title)
            report(Progress("read", 1, 1, "documents"))
            return done

        return Read.of(await self._workers.run_long(context, read))

    async def recall(
        self,
        context: Context,
        query: Annotated[str, Field(description="A question or a topic, with the names and dates that matter.")],
        words: Annotated[int, Field(description="Of memory that come back.", ge=1, le=MAX_WORDS)] = WORDS,
        kinds: Annotated[
            list[str] | None, Field(description="Only such as episode, fact or passage; clew://schema lists them.")
        ] = None,
        session: Annotated[str, LEFT_OUT, Field(description="Only of this session.")] = "",
        speaker: Annotated[str, LEFT_OUT, Field(description="Only what this speaker said.")] = "",
        since: Since = "",
        until: Until = "",
        as_of: AsOf = "",
    ) -> Annotated[CallToolResult, Recalled]:
        """Look up what is remembered: dated quotations of what was said, done or read.

        Call it before you answer anything about people, the past, or what you were told. `since` and `until` bound when
        it was said; `as_of` shows what was known and held then.
        """
        where = Filter(
            kinds=kinds or None,
            session=session or None,
            speaker=speaker or None,
            since=_instant(since, "since"),
            until=parse_end(until, "until") if until else None,
            as_of=parse_end(as_of, "as_of", is_included=True) if as_of else None,
        )
        found = await self._workers.run(context, lambda memory: memory.recall(query, where, words=words))
        return _result(recalled_text(found), Recalled.of(found))

    async def ask(
        self,
        context: Context,
        question: Annotated[str, Field(description="One full question, with the names and dates that matter.")],
        words: Annotated[int, Field(description="Of memory that the answer is made from.", ge=1, le=MAX_WORDS)] = WORDS,
    ) -> Annotated[CallToolResult, Answered]:
        """Get a short answer from memory, with the quotations that say it."""
        answer = Answered.of(await self._workers.run(context, lambda memory: memory.ask(question, words=words)))
        cited = [f"[{number}] {each.text} (id: {shown_id(each.id)})" for number, each in answer.cited.items()]
        return _result("\n".join([answer.answer, "", QUOTED, *cited] if cited else [answer.answer]), answer)

    async def list_sessions(
        self,
        context: Context,
        limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 50,
        skip: Annotated[int, Field(description="How many later ones to leave out.", ge=0)] = 0,
    ) -> Sessions:
        """List the sessions that memory holds, the latest first, with their dates, speakers and sizes."""
        found = await self._workers.run(context, lambda memory: browse.sessions(memory.space, limit=limit, skip=skip))
        return Sessions(sessions=[Session.of(each) for each in found])

    async def read_session(
        self,
        context: Context,
        session: Annotated[str, Field(description="Its name, as list_sessions gives it.")],
        first: Annotated[int, Field(description="Position of the first turn.", ge=0)] = 0,
        limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 50,
    ) -> SessionTurns:
        """Read the turns of a session in their order, verbatim."""
        return await session_turns(self._workers, context, session, first, limit)

    async def look_up(
        self,
        context: Context,
        id: Annotated[str, Field(description="Id of a memory, as recall gives it.")],
        links: Annotated[int, Field(description="Relationships that come back.", ge=0, le=MAX_PAGE)] = 20,
    ) -> Looked:
        """Look at one memory whole: what it rests on, what rests on it, what it names and what replaced it."""
        return Looked.of(
            await self._workers.run(context, lambda memory: browse.look_up(memory.space, read_id(id), links=links))
        )

    async def stats(self, context: Context) -> Size:
        """Say how much memory holds: kinds, speakers with their other names, first and last date."""
        return await self._workers.run(context, _size)

    async def consolidate(
        self,
        context: Context,
        documents: Annotated[bool, Field(description="Also documents; it takes a language model.")] = False,
        max_tokens: Annotated[int | None, Field(description="Of the language model, at most.", ge=1)] = None,
    ) -> Learnt:
        """Turn what was said into dated facts, concepts and reflections; it may take minutes, and may be repeated."""
        done = await self._workers.run_long(
            context,
            lambda memory, report: memory.consolidate(documents=documents, most_tokens=max_tokens, on_progress=report),
        )
        return Learnt.of(done)

    async def forget(
        self,
        context: Context,
        ids: Annotated[list[str] | None, Field(description="Ids of memories, as recall gives them.")] = None,
        session: Annotated[str, LEFT_OUT, Field(description="Name of one session, whole.")] = "",
        document: Annotated[str, LEFT_OUT, Field(description="Title or id of one document, whole.")] = "",
    ) -> Forgotten:
        """Remove memories for good, with all that rests only on them; give exactly one of ids, session and document.

        Nothing brings them back: do it only where a person asked for it.
        """
        if (bool(ids), bool(session), bool(document)).count(True) != 1:
            raise InvalidInput("forget takes ids, a session or a document; give exactly one")

        def remove(memory: Memory) -> Receipt:
            one = _one_document(memory, document) if document else None
            return memory.forget(ids=list(map(read_id, ids or ())), session=session or None, document=one)

        return Forgotten.of(await self._workers.run(context, remove))


def recalled_text(found: Recall) -> str:
    """Return what a recall packed, called quotations, with the ids of its lines."""
    if not found.packed:
        return NOTHING
    ids = ", ".join(shown_id(hit.id) for hit in found.packed)
    return f"{QUOTED}\n\n{found.text}\n\nIds of these lines, in order: {ids}"


async def session_turns(workers: Workers, context: Context, session: str, first: int, limit: int) -> SessionTurns:
    """Read some turns of a session."""
    found = await workers.run(context, lambda memory: browse.turns(memory.space, session, first=first, limit=limit))
    turns = [
        SessionTurn(
            id=each.id,
            position=each.position,
            speaker=each.speaker,
            text=each.text,
            caption=each.caption,
            at=each.at,
        )
        for each in found
    ]
    return SessionTurns(session=session, turns=turns)


def _size(memory: Memory) -> Size:
    found = memory.stats()
    return Size(
        nodes=dict(found.nodes),
        relationships=dict(found.relationships),
        speakers=list(found.speakers),
        aliases={speaker: list(names) for speaker, names in found.aliases.items()},
        first=found.first,
        last=found.last,
        waiting=len(memory.pending()),
    )


def _kept_in(memory: Memory, id: str) -> str:
    """Return the session that a turn of a caller's id was kept in, so that a retry finds it on another day."""
    if not id:
        return ""
    try:
        return str(browse.look_up(memory.space, given_id(id), links=0).properties["session"])
    except NotFound:
        return ""


def _one_document(memory: Memory, name: str) -> str:
    """Return the id of the one document that a name stands for."""
    found = called(memory.space, name)
    if len(found) > 1:
        more = " and more" if len(found) > MAX_NAMED else ""
        raise InvalidInput(
            f"{name!r} names {len(found)} documents and nothing was removed; "
            f"give the id of one: {', '.join(found[:MAX_NAMED])}{more}"
        )
    return found[0]


def _result(text: str, structured: BaseModel) -> CallToolResult:
    content = structured.model_dump(mode="json")
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=content)


def _instant(text: str, field: str) -> datetime | None:
    return parse_instant(text, field) if text else None


def _today() -> str:
    return now().date().isoformat()
