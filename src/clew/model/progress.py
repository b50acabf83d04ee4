"""How far long work has come."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far long work has come; `total` is 0 while it is not known."""

    stage: str
    """Such as ``download``, ``start`` or ``remember``."""
    done: int
    total: int
    unit: str
    """What is counted, such as ``bytes`` or ``turns``."""
    note: str = ""
    """What else there is to say, such as ``41 facts``."""
