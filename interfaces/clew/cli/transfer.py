"""`clew export` and `clew import`: a space as a file of JSON lines."""

from pathlib import Path
from typing import Annotated

import typer

from clew.cli.console import emit, note
from clew.cli.options import options


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Write the whole space, exactly, as JSON lines."""
    from clew.errors import InvalidInput

    chosen = options(context)
    if file.exists() and not force:
        raise InvalidInput(f"file {str(file)!r} exists already; name another one, or add --force")
    with chosen.memory() as memory:
        count = memory.export(file)
    _report(chosen.json, count, f"{count} memories written to {file}")


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `clew export` wrote.")],
) -> None:
    """Read an exported file into an empty space."""
    from clew.errors import InvalidInput

    chosen = options(context)
    if not file.is_file():
        raise InvalidInput(f"file {str(file)!r} does not exist; name a file that `clew export` wrote")
    with chosen.memory() as memory:
        count = memory.restore(file)
    _report(chosen.json, count, f"{count} memories read from {file}")


def _report(json: bool, count: int, text: str) -> None:
    if json:
        emit({"nodes": count})
    else:
        note(text)
