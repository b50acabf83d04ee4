"""`clew schema`: the constraints and indexes of a store."""

from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, note, raw
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.settings import Settings


def schema(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the statements and run nothing.")] = False,
) -> None:
    """Make the constraints and indexes, or print them for whoever may create them.

    Opening a memory makes them as well; this is for a database on which Clew's user must not.
    """
    chosen = options(context)
    statements = _statements(chosen.settings())
    if not dry_run:
        chosen.memory().close()
    if chosen.json:
        emit({"statements": statements, "run": not dry_run})
    elif dry_run:
        raw("".join(f"{statement};\n" for statement in statements))
    else:
        note(f"{len(statements)} constraints and indexes are in place")


def _statements(settings: "Settings") -> list[str]:
    from clew.embedding import dimensions, encoder_of
    from clew.graph.schema import ddl

    return [query.text.strip() for query in ddl(dimensions(encoder_of(settings)))]
