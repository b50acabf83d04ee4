"""A space that a command makes for itself, where the user names none."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.memory import Memory


@contextmanager
def cleared(memory: "Memory") -> Generator[None]:
    """Forget what is in the space, before and after."""
    clear(memory)
    try:
        yield
    finally:
        clear(memory)


def clear(memory: "Memory") -> None:
    """Forget what a command that was killed has left, or this one leaves."""
    from clew.errors import NotFound

    with suppress(NotFound):
        memory.forget(space=True)
