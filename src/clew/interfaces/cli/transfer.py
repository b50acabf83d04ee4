"""`clew export` and `clew import`: a space as a file of JSON lines, or spaces as files for a bulk import."""

from pathlib import Path
from typing import Annotated

import typer

from clew.interfaces.cli.console import emit, note
from clew.interfaces.cli.options import Options, options


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write; with --bulk a new folder.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
    bulk: Annotated[bool, typer.Option("--bulk", help="Write CSV files for `neo4j-admin database import`.")] = False,
    all_spaces: Annotated[bool, typer.Option("--all-spaces", help="With --bulk: every space of the store.")] = False,
) -> None:
    """Write the whole space, exactly, as JSON lines; or as files for the import of tens of millions of memories."""
    from clew.errors import InvalidInput

    chosen = options(context)
    if file == Path("-"):
        raise InvalidInput("an export goes into a file or a folder, not to stdout; name one")
    if bulk:
        if force:
            raise InvalidInput("--force replaces no folder; name a new one")
        _export_bulk(chosen, file, all_spaces=all_spaces)
        return
    if all_spaces:
        raise InvalidInput("--all-spaces needs --bulk; a file of JSON lines holds one space")
    if file.exists() and not force:
        raise InvalidInput(f"file {str(file)!r} exists already; name another one, or add --force")
    with chosen.memory() as memory:
        count = memory.export(file)
    _report(chosen.json, count, f"{count} memories written to {file}")


def _export_bulk(chosen: Options, folder: Path, *, all_spaces: bool) -> None:
    from clew.interfaces.cli.progress import remembering

    with chosen.memory() as memory, remembering(quiet=chosen.json) as on_progress:
        done = memory.export_bulk(folder, all_spaces=all_spaces, on_progress=on_progress)
    if chosen.json:
        emit(done)
    else:
        wrote = f"{done.nodes:,} nodes and {done.relationships:,} relationships of {len(done.spaces):,} space(s)"
        note(f"{wrote} written to {folder}; its README.md says how they are imported")


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `clew export` wrote.")],
) -> None:
    """Read an exported file into an empty space."""
    from clew.errors import InvalidInput

    chosen = options(context)
    if not file.is_file():
        fault = "is no regular file" if file.exists() else "does not exist"
        raise InvalidInput(f"file {str(file)!r} {fault}; name a file that `clew export` wrote")
    with chosen.memory() as memory:
        count = memory.restore(file)
    _report(chosen.json, count, f"{count} memories read from {file}")


def _report(json: bool, count: int, text: str) -> None:
    if json:
        emit({"nodes": count})
    else:
        note(text)
