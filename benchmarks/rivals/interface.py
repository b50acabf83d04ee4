"""The work of a memory in `peers.py`: remember the texts of a tenant, and recall ids of them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from langchain_core.embeddings import Embeddings


@dataclass(frozen=True, slots=True)
class Told:
    """One text to remember: a turn, or a paragraph.

    Attributes:
        id: begins with its tenant and ``/``, so that a hit of another tenant shows.
        session: of a turn, likewise; empty for a paragraph.
        text: what was said or written, alone.
        line: ``[date] speaker: text [image: caption]``, or title and text: what a store without these fields is given.
        speaker: of a turn.
        at: of a turn: ISO 8601 with a zone.
        caption: what a turn's image shows.
        title: of a paragraph.
    """

    id: str
    session: str
    text: str
    line: str
    speaker: str = ""
    at: str = ""
    caption: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """A Neo4j that only this memory uses."""

    uri: str
    user: str
    password: str
    database: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory works: a folder of its own, the encoder that all share, and a server where it needs one."""

    home: Path
    encoder: Embeddings
    server: Server | None = None


class Rival(ABC):
    """A memory of several tenants in one store.

    Attributes:
        ways: the settings in which it is asked; the first is the documented default.
    """

    ways: ClassVar[tuple[str, ...]] = ("",)

    @abstractmethod
    def remember(self, tenant: str, told: Sequence[Told]) -> None:
        """Store one session, which can be found when this returns."""

    def fill(self, tenant: str, told: Sequence[Told]) -> None:
        """Store many texts in the way that is best for that; none has to be found before it returns."""
        self.remember(tenant, told)

    def tidy(self) -> None:  # noqa: B027 - most have nothing to do
        """Do what the documentation recommends after much was stored."""

    @abstractmethod
    def recall(self, tenant: str, question: str, limit: int, way: str) -> list[str]:
        """Return the ids of the best `limit` texts, best first."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is open."""
