"""A run of a game or a task: the space of its own, which is forgotten at the end, and the command that began it."""

import re
import shlex
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING
from uuid import uuid4

import typer

from clew.errors import Conflict, NotFound
from clew.interfaces.cli.console import note
from clew.interfaces.cli.options import Options, options
from clew.interfaces.cli.own_space import LOCK, SPACE, folder, forgotten

if TYPE_CHECKING:
    from collections.abc import Generator

    from clew.api.memory import Memory

_NAME_AND_PASSWORD = re.compile("//[^/]*@")
"""Matches user and password in an address."""


def command(context: typer.Context, **more: str | bool) -> str:
    """Return the running command as a shell takes it: what was given and is no default, and `more` in its place.

    Name and password in an address are left out.
    """
    arguments, words = list[str](), list[str]()
    given: dict[str, object] = dict(options(context).given)
    for name in given.keys() & {"uri", "model_url"}:
        given[name] = _NAME_AND_PASSWORD.sub("//", str(given[name]))
    for each in context.command.params:
        value = context.params.get(each.name or "")
        if each.name in more or value is None or value == each.default:
            continue
        if each.param_type_name == "argument":
            arguments.append(str(value))
        else:
            given[each.name or ""] = value
    for name, value in (given | more).items():
        words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    return shlex.join(["clew", context.info_name or "", *arguments, *words])


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
    if (given := chosen.given.get("space")) is not None:
        with chosen.memory(space=given) as memory:
            if memory.stats().nodes:
                named = f"space {memory.space.name!r} holds memories already"
                raise Conflict(f"{named}; name an empty one for the {purpose}")
            yield memory
        return
    with chosen.memory(space=f"{name}-{uuid4().hex[:12]}") as memory, _lent(memory.space.name):
        note(f"space {memory.space.name}, which is forgotten at the end; --space NAME keeps one")
        try:
            yield memory
        finally:
            with suppress(NotFound):
                memory.forget(space=True)
            forgotten(memory.space.name)


@contextmanager
def _lent(name: str) -> "Generator[None]":
    """Make the file of a space, and hold its lock until the end of the block or of the process.

    Where it cannot be written the block runs without: then nobody is offered what a kill leaves.
    """
    from filelock import FileLock

    file = folder() / f"{name}{SPACE}"
    with ExitStack() as held:
        with suppress(OSError):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(FileLock(file.with_suffix(LOCK), mode=0o600))
            file.touch(mode=0o600)  # after the lock: it is never seen without
        yield
