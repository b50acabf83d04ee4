"""The values of remembering and reading: turns, results, progress."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from clew.model.graph import Receipt

Metadata = Mapping[str, object]  # free properties of a turn: JSON values under text keys


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a conversation.

    Attributes:
        text: what was said, verbatim; it must hold at least one visible character.
        speaker: who said it; may be empty.
        at: when, with a zone. None: the date of the turn before, else of the first after it that has one. Else it is
            the moment it is remembered, and of a file's turn none.
        caption: what an attached image shows; may be empty.
        metadata: free JSON properties, kept and returned as they are.
        expires_at: the instant, with a zone, from which on memory no longer has it; None: it stays.

    Example:
        Turn("I adopted a cat.", "Ann", datetime(2023, 5, 8, tzinfo=UTC))
    """

    text: str
    speaker: str = ""
    at: datetime | None = None
    caption: str = ""
    metadata: Metadata = field(default_factory=dict[str, object], hash=False)
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A remark of a reader on something that it left out, or did not understand."""

    what: str  # such as ``rows are left out``
    count: int  # how often it is so, 1 or more
    example: str  # the first place, and what is wrong there
    # whether memory lacks something for it; False: it is left out on purpose, or is in memory all the same
    is_lost: bool = False

    def __str__(self) -> str:
        return f"{self.what} ({self.count:,}), such as {self.example}"


@dataclass(frozen=True, slots=True)
class Transcript:
    """One session of a source, or a part of a long one; all but its first part follow another."""

    session: str  # its name
    turns: tuple[Turn, ...]  # in their order
    notes: tuple[Note, ...] = field(default=(), compare=False)  # of the whole source, with its first session
    start: int = 0  # the position of the first of these turns
    before: datetime | None = field(default=None, compare=False)  # the time that turns without one take at the start


@dataclass(frozen=True, slots=True)
class Remembered:
    """The result of one call of `remember` for one session."""

    session: str  # its name
    appended: int  # turns that were new
    unchanged: int  # turns that were stored before and were left alone
    notes: tuple[Note, ...] = ()  # what was left out or not understood; of a file, with its first session
    changed_at: int | None = None  # the position of the first turn that differs from what is stored; None: none does
    forgotten: Receipt | None = None  # the receipt of the turns that were replaced; None: none were

    def __add__(self, part: "Remembered") -> "Remembered":
        """Return it with the result of the next part of the same session."""
        return Remembered(
            self.session,
            self.appended + part.appended,
            self.unchanged + part.unchanged,
            tuple(dict.fromkeys((*self.notes, *part.notes))),
            part.changed_at if self.changed_at is None else self.changed_at,
            self.forgotten or part.forgotten,
        )


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
    """The result of one call of `read`."""

    documents: tuple[Read, ...]  # those that were read, in order
    failed: Mapping[str, str]  # per file that could not be read, the reason
    forgotten: tuple[str, ...]  # ids of documents whose files are gone, where that was asked for
    notes: tuple[Note, ...] = ()  # of files that are better remembered as conversations


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of long work; `total` is 0 while it is not known."""

    stage: str
    """Such as ``download``, ``start`` or ``remember``."""
    done: int
    total: int
    unit: str
    """The unit that is counted, such as ``bytes`` or ``turns``."""
    note: str = ""
    """A remark, such as ``41 facts``."""
