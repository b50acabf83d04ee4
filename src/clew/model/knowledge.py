"""Facts, and what consolidation made of what was remembered."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime

from clew.text.arguments import check_fields


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence that holds, and where it is from.

    Attributes:
        text: one self-contained sentence that names its subject.
        sources: ids of the turns or passages that say it together; at least one.
        belief: how sure it is by these alone, above 0 and up to 1.
        valid_from: since when it holds, with a zone; None: the text does not say.
        valid_to: until when, not included; None: open.
        concepts: what it is about, as labels.
        replaces: id of the fact that it replaces, or of any that held in that one's place before or after. The fact
            that begins earlier ends where the other begins, whichever is given first; empty for none.

    Raises:
        InvalidInput: a field has another type.

    Example:
        Fact("Ann has a cat.", ("episode:monday/0",), belief=0.9)
    """

    text: str
    sources: tuple[str, ...]
    belief: float = 1.0
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    concepts: tuple[str, ...] = ()
    replaces: str = ""

    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The fates of facts or triplets: each is new, repeats a known one, or is rejected; a fact may replace others."""

    new: int = 0
    repeated: int = 0
    replaced: int = 0
    rejected: int = 0  # Without a source that is there, or with nothing in common with it

    def __add__(self, other: "Reconciled") -> "Reconciled":
        return Reconciled(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@dataclass(frozen=True, slots=True)
class Pending:
    """Turns, or one passage, that wait to be consolidated together."""

    name: str  # such as ``monday, turns 0 to 14``
    turns: int  # how many; 0 for a passage
    at: datetime | None  # when they begin; None for a passage, and where that is not known
    failure: str  # why that failed the last time, or empty


@dataclass(frozen=True, slots=True)
class Consolidated:
    """The result of one call of `consolidate`."""

    chunks: int  # that were consolidated; a passage is one
    left: int  # chunks that still wait, those that failed included
    facts: Reconciled
    reflections: int  # that are new
    failed: Mapping[str, str]  # per chunk that failed, the reason; it stays pending
    stopped: str  # why it ended before the last chunk; empty where it did not
    usage: Mapping[str, object]  # per chain of the language model, what it used: calls, tokens, seconds, failures
    triplets: Reconciled = Reconciled()  # what became of those that passages say
    superseded: int = 0  # facts that went because their turns were read again
