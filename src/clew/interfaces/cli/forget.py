"""`clew forget`: out of memory, for good."""

from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import confirm, emit, grid, line, out, say
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Receipt


def forget(
    context: typer.Context,
    id: Annotated[list[str] | None, typer.Option(help="Forget this memory; may be repeated.")] = None,
    session: Annotated[str | None, typer.Option(help="Forget this session.")] = None,
    document: Annotated[str | None, typer.Option(help="Forget this file, folder or title that was read.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget the whole space.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget memories by id, a session, a document, or the whole space, and print a receipt.

    Nothing brings back what was forgotten.
    """
    chosen = options(context)
    space = chosen.settings().space
    asked = _asked(id or [], session, document, everything, space)
    if not yes:
        confirm(f"forgetting {asked}", f"Forget {asked}? Nothing brings it back.")
    with chosen.memory() as memory:
        receipt = memory.forget(ids=tuple(id or ()), session=session, document=document, space=everything)
    if chosen.json:
        emit(receipt)
    else:
        _report(receipt)


def _asked(ids: list[str], session: str | None, document: str | None, everything: bool, space: str) -> str:
    from clew.errors import InvalidInput

    if bool(ids) + (session is not None) + (document is not None) + everything != 1:
        raise InvalidInput("say what to forget: one of --id (may be repeated), --session, --document or --all")
    if ids:
        return f"{len(ids)} memories of space {space!r}"
    if document is not None:
        return f"document {document!r} in space {space!r}"
    return f"session {session!r} of space {space!r}" if session is not None else f"everything in space {space!r}"


MAX_REASONS = 20
"""Memories for which the table says why they went, are weakened or hold again; `--json` shows all."""


def _report(receipt: "Receipt") -> None:
    rows = grid()
    for kind, count in sorted(receipt.removed.items()):
        rows.add_row(kind, str(count))
    rows.add_row("relationships", str(receipt.relationships))
    out().print(f"Forgotten: {line(receipt.asked)}", markup=False, soft_wrap=True)
    out().print(rows)
    _report_reasons(receipt)
    if not receipt.ids:
        say("Nothing was there to forget.")


def _report_reasons(receipt: "Receipt") -> None:
    """Print why each thing changed that was not asked for itself."""
    changes = {id: "removed" for id in receipt.ids if not receipt.reasons[id].startswith(("asked", "part"))}
    changes |= dict.fromkeys(receipt.weakened, "weakened") | dict.fromkeys(receipt.revived, "holds again")
    rows = grid()
    for id, change in list(changes.items())[:MAX_REASONS]:
        rows.add_row(change, line(id), line(receipt.reasons[id]), style="dim")
    if changes:
        out().print(rows)
    if len(changes) > MAX_REASONS:
        say(f"and {len(changes) - MAX_REASONS:,} more; --json shows all")
