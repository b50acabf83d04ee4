"""The structured outputs of tools: small, typed, and with ids for further calls."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Self

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_jsonable_python

from clew.agents.tool_form import NOTHING
from clew.model import Answer, Hit, Recall, StoredMemory, StoredTurn
from clew.retrieval.pack import line
from clew.text.quotation import QUOTED, shown_id

_AFTER = "Give it to see what follows; empty where nothing does."


class Output(BaseModel):
    """The fields of an output."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def of(cls, found: object, /, **others: object) -> Self:
        """Return what was found in the form of this output: the attributes of the same names, and others."""
        same = {name: getattr(found, name) for name in cls.model_fields.keys() - others if hasattr(found, name)}
        return cls.model_validate(same | others)


class Quoted(Output):
    """One memory as it was recalled."""

    id: str = Field(description="To forget it, or to look at what it rests on.")
    kind: str = Field(description="Such as Episode (a turn), Fact or Passage.")
    text: str = Field(description="Its line, of a long text the part that fits.")
    at: datetime | None = Field(description="When it was said, in UTC.")
    session: str = Field(description="The session of a turn; empty for others.")
    document: str = Field(description="The title of a passage's document; empty for others.")
    score: float
    relevance: float = Field(description="How sure it is that this answers, 0 to 1.")
    on_date: str = Field(description="Of a date that is asked for: happened then, or said then; empty for others.")


class RecalledMemories(Output):
    """The memories that answer a question, in the order of the text."""

    note: str = Field(description="How to take the quotations.")
    confidence: float = Field(description="How sure it is that memory holds the answer, 0 to 1.")
    memories: list[Quoted]


class Answered(Output):
    """An answer from memory, and the memories that it cites."""

    answer: str = Field(description="In which [2] cites the memory of that number.")
    found: bool = Field(description="Whether memory holds an answer.")
    cited: dict[str, Quoted] = Field(description="By the number in the answer.")


class KeptInSession(Output):
    """The turn that was remembered."""

    id: str = Field(description="To forget it, or to look at it.")
    session: str


class RememberedSession(Output):
    """A session after its turns were remembered."""

    session: str
    new: int = Field(description="Turns that were added.")
    known: int = Field(description="Turns that were there before.")
    notes: list[str] = Field(description="What was left out.")


class DocumentRead(Output):
    """A document after it was read."""

    id: str
    title: str
    new: int = Field(description="Passages that were added.")
    same: int = Field(description="Passages that were there before.")
    removed: int = Field(description="Passages that the text does not hold any more.")


class Learnt(Output):
    """The facts, triplets and reflections that consolidation made."""

    chunks: int = Field(description="Portions that were read.")
    left: int = Field(description="Portions that still wait; call it again.")
    new_facts: int
    repeated_facts: int
    replaced_facts: int
    new_triplets: int
    reflections: int
    failed: dict[str, str] = Field(description="Why each portion that failed did; it still waits.")
    stopped: str = Field(description="Why it ended early; empty where it did not.")


class Forgotten(Output):
    """The memories that went, and those that changed because of it."""

    removed: list[str] = Field(description="Ids of all that is gone.")
    weakened: list[str] = Field(description="Ids of facts that others say too: they are believed less.")
    revived: list[str] = Field(description="Ids of facts that hold again.")
    reasons: dict[str, str] = Field(description="By id, why.")


class PutRight(Output):
    """The new version of a memory, and the ends that it brought."""

    id: str = Field(description="Of the memory that holds now.")
    replaced: str = Field(description="Id of the one that was corrected; empty where memory said so already.")
    ended: list[str] = Field(description="Ids of facts and reflections that hold no more.")
    weakened: list[str] = Field(description="Ids of facts that are believed less.")
    is_pending: bool = Field(description="Whether consolidate will read the new text.")


class Rebelieved(Output):
    """The beliefs that changed when a memory was retracted or reinstated."""

    id: str = Field(description="Of the memory that was retracted or reinstated.")
    ended: list[str] = Field(description="Ids of what holds no more.")
    revived: list[str] = Field(description="Ids of what holds again.")
    weakened: list[str] = Field(description="Ids of what is believed less.")
    strengthened: list[str] = Field(description="Ids of what is believed more.")
    is_retracted: bool = Field(description="Whether the memory is retracted now.")
    waits_for: list[str] = Field(description="Ids of what is retracted too, without which it does not hold.")


class Session(Output):
    """A session, without its turns."""

    name: str
    turns: int
    at: datetime | None = Field(description="When it began, in UTC.")
    speakers: list[str]


class Sessions(Output):
    """Sessions, the latest first."""

    sessions: list[Session]
    after: str = Field(description=_AFTER)


class StatedMemory(Output):
    """A memory as lists show it; its text is a quotation."""

    id: str
    kind: str = Field(description="Such as Episode (a turn), Fact or Passage.")
    text: str
    speaker: str = Field(description="Who said it; empty where nobody did.")
    session: str = Field(description="The session of a turn; empty for others.")
    at: datetime | None = Field(description="When it was said, in UTC.")
    valid_from: datetime = Field(description="Since when it holds.")
    valid_to: datetime | None = Field(description="Until when; null where it holds now.")
    belief: float
    sources: list[str] = Field(description="Ids of what it rests on.")
    told: bool = Field(description="Whether somebody told it who named no source.")
    corrected_at: datetime | None = Field(
        description="When it, or all that says it, was corrected or retracted; null for others."
    )
    why: str = Field(description="Why it was retracted; empty where it was not retracted itself.")


class KnownTopic(Output):
    """A topic of a profile, and its facts."""

    topic: str = Field(description="Empty for facts without one.")
    facts: list[StatedMemory]


class KnownOf(Output):
    """The facts that hold of somebody or something."""

    note: str = QUOTED
    name: str
    text: str = Field(description="The facts by topic, as far as the words go.")
    topics: list[KnownTopic]
    left_out: list[str] = Field(description="Ids of facts that the text does not hold.")


class Listed(Output):
    """Memories, those that hold since latest first."""

    note: str = QUOTED
    memories: list[StatedMemory]
    after: str = Field(description=_AFTER)


class Versions(Output):
    """The versions of a statement, in the order in which they hold."""

    note: str = QUOTED
    versions: list[StatedMemory]


class EntityLine(Output):
    """Somebody or something that memories name."""

    id: str
    name: str
    mentions: int = Field(description="How many memories name it.")


class EntityLines(Output):
    """People and things, by name."""

    entities: list[EntityLine]
    after: str = Field(description=_AFTER)


class ReachedSpace(Output):
    """A space that the client's token reaches."""

    name: str
    sessions: int
    last: datetime | None = Field(description="When the latest session began, in UTC.")
    waiting: int = Field(description="How many sessions have turns that are not consolidated.")


class ReachedSpaces(Output):
    """Spaces, by name."""

    spaces: list[ReachedSpace]
    after: str = Field(description=_AFTER)


class SessionTurn(Output):
    """A turn of a session; its text is a quotation."""

    id: str
    position: int
    speaker: str
    text: str
    caption: str = Field(description="What its image shows; may be empty.")
    at: datetime | None


class SessionTurns(Output):
    """Turns of a session, in their order."""

    note: str = QUOTED
    session: str
    turns: list[SessionTurn]


class Joined(Output):
    """A relationship of a memory, and the memory at its other end."""

    relationship: str
    outgoing: bool = Field(description="Whether it leaves the memory that was asked for.")
    id: str
    kind: str
    text: str = Field(description="The opening of its text.")


class Looked(Output):
    """One memory whole, with what it is joined to."""

    note: str = QUOTED
    id: str
    kind: str
    text: str
    properties: dict[str, Any] = Field(description="What else it holds.")
    links: list[Joined]


class Size(Output):
    """How much memory holds."""

    nodes: dict[str, int] = Field(description="How many, per kind.")
    relationships: dict[str, int] = Field(description="How many, per type.")
    speakers: list[str]
    aliases: dict[str, list[str]] = Field(description="Per speaker the other names.")
    first: datetime | None = Field(description="The earliest date of what was said.")
    last: datetime | None = Field(description="The latest.")
    languages: dict[str, int] = Field(description="How many of some texts are in a language, by its code.")
    waiting: int = Field(description="Portions that are not consolidated.")


def recalled_text(found: Recall) -> str:
    """Return what a recall packed, called quotations, with the ids of its lines."""
    if not found.packed:
        return NOTHING
    ids = ", ".join(shown_id(hit.id) for hit in found.packed)
    return f"{QUOTED}\n\n{found.text}\n\nIds of these lines, in order: {ids}"


def looked(found: StoredMemory) -> Looked:
    """Return a memory in the form of its output."""
    links = [Joined.of(each, relationship=each.type) for each in found.links]
    # What JSON does not know, such as a point, is text.
    return Looked.of(found, properties=to_jsonable_python(dict(found.properties), fallback=str), links=links)


def session_turns(found: tuple[str, Iterable[StoredTurn]]) -> SessionTurns:
    """Return a session's name and its turns in the form of their output."""
    return SessionTurns.model_validate({"session": found[0], "turns": found[1]})


def _quoted(hit: Hit) -> Quoted:
    return Quoted.of(hit, text=line(hit), document=hit.title, score=round(hit.score, 4))


def _result(text: str, structured: BaseModel) -> CallToolResult:
    content = structured.model_dump(mode="json")
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=content)


def _answered(found: Answer) -> CallToolResult:
    quoted = {str(number): _quoted(hit) for number, hit in found.cited.items()}
    answer = Answered(answer=found.text, found=found.found, cited=quoted)
    cited = [f"[{number}] {each.text} (id: {shown_id(each.id)})" for number, each in quoted.items()]
    return _result("\n".join([answer.answer, "", QUOTED, *cited] if cited else [answer.answer]), answer)


OUTPUTS: Mapping[str, tuple[Any, Callable[[Any], Any]]] = {
    "add": (KeptInSession, KeptInSession.of),
    "remember": (
        RememberedSession,
        lambda done: RememberedSession.of(
            done, new=done.appended, known=done.unchanged, notes=list(map(str, done.notes))
        ),
    ),
    "read": (
        DocumentRead,
        lambda read: DocumentRead.of(each := read.documents[0], new=each.added, same=each.unchanged),
    ),
    "recall": (
        Annotated[CallToolResult, RecalledMemories],
        lambda found: _result(
            recalled_text(found),
            RecalledMemories.of(
                found, note=QUOTED if found.packed else NOTHING, memories=list(map(_quoted, found.packed))
            ),
        ),
    ),
    "ask": (Annotated[CallToolResult, Answered], _answered),
    "profile": (
        KnownOf,
        lambda found: KnownOf.of(found, topics=[{"topic": each, "facts": [*of]} for each, of in found.topics.items()]),
    ),
    "correct": (PutRight, PutRight.of),
    "retract": (Rebelieved, Rebelieved.of),
    "reinstate": (Rebelieved, Rebelieved.of),
    "sessions": (Sessions, lambda found: Sessions(sessions=list(found), after=found.after)),
    "turns": (SessionTurns, session_turns),
    "search": (Listed, lambda found: Listed(memories=list(found), after=found.after)),
    "entities": (EntityLines, lambda found: EntityLines(entities=list(found), after=found.after)),
    "get": (Looked, looked),
    "history": (Versions, lambda found: Versions(versions=list(found))),
    "spaces": (ReachedSpaces, lambda found: ReachedSpaces(spaces=list(found), after=found.after)),
    "stats": (Size, lambda found: Size.of(found[0], waiting=found[1])),
    "consolidate": (
        Learnt,
        lambda done: Learnt.of(
            done,
            new_facts=done.facts.new,
            repeated_facts=done.facts.repeated,
            replaced_facts=done.facts.replaced,
            new_triplets=done.triplets.new,
        ),
    ),
    "forget": (Forgotten, lambda receipt: Forgotten.of(receipt, removed=receipt.ids)),
}
"""The type of each tool's output, and a function that makes the output from the result of the tool's work."""
