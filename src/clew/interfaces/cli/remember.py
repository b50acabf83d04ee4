"""`clew remember`, `add`, `alias`, `read` and `facts`: into memory."""

import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.errors import InvalidInput, MissingDependency
from clew.interfaces.cli import completing
from clew.interfaces.cli.console import counted, emit, grid, line, note, out, piped, plain, raw, say
from clew.interfaces.cli.options import instant, options
from clew.interfaces.cli.progress import remembering

if TYPE_CHECKING:
    from clew.model import Reading, Reconciled, Remembered

STDIN = Path("-")
MAX_DOCUMENTS = 20  # documents in the report of `clew read`


Files = Annotated[list[Path], typer.Argument(help="Files or folders to remember; - reads JSON lines from stdin.")]
Format = Annotated[
    str | None, typer.Option(help="Read as this format of docs/sources.md, where a file does not show it.")
]
Bulk = Annotated[
    bool,
    typer.Option(
        "--bulk", help="Load much faster. Search indexes are built afterwards; until then, recall finds nothing."
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Write nothing if anything in a file cannot be used.")]
Tools = Annotated[bool, typer.Option("--tools", help="Keep calls of tools, and what they return.")]
Branches = Annotated[bool, typer.Option("--branches", help="Keep all branches of ChatGPT's conversations.")]
WhenChanged = Annotated[
    Literal["report", "replace", "stop"],
    typer.Option(help="Leave sessions that differ from the stored ones, replace them, or stop."),
]


def remember(
    context: typer.Context,
    files: Files,
    format: Format = None,
    bulk: Bulk = False,
    strict: Strict = False,
    tools: Tools = False,
    branches: Branches = False,
    on_change: WhenChanged = "report",
) -> None:
    """Remember the conversations in files: exports of chats, JSON, JSON lines, CSV.

    All files are checked before the first turn is written. The same command again changes nothing. From a file that has
    grown, only the new turns are added. A row that cannot be used is left out and reported, and so is a session that
    differs from the stored one. The exit code is 2 then.
    """
    chosen = options(context)
    _check_there(files)
    with chosen.memory() as memory, ExitStack() as stack, remembering(quiet=chosen.json) as on_progress:
        readable = [stack.enter_context(_spooled()) if path == STDIN else path for path in files]
        done = memory.remember_file(
            readable,
            format=format,
            bulk=bulk,
            strict=strict,
            tools=tools,
            branches=branches,
            on_change=on_change,
            on_progress=on_progress,
        )
    for spooled in {str(path) for path in readable} - {str(path) for path in files}:
        named = [
            [replace(told, example=told.example.replace(spooled, "standard input")) for told in each.notes]
            for each in done
        ]
        done = tuple(replace(each, notes=tuple(notes)) for each, notes in zip(done, named, strict=True))
    if chosen.json:
        emit(done)
    else:
        _show(done)
    if any(told.is_lost for each in done for told in each.notes):
        raise typer.Exit(2)


def _show(done: "Sequence[Remembered]") -> None:
    rows = grid("session", "new", "known", left=("session",))
    for each in done:
        rows.add_row(line(each.session), str(each.appended), str(each.unchanged))
    out().print(rows)
    turns = sum(each.appended for each in done)
    say(f"{counted(turns, 'new turn')} in {counted(len(done), 'session')}.")
    for each in done:
        if each.forgotten:
            note(f"{each.session}: {len(each.forgotten.ids)} memories forgotten from turn {each.changed_at} on")
    for told in (told for each in done for told in each.notes):
        note(str(told))


def _check_there(files: Sequence[Path]) -> None:
    """Say which file is not there, before anything is opened."""
    for path in files:
        if path != STDIN and not path.exists():
            from clew.loaders.sources.readers.raw import regular

            try:
                regular(path)
            except InvalidInput as error:
                hint = "; to keep a sentence, use `clew add`" if " " in path.name else ""
                raise InvalidInput(f"{error}{hint}") from None


@contextmanager
def _spooled() -> Generator[Path]:
    """Lend what stdin holds as a file: memory reads a file twice, and stdin can be read once only."""
    with tempfile.TemporaryDirectory() as folder:
        spooled = Path(folder, "stdin.jsonl")
        with spooled.open("wb") as file:
            while block := sys.stdin.buffer.read(1 << 20):
                file.write(block)
        try:
            yield spooled
        except InvalidInput as error:
            raise InvalidInput(str(error).replace(str(spooled), "standard input")) from error


def add(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="The text of the turn; - reads it from stdin.")],
    session: Annotated[
        str | None,
        typer.Option(
            help="The session to which the turn is appended; default: today's date.", autocompletion=completing.sessions
        ),
    ] = None,
    speaker: Annotated[str, typer.Option(help="The speaker.")] = "",
    at: Annotated[
        str | None, typer.Option(help="When it was said, such as 2023-05-08T13:56:00Z; default: now.")
    ] = None,
    expires_at: Annotated[str | None, typer.Option(help="When it is forgotten by itself; default: never.")] = None,
    id: Annotated[str | None, typer.Option(help="Your own id; the same id again is a retry.")] = None,
) -> None:
    """Append one turn to a session."""
    from clew.text.instants import now

    chosen = options(context)
    said_at = instant(at, "--at", chosen)
    until = instant(expires_at, "--expires-at", chosen)
    if id is not None and session is None:
        raise InvalidInput("--id makes a retry safe, and today's date may be another then; name the --session too")
    text = piped(text)
    with chosen.memory() as memory:
        session = session or now().astimezone(memory.space.zone).date().isoformat()
        episode = memory.add(text, session=session, speaker=speaker, at=said_at, expires_at=until, id=id)
    chosen.show({"id": episode}, plain(episode) if out().is_terminal else episode, raw)


def alias(
    context: typer.Context,
    speaker: Annotated[str, typer.Argument(help="The speaker, as the turns name them.")],
    names: Annotated[
        list[str] | None, typer.Argument(help="Other names; without any, the names given before are removed.")
    ] = None,
) -> None:
    """Set the other names by which questions may mean a speaker. `clew stats` shows all known names."""
    from rich.markup import escape

    chosen = options(context)
    with chosen.memory() as memory:
        memory.alias(speaker, names or [])
    told = f"{escape(line(speaker))}: {escape(line(', '.join(names or []))) or 'no other names'}"
    chosen.show({"speaker": speaker, "names": names or []}, told)


def read(
    context: typer.Context,
    files: Annotated[
        list[Path], typer.Argument(help="Files or folders: text, Markdown, HTML, PDF, Word, EPUB, JSON lines.")
    ],
    title: Annotated[str | None, typer.Option(help="The title of the one document.")] = None,
    forget_removed: Annotated[
        bool, typer.Option("--forget-removed", help="Forget the documents that these folders no longer hold.")
    ] = False,
) -> None:
    """Read documents: plain text, Markdown, HTML, PDF, Word, EPUB, or JSON lines of title and text.

    The same command again changes nothing; of a changed document, the unchanged passages stay. If a file cannot be
    read, the others are read, the file is reported, and the exit code is 2.
    """
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
    for told in (told for each in done for told in each.notes):
        note(str(told))
    failed = {path: reason for each in done for path, reason in each.failed.items()}
    for reason in failed.values():
        note(f"left out: {reason}")
    if failed:
        raise typer.Exit(2)


def _report(done: "list[Reading]") -> None:
    rows = grid("document", "new", "same", "gone", left=("document",))
    documents = [document for each in done for document in each.documents]
    changed = [each for each in documents if each.added or each.removed]
    for each in changed[:MAX_DOCUMENTS]:
        rows.add_row(line(each.title), str(each.added), str(each.unchanged), str(each.removed))
    if changed:
        out().print(rows)
    if len(changed) > MAX_DOCUMENTS:
        say(f"[dim]… and {len(changed) - MAX_DOCUMENTS} more[/dim]")
    forgotten = sum(len(each.forgotten) for each in done)
    gone = f", {forgotten} forgotten" if forgotten else ""
    passages = sum(each.added for each in documents)
    say(f"{counted(len(documents), 'document')}, {counted(passages, 'new passage')}{gone}.")


def remember_facts(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="JSON lines of text and sources, or LoCoMo's file with observations.")],
) -> None:
    """Remember facts that were made elsewhere. The turns that they name as sources must be in memory.

    The same command again changes nothing.
    """
    chosen = options(context)
    with chosen.memory() as memory, remembering(quiet=chosen.json) as on_progress:
        done = memory.remember_facts(file, on_progress=on_progress)
    chosen.show(done, f"{became(done)}.")
    if done.rejected:
        note(f"{done.rejected} rejected: their sources are not in this space; remember the conversation first")


def became(done: "Reconciled") -> str:
    """Count what became of facts, such as ``12 new facts, 2 repeated, 1 replaced, 0 rejected``."""
    new = counted(done.new, "new fact")
    return f"{new}, {done.repeated:,} repeated, {done.replaced:,} replaced, {done.rejected:,} rejected"
