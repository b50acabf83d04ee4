"""The space of a game or a task that is watched: empty at its beginning, and forgotten at its end unless it is kept."""

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from clew.memory import Memory


@contextmanager
def empty(memory: "Memory", *, keep: bool, purpose: str) -> "Generator[None]":
    """Lend a memory that is empty.

    Args:
        memory: whose space is lent.
        keep: the user named the space: it stays, and must be empty. Otherwise it is forgotten before and afterwards.
        purpose: what it is for, in the words of the error.

    Raises:
        Conflict: the space that shall be kept holds something.
    """
    from clew.errors import Conflict

    if keep and memory.stats().nodes:
        raise Conflict(f"space {memory.space.name!r} holds memories already; name an empty one for the {purpose}")
    if keep:
        yield
        return
    _clear(memory)
    try:
        yield
    finally:
        _clear(memory)


def _clear(memory: "Memory") -> None:
    """Forget what a process that was killed has left, or this one leaves."""
    from clew.errors import NotFound

    with suppress(NotFound):
        memory.forget(space=True)
