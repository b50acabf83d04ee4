"""`clew list`, `clew show` and `clew spaces`: the contents of memory, without a question."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from clew.interfaces.cli.console import counted, emit, line, note, out
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from datetime import datetime

    from clew.api.memory import Memory
    from clew.model import Filter, ListedMemory, Page, SessionOverview

_Listed = Literal["sessions", "turns", "facts", "entities", "memories"]


class _Lines(NamedTuple):
    """A part of a list: its values, a row of cells for each, and what names the last one where more follows."""

    values: object
    rows: Sequence[Sequence[str]]
    after: str


@narrowing
def list_(
    context: typer.Context,
    where: "Filter",
    what: Annotated[_Listed, typer.Argument(help="Turns need --session.")] = "sessions",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Lines of a page.")] = 50,
    after: Annotated[str, typer.Option(help="Go on after a page: what it printed last; of turns, a position.")] = "",
) -> None:
    """List the contents of memory: sessions, the turns of one, facts, people and things, or memories of any kind."""
    chosen = options(context)
    _check(what, where)
    with chosen.memory() as memory:
        if what == "turns":
            found = _turns(memory, where, limit, after)
        elif what == "sessions":
            found = _sessions(memory.sessions(limit=limit, after=after, known_at=where.known_at))
        elif what == "entities":
            page = memory.entities(limit=limit, after=after, known_at=where.known_at)
            found = _Lines(
                page, [[line(each.id), counted(each.mentions, "mention"), line(each.name)] for each in page], page.after
            )
        else:
            page = (memory.facts if what == "facts" else memory.search)(where, limit=limit, after=after)
            found = _Lines(page, _memories(page.items), page.after)
    if chosen.json:
        emit(found.values)
        return
    _print(found.rows)
    if found.after:
        note(f"more follows: --after {shlex.quote(found.after)}")
    elif not found.rows:
        note("nothing is there; `clew stats` says what the space holds")


def _check(what: _Listed, where: "Filter") -> None:
    """Hold that a list can be narrowed so: an option that counts for nothing would list too much in silence."""
    from clew.errors import InvalidInput
    from clew.model import Filter

    if what == "turns" and len(where.sessions) != 1:
        raise InvalidInput("turns are those of one session; name it by --session")
    then = Filter(known_at=where.known_at)
    taken = {"turns": replace(then, session=where.session), "sessions": then, "entities": then}
    taken["facts"] = replace(where, kinds=None)
    if where != taken.get(what, where):
        extra = {"turns": "--session and --known-at", "facts": "all options but --kind"}.get(what, "--known-at alone")
        raise InvalidInput(f"a list of {what} is narrowed by {extra}; list memories, or leave the other options out")


def _turns(memory: "Memory", where: "Filter", limit: int, after: str) -> _Lines:
    from clew.errors import InvalidInput

    if after and not after.isdecimal():
        raise InvalidInput(f"--after is {after!r}; give the position of the last turn")
    read = partial(memory.turns, where.sessions[0], known_at=where.known_at)
    turns = read(first=int(after) + 1 if after else 0, limit=limit)
    rows = [[line(each.id), _day(each.at), line(each.speaker), line(each.text)] for each in turns]
    more = turns and read(first=turns[-1].position + 1, limit=1)
    return _Lines(turns, rows, str(turns[-1].position) if more else "")


def _sessions(page: "Page[SessionOverview]") -> _Lines:
    rows = [
        [line(each.name), _day(each.at), counted(each.turns, "turn"), line(", ".join(each.speakers))] for each in page
    ]
    return _Lines(page, rows, page.after)


def show(
    context: typer.Context, id: Annotated[str, typer.Argument(help="As `clew recall` and `clew list` print it.")]
) -> None:
    """Show one memory whole: what it holds, what it rests on, what it replaced, and what replaced it."""
    chosen = options(context)
    with chosen.memory() as memory:
        found, versions = memory.get(id), memory.history(id)
    if chosen.json:
        emit({"memory": found, "history": versions})
        return
    _print([[found.kind, line(found.id)], ["", line(found.text)]])
    _print([["", name, line(str(value))] for name, value in found.properties.items() if name not in _SHOWN])
    _print([[each.type, "→" if each.outgoing else "←", each.id, line(each.text)] for each in found.links])
    if len(versions) > 1:
        note("its versions:")
        _print(_memories(versions))


_SHOWN = {"id", "kind", "text"}


def spaces(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Lines of a page.")] = 100,
    after: Annotated[str, typer.Option(help="Go on after a page: what it printed last.")] = "",
) -> None:
    """List the spaces of the store: the memories of its users and agents."""
    chosen = options(context)
    with chosen.memory() as memory:
        found = memory.spaces(limit=limit, after=after)
    if chosen.json:
        emit(found)
        return
    waiting = [f"{each.waiting} to consolidate" if each.waiting else "" for each in found]
    rows = zip(found, waiting, strict=True)
    _print([[line(each.name), counted(each.sessions, "session"), _day(each.last), left] for each, left in rows])
    if found.after:
        note(f"more follows: --after {shlex.quote(found.after)}")


def _memories(memories: Sequence["ListedMemory"]) -> list[list[str]]:
    return [
        [line(each.id), each.kind, _day(each.valid_from), _day(each.valid_to), line(each.speaker), line(each.text)]
        for each in memories
    ]


def _day(at: "datetime | None") -> str:
    return f"{at:%Y-%m-%d}" if at else ""


def _print(rows: Sequence[Sequence[str]]) -> None:
    """Print a line for each row: columns of one width but for the last, so that an id can be copied."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    for *cells, last in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        out().print("  ".join([*padded, last]).rstrip(), soft_wrap=True)
