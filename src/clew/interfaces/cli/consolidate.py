"""`clew consolidate`: from what was said to facts, concepts and reflections; from what was read to triplets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import day, emit, grid, line, note, out, say
from clew.interfaces.cli.options import Options, options

if TYPE_CHECKING:
    from clew.model import Consolidated, Pending

MAX_ROWS = 20
"""Waiting chunks in the list; all that failed are in it."""


def consolidate(
    context: typer.Context,
    documents: Annotated[
        bool,
        typer.Option("--documents", help="Also turn what was read into triplets; a call of the model each passage."),
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Also read turns again that rules, or another model, have consolidated.")
    ] = False,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="Stop once the model has read and written so many.")
    ] = None,
    status: Annotated[
        bool, typer.Option("--status", help="Only list what waits, with the reason of a failure.")
    ] = False,
    usage: Annotated[bool, typer.Option("--usage", help="Also print what the model used, per chain.")] = False,
) -> None:
    """Turn what was said into facts, concepts and reflections; doing it again goes on where it ended.

    Without a language model rules find what speakers say of themselves. What fails stays pending and is reported, the
    rest is done, and the exit code is 2.
    """
    from clew.errors import InvalidInput

    chosen = options(context)
    if status:
        given = {"--again": again, "--max-tokens": max_tokens, "--usage": usage}
        if named := [name for name, value in given.items() if value]:
            raise InvalidInput(f"--status only lists what waits; leave out {named[0]}")
        _status(chosen, documents=documents)
        return
    done = _done(chosen, max_tokens, documents=documents, again=again)
    if chosen.json:
        emit(done)
    else:
        _report(done, documents=documents, usage=usage)
    for name, reason in done.failed.items():
        note(f"{name} failed: {reason}")
    if done.failed:
        raise typer.Exit(2)


def _done(chosen: Options, max_tokens: int | None, *, documents: bool, again: bool) -> "Consolidated":
    from clew.interfaces.cli.progress import consolidating

    with chosen.memory() as memory:
        if memory.model is None and not (documents or again or chosen.json):
            note("no language model is set: rules find what speakers say of themselves; --model names one")
        with consolidating(quiet=chosen.json) as on_progress:
            return memory.consolidate(documents=documents, again=again, most_tokens=max_tokens, on_progress=on_progress)


def _report(done: "Consolidated", *, documents: bool, usage: bool) -> None:
    from clew.interfaces.cli.facts import became
    from clew.interfaces.cli.usage import print_usage
    from clew.model import Reconciled

    if not done.chunks and not done.left:
        say("Nothing waits to be consolidated.")
        return
    say(f"{done.chunks} chunks: {became(done.facts)}, {done.reflections} reflections.")
    if done.superseded:
        say(f"{done.superseded:,} facts of the earlier reading went.")
    if (made := done.triplets) != Reconciled():
        say(f"{made.new:,} new triplets, {made.repeated:,} repeated, {made.rejected:,} rejected.")
    if done.left:
        say(f"{done.left} chunks wait; `clew consolidate{' --documents' if documents else ''}` goes on with them.")
    if done.stopped:
        note(f"stopped: {done.stopped}")
    if usage:
        print_usage(done.usage)


def _status(chosen: Options, *, documents: bool) -> None:
    with chosen.memory() as memory:
        pending = memory.pending(documents=documents)
    if chosen.json:
        emit(pending)
    elif pending:
        _list(pending)
    else:
        say("Nothing waits to be consolidated.")


def _list(pending: "Sequence[Pending]") -> None:
    failed = [each for each in pending if each.failure]
    waiting = [each for each in pending if not each.failure]
    rows = grid("chunk", "when", "turns", "failed because", left=("chunk", "when", "failed because"))
    for each in (*failed, *waiting[:MAX_ROWS]):
        rows.add_row(line(each.name), day(each.at), str(each.turns or ""), line(each.failure))
    out().print(rows)
    more = len(waiting) - MAX_ROWS
    say(f"{f'… and {more} more: ' if more > 0 else ''}{len(pending)} chunks wait, {len(failed)} of them failed before.")
