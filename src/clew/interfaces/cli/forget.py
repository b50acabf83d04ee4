"""`clew forget`: out of memory, for good."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import confirm, emit, grid, line, out, say
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import Options, options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.model import Certificate, Filter, Receipt, Trace

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
    expired: Annotated[
        bool, typer.Option("--expired", help="Forget what has expired; whoever reads memory does so first, anyway.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Forget the whole space.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Forget nothing; print what would go.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Look through all memory afterwards for what should be gone.")
    ] = False,
    proof: Annotated[
        Path | None, typer.Option(help="With --verify, the file that the certificate is written to.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="Forget nothing; look through memory once more for what this certificate names.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget memories by id, a session, a document, a file, what the other options narrow, or the whole space.

    Nothing brings back what was forgotten. A receipt says what went. One --session alone goes whole.
    """
    from clew.model import Filter

    chosen = options(context)
    if check is not None:
        _check(chosen, check)
        return
    session = where.sessions[0] if len(where.sessions) == 1 and where == Filter(session=where.session) else None
    passing = where if session is None and where != Filter() else None
    given = {
        f"{len(id or [])} memories": bool(id),
        f"session {session!r}": session is not None,
        f"what passes {where!r}": passing is not None,
        f"document {document!r}": document is not None,
        f"the sessions of {str(file)!r}": file is not None,
        "what has expired": expired,
        "everything": everything,
    }
    if sum(given.values()) != 1:
        raise InvalidInput(
            "say what to forget: one of --id (may be repeated), --document, --file, --expired or --all, or --session, "
            "--speaker and other options that narrow"
        )
    (named,) = (name for name, is_given in given.items() if is_given)
    asked = f"{named} in space {chosen.settings().space!r}"
    if not (yes or dry_run):
        confirm(f"forgetting {asked}", f"Forget {asked}? Nothing brings it back.")
    with chosen.memory() as memory:
        receipt = memory.forget(
            ids=tuple(id or ()),
            session=session,
            document=document,
            file=file,
            where=passing,
            expired=expired,
            space=everything,
            dry_run=dry_run,
            verify=verify or proof is not None,
        )
    if proof is not None and receipt.proof:
        from clew.server.layout import write_private

        write_private(proof, receipt.proof.to_json())
    if chosen.json:
        emit(receipt)
    else:
        _print(receipt, "Would be forgotten" if dry_run else "Forgotten")


def _check(chosen: Options, file: Path) -> None:
    from clew.loaders.sources.readers.raw import text_of
    from clew.model import Certificate

    certificate = Certificate.from_json(text_of(file))
    with chosen.memory() as memory:
        found = memory.check_forgotten(certificate)
    if chosen.json:
        emit(found)
    else:
        _print_traces(certificate, found)


def _print_traces(certificate: "Certificate", found: "Sequence[Trace]") -> None:
    through = ", ".join(f"{count:,} {name}" for name, count in certificate.looked_through.items())
    say(f"Looked for {certificate.ids:,} ids and {certificate.texts:,} texts in {through}.")
    for trace in found[:MAX_REASONS]:
        out().print(f"found: {line(trace.place)} {line(trace.property)} {line(trace.of)}", soft_wrap=True)
    say("Nothing of it is left." if not found else f"{len(found):,} traces are left.")


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
    if receipt.proof:
        _print_traces(receipt.proof, receipt.proof.found)
    if not receipt.ids:
        say("Nothing was there to forget.")
