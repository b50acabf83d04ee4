"""The space of its own that a game or a task has, and that is forgotten at the end.

A process that is killed leaves its space behind. So each process makes a file with the name of its space, and holds a
lock beside the file while it lives. If another process gets the lock, the first one is gone, and its space may go.
"""

from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from clew.interfaces.cli.console import note
from clew.interfaces.cli.options import Options

if TYPE_CHECKING:
    from collections.abc import Generator

    from clew.api.memory import Memory

_SPACE, _LOCK = ".space", ".lock"


@contextmanager
def own_space(chosen: Options, *, name: str, purpose: str) -> "Generator[Memory]":
    """Open the memory of an empty space for one game or task.

    Args:
        chosen: where --space names a space, that is taken, must be empty and stays. Otherwise the space is a new one,
            whose name is printed, and it is forgotten at the end.
        name: what the new space's name begins with; letters, digits and hyphens.
        purpose: what the space is for, in the words of the error.

    Raises:
        Conflict: the space that shall be kept holds something.
    """
    from uuid import uuid4

    from clew.errors import Conflict, NotFound

    if (given := chosen.given.get("space")) is not None:
        with chosen.memory(space=given) as memory:
            if memory.stats().nodes:
                named = f"space {memory.space.name!r} holds memories already"
                raise Conflict(f"{named}; name an empty one for the {purpose}")
            yield memory
        return
    with chosen.memory(space=f"{name}-{uuid4().hex[:12]}") as memory, _lent(memory.space.name) as file:
        note(f"space {memory.space.name}, which is forgotten at the end; --space NAME keeps one")
        try:
            yield memory
        finally:
            with suppress(NotFound):
                memory.forget(space=True)
            _remove(file)


@contextmanager
def left_behind() -> "Generator[tuple[str, ...]]":
    """Lend the names of spaces whose processes are gone; no other process can take one of these meanwhile."""
    from filelock import FileLock, Timeout

    names = list[str]()
    with ExitStack() as held:
        for file in sorted(_folder().glob(f"*{_SPACE}")):
            with suppress(Timeout, OSError):  # its process lives, or nobody can tell
                held.enter_context(FileLock(file.with_suffix(_LOCK), timeout=0, mode=0o600))
                names.append(file.stem)
        yield tuple(names)


def forgotten(name: str) -> None:
    """Note that a space which was left behind is not there any more."""
    _remove(_folder() / f"{name}{_SPACE}")


def _folder() -> Path:
    from platformdirs import user_data_dir

    return Path(user_data_dir("clew")) / "spaces"


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)
        file.with_suffix(_LOCK).unlink(missing_ok=True)


@contextmanager
def _lent(name: str) -> "Generator[Path]":
    """Make the file of a space, and hold its lock until the end of the block or of the process.

    Where it cannot be written the block runs without: then nobody is offered what a kill leaves.
    """
    from filelock import FileLock

    file = _folder() / f"{name}{_SPACE}"
    with ExitStack() as held:
        with suppress(OSError):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(FileLock(file.with_suffix(_LOCK), mode=0o600))
            file.touch(mode=0o600)  # after the lock: it is never seen without
        yield file
