"""Hits for people: a table with a bar per score, split in its parts."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from clew.graph.schema import declared
from clew.interfaces.cli.console import day, line, out
from clew.interfaces.pages.declaration import PARTS
from clew.retrieval.pack import validity

if TYPE_CHECKING:
    from clew.model import Hit, Recall, ScoreParts

WIDTH = 18
LEAST_COLUMNS = 72  # columns of a console that has room for bars beside the texts
SOURCES = 3  # sources of a fact that the table shows
_LETTERS = dict(zip(PARTS, "vtfnsedwpkrc", strict=True))
_BLOCK = "\N{FULL BLOCK}"


def table(hits: "Sequence[Hit]", console: Console, *, marked: Collection[str] = ()) -> Table:
    """Return the hits, best first; the ids in `marked` get a tick. On a narrow console there are no bars."""
    coloured = console.color_system is not None
    best = max((hit.parts.gained for hit in hits), default=0.0)
    grid = Table(box=None, expand=True, padding=(0, 1, 0, 0), header_style="dim")
    grid.add_column("", justify="right", style="dim")
    is_narrow = console.width < LEAST_COLUMNS
    grid.add_column("when", no_wrap=not is_narrow, max_width=len("30 September") if is_narrow else None)
    grid.add_column("who", max_width=7 if is_narrow else 14, overflow="ellipsis", no_wrap=True)
    grid.add_column("memory", ratio=1, overflow="fold")
    if not is_narrow:
        grid.add_column("score", no_wrap=True)
    for rank, hit in enumerate(hits, start=1):
        tick = "\N{CHECK MARK}" if hit.id in marked else ""
        cells = [f"{tick}{rank}", day(hit.at), who(hit), memory(hit), bar(hit.parts, best, coloured=coloured)]
        grid.add_row(*cells[: len(grid.columns)])
    return grid


def bar(parts: "ScoreParts", best: float, *, coloured: bool) -> Text:
    """Return the score as a bar whose full width is `best`: coloured, or in letters where there is no colour.

    The amount that a part takes away is drawn as that part, at the end of what the others give.
    """
    text = Text(no_wrap=True)
    drawn = 0
    given = 0.0
    for name, (colour, _) in PARTS.items():
        given += max(0.0, getattr(parts, name))
        reached = parts.gained if getattr(parts, name) < 0 else min(given, parts.total)
        until = max(drawn, round(WIDTH * reached / best)) if best > 0 else 0
        text.append((_BLOCK if coloured else _LETTERS[name]) * (until - drawn), style=colour if coloured else "")
        drawn = until
    text.append(" " * (WIDTH - drawn) + f" {parts.total:.2f}")
    return text


def legend(hits: "Sequence[Hit]", console: Console) -> Text:
    """Explain the parts of the bars that occur; empty where `table` draws none."""
    coloured = console.color_system is not None
    text = Text()
    if console.width < LEAST_COLUMNS:
        return text
    for name, (colour, meaning) in PARTS.items():
        if any(getattr(hit.parts, name) for hit in hits):
            text.append(_BLOCK if coloured else f"{_LETTERS[name]}=", style=colour if coloured else "")
            text.append(f"{' ' if coloured else ''}{name}" + (f" ({meaning})" if meaning != name else "") + "  ")
    return text


def print_hits(hits: "Sequence[Hit]") -> None:
    """Print the table of hits and its legend."""
    out().print(table(hits, out()))
    out().print(legend(hits, out()))


def timing(recall: "Recall") -> str:
    """Return the time of each stage, in one line."""
    stages = [f"{name} {1000 * spent:.0f}" for name, spent in recall.seconds.items() if name != "total"]
    walk = f"PageRank: {recall.engine}" if recall.engine else "no PageRank"
    return f"{1000 * recall.seconds.get('total', 0.0):.0f} ms ({', '.join(stages)}), {walk}"


def who(hit: "Hit") -> Text:
    """Return the speaker or title of a hit; of what nobody said in these words, the kind."""
    kind = declared().kind(hit.kind)
    if kind.heading:
        return Text(kind.name, style="italic")
    return Text(line(hit.speaker or hit.title), style="bold")


def memory(hit: "Hit", *, why: bool = True) -> Group:
    """Return the text of a hit. Below it stand, dim, its id, what it rests on, and why a longer path led to it."""
    text = Text(line(hit.text))
    if hit.caption:
        text.append(f" [image: {line(hit.caption)}]", style="italic dim")
    told = [line(hit.id)] if why else []
    if hit.kind in declared().headings:  # such as `fact:1f, since 8 May 2023, belief 0.95, from episode:a/0`
        more = len(hit.sources) - SOURCES
        sources = f"from {', '.join(map(line, hit.sources[:SOURCES]))}{f' and {more} more' if more > 0 else ''}"
        belief = f"belief {hit.belief:.2f}" if hit.kind == "Fact" else ""
        told += [each for each in (validity(hit), belief, sources) if each]
    below = [Text(", ".join(told), style="dim")] if told else []
    if hit.on_date == "happened":
        times = (day(first) if first == last else f"{day(first)} to {day(last)}" for first, last in hit.happens)
        below.append(Text(f"names {', '.join(times)}", style="dim"))
    if why and len(hit.path) > 1:
        below.append(Text(f"why: {line(hit.why)}", style="dim", overflow="ellipsis", no_wrap=True))
    return Group(text, *below)
