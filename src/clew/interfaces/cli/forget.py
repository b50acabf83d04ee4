"""`clew forget`: out of memory, for good."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clew.errors import InvalidInput
from clew.interfaces.cli.console import confirm, emit, grid, line, out, say
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import Options, Yes, options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.model import Certificate, Filter, Receipt, Trace

MAX_REASONS = 20  # changed memories for which the report says why; `--json` shows all

Id = Annotated[list[str] | None, typer.Option(help="Forget this memory; may be repeated.")]
Document = Annotated[
    str | None, typer.Option(help="Forget the document with this title, or read from this file or folder.")
]
File = Annotated[Path | None, typer.Option(help="Forget the sessions that this file or folder of conversations holds.")]
Expired = Annotated[
    bool, typer.Option("--expired", help="Forget what has expired; whoever reads memory does so first, anyway.")
]
Everything = Annotated[bool, typer.Option("--all", help="Forget the whole space.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Forget nothing; print what would go.")]
Verify = Annotated[bool, typer.Option("--verify", help="Look through all memory afterwards for what should be gone.")]
Proof = Annotated[Path | None, typer.Option(help="With --verify, the file that the certificate is written to.")]
Check = Annotated[
    Path | None, typer.Option(help="Forget nothing; look through memory once more for what this certificate names.")
]


@narrowing
def forget(
    context: typer.Context,
    where: "Filter",
    id: Id = None,
    document: Document = None,
    file: File = None,
    expired: Expired = False,
    everything: Everything = False,
    dry_run: DryRun = False,
    verify: Verify = False,
    proof: Proof = None,
    check: Check = None,
    yes: Yes = False,
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
    ways: dict[str, tuple[object, str]] = {
        "ids": (tuple(id or ()), f"{len(id or [])} memories"),
        "session": (session, f"session {session!r}"),
        "where": (where if session is None and where != Filter() else None, f"what passes {where!r}"),
        "document": (document, f"document {document!r}"),
        "file": (file, f"the sessions of {str(file)!r}"),
        "expired": (expired, "what has expired"),
        "space": (everything, "everything"),
    }
    receipt = _forgotten(chosen, ways, dry_run=dry_run, verify=verify or proof is not None, asks=not (yes or dry_run))
    if proof is not None and receipt.proof:
        from clew.server.layout import write_private

        write_private(proof, receipt.proof.to_json())
    if chosen.json:
        emit(receipt)
    else:
        _print(receipt, "Would be forgotten" if dry_run else "Forgotten")


def _forgotten(
    chosen: Options, ways: "Mapping[str, tuple[object, str]]", *, dry_run: bool, verify: bool, asks: bool
) -> "Receipt":
    """Forget by the one way that is given, once somebody said yes to the name of it, where that is asked for."""
    given = {way: told for way, told in ways.items() if told[0] not in (None, (), False)}
    if len(given) != 1:
        raise InvalidInput(
            "say what to forget: one of --id (may be repeated), --document, --file, --expired or --all, or --session, "
            "--speaker and other options that narrow"
        )
    ((way, (value, named)),) = given.items()
    asked = f"{named} in space {chosen.settings().space!r}"
    if asks:
        confirm(f"forgetting {asked}", f"Forget {asked}? Nothing brings it back.")
    with chosen.memory() as memory:
        by: dict[str, Any] = {way: value}
        return memory.forget(**by, dry_run=dry_run, verify=verify)


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
