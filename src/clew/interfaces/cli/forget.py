"""`clew forget`: out of memory, for good."""

from pathlib import Path
from typing import Annotated

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import confirm, emit, grid, line, out, say
from clew.interfaces.cli.options import options

MAX_REASONS = 20  # changed memories for which the report says why; `--json` shows all


def forget(
    context: typer.Context,
    id: Annotated[list[str] | None, typer.Option(help="Forget this memory; may be repeated.")] = None,
    session: Annotated[str | None, typer.Option(help="Forget this session.")] = None,
    document: Annotated[
        str | None, typer.Option(help="Forget the document with this title, or read from this file or folder.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Forget the sessions that this file or folder of conversations holds.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget the whole space.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget memories by id, a session, a document, a file, or the whole space, and print a receipt.

    Nothing brings back what was forgotten.
    """
    chosen = options(context)
    space = chosen.settings().space
    given = {
        f"{len(id or [])} memories of space {space!r}": bool(id),
        f"session {session!r} of space {space!r}": session is not None,
        f"document {document!r} in space {space!r}": document is not None,
        f"the sessions of {str(file)!r} in space {space!r}": file is not None,
        f"everything in space {space!r}": everything,
    }
    asked = [name for name, is_given in given.items() if is_given]
    if len(asked) != 1:
        raise InvalidInput("say what to forget: one of --id (may be repeated), --session, --document, --file or --all")
    if not yes:
        confirm(f"forgetting {asked[0]}", f"Forget {asked[0]}? Nothing brings it back.")
    with chosen.memory() as memory:
        receipt = memory.forget(ids=tuple(id or ()), session=session, document=document, file=file, space=everything)
    if chosen.json:
        emit(receipt)
        return
    rows = grid()
    for kind, count in sorted(receipt.removed.items()):
        rows.add_row(kind, str(count))
    rows.add_row("relationships", str(receipt.relationships))
    out().print(f"Forgotten: {line(receipt.asked)}", soft_wrap=True)
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
