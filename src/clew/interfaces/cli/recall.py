"""`clew recall`: out of memory, with the reasons."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.interfaces.cli.console import emit, line, note, out, plain, raw, say
from clew.interfaces.cli.narrowing import narrowing
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from clew.model import Filter, Recall

MAX_ROWS = 10


@narrowing
def recall(
    context: typer.Context,
    question: Annotated[list[str], typer.Argument(help="The question; several words need no quotation marks.")],
    where: "Filter",
    words: Annotated[int | None, typer.Option(min=1, help="Words of the packed text at most.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, max=1000, help="Hits returned; by default, 10 are shown.")] = None,
    breadth: Annotated[
        bool | None,
        typer.Option(
            help="Many moments, or only the closest ones; by default, the form of the question decides.",
            show_default=False,
        ),
    ] = None,
    recent: Annotated[
        bool | None,
        typer.Option(
            help="Recent sessions first, or no regard to age; by default, a question about now prefers the recent.",
            show_default=False,
        ),
    ] = None,
    min_confidence: Annotated[
        float | None, typer.Option(min=0, max=1, help="Show nothing where memory is less sure that it holds this.")
    ] = None,
    engine: Annotated[
        Literal["gds", "local"] | None,
        typer.Option(help="Where PageRank is computed: the database, or this process."),
    ] = None,
    no_pagerank: Annotated[bool, typer.Option("--no-pagerank", help="Search only, without PageRank.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print only the packed text, ready for a prompt.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Also draw the recalled graph in this HTML file.")] = None,
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
        found = memory.recall(
            " ".join(question),
            where,
            words=words,
            limit=limit,
            breadth=breadth,
            recent=recent,
            min_confidence=min_confidence,
            settings=walk.without_pagerank() if no_pagerank else walk,
        )
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
