"""`clew stats`: the size of a space."""

from typing import TYPE_CHECKING

import typer

from clew.interfaces.cli.console import day, emit, grid, line, out, say
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Stats


def stats(context: typer.Context) -> None:
    """Say how much a space holds: nodes, relationships, speakers, first and last date."""
    chosen = options(context)
    with chosen.memory() as memory:
        found = memory.stats()
    if chosen.json:
        emit(found)
    else:
        _report(found)


def _report(found: "Stats") -> None:
    from rich.text import Text

    rows = grid()
    rows.add_row("space", Text(line(found.space), style="bold"))
    for name, count in (*sorted(found.nodes.items()), *sorted(found.relationships.items())):
        rows.add_row(name, f"{count:,}")
    if found.speakers:
        rows.add_row("speakers", Text(line(", ".join(_named(found, speaker) for speaker in found.speakers))))
    if found.first:
        rows.add_row("from", day(found.first))
        rows.add_row("to", day(found.last))
    out().print(rows)
    if not found.nodes:
        say("It holds nothing.")


def _named(found: "Stats", speaker: str) -> str:
    """Return a speaker with the other names and how each is known: ``Melanie (Mel: shown, Mum: given)``."""
    others = ", ".join(f"{name}: {found.alias_origins[name]}" for name in found.aliases.get(speaker, ()))
    return f"{speaker} ({others})" if others else speaker
