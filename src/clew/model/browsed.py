"""What memory shows where nothing is searched: its sessions, their turns, and one memory with what it is joined to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SessionOverview:
    """A session, without its turns.

    Attributes:
        name: the session's name.
        turns: how many of its turns are in memory.
        at: when it began, in UTC; None where that is not known.
        speakers: who speaks in it.
    """

    name: str
    turns: int
    at: datetime | None
    speakers: tuple[str, ...]


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
    """A relationship of a memory, and the memory at its other end.

    Attributes:
        type: the relationship's type, such as ``DERIVED_FROM``.
        outgoing: True if the relationship leaves the memory.
        id: of the other memory.
        kind: its label.
        text: the opening of its text.
    """

    type: str
    outgoing: bool
    id: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """One memory whole.

    Attributes:
        id: of the memory.
        kind: its label.
        text: its text.
        properties: what else it holds, by the names that the schema declares; neither vectors nor search texts.
        links: its relationships, as many as were asked for.
    """

    id: str
    kind: str
    text: str
    properties: Mapping[str, object]
    links: tuple[Link, ...]
