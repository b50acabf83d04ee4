"""The values of remembering and reading: turns, results, progress."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

Metadata = Mapping[str, object]
"""Free properties of a turn: JSON values under text keys."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a conversation.

    Attributes:
        text: what was said, verbatim; it must hold at least one visible character.
        speaker: who said it; may be empty.
        at: when, with a zone. None: the date of the turn before, else of the first after it that has one, else the
            moment it is remembered.
        caption: what an attached image shows; may be empty.
        metadata: free JSON properties, kept and returned as they are.

    Example:
        Turn("I adopted a cat.", "Ann", datetime(2023, 5, 8, tzinfo=UTC))
    """

    text: str
    speaker: str = ""
    at: datetime | None = None
    caption: str = ""
    metadata: Metadata = field(default_factory=dict[str, object], hash=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """One session of a source, from its first turn."""

    session: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """The result of one call of `remember` for one session."""

    session: str
    appended: int
    """Turns that were new."""
    unchanged: int
    """Turns that were stored before and were left alone."""


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading one document: the counts of its passages that were new, unchanged and removed."""

    id: str
    title: str
    added: int
    unchanged: int
    removed: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of one call of `read`.

    Attributes:
        documents: those that were read, in order.
        failed: per file that could not be read, the reason.
        forgotten: ids of documents whose files are gone, where that was asked for.
    """

    documents: tuple[Read, ...]
    failed: Mapping[str, str]
    forgotten: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of long work; `total` is 0 while it is not known."""

    stage: str
    """Such as ``download``, ``start`` or ``remember``."""
    done: int
    total: int
    unit: str
    """What is counted, such as ``bytes`` or ``turns``."""
    note: str = ""
    """What else there is to say, such as ``41 facts``."""
