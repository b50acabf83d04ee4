"""What consolidation goes through: portions that are read many at once, and written one after the other."""

from collections.abc import Callable
from dataclasses import dataclass, field

from clew.model import Reconciled


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a portion.

    Attributes:
        facts: what became of them.
        reflections: that are new.
        triplets: what became of them.
        is_done: whether nothing of it waits any more.
    """

    facts: Reconciled = field(default_factory=Reconciled)
    reflections: int = 0
    triplets: Reconciled = field(default_factory=Reconciled)
    is_done: bool = True


@dataclass(frozen=True, slots=True)
class Portion:
    """A chunk of turns, or a passage.

    Attributes:
        name: such as ``monday, turns 0 to 14``.
        first: id of the text where it is noted why it failed.
        read: finds what it says, beside other portions; the function that it returns writes that, when its turn comes.
    """

    name: str
    first: str
    read: Callable[[], Callable[[], Settled]]
