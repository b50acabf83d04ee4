"""`clew server`: the managed local Neo4j."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import confirm, emit, grid, line, megabytes, note, out, raw, say
from clew.interfaces.cli.options import Yes, options
from clew.interfaces.cli.progress import starting

EPILOG = "Option of every command: --json."

app = typer.Typer(help="The managed local Neo4j with Graph Data Science.", no_args_is_help=True)


@app.command(epilog=EPILOG)
def start(
    context: typer.Context,
    mirror: Annotated[
        str | None, typer.Option(help="Fetch from this Maven repository instead of Maven Central.")
    ] = None,
    heap: Annotated[
        int | None, typer.Option(help="Java heap in MB; default: from the memory of the machine.", min=256)
    ] = None,
    page_cache: Annotated[
        int | None,
        typer.Option(
            help="Page cache in MB; default: from the memory of the machine and the size of the store.", min=16
        ),
    ] = None,
) -> None:
    """Fetch what is missing, start the server, and wait until it answers. A server that runs stays as it is."""
    from clew import server

    chosen = options(context)
    given = {"mirror": mirror, "heap_mb": heap, "page_cache_mb": page_cache}
    stated = chosen.settings(**{name: value for name, value in given.items() if value is not None})
    settings = server.ServerSettings.of(stated)
    ran = server.status(settings).running
    with starting(quiet=chosen.json) as on_progress:
        address = server.start(settings, on_progress)
    if chosen.json:
        emit(server.status(settings))
        return
    say(f"The server {'runs already' if ran else 'runs'} at {address.uri}; stop it with: clew server stop")
    if ran and settings != server.ServerSettings():
        note("the options take effect at the next start: clew server stop, then start")


@app.command("import", epilog=EPILOG)
def import_(
    context: typer.Context, folder: Annotated[Path, typer.Argument(help="A folder that `clew export --bulk` wrote.")]
) -> None:
    """Import a bulk export into a managed server that was never used."""
    from clew import server

    chosen = options(context)
    settings = server.ServerSettings.of(chosen.settings())
    with starting(quiet=chosen.json) as on_progress:
        server.import_bulk(folder, settings, on_progress)
    told = "Imported; `clew schema` starts the server and makes the indexes, which takes most of the time."
    chosen.show({"imported": folder}, told)


@app.command(epilog=EPILOG)
def stop(context: typer.Context) -> None:
    """Stop the server; memory stays on disk."""
    from clew import server

    if not options(context).json and server.status().running:
        note("stopping; the first time, Java also writes an archive that makes the next starts faster")
    stopped = server.stop()
    told = "The server is stopped; memory is kept." if stopped else "The server does not run."
    options(context).show({"stopped": stopped}, told)


@app.command(epilog=EPILOG)
def status(context: typer.Context) -> None:
    """Show whether the server runs, where, and since when."""
    from rich.text import Text

    from clew import server

    found = server.status()
    if options(context).json:
        emit(found)
        return
    rows = grid()
    running = f"[green]yes[/green], process {found.pid}" if found.running else "no"
    rows.add_row("running", Text.from_markup(running))
    if found.uri:
        rows.add_row("address", found.uri)
    if found.since:
        hours, minutes = divmod(int((datetime.now(UTC) - found.since).total_seconds()) // 60, 60)
        span = f"{hours} h {minutes} min" if hours else f"{minutes} min"
        rows.add_row("since", f"{found.since:%Y-%m-%d %H:%M} UTC, {span}")
    rows.add_row("versions", f"Neo4j {found.neo4j}, Graph Data Science {found.gds}")
    rows.add_row("folder", Text(line(str(found.home))))
    rows.add_row("stores", megabytes(found.data_bytes))
    out().print(rows)


@app.command(epilog=EPILOG)
def logs(
    context: typer.Context,
    lines: Annotated[int, typer.Option("--lines", "-n", help="The number of lines.", min=1, max=100_000)] = 50,
) -> None:
    """Show the end of the server's log."""
    from clew import server

    text = server.logs(lines=lines)
    options(context).show({"lines": text.splitlines()}, text or "there is no log yet", raw if text else note)


@app.command(epilog=EPILOG)
def path(context: typer.Context) -> None:
    """Print the folder of the server's data, password, configuration and logs."""
    from clew import server

    options(context).show({"path": server.home()}, str(server.home()), raw)


@app.command(epilog=EPILOG)
def compact(
    context: typer.Context,
    word: Annotated[
        list[str] | None, typer.Option(help="Search all files of the server for this word afterwards; may be repeated.")
    ] = None,
) -> None:
    """Make the store anew, without what was deleted from it. It needs room for two more copies on the disk.

    Close whatever writes memory first: a write meanwhile is refused, and the store stays as it was.
    """
    from clew import server
    from clew.api.compaction import compact as make

    chosen = options(context)
    with starting(quiet=chosen.json) as on_progress:
        done = make(server.ServerSettings.of(chosen.settings()), words=word or (), on_progress=on_progress)
    if chosen.json:
        emit(done)
        return
    say(f"{done.spaces:,} spaces are copied: {megabytes(done.before)} before, {megabytes(done.after)} now.")
    for each in done.found:
        out().print(f"found in {line(each)}", soft_wrap=True)
    if word and not done.found:
        say("No file of the server holds any of these words.")


@app.command(epilog=EPILOG)
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write all that the server stores to one file. The server is stopped meanwhile."""
    from clew import server

    chosen = options(context)
    if file.exists() and not force:
        raise InvalidInput(f"file {str(file)!r} exists already; name another one, or add --force")
    with starting(quiet=chosen.json) as on_progress:
        made = server.backup(file, server.ServerSettings.of(chosen.settings()), on_progress)
    told = f"{megabytes(made.bytes)} of memory are in {file}, which has {megabytes(file.stat().st_size)}"
    chosen.show({"file": file, **asdict(made)}, told, note)


@app.command(epilog=EPILOG)
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `clew server backup` wrote.")],
    yes: Yes = False,
) -> None:
    """Put what a backup holds in place of all that the server stores. It asks first."""
    from clew import server

    chosen = options(context)
    found = server.status()
    if found.data_bytes and not yes:
        told = f"Replace the {megabytes(found.data_bytes)} of memory in {found.home} by what {file} holds?"
        confirm("replacing all memory", told)
    with starting(quiet=chosen.json) as on_progress:
        made = server.restore(file, server.ServerSettings.of(chosen.settings()), on_progress)
    told = f"{megabytes(made.bytes)} of memory of {made.made_at} are in place, and the server runs"
    chosen.show({"file": file, **asdict(made)}, told, note)


@app.command(epilog=EPILOG)
def remove(context: typer.Context, yes: Yes = False) -> None:
    """Stop the server and delete everything: downloads, settings and memory. It asks first."""
    from clew import server

    chosen = options(context)
    found = server.status()
    if not yes:
        told = f"Delete {found.home} with {megabytes(found.data_bytes)} of memory, and the downloaded server?"
        confirm("deleting all memory", told)
    server.remove()
    chosen.show({"removed": found.home}, "The server and all of its memory are deleted.")
