"""Hits for people: a table with a bar per score, split in its parts."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from clew.cli.console import day, line
from clew.picture import PARTS

if TYPE_CHECKING:
    from clew.model import Hit, Recall, ScoreParts

WIDTH = 18
_LETTERS = dict(zip(PARTS, "vtnsedp", strict=True))
_BLOCK = "\N{FULL BLOCK}"


def table(hits: "Sequence[Hit]", console: Console, *, marked: Collection[str] = ()) -> Table:
    """The hits, best first; the ids in `marked` get a tick."""
    coloured = console.color_system is not None
    best = max((hit.score for hit in hits), default=0.0)
    grid = Table(box=None, expand=True, padding=(0, 1, 0, 0), header_style="dim")
    grid.add_column("", justify="right", style="dim")
    grid.add_column("when", no_wrap=True)
    grid.add_column("who", max_width=14, overflow="ellipsis", no_wrap=True)
    grid.add_column("memory", ratio=1, overflow="fold")
    grid.add_column("score", no_wrap=True)
    for rank, hit in enumerate(hits, start=1):
        tick = "\N{CHECK MARK}" if hit.id in marked else ""
        who = Text(line(hit.speaker or hit.title), style="bold")
        grid.add_row(f"{tick}{rank}", day(hit.at), who, _memory(hit), bar(hit.parts, best, coloured=coloured))
    return grid


def bar(parts: "ScoreParts", best: float, *, coloured: bool) -> Text:
    """The score as a bar whose full width is `best`: coloured, or in letters where there is no colour."""
    text = Text(no_wrap=True)
    drawn = 0
    total = 0.0
    for name, (colour, _) in PARTS.items():
        total += getattr(parts, name)
        until = round(WIDTH * total / best) if best > 0 else 0
        text.append((_BLOCK if coloured else _LETTERS[name]) * (until - drawn), style=colour if coloured else "")
        drawn = until
    text.append(" " * (WIDTH - drawn) + f" {parts.total:.2f}")
    return text


def legend(hits: "Sequence[Hit]", console: Console) -> Text:
    """What the bar's parts mean, of those that occur."""
    coloured = console.color_system is not None
    text = Text()
    for name, (colour, meaning) in PARTS.items():
        if any(getattr(hit.parts, name) > 0 for hit in hits):
            text.append(_BLOCK if coloured else f"{_LETTERS[name]}=", style=colour if coloured else "")
            text.append(f"{' ' if coloured else ''}{name}" + (f" ({meaning})" if meaning != name else "") + "  ")
    return text


def timing(recall: "Recall") -> str:
    """Where the time went, in one line."""
    stages = [f"{name} {1000 * spent:.0f}" for name, spent in recall.seconds.items() if name != "total"]
    walk = f"PageRank: {recall.engine}" if recall.engine else "no PageRank"
    return f"{1000 * recall.seconds.get('total', 0.0):.0f} ms ({', '.join(stages)}), {walk}"


def _memory(hit: "Hit") -> Group | Text:
    text = Text(line(hit.text))
    if hit.caption:
        text.append(f" [image: {line(hit.caption)}]", style="italic dim")
    if len(hit.path) < 2:
        return text
    return Group(text, Text(f"why: {line(hit.why)}", style="dim", overflow="ellipsis", no_wrap=True))
