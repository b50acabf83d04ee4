"""Writes the audit log: an entry before an operation does anything, and its end when it has ended.

Entries are nodes beside the spaces, labelled `ClewAudit`: what is forgotten, exported or restored of a space is none
of them. An entry without an end is of an operation that was killed, or goes on.
"""

import getpass
import logging
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import cache
from uuid import uuid4

from clew.errors import ClewError, InvalidInput
from clew.graph.queries import load
from clew.graph.space import Space
from clew.model import Operation
from clew.text.arguments import quoted
from clew.text.instants import BEGINNING, now

MAX_NAME_CHARACTERS = 100
MOST_REMOVED = 100  # entries that are too old and go when one is written

_acting: ContextVar[str] = ContextVar("acting", default="")
_log = logging.getLogger(__name__)


@contextmanager
def acting_as(who: str) -> Generator[None]:
    """Have the audit log name somebody for what this block does, and the threads that it starts through Clew.

    Args:
        who: a name of at most 100 visible characters; empty: the user whose process this is.

    Raises:
        InvalidInput: the name cannot be used.

    Example:
        with acting_as("nightly job"):
            memory.forget(expired=True)
    """
    if not who.isprintable() or len(who) > MAX_NAME_CHARACTERS:
        raise InvalidInput(f"who is {quoted(who)}; give at most {MAX_NAME_CHARACTERS} visible characters")
    token = _acting.set(who)
    try:
        yield
    finally:
        _acting.reset(token)


@cache
def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run as a number that nobody has
        return f"user {os.getuid()}"


@contextmanager
def recorded(operation: str, space: Space, days: float) -> Generator[Callable[[Operation], None]]:
    """Note that an operation begins; the function that is yielded takes it when it has ended.

    Nothing is done of which nothing can be noted. Where its end cannot be noted, that is logged.

    Args:
        operation: class and method.
        space: that it is on.
        days: how long entries are kept.

    Raises:
        DatabaseError: nothing can be noted.
    """
    entry = {"id": uuid4().hex, "at": now()}
    kept = {"before": oldest(days), "most": MOST_REMOVED}
    space.write(load("audit/begin"), **entry, **kept, who=_acting.get() or _user(), operation=operation)

    def end(ended: Operation) -> None:
        counts = {"counted": list(ended.counts), "counts": list(ended.counts.values())}
        try:
            space.write(load("audit/end"), **entry, **counts, seconds=ended.seconds, error=ended.error)
        except ClewError:
            _log.warning("the audit log does not say how %s ended", operation, exc_info=True)

    yield end


def oldest(days: float) -> datetime:
    """Return when the oldest entry began that is kept for so many days."""
    present = now()
    return present - min(timedelta(days=days), present - BEGINNING)
