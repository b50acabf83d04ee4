"""`clew stats`, `audit`, `schema`, `reembed`, `export`, `import` and `bloom`: a space and its store as a whole."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import confirm, day, emit, grid, line, note, out, raw, say
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import Yes, options
from clew.interfaces.cli.progress import remembering, starting
from clew.text.language import LANGUAGES

if TYPE_CHECKING:
    from clew.model import Filter


def stats(context: typer.Context) -> None:
    """Show how much a space holds: nodes, relationships, speakers, languages, first and last date."""
    from rich.text import Text

    chosen = options(context)
    with chosen.memory() as memory:
        found = memory.stats()
    if chosen.json:
        emit(found)
        return
    rows = grid()
    rows.add_row("space", Text(line(found.space), style="bold"))
    for name, count in (*sorted(found.nodes.items()), *sorted(found.relationships.items())):
        rows.add_row(name, f"{count:,}")
    speakers = list[str]()  # such as `Melanie (Mel: shown, Mum: given)`: the other names, and how each is known
    for speaker in found.speakers:
        others = ", ".join(f"{name}: {found.alias_origins[name]}" for name in found.aliases.get(speaker, ()))
        speakers.append(f"{speaker} ({others})" if others else speaker)
    if speakers:
        rows.add_row("speakers", Text(line(", ".join(speakers))))
    if read := sum(found.languages.values()):
        shares = (f"{LANGUAGES.get(each, each)} {count / read:.0%}" for each, count in found.languages.items())
        rows.add_row("languages", f"{', '.join(shares)}, of {read:,} texts")
    if found.first:
        rows.add_row("from", day(found.first))
        rows.add_row("to", day(found.last))
    out().print(rows)
    if not found.nodes:
        say("It holds nothing.")


def audit(
    context: typer.Context,
    limit: Annotated[int, typer.Option(help="The number of entries.", min=1, max=1000)] = 50,
    after: Annotated[str, typer.Option(help="The value that the page before told.")] = "",
    export: Annotated[
        Path | None, typer.Option(help="Write the whole log to this file as JSON lines, and print nothing.")
    ] = None,
) -> None:
    """Show who did what in a space, the latest first. CLEW_AUDIT says what is noted: off, writes or all."""
    chosen = options(context)
    with chosen.memory() as memory:
        if export is not None:
            number = memory.export_audit(export)
            chosen.show({"entries": number, "file": export}, f"{number} entries written to {export}", note)
            return
        page = memory.audit(limit=limit, after=after)
    if chosen.json:
        emit({"entries": [entry.as_dict() for entry in page], "after": page.after})
        return
    columns = ("at", "who", "operation", "counts", "ended")
    rows = grid(*columns, left=columns)
    for entry in page:
        counts = ", ".join(f"{count:,} {name}" for name, count in entry.counts.items())
        ended = "not ended" if entry.seconds is None else entry.error or f"{entry.seconds:.1f} s"
        rows.add_row(f"{entry.at:%Y-%m-%d %H:%M:%S}", line(entry.who), entry.operation, counts, ended)
    out().print(rows) if page.items else say("Nothing is noted.")
    if page.after:
        note(f"more follows: --after {shlex.quote(page.after)}")


def schema(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the statements and run nothing.")] = False,
) -> None:
    """Make the constraints and indexes, or print the statements for an administrator.

    Opening a memory makes them as well. Use this command for a database on which Clew's user may not make them.
    """
    from clew.embedding import dimensions, encoder_of
    from clew.graph.schema import ddl

    chosen = options(context)
    statements = [query.text.strip() for query in ddl(dimensions(encoder_of(chosen.settings())))]
    if not dry_run:
        chosen.memory().close()
    told = f"{len(statements)} constraints and indexes are in place"
    text = "".join(f"{statement};\n" for statement in statements) if dry_run else told
    chosen.show({"statements": statements, "run": not dry_run}, text, raw if dry_run else note)


def reembed(context: typer.Context, yes: Yes = False) -> None:
    """Make every vector of the store anew, in all spaces, with the encoder that --encoder names.

    Close every other memory on the store first. If the command is interrupted, run it again.
    """
    from clew.api.opening import connect
    from clew.embedding import encoder_of, identity
    from clew.loaders.upkeep.reembed import reembed as run

    chosen = options(context)
    settings = chosen.settings()
    encoder = encoder_of(settings)
    if not yes:
        confirm("replacing all vectors", f"Replace all vectors of the store by those of {identity(encoder)}?")
    with starting(quiet=chosen.json or bool(settings.uri)) as on_start:
        graph = connect(settings, on_start)
    with graph, remembering(quiet=chosen.json) as on_progress:
        number = run(graph, encoder, on_progress)
    told = f"{number} memories have vectors of {identity(encoder)} now"
    chosen.show({"reembedded": number, "encoder": identity(encoder)}, told, note)


@narrowing
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write; with --bulk a new folder.")],
    where: "Filter",
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    bulk: Annotated[bool, typer.Option("--bulk", help="Write CSV files for `neo4j-admin database import`.")] = False,
    all_spaces: Annotated[bool, typer.Option("--all-spaces", help="With --bulk: every space of the store.")] = False,
) -> None:
    """Write the whole space, exactly, as JSON lines; with --bulk, as files for a very large import.

    Options that narrow write the turns that pass, as JSON lines that `clew remember` reads.
    """
    from clew.model import Filter

    chosen, is_part = options(context), where != Filter()
    if file == Path("-"):
        raise InvalidInput("an export goes into a file or a folder, not to stdout; name one")
    if bulk and force:
        raise InvalidInput("--force replaces no folder; name a new one")
    if bulk and is_part:
        raise InvalidInput("--bulk takes all; leave the options that narrow out")
    if all_spaces and not bulk:
        raise InvalidInput("--all-spaces needs --bulk; a file of JSON lines holds one space")
    if not bulk and file.exists() and not force:
        raise InvalidInput(f"file {str(file)!r} exists already; name another one, or add --force")
    with chosen.memory() as memory:
        if not bulk:
            number = memory.export(file, where)
            done = {"turns" if is_part else "nodes": number}
            told = f"{number:,} {'turns' if is_part else 'memories'} written to {file}"
        else:
            with remembering(quiet=chosen.json) as on_progress:
                done = memory.export_bulk(file, all_spaces=all_spaces, on_progress=on_progress)
            wrote = f"{done.nodes:,} nodes and {done.relationships:,} relationships of {len(done.spaces):,} space(s)"
            told = f"{wrote} written to {file}; its README.md says how they are imported"
    chosen.show(done, told, note)


def restore(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="A file that `clew export` wrote.")]
) -> None:
    """Read an exported file into an empty space."""
    chosen = options(context)
    if not file.is_file():
        fault = "is no regular file" if file.exists() else "does not exist"
        raise InvalidInput(f"file {str(file)!r} {fault}; name a file that `clew export` wrote")
    with chosen.memory() as memory:
        count = memory.restore(file)
    chosen.show({"nodes": count}, f"{count} memories read from {file}", note)


def bloom() -> None:
    """Print a perspective for Neo4j Bloom or Explore: colours, captions, search phrases and scene actions of memory.

    The command needs no server: `clew bloom > clew-perspective.json`.
    """
    import json

    from clew.interfaces.bloom.perspective import perspective

    raw(json.dumps(perspective(), ensure_ascii=False, indent=1))
