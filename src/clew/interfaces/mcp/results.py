"""The structured outputs of tools: small, typed, and with ids for further calls."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Self

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field
from pydantic_core import to_jsonable_python

from clew.agents.tool_table import NOTHING, QUOTED
from clew.model import (
    Answer,
    Consolidated,
    Hit,
    Reading,
    Recall,
    Receipt,
    SessionOverview,
    Stats,
    StoredMemory,
    StoredTurn,
)
from clew.retrieval.pack import line
from clew.text.quotation import shown_id


class Quoted(BaseModel):
    """One memory as it was recalled."""

    id: str = Field(description="To forget it, or to look at what it rests on.")
    kind: str = Field(description="Such as Episode (a turn), Fact or Passage.")
    text: str = Field(description="Its line, of a long text the part that fits.")
    at: datetime | None = Field(description="When it was said, in UTC.")
    session: str = Field(description="The session of a turn; empty for others.")
    document: str = Field(description="The title of a passage's document; empty for others.")
    score: float

    @classmethod
    def of(cls, hit: Hit) -> Self:
        """Return a hit in the form of this output."""
        return cls(
            id=hit.id,
            kind=hit.kind,
            text=line(hit),
            at=hit.at,
            session=hit.session,
            document=hit.title,
            score=round(hit.score, 4),
        )


class RecalledMemories(BaseModel):
    """What memory holds of a question, in the order of the text."""

    note: str = Field(description="How to take the quotations.")
    memories: list[Quoted]

    @classmethod
    def of(cls, found: Recall) -> Self:
        """Return what a recall packed."""
        return cls(note=QUOTED if found.packed else NOTHING, memories=[Quoted.of(hit) for hit in found.packed])


class Answered(BaseModel):
    """An answer from memory, and the memories that it cites."""

    answer: str = Field(description="In which [2] cites the memory of that number.")
    found: bool = Field(description="Whether memory holds an answer.")
    cited: dict[str, Quoted] = Field(description="By the number in the answer.")

    @classmethod
    def of(cls, answer: Answer) -> Self:
        """Return an answer in the form of this output."""
        cited = {str(number): Quoted.of(hit) for number, hit in answer.cited.items()}
        return cls(answer=answer.text, found=answer.found, cited=cited)


class KeptInSession(BaseModel):
    """What was remembered."""

    id: str = Field(description="To forget it, or to look at it.")
    session: str


class RememberedSession(BaseModel):
    """What became of a session's turns."""

    session: str
    new: int = Field(description="Turns that were added.")
    known: int = Field(description="Turns that were there before.")


class DocumentRead(BaseModel):
    """What became of a document."""

    id: str
    title: str
    new: int = Field(description="Passages that were added.")
    same: int = Field(description="Passages that were there before.")
    removed: int = Field(description="Passages that the text does not hold any more.")

    @classmethod
    def of(cls, reading: Reading) -> Self:
        """Return what reading did to its one document."""
        (each,) = reading.documents
        return cls(id=each.id, title=each.title, new=each.added, same=each.unchanged, removed=each.removed)


class Learnt(BaseModel):
    """What consolidation made of what was remembered."""

    chunks: int = Field(description="Portions that were read.")
    left: int = Field(description="Portions that still wait; call it again.")
    new_facts: int
    repeated_facts: int
    replaced_facts: int
    new_triplets: int
    reflections: int
    failed: dict[str, str] = Field(description="Why each portion that failed did; it still waits.")
    stopped: str = Field(description="Why it ended early; empty where it did not.")

    @classmethod
    def of(cls, done: Consolidated) -> Self:
        """Return the counts of a consolidation."""
        return cls(
            chunks=done.chunks,
            left=done.left,
            new_facts=done.facts.new,
            repeated_facts=done.facts.repeated,
            replaced_facts=done.facts.replaced,
            new_triplets=done.triplets.new,
            reflections=done.reflections,
            failed=dict(done.failed),
            stopped=done.stopped,
        )


class Forgotten(BaseModel):
    """What went, and what that changed."""

    removed: list[str] = Field(description="Ids of all that is gone.")
    weakened: list[str] = Field(description="Ids of facts that others say too: they are believed less.")
    revived: list[str] = Field(description="Ids of facts that hold again.")
    reasons: dict[str, str] = Field(description="By id, why.")

    @classmethod
    def of(cls, receipt: Receipt) -> Self:
        """Return a receipt in the form of this output."""
        return cls(
            removed=list(receipt.ids),
            weakened=list(receipt.weakened),
            revived=list(receipt.revived),
            reasons=dict(receipt.reasons),
        )


class Session(BaseModel):
    """A session, without its turns."""

    name: str
    turns: int
    at: datetime | None = Field(description="When it began, in UTC.")
    speakers: list[str]


class Sessions(BaseModel):
    """Sessions, the latest first."""

    sessions: list[Session]

    @classmethod
    def of(cls, found: Iterable[SessionOverview]) -> Self:
        """Return sessions in the form of this output."""
        return cls(sessions=[Session.model_validate(each, from_attributes=True) for each in found])


class SessionTurn(BaseModel):
    """A turn of a session; its text is a quotation."""

    id: str
    position: int
    speaker: str
    text: str
    caption: str = Field(description="What its image shows; may be empty.")
    at: datetime | None


class SessionTurns(BaseModel):
    """Turns of a session, in their order."""

    note: str = QUOTED
    session: str
    turns: list[SessionTurn]

    @classmethod
    def of(cls, found: tuple[str, Iterable[StoredTurn]]) -> Self:
        """Return a session's name and its turns in the form of this output."""
        session, turns = found
        return cls(session=session, turns=[SessionTurn.model_validate(each, from_attributes=True) for each in turns])


class Joined(BaseModel):
    """A relationship of a memory, and the memory at its other end."""

    relationship: str
    outgoing: bool = Field(description="Whether it leaves the memory that was asked for.")
    id: str
    kind: str
    text: str = Field(description="The opening of its text.")


class Looked(BaseModel):
    """One memory whole, with what it is joined to."""

    note: str = QUOTED
    id: str
    kind: str
    text: str
    properties: dict[str, Any] = Field(description="What else it holds.")
    links: list[Joined]

    @classmethod
    def of(cls, found: StoredMemory) -> Self:
        """Return a memory in the form of this output."""
        links = [
            Joined(relationship=each.type, outgoing=each.outgoing, id=each.id, kind=each.kind, text=each.text)
            for each in found.links
        ]
        # What JSON does not know, such as a point, is text.
        properties = to_jsonable_python(dict(found.properties), fallback=str)
        return cls(id=found.id, kind=found.kind, text=found.text, properties=properties, links=links)


class Size(BaseModel):
    """How much memory holds."""

    nodes: dict[str, int] = Field(description="How many, per kind.")
    relationships: dict[str, int] = Field(description="How many, per type.")
    speakers: list[str]
    aliases: dict[str, list[str]] = Field(description="Per speaker the other names.")
    first: datetime | None = Field(description="The earliest date of what was said.")
    last: datetime | None = Field(description="The latest.")
    waiting: int = Field(description="Portions that are not consolidated.")

    @classmethod
    def of(cls, found: tuple[Stats, int]) -> Self:
        """Return the size of a space, and how many of its portions wait, in the form of this output."""
        stats, waiting = found
        return cls(
            nodes=dict(stats.nodes),
            relationships=dict(stats.relationships),
            speakers=list(stats.speakers),
            aliases={speaker: list(names) for speaker, names in stats.aliases.items()},
            first=stats.first,
            last=stats.last,
            waiting=waiting,
        )


def recalled_text(found: Recall) -> str:
    """Return what a recall packed, called quotations, with the ids of its lines."""
    if not found.packed:
        return NOTHING
    ids = ", ".join(shown_id(hit.id) for hit in found.packed)
    return f"{QUOTED}\n\n{found.text}\n\nIds of these lines, in order: {ids}"


def _result(text: str, structured: BaseModel) -> CallToolResult:
    content = structured.model_dump(mode="json")
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=content)


def _answered(found: Answer) -> CallToolResult:
    answer = Answered.of(found)
    cited = [f"[{number}] {each.text} (id: {shown_id(each.id)})" for number, each in answer.cited.items()]
    return _result("\n".join([answer.answer, "", QUOTED, *cited] if cited else [answer.answer]), answer)


OUTPUTS: Mapping[str, tuple[Any, Callable[[Any], Any]]] = {
    "remember": (KeptInSession, lambda kept: KeptInSession(id=kept.id, session=kept.session)),
    "remember_session": (
        RememberedSession,
        lambda done: RememberedSession(session=done.session, new=done.appended, known=done.unchanged),
    ),
    "read_document": (DocumentRead, DocumentRead.of),
    "recall": (
        Annotated[CallToolResult, RecalledMemories],
        lambda found: _result(recalled_text(found), RecalledMemories.of(found)),
    ),
    "ask": (Annotated[CallToolResult, Answered], _answered),
    "list_sessions": (Sessions, Sessions.of),
    "read_session": (SessionTurns, SessionTurns.of),
    "look_up": (Looked, Looked.of),
    "stats": (Size, Size.of),
    "consolidate": (Learnt, Learnt.of),
    "forget": (Forgotten, Forgotten.of),
}
"""The type of each tool's output, and a function that makes the output from the result of the tool's work."""
