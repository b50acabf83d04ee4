"""`clew consolidate`: from what was said to facts, concepts and reflections; from what was read to triplets."""

from typing import TYPE_CHECKING, Annotated

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import counted, day, emit, grid, line, note, out, print_usage, say
from clew.interfaces.cli.options import Options, options
from clew.interfaces.cli.progress import consolidating

if TYPE_CHECKING:
    from clew.model import Consolidated

MAX_ROWS = 20  # waiting chunks in the list; it also has all chunks that failed
NOTHING_WAITS = "Nothing waits to be consolidated."


def consolidate(
    context: typer.Context,
    documents: Annotated[
        bool,
        typer.Option("--documents", help="Also turn documents into triplets; the model is called for each passage."),
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Also read the turns again that rules or another model have consolidated.")
    ] = False,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="Stop when the model has read and written so many tokens.")
    ] = None,
    status: Annotated[
        bool, typer.Option("--status", help="Only list what waits, with the reason of each failure.")
    ] = False,
    usage: Annotated[bool, typer.Option("--usage", help="Also print what the model used, per chain.")] = False,
) -> None:
    """Turn what was said into facts, concepts and reflections. The command again goes on where it ended.

    Without a language model, rules find what speakers say of themselves. Portions that fail stay pending and are
    reported, the rest is done, and the exit code is 2.
    """
    chosen = options(context)
    if status:
        given = {"--again": again, "--max-tokens": max_tokens, "--usage": usage}
        if named := [name for name, value in given.items() if value]:
            raise InvalidInput(f"--status only lists what waits; leave out {named[0]}")
        _list_pending(chosen, documents=documents)
        return
    with chosen.memory() as memory:
        if memory.model is None and not (documents or again or chosen.json):
            note("no language model is set: rules find what speakers say of themselves; --model names one")
        with consolidating(quiet=chosen.json) as on_progress:
            done = memory.consolidate(documents=documents, again=again, most_tokens=max_tokens, on_progress=on_progress)
    if chosen.json:
        emit(done)
    elif not done.chunks and not done.left:
        say(NOTHING_WAITS)
    else:
        _report(done, documents=documents)
        if usage:
            print_usage(done.usage)
    for name, reason in done.failed.items():
        note(f"{name} failed: {reason}")
    if done.failed:
        raise typer.Exit(2)


def _report(done: "Consolidated", *, documents: bool) -> None:
    from clew.interfaces.cli.remember import became
    from clew.model import Reconciled

    say(f"{counted(done.chunks, 'chunk')}: {became(done.facts)}, {counted(done.reflections, 'reflection')}.")
    if done.superseded:
        say(f"{done.superseded:,} facts of the earlier reading went.")
    if (made := done.triplets) != Reconciled():
        say(f"{counted(made.new, 'new triplet')}, {made.repeated:,} repeated, {made.rejected:,} rejected.")
    if done.left:
        say(f"{done.left} chunks wait; `clew consolidate{' --documents' if documents else ''}` goes on with them.")
    if done.stopped:
        note(f"stopped: {done.stopped}")


def _list_pending(chosen: Options, *, documents: bool) -> None:
    with chosen.memory() as memory:
        pending = memory.pending(documents=documents)
    if chosen.json:
        emit(pending)
        return
    if not pending:
        say(NOTHING_WAITS)
        return
    failed = [each for each in pending if each.failure]
    waiting = [each for each in pending if not each.failure]
    rows = grid("chunk", "when", "turns", "failed because", left=("chunk", "when", "failed because"))
    for each in (*failed, *waiting[:MAX_ROWS]):
        rows.add_row(line(each.name), day(each.at), str(each.turns or ""), line(each.failure))
    out().print(rows)
    more = len(waiting) - MAX_ROWS
    say(f"{f'… and {more} more: ' if more > 0 else ''}{len(pending)} chunks wait, {len(failed)} of them failed before.")
