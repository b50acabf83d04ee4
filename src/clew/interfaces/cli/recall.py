"""`clew recall`, `ask` and `profile`: out of memory, with the reasons."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from clew.errors import NoModel
from clew.interfaces.cli.console import day, emit, line, note, out, plain, print_usage, raw, say
from clew.interfaces.cli.narrowing import KnownAt, narrowing
from clew.interfaces.cli.options import end, options
from clew.interfaces.cli.progress import asking

if TYPE_CHECKING:
    from clew.model import Answer, Filter, Recall

MAX_ROWS = 10


Question = Annotated[list[str], typer.Argument(help="The question; several words need no quotation marks.")]
Words = Annotated[int | None, typer.Option(min=1, help="Words of the packed text at most.")]
Limit = Annotated[int | None, typer.Option(min=1, max=1000, help="Hits returned; by default, 10 are shown.")]
Breadth = Annotated[
    bool | None,
    typer.Option(
        help="Many moments, or only the closest ones; by default, the form of the question decides.", show_default=False
    ),
]
Recent = Annotated[
    bool | None,
    typer.Option(
        help="Recent sessions first, or no regard to age; by default, a question about now prefers the recent.",
        show_default=False,
    ),
]
MinConfidence = Annotated[
    float | None, typer.Option(min=0, max=1, help="Show nothing where memory is less sure that it holds this.")
]
Engine = Annotated[
    Literal["gds", "local"] | None, typer.Option(help="Where PageRank is computed: the database, or this process.")
]
NoPageRank = Annotated[bool, typer.Option("--no-pagerank", help="Search only, without PageRank.")]
TextOnly = Annotated[bool, typer.Option("--text", help="Print only the packed text, ready for a prompt.")]
Picture = Annotated[Path | None, typer.Option(help="Also draw the recalled graph in this HTML file.")]


@narrowing
def recall(
    context: typer.Context,
    question: Question,
    where: "Filter",
    words: Words = None,
    limit: Limit = None,
    breadth: Breadth = None,
    recent: Recent = None,
    min_confidence: MinConfidence = None,
    engine: Engine = None,
    no_pagerank: NoPageRank = False,
    text: TextOnly = False,
    picture: Picture = None,
) -> None:
    """Recall what bears on a question: dated hits, the parts of each score, and the path to each hit."""
    from clew.interfaces.pages.files import check_writable
    from clew.interfaces.pages.picture import write

    chosen = options(context)
    settings = chosen.settings()
    walk = settings.recall.changed(engine=engine) if engine else settings.recall
    if picture:
        check_writable(picture)
    with chosen.memory() as memory:
        given: dict[str, Any] = {"words": words, "limit": limit, "breadth": breadth, "recent": recent}
        given |= {"min_confidence": min_confidence, "settings": walk.without_pagerank() if no_pagerank else walk}
        found = memory.recall(" ".join(question), where, **given)
        drawn = write(picture, [(found, memory.subgraph(found))], title=line(found.query)) if picture else None
    if chosen.json:
        emit(found)
    elif text:
        raw(plain(found.text) if out().is_terminal else found.text)
    else:
        _report(found, settings.space, limit or MAX_ROWS)
    if drawn:
        note(f"picture: {drawn}")


def _report(found: "Recall", space: str, shown: int) -> None:
    from rich.markup import escape

    from clew.interfaces.cli.scores import print_hits, timing

    if not found.hits:
        say(f"Nothing in space {escape(repr(space))} fits; `clew stats` says what it holds.")
        return
    hits = found.hits[:shown]
    print_hits(hits)
    more = len(found.hits) - len(hits)
    sure = f"confidence {found.confidence:.2f}; "
    say(f"[dim]{sure}{f'{more} more hits (--limit); ' if more else ''}{timing(found)}[/dim]")


@narrowing
def ask(
    context: typer.Context,
    question: Question,
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


def profile(
    context: typer.Context,
    name: Annotated[list[str], typer.Argument(help="Of a speaker, or of a person or thing that memories name.")],
    words: Annotated[int, typer.Option(min=1, help="Words of the text.")] = 300,
    as_of: Annotated[str | None, typer.Option(help="As of this time, or the end of this day.")] = None,
    known_at: KnownAt = None,
    summarise: Annotated[
        bool, typer.Option("--summarise", help="Have the language model put the facts in sentences.")
    ] = False,
) -> None:
    """Show what is known of somebody or something now, by topic."""
    chosen = options(context)
    until = end(as_of, "--as-of", chosen, is_included=True)
    then = end(known_at, "--known-at", chosen, is_included=True)
    with chosen.memory() as memory:
        found = memory.profile(" ".join(name), words=words, as_of=until, known_at=then, summarise=summarise)
    if chosen.json:
        emit(found)
        return
    if found.text:
        raw(plain(found.text))
    elif not found.topics:
        note("no fact is known; `clew consolidate` makes facts of what was said")
    if found.left_out:
        note(f"{len(found.left_out):,} more facts; --words takes more, --json shows all")
