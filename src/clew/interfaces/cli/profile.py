"""`clew profile`: what is known of somebody or something, by topic."""

from typing import Annotated

import typer

from clew.interfaces.cli.console import emit, note, plain, raw
from clew.interfaces.cli.options import end, options


def profile(
    context: typer.Context,
    name: Annotated[list[str], typer.Argument(help="Of a speaker, or of a person or thing that memories name.")],
    words: Annotated[int, typer.Option(min=1, help="Words of the text.")] = 300,
    as_of: Annotated[str | None, typer.Option(help="As of this time, or the end of this day.")] = None,
    summarise: Annotated[
        bool, typer.Option("--summarise", help="Have the language model put the facts in sentences.")
    ] = False,
) -> None:
    """Show what is known of somebody or something now, by topic."""
    chosen = options(context)
    until = end(as_of, "--as-of", chosen, is_included=True)
    with chosen.memory() as memory:
        found = memory.profile(" ".join(name), words=words, as_of=until, summarise=summarise)
    if chosen.json:
        emit(found)
        return
    if found.text:
        raw(plain(found.text))
    elif not found.topics:
        note("no fact is known; `clew consolidate` makes facts of what was said")
    if found.left_out:
        note(f"{len(found.left_out):,} more facts; --words takes more, --json shows all")
