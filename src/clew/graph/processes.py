"""Which process made something that may outlive it, so that another one can tell whether it is still of use."""

import hashlib
import os
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path


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
