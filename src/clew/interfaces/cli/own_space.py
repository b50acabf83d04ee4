"""The space of a game or a task that is watched: one of its own, which nobody else has, and which is gone at its end.

A process that is killed leaves its space behind. So each makes a file that is named like its space, and holds a lock
beside it while it lives: whoever gets that lock knows that the process is gone. Nothing else is offered for removal.
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

    if (given := chosen.given.get("space")) is not None:
        with chosen.memory(space=given) as memory:
            _check_empty(memory, purpose)
            yield memory
        return
    with chosen.memory(space=f"{name}-{uuid4().hex[:12]}") as memory, _lent(memory.space.name) as file:
        note(f"space {memory.space.name}, which is forgotten at the end; --space NAME keeps one")
        try:
            yield memory
        finally:
            _forget(memory)
            _remove(file)


@contextmanager
def left_behind() -> "Generator[tuple[str, ...]]":
    """Lend the names of spaces whose processes are gone; no other process can take one of these meanwhile."""
    with ExitStack() as held:
        yield tuple(file.stem for file in sorted(_folder().glob(f"*{_SPACE}")) if _is_free(file, held))


def forgotten(name: str) -> None:
    """Note that a space which was left behind is not there any more."""
    _remove(_file(name))


def _folder() -> Path:
    from platformdirs import user_data_dir

    return Path(user_data_dir("clew")) / "spaces"


def _file(name: str) -> Path:
    return _folder() / f"{name}{_SPACE}"


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

    file = _file(name)
    with ExitStack() as held:
        with suppress(OSError):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(FileLock(file.with_suffix(_LOCK), mode=0o600))
            file.touch(mode=0o600)  # after the lock: it is never seen without
        yield file


def _is_free(file: Path, held: "ExitStack") -> bool:
    """Take the lock of a space; False where its process lives, or nobody can tell."""
    from filelock import FileLock, Timeout

    try:
        held.enter_context(FileLock(file.with_suffix(_LOCK), timeout=0, mode=0o600))
    except (Timeout, OSError):
        return False
    return True


def _check_empty(memory: "Memory", purpose: str) -> None:
    from clew.errors import Conflict

    if memory.stats().nodes:
        raise Conflict(f"space {memory.space.name!r} holds memories already; name an empty one for the {purpose}")


def _forget(memory: "Memory") -> None:
    from clew.errors import NotFound

    with suppress(NotFound):
        memory.forget(space=True)
