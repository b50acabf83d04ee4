"""The spaces that games and tasks left behind.

A process that is killed leaves its space behind. So each process makes a file with the name of its space, and holds a
lock beside the file while it lives. If another process gets the lock, the first one is gone, and its space may go.
"""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

SPACE, LOCK = ".space", ".lock"


def folder() -> Path:
    """Return the folder of the files."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("clew")) / "spaces"


@contextmanager
def left_behind() -> Generator[tuple[str, ...]]:
    """Lend the names of spaces whose processes are gone; no other process can take one of these meanwhile."""
    from filelock import FileLock, Timeout

    names = list[str]()
    with ExitStack() as held:
        for file in sorted(folder().glob(f"*{SPACE}")):
            with suppress(Timeout, OSError):  # its process lives, or nobody can tell
                held.enter_context(FileLock(file.with_suffix(LOCK), timeout=0, mode=0o600))
                names.append(file.stem)
        yield tuple(names)


def forgotten(name: str) -> None:
    """Note that a space is not there any more."""
    file = folder() / f"{name}{SPACE}"
    with suppress(OSError):
        file.unlink(missing_ok=True)
        file.with_suffix(LOCK).unlink(missing_ok=True)
