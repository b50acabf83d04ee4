"""`clew read`: documents into memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, grid, line, note, out, say
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Reading

MAX_ROWS = 20
"""Documents in the report."""


def read(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Files or folders: text, Markdown, HTML, PDF, JSON lines.")],
    title: Annotated[str | None, typer.Option(help="What the one document is called.")] = None,
    forget_removed: Annotated[
        bool, typer.Option("--forget-removed", help="Forget what these folders no longer hold.")
    ] = False,
) -> None:
    """Read documents: plain text, Markdown, HTML, PDF, or JSON lines of title and text.

    Doing it again changes nothing; of a changed document the passages that are the same stay. A file that cannot be
    read is reported, the rest is read, and the exit code is 2.
    """
    from clew.errors import InvalidInput, MissingDependency
    from clew.interfaces.cli.progress import remembering
    from clew.model import Reading

    if title is not None and len(files) > 1:
        raise InvalidInput(f"--title {title!r} is of one document, and there are {len(files)} paths; leave it out")
    chosen = options(context)
    done: list[Reading] = []
    with chosen.memory() as memory, remembering(quiet=chosen.json) as on_progress:
        for path in files:
            try:
                done.append(memory.read(path, title=title, forget_missing=forget_removed, on_progress=on_progress))
            except (InvalidInput, MissingDependency) as error:
                if len(files) == 1:
                    raise
                done.append(Reading((), {str(path): str(error)}, ()))
    if chosen.json:
        emit(done)
    else:
        _report(done)
    failed = {path: reason for each in done for path, reason in each.failed.items()}
    for reason in failed.values():
        note(f"left out: {reason}")
    if failed:
        raise typer.Exit(2)


def _report(done: "list[Reading]") -> None:
    rows = grid("document", "new", "same", "gone", left=("document",))
    documents = [document for each in done for document in each.documents]
    changed = [each for each in documents if each.added or each.removed]
    for each in changed[:MAX_ROWS]:
        rows.add_row(line(each.title), str(each.added), str(each.unchanged), str(each.removed))
    if changed:
        out().print(rows)
    if len(changed) > MAX_ROWS:
        say(f"[dim]… and {len(changed) - MAX_ROWS} more[/dim]")
    forgotten = sum(len(each.forgotten) for each in done)
    gone = f", {forgotten} forgotten" if forgotten else ""
    say(f"{len(documents)} documents, {sum(each.added for each in documents)} new passages{gone}.")
