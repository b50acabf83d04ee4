"""`clew ask`: an answer out of memory, with citations."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from clew.errors import NoModel
from clew.interfaces.cli.console import day, emit, note, out, plain, print_usage, raw, say
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import options
from clew.interfaces.cli.progress import asking

if TYPE_CHECKING:
    from clew.model import Answer, Filter

MAX_ROWS = 10  # memories that are shown where no language model can answer


@narrowing
def ask(
    context: typer.Context,
    question: Annotated[list[str], typer.Argument(help="The question; several words need no quotation marks.")],
    where: "Filter",
    words: Annotated[int | None, typer.Option(min=1, help="Words of memory that the model is shown.")] = None,
    usage: Annotated[bool, typer.Option("--usage", help="Also print what the model used.")] = False,
) -> None:
    """Answer a question from memory, with the memories that say it; or say that it is not in memory.

    Without a language model, the evidence is printed and the exit code is 14.
    """
    from clew.interfaces.cli.scores import print_hits
    from clew.model import Answer

    chosen = options(context)
    asked = " ".join(question)
    with chosen.memory() as memory:
        try:
            with _telling(quiet=chosen.json) as on_text:
                answered = memory.ask(asked, where, words=words, on_text=on_text)
        except NoModel:
            found = memory.recall(asked, where, words=words)
            if chosen.json:
                emit(Answer(asked, "", (), 0, False, found, {}))
            elif found.hits:
                print_hits(found.hits[:MAX_ROWS])
            else:
                say("Nothing in memory fits.")
            raise
    if chosen.json:
        emit(answered)
        return
    if not on_text:
        raw(plain(answered.text))
    _show_cited(answered)
    if usage:
        print_usage(answered.usage)


@contextmanager
def _telling(*, quiet: bool) -> "Generator[Callable[[str], None] | None]":
    """Write an answer to a terminal while it comes."""
    with asking(quiet=quiet) as stop_waiting:
        if quiet or not out().is_terminal:
            yield None
            return

        told: list[str] = []

        def tell(text: str) -> None:
            stop_waiting()
            told.append(text)
            out().file.write(plain(text))
            out().file.flush()

        try:
            yield tell
        finally:
            if told:
                out().file.write("\n")


def _show_cited(answered: "Answer") -> None:
    from rich.table import Table
    from rich.text import Text

    from clew.interfaces.cli.scores import memory, who

    grid = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    for number, hit in answered.cited.items():
        grid.add_row(Text(f"[{number}]", style="dim"), day(hit.at), who(hit), memory(hit, why=False))
    if answered.cited:
        out().print(grid)
    if answered.unknown:
        note(f"{answered.unknown} citations of memories that the model was not shown were taken out")
    if not answered.found:
        note("`clew recall` shows what comes closest")
