"""The values of browsing without a question: spaces, sessions, turns, statements, profiles, and one memory whole."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some of what is listed; a page, and the pages after it, stay right while others write.

    Attributes:
        items: in the order of the list.
        after: names the last of them: the same call with it returns what follows. Empty where nothing does.

    Example:
        page = memory.sessions()
        while page.after:
            page = memory.sessions(after=page.after)
    """

    items: tuple[T, ...]
    after: str = ""

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class SpaceOverview:
    """A space of the store."""

    name: str
    sessions: int  # how many it holds
    last: datetime | None  # when the latest of them began, in UTC; None where that is not known
    waiting: int  # how many of them have turns that are not consolidated


@dataclass(frozen=True, slots=True)
class EntityOverview:
    """Somebody or something that texts name."""

    id: str
    name: str
    mentions: int  # how many memories name it


@dataclass(frozen=True, slots=True)
class ListedMemory:
    """A memory as lists show it.

    Attributes:
        id: names it in `get`, `history` and `forget`.
        kind: its label, such as ``Fact``.
        text: whole.
        speaker: who said it; empty where nobody did.
        session: in which it was said; empty for what rests on turns.
        at: when it was said; None where that is not known.
        valid_from: since when it holds.
        valid_to: until when, or until it was corrected or retracted; None: it holds now.
        belief: 0 to 1.
        sources: ids of what it rests on.
        told: whether a caller told it, and named no source.
        corrected_at: when it, or all that says it, was corrected or retracted; None where that is not so.
        why: why it was retracted; empty where it was not retracted itself.
    """

    id: str
    kind: str
    text: str
    speaker: str
    session: str
    at: datetime | None
    valid_from: datetime
    valid_to: datetime | None
    belief: float
    sources: tuple[str, ...]
    told: bool = False
    corrected_at: datetime | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SessionOverview:
    """A session, without its turns."""

    name: str
    turns: int  # how many of its turns are in memory
    at: datetime | None  # when it began, in UTC; None where that is not known
    speakers: tuple[str, ...]  # who speaks in it


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as it is in memory; `position` counts from 0 in its session, `at` is in UTC."""

    id: str
    position: int
    speaker: str
    text: str
    caption: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Link:
    """A relationship of a memory, and the memory at its other end."""

    type: str  # the relationship's type, such as ``DERIVED_FROM``
    outgoing: bool  # True if the relationship leaves the memory
    id: str  # of the other memory
    kind: str
    text: str  # the opening of its text


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """One memory whole."""

    id: str
    kind: str  # its label
    text: str
    # what else it holds, by the names that the schema declares; neither vectors nor search texts
    properties: Mapping[str, object]
    links: tuple[Link, ...]  # its relationships, as many as were asked for


@dataclass(frozen=True, slots=True)
class ProfileSentence:
    """A sentence of a language model on somebody, and the facts that it rests on."""

    text: str
    facts: tuple[str, ...]  # ids; at least one


@dataclass(frozen=True, slots=True)
class Profile:
    """The facts that hold of somebody or something.

    Attributes:
        name: as memory has it.
        topics: the facts by topic, the topic with most facts first. Of a topic the facts that are believed most come
            first, and of equal ones the latest. Facts without a topic stand under an empty name, last.
        text: ready for a prompt, within the budget: each topic with its facts, or the sentences of a model.
        left_out: ids of facts that did not fit into the text, the best first.
        sentences: of a language model where one was asked; empty otherwise.
    """

    name: str
    topics: Mapping[str, tuple[ListedMemory, ...]]
    text: str
    left_out: tuple[str, ...] = ()
    sentences: tuple[ProfileSentence, ...] = ()
