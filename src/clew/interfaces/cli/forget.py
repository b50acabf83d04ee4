"""`clew forget`: out of memory, for good."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import confirm, emit, grid, line, out, say
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Filter, Receipt

MAX_REASONS = 20  # changed memories for which the report says why; `--json` shows all


@narrowing
def forget(
    context: typer.Context,
    where: "Filter",
    id: Annotated[list[str] | None, typer.Option(help="Forget this memory; may be repeated.")] = None,
    document: Annotated[
        str | None, typer.Option(help="Forget the document with this title, or read from this file or folder.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Forget the sessions that this file or folder of conversations holds.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget the whole space.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Forget nothing; print what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget memories by id, a session, a document, a file, what the other options narrow, or the whole space.

    Nothing brings back what was forgotten. A receipt says what went. One --session alone goes whole.
    """
    from clew.model import Filter

    chosen = options(context)
    space = chosen.settings().space
    session = where.sessions[0] if len(where.sessions) == 1 and where == Filter(session=where.session) else None
    given = {
        f"{len(id or [])} memories of space {space!r}": bool(id),
        f"session {session!r} of space {space!r}": session is not None,
        f"what passes {where!r} in space {space!r}": session is None and where != Filter(),
        f"document {document!r} in space {space!r}": document is not None,
        f"the sessions of {str(file)!r} in space {space!r}": file is not None,
        f"everything in space {space!r}": everything,
    }
    asked = [name for name, is_given in given.items() if is_given]
    if len(asked) != 1:
        raise InvalidInput(
            "say what to forget: one of --id (may be repeated), --document, --file or --all, or --session, --speaker "
            "and other options that narrow"
        )
    if not (yes or dry_run):
        confirm(f"forgetting {asked[0]}", f"Forget {asked[0]}? Nothing brings it back.")
    passing = where if session is None and where != Filter() else None
    with chosen.memory() as memory:
        receipt = memory.forget(
            ids=tuple(id or ()),
            session=session,
            document=document,
            file=file,
            where=passing,
            space=everything,
            dry_run=dry_run,
        )
    if chosen.json:
        emit(receipt)
    else:
        _print(receipt, "Would be forgotten" if dry_run else "Forgotten")


def _print(receipt: "Receipt", done: str) -> None:
    rows = grid()
    for kind, count in sorted(receipt.removed.items()):
        rows.add_row(kind, str(count))
    rows.add_row("relationships", str(receipt.relationships))
    out().print(f"{done}: {line(receipt.asked)}", soft_wrap=True)
    out().print(rows)
    # why each thing changed that was not asked for itself
    changes = {each: "removed" for each in receipt.ids if not receipt.reasons[each].startswith(("asked", "part"))}
    changes |= dict.fromkeys(receipt.weakened, "weakened") | dict.fromkeys(receipt.revived, "holds again")
    reasons = grid()
    for changed, change in list(changes.items())[:MAX_REASONS]:
        reasons.add_row(change, line(changed), line(receipt.reasons[changed]), style="dim")
    if changes:
        out().print(reasons)
    if len(changes) > MAX_REASONS:
        say(f"and {len(changes) - MAX_REASONS:,} more; --json shows all")
    if not receipt.ids:
        say("Nothing was there to forget.")
