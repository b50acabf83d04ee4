"""`clew remember` and `clew add`: into memory."""

import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, grid, line, out, plain, raw, say
from clew.interfaces.cli.options import instant, options

if TYPE_CHECKING:
    from clew.model import Remembered

STDIN = Path("-")


def remember(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Files or folders to remember; - reads JSON lines from stdin.")],
    format: Annotated[
        str | None, typer.Option(help="Read as locomo, jsonl, csv, messages or chatgpt instead of guessing.")
    ] = None,
    bulk: Annotated[
        bool,
        typer.Option(
            "--bulk", help="Faster for much: search indexes are built afterwards, nothing is found meanwhile."
        ),
    ] = False,
) -> None:
    """Remember the conversations in files: LoCoMo, JSON lines, CSV, LangChain messages, a ChatGPT export.

    All are checked before the first turn is written. Doing it again changes nothing; a file that has grown adds what
    is new.
    """
    from clew.interfaces.cli.progress import remembering

    chosen = options(context)
    for path in files:
        _check(path)
    with chosen.memory() as memory, ExitStack() as stack, remembering(quiet=chosen.json) as on_progress:
        readable = [stack.enter_context(_file(path)) for path in files]
        done = memory.remember_file(readable, format=format, bulk=bulk, on_progress=on_progress)
    if chosen.json:
        emit(done)
    else:
        _report(done)


def add(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What was said; - reads it from stdin.")],
    session: Annotated[str, typer.Option(help="The session that it is appended to.")],
    speaker: Annotated[str, typer.Option(help="Who said it.")] = "",
    at: Annotated[str | None, typer.Option(help="When, such as 2023-05-08T13:56:00Z; now where left out.")] = None,
    id: Annotated[str | None, typer.Option(help="Your own id: the same id again is a retry.")] = None,
) -> None:
    """Append one turn to a session."""
    chosen = options(context)
    said_at = instant(at, "--at")
    text = _stdin_text() if text == str(STDIN) else text
    with chosen.memory() as memory:
        episode = memory.add(text, session=session, speaker=speaker, at=said_at, id=id)
    if chosen.json:
        emit({"id": episode})
    else:
        raw(plain(episode) if out().is_terminal else episode)


def _stdin_text() -> str:
    """Return what stdin holds, without the line end of a command that wrote it."""
    from clew.errors import InvalidInput

    try:
        return sys.stdin.buffer.read().decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InvalidInput("standard input is not UTF-8 text; save it as UTF-8") from error


def _check(path: Path) -> None:
    from clew.errors import InvalidInput

    if path != STDIN and not path.exists():
        raise InvalidInput(f"file {str(path)!r} does not exist; name a file to remember, or - for stdin")


@contextmanager
def _file(path: Path) -> Generator[Path]:
    """Return the file itself, or what stdin holds: a file is read twice, stdin only once."""
    from clew.errors import InvalidInput

    if path != STDIN:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        spooled = Path(folder, "stdin.jsonl")
        with spooled.open("wb") as file:
            while block := sys.stdin.buffer.read(1 << 20):
                file.write(block)
        try:
            yield spooled
        except InvalidInput as error:
            raise InvalidInput(str(error).replace(str(spooled), "standard input")) from error


def _report(done: "Sequence[Remembered]") -> None:
    rows = grid("session", "new", "known", left=("session",))
    for each in done:
        rows.add_row(line(each.session), str(each.appended), str(each.unchanged))
    out().print(rows)
    new = sum(each.appended for each in done)
    say(f"{new} new turns in {len(done)} sessions.")
