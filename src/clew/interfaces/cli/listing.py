"""`clew list`, `clew show` and `clew spaces`: what memory holds, without a question."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.interfaces.cli.console import emit, line, note, out
from clew.interfaces.cli.options import end, instant, options, searched_kind, searched_names

if TYPE_CHECKING:
    from datetime import datetime

    from clew.model import ListedMemory

Listed = Literal["sessions", "turns", "facts", "entities", "memories"]


def list_(
    context: typer.Context,
    what: Annotated[Listed, typer.Argument(help="Turns need --session.")] = "sessions",
    session: Annotated[str | None, typer.Option(help="Only from this session.")] = None,
    speaker: Annotated[str | None, typer.Option(help="Only what this speaker said.")] = None,
    since: Annotated[str | None, typer.Option(help="Only what was said at or after this time.")] = None,
    until: Annotated[str | None, typer.Option(help="Only what was said before this time; a day counts whole.")] = None,
    as_of: Annotated[str | None, typer.Option(help="Only what held at this time, or by the end of this day.")] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            parser=searched_kind, metavar="KIND", help=f"Of memories, only one kind: {', '.join(searched_names())}."
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Lines of a page.")] = 50,
    after: Annotated[str, typer.Option(help="Go on after a page: what it printed last; of turns, a position.")] = "",
) -> None:
    """List what memory holds: sessions, the turns of one, facts, people and things, or memories of any kind."""
    from clew.errors import InvalidInput
    from clew.model import Filter

    chosen = options(context)
    settings = chosen.settings()
    where = Filter(
        kinds=[kind] if kind else None,
        session=session,
        speaker=speaker,
        since=instant(since, "--since", settings),
        until=end(until, "--until", settings),
        as_of=end(as_of, "--as-of", settings, is_included=True),
    )
    following = ""
    with chosen.memory() as memory:
        if what == "turns":
            if session is None:
                raise InvalidInput("turns are those of a session; name it by --session")
            if after and not after.isdecimal():
                raise InvalidInput(f"--after is {after!r}; give the position of the last turn")
            turns = memory.turns(session, first=int(after) + 1 if after else 0, limit=limit)
            found: object = turns
            following = str(turns[-1].position) if len(turns) == limit else ""
            rows = [[line(turn.id), _day(turn.at), line(turn.speaker), line(turn.text)] for turn in turns]
        elif what == "sessions":
            page = found = memory.sessions(limit=limit, after=after)
            following = page.after
            rows = [
                [line(each.name), _day(each.at), f"{each.turns} turns", line(", ".join(each.speakers))] for each in page
            ]
        elif what == "entities":
            entities = found = memory.entities(limit=limit, after=after)
            following = entities.after
            rows = [[line(each.id), f"{each.mentions} mentions", line(each.name)] for each in entities]
        else:
            list_memories = memory.facts if what == "facts" else memory.search
            memories = found = list_memories(where, limit=limit, after=after)
            following = memories.after
            rows = _memories(memories.items)
    if chosen.json:
        emit(found)
        return
    _print(rows)
    if following:
        note(f"more follows: --after {shlex.quote(following)}")
    elif not rows:
        note("nothing is there; `clew stats` says what the space holds")


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
    _print([[line(each.name), f"{each.sessions} sessions", _day(each.last)] for each in found])
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
