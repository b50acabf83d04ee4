"""`clew facts`: facts that were made elsewhere into memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, note, say
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Reconciled


def facts(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="JSON lines of text and sources, or LoCoMo's file with observations.")],
) -> None:
    """Remember facts that were made elsewhere; the turns that they name as their sources must be in memory.

    Doing it again changes nothing.
    """
    from clew.interfaces.cli.progress import remembering

    chosen = options(context)
    with chosen.memory() as memory, remembering(quiet=chosen.json) as on_progress:
        done = memory.remember_facts(file, on_progress=on_progress)
    if chosen.json:
        emit(done)
    else:
        say(f"{became(done)}.")
    if done.rejected:
        note(f"{done.rejected} rejected: their sources are not in this space; remember the conversation first")


def became(done: "Reconciled") -> str:
    """Say what became of facts, such as ``12 new facts, 2 repeated, 1 replaced, 0 rejected``."""
    return f"{done.new:,} new facts, {done.repeated:,} repeated, {done.replaced:,} replaced, {done.rejected:,} rejected"
