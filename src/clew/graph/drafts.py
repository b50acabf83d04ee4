"""Files and folders that appear whole or not at all, and whether the process is over that left a part of one."""

import hashlib
import itertools
import os
import platform
import shutil
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

DRAFT = ".clew-export-"  # begins the name of what is not whole yet; then it says which process writes it

_numbers = itertools.count()


@contextmanager
def drafted(place: Path) -> Generator[Path]:
    """Yield where to write what takes its place when the block ends; nothing is left where it fails.

    The place is of a file, or of a folder that is not there or empty. Drafts beside it go if their processes are over.
    """
    for left in place.parent.glob(f"{DRAFT}*.part"):
        if is_gone(left.stem.removeprefix(DRAFT).rpartition("-")[0]):
            _remove(left)
    draft = place.with_name(f"{DRAFT}{mark()}-{next(_numbers)}.part")
    try:
        yield draft
        draft.replace(place)
    finally:
        _remove(draft)


def private(path: str, flags: int) -> int:
    """Open a file for its owner's eyes: the `opener` of `open`."""
    return os.open(path, flags, 0o600)


def _remove(draft: Path) -> None:
    if draft.is_dir():
        shutil.rmtree(draft, ignore_errors=True)
    else:
        with suppress(OSError):  # nor can it be there where no file can be
            draft.unlink()


def mark() -> str:
    """Return this process's mark, for the name of something that it makes: letters, digits and one hyphen."""
    return f"{_machine()}-{os.getpid()}"


def is_gone(mark: str) -> bool:
    """Return whether the process that a mark names is over; False where nobody here can tell."""
    machine, _, number = mark.rpartition("-")
    if machine != _machine() or not number.isdecimal() or sys.platform == "win32":  # there, signal 0 ends a process
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


@cache
def _machine() -> str:
    """Return a digest of what numbers processes: this machine since it started, or a container on it."""
    found = [platform.node()]
    with suppress(OSError):
        found.append(Path("/proc/sys/kernel/random/boot_id").read_text("utf-8"))
    with suppress(OSError):
        found.append(os.readlink("/proc/self/ns/pid"))  # noqa: PTH115 - it leads to no path
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:12]
