"""`clew alias`: other names of speakers."""

from typing import Annotated

import typer

from clew.interfaces.cli.console import emit, line, say
from clew.interfaces.cli.options import options


def alias(
    context: typer.Context,
    speaker: Annotated[str, typer.Argument(help="The label of the turns.")],
    names: Annotated[list[str] | None, typer.Argument(help="Other names; without any, those given before go.")] = None,
) -> None:
    """Say by which other names questions may mean a speaker; `clew stats` shows all that are known."""
    from rich.markup import escape

    chosen = options(context)
    with chosen.memory() as memory:
        memory.alias(speaker, names or [])
    if chosen.json:
        emit({"speaker": speaker, "names": names or []})
    else:
        say(f"{escape(line(speaker))}: {escape(line(', '.join(names or []))) or 'no other names'}")
