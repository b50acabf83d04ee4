"""`clew correct`: puts a memory right, and keeps what it said before."""

from typing import Annotated

import typer

from clew.interfaces.cli.console import emit, line, note, out, piped
from clew.interfaces.cli.options import options


def correct(
    context: typer.Context,
    id: Annotated[
        str, typer.Argument(help="Of a turn, a fact or a reflection, as `clew recall` and `clew list` print it.")
    ],
    text: Annotated[str, typer.Argument(help="The text that is right; - reads it from stdin.")],
) -> None:
    """Put right what a turn, a fact or a reflection says. The old version is kept until it is forgotten.

    The same command again changes nothing. `clew show` tells both versions.
    """
    chosen = options(context)
    with chosen.memory() as memory:
        done = memory.correct(id, piped(text))
    if chosen.json:
        emit(done)
        return
    out().print(line(done.id), soft_wrap=True)
    if not done.replaced:
        note("memory said so already")
    if done.ended:
        note(f"ended with the old version: {', '.join(done.ended)}")
    if done.weakened:
        note(f"believed less: {', '.join(done.weakened)}")
    if done.is_pending:
        note("`clew consolidate` makes facts of the new text")
