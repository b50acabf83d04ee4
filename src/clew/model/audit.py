"""Operations on a space: one that has ended, and one that the audit log keeps. Neither holds a text."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One operation on a space.

    Attributes:
        id: of the entry.
        at: when it began, in UTC.
        who: name of the token, or of the user whose process asked for it.
        operation: class and method, such as ``Memory.forget``.
        space: name of the space.
        seconds: how long it took; None where its process was killed, or it goes on.
        counts: how many turns, facts, nodes and so on it wrote, removed or found.
        error: name of the error's class; empty where there was none.
    """

    id: str
    at: datetime
    who: str
    operation: str
    space: str
    seconds: float | None
    counts: Mapping[str, int]
    error: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it as values that JSON can hold.

        Returns:
            The fields by name; the instant as a text.

        Example:
            json.dumps(memory.audit().items[0].as_dict())
        """
        return asdict(self) | {"at": self.at.isoformat(), "counts": dict(self.counts)}


@dataclass(frozen=True, slots=True)
class Operation:
    """A call of a public method of `Memory`, `World` and the others that has ended.

    Attributes:
        name: class and method, such as ``Memory.recall``.
        space: name of the space.
        seconds: how long it took.
        counts: how many hits, turns, facts and so on it found or wrote; never a text.
        error: name of the error's class; empty where there was none.
    """

    name: str
    space: str
    seconds: float
    counts: Mapping[str, int]
    error: str = ""
