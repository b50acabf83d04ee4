"""The values of browsing without a search: sessions, their turns, and one memory with what it is joined to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


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
