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
        sources: ids of the turns or passages that say it together; empty where you tell it yourself.
        belief: how sure it is by these alone, above 0 and up to 1.
        valid_from: since when it holds, with a zone; None: since a source says it, or since you tell it.
        valid_to: until when, not included; None: open.
        concepts: what it is about, as labels.
        replaces: id of the fact that it replaces, or of any that held in that one's place before or after; of several,
            their ids. The fact that begins earlier ends where the other begins, whichever is given first; empty for
            none.
        about: of what you tell yourself, the name of the person or thing that it is about, where the text does not
            name it.

    Raises:
        InvalidInput: a field has another type.

    Example:
        Fact("Ann has a cat.", ("episode:monday/0",), belief=0.9)
        Fact("Ann is vegetarian.")
    """

    text: str
    sources: tuple[str, ...] = ()
    belief: float = 1.0
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    concepts: tuple[str, ...] = ()
    replaces: str | tuple[str, ...] = ""
    about: str = ""

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def replaced(self) -> tuple[str, ...]:
        """The ids of the facts that it replaces."""
        given = (self.replaces,) if isinstance(self.replaces, str) else self.replaces
        return tuple(dict.fromkeys(filter(None, given)))


@dataclass(frozen=True, slots=True)
class Corrected:
    """The result of a correction.

    Attributes:
        id: of the memory that holds now.
        replaced: id of the one that was corrected; empty where memory said so already.
        ended: ids of facts and reflections that rested on it alone, and hold no more.
        weakened: ids of facts that rested on it too, and are believed less.
        is_pending: whether the next `consolidate` reads the new text.
    """

    id: str
    replaced: str = ""
    ended: tuple[str, ...] = ()
    weakened: tuple[str, ...] = ()
    is_pending: bool = False


@dataclass(frozen=True, slots=True)
class Retraction:
    """The result of `retract` or `reinstate`: how beliefs changed.

    Attributes:
        id: of the memory that was retracted or reinstated.
        ended: ids of what held before and holds no more, the memory itself among them.
        revived: ids of what did not hold before, and holds now.
        weakened: ids of what holds, and is believed less.
        strengthened: ids of what holds, and is believed more.
        is_retracted: whether the memory is retracted now.
        waits_for: of one that was reinstated and still does not hold, ids of what it rests on and is retracted.
    """

    id: str
    ended: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    weakened: tuple[str, ...] = ()
    strengthened: tuple[str, ...] = ()
    is_retracted: bool = False
    waits_for: tuple[str, ...] = ()


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
