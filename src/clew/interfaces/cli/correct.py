"""`clew correct`, `retract` and `reinstate`: put memories right, and keep what they said before."""

from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, line, note, out, piped
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Retraction


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


_Id = Annotated[
    str, typer.Argument(help="Of a turn, a fact, a reflection, a triplet or a learning, as `clew recall` prints it.")
]


def retract(
    context: typer.Context, id: _Id, why: Annotated[str, typer.Option(help="The reason, which is kept.")] = ""
) -> None:
    """Believe a memory no more, and keep it with the reason. `clew reinstate` undoes it.

    The same command again changes nothing. `clew show` tells the reason.
    """
    with options(context).memory() as memory:
        _tell(context, memory.retract(id, why))


def reinstate(context: typer.Context, id: _Id) -> None:
    """Believe a memory again that was retracted, with all that rested on it."""
    with options(context).memory() as memory:
        _tell(context, memory.reinstate(id))


def _tell(context: typer.Context, done: "Retraction") -> None:
    """Print what is believed since a memory was retracted or reinstated."""
    if options(context).json:
        emit(done)
        return
    told = {
        "holds no more": done.ended,
        "holds again": done.revived,
        "believed less": done.weakened,
        "believed more": done.strengthened,
        "waits for the reinstatement of": done.waits_for,
    }
    for said, ids in told.items():
        if ids:
            out().print(line(f"{said}: {', '.join(ids)}"), soft_wrap=True)
    if not any(told.values()):
        note("nothing has changed")
