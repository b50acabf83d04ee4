"""Answers about a space without a question: its months, the most named, statements, changes and runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.schema.properties import STATEMENT_KEY
from clew.graph.space import Space, session_as_stored
from clew.model import Page
from clew.retrieval.world.moments import moment
from clew.text.instants import FOREVER


def named_kinds() -> tuple[str, ...]:
    """Return the labels of what texts name: people and things, and topics."""
    schema = declared()
    texts = schema.text_kinds()
    named = (each.target for each in schema.relationships if each.role == "names" and each.source in texts)
    return tuple(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class Month:
    """The sessions that began in a month."""

    month: str  # such as ``2023-05``, in UTC; empty for sessions that nobody dated
    sessions: int
    turns: int  # how many these hold


@dataclass(frozen=True, slots=True)
class NamedMost:
    """Somebody, something or a topic that memories name."""

    id: str
    kind: str  # ``Entity`` or ``Concept``
    name: str
    mentions: int  # how many memories name it


@dataclass(frozen=True, slots=True)
class NamedIn:
    """A name in a memory."""

    source: str  # id of the memory
    id: str  # of what it names
    kind: str  # ``Entity`` or ``Concept``
    name: str


@dataclass(frozen=True, slots=True)
class HeldStatement:
    """A statement with both of its times: when it holds, and when memory believes it.

    Attributes:
        id: names it in `get`, `history` and `forget`.
        kind: its label, such as ``Fact``.
        text: whole.
        speaker: who said it; empty where nobody did.
        valid_from: since when it holds.
        valid_to: until when; None: open.
        created_at: since when memory believes it.
        expired_at: until when; None: it does now.
        belief: 0 to 1.
        sources: ids of what it rests on.
        replaced_by: ids of what holds in its place.
    """

    id: str
    kind: str
    text: str
    speaker: str
    valid_from: datetime
    valid_to: datetime | None
    created_at: datetime
    expired_at: datetime | None
    belief: float
    sources: tuple[str, ...]
    replaced_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepOverview:
    """A step of a run: what was done, and what was seen then."""

    id: str
    action: str
    text: str


@dataclass(frozen=True, slots=True)
class SubgoalOverview:
    """A milestone of a run, with its steps in order."""

    number: int
    text: str
    summary: str  # empty while it goes on
    met: bool | None
    steps: tuple[StepOverview, ...]


@dataclass(frozen=True, slots=True)
class RunOverview:
    """A task that an agent worked on."""

    id: str
    goal: str
    outcome: str  # empty while it goes on
    met: bool | None
    at: datetime  # when it began
    subgoals: tuple[SubgoalOverview, ...]


@dataclass(frozen=True, slots=True)
class DocumentOverview:
    """A document that was read."""

    id: str
    title: str
    passages: int  # how many it has


@dataclass(frozen=True, slots=True)
class Learned:
    """A task and an environment for which something was learned."""

    task: str
    environment: str
    sets: int  # versions of what was learned


@dataclass(frozen=True, slots=True)
class WorldStatement:
    """A statement about a world, with the two things that it joins."""

    id: str
    text: str
    predicate: str
    subject: str  # id of the first
    subject_name: str
    object: str  # id of the second
    object_name: str


def _stated_kinds() -> tuple[str, ...]:
    return tuple(each.label for each in declared().kinds if STATEMENT_KEY in each.required)


def months(space: Space) -> tuple[Month, ...]:
    """Return the months in which sessions began, the earliest first."""
    return tuple(space.read(load("browse/months", Month)))


def named_most(space: Space, limit: int) -> tuple[NamedMost, ...]:
    """Return the people, things and topics that most memories name."""
    return tuple(space.read(load("browse/named_most", NamedMost), kinds=named_kinds(), limit=limit))


def named_in(space: Space, ids: Sequence[str]) -> tuple[NamedIn, ...]:
    """Return the people, things and topics that some memories name."""
    return tuple(space.read(load("browse/named_in", NamedIn), ids=ids, kinds=named_kinds()))


def resting(space: Space, ids: Sequence[str]) -> tuple[HeldStatement, ...]:
    """Return the statements that rest on some memories, those that hold since earliest first."""
    query = load("browse/resting", HeldStatement)
    return tuple(space.read(query, ids=ids, kinds=_stated_kinds(), forever=FOREVER))


def about(space: Space, id: str, speaker: str, limit: int) -> tuple[HeldStatement, ...]:
    """Return statements that name an entity or a topic, or that a speaker made; also those that ended."""
    query = load("browse/about", HeldStatement)
    return tuple(space.read(query, id=id, speaker=speaker, kinds=_stated_kinds(), forever=FOREVER, limit=limit))


def changed(space: Space, since: datetime, limit: int) -> tuple[HeldStatement, ...]:
    """Return the statements that memory believes, or believes no longer, since an instant; the latest change first."""
    query = load("browse/changed", HeldStatement)
    return tuple(space.read(query, kinds=_stated_kinds(), since=since, forever=FOREVER, limit=limit))


def session_end(space: Space, session: str) -> int:
    """Return the position after the last turn of a session; 0 where it has none."""
    stored = session_as_stored(space.read, session)
    return next(iter(space.read(load("browse/session_end", int), session=stored)), 0)


def documents(space: Space, limit: int, after: str) -> Page[DocumentOverview]:
    """Return some documents that were read, by id; `after` is the id of the last one before these."""
    rows = space.read(load("browse/documents", DocumentOverview), after=after, limit=limit + 1)
    return Page(tuple(rows[:limit]), rows[limit - 1].id if len(rows) > limit else "")


def runs(space: Space, limit: int) -> tuple[RunOverview, ...]:
    """Return the tasks that agents worked on, the latest first, each with its subgoals and their steps."""
    return tuple(space.read(load("browse/runs", RunOverview), limit=limit))


def learned(space: Space, limit: int) -> tuple[Learned, ...]:
    """Return the tasks and environments for which something was learned, by name."""
    return tuple(space.read(load("browse/learned", Learned), limit=limit))


def world(space: Space, as_of: datetime, limit: int) -> tuple[WorldStatement, ...]:
    """Return statements about a world that hold at an instant, those that hold since latest first where many do."""
    given = moment(space, as_of, None).given
    return tuple(space.read(load("browse/world", WorldStatement), **given, limit=limit))


def world_times(space: Space, limit: int) -> tuple[datetime, ...]:
    """Return the latest instants at which statements about a world began to hold, the latest first."""
    return tuple(space.read(load("browse/world_times", datetime), limit=limit))
