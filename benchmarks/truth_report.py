"""The figures of a run of `truth.py`: shares with their intervals, tables, and gates."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from intervals import Estimate
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

OURS = "Clew"
NOT_OFFERED = "not offered"
Z = 1.96
RELIABILITY = "reliability: of questions with such a confidence, how many have an answer"
WIDTH = 160
"""Of the tables, in characters."""

AT_LEAST: Mapping[tuple[str, str], float] = {
    ("event day", "first"): 90,
    ("event day", "within three"): 98,
    ("event day in free words", "first"): 90,
    ("event day in free words", "within three"): 98,
    ("planned dates", "right or undated"): 99,
    ("planned dates in free words", "right or undated"): 99,
    ("newest first", "newest ahead"): 95,
    ("newest first", "oldest ahead, asked of the past"): 80,
    ("update", "change packed"): 100,
    ("crowd", "all three packed"): 100,
    ("corrections", "corrected"): 95,
    ("corrections in free words", "corrected"): 95,
    ("nothing corrected", "no mark"): 85,
    ("said once", "equal lines once"): 100,
    ("said once", "near-equal lines once"): 100,
    ("silence", "silent where nothing fits"): 97,
    ("order, facts given", "as in order of time"): 100,
    ("order, judged by an ideal model", "as in order of time"): 100,
    ("order, facts given, replacing", "one value at a time"): 100,
    ("speaker's day", "first"): 90,
    ("speaker's day", "day shown"): 100,
    ("speaker's day", "no other day shown to a model"): 100,
}
"""Percent of Clew, by scenario and figure."""

AT_MOST: Mapping[tuple[str, str], float] = {
    ("silence", "answered, but silent"): 2,
    ("silence, LoCoMo and chats", "answered, but silent"): 2,
}


@dataclass(slots=True)
class Figures:
    """The findings of a run.

    Attributes:
        judged: by scenario, figure and way, of each question whether the answer is right.
        absent: figures that Clew does not offer, by scenario and figure.
        others: by title, rows of what is no count: signal or cut to values by column.
    """

    judged: dict[tuple[str, str], dict[str, list[bool]]] = field(
        default_factory=lambda: defaultdict[tuple[str, str], dict[str, list[bool]]](lambda: defaultdict(list))
    )
    absent: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    others: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict[str, dict[str, dict[str, float]]])

    def add(self, scenario: str, way: str, right: Mapping[str, bool]) -> None:
        """Count an answer."""
        for figure, value in right.items():
            self.judged[scenario, figure][way].append(value)


def wilson(judged: Sequence[bool]) -> Estimate:
    """Return a share in percent with the 95 % interval of Wilson's score."""
    number, share = len(judged), sum(judged) / len(judged)
    middle = (share + Z * Z / (2 * number)) / (1 + Z * Z / number)
    arm = Z / (1 + Z * Z / number) * math.sqrt(share * (1 - share) / number + Z * Z / (4 * number * number))
    return Estimate(100 * share, 100 * max(0.0, middle - arm), 100 * min(1.0, middle + arm))


def gates(found: Figures) -> dict[str, bool]:
    """Return each promise about what was measured, with its figure, and whether it is kept."""
    kept: dict[str, bool] = {}
    for bounds, word, sign in ((AT_LEAST, "at least", 1), (AT_MOST, "at most", -1)):
        for (scenario, figure), bound in bounds.items():
            name = f"{scenario}: {figure}, {word} {bound}"
            if (scenario, figure) in found.absent:
                kept[f"{name}: {NOT_OFFERED}"] = False
            elif judged := found.judged.get((scenario, figure), {}).get(OURS):
                share = 100 * sum(judged) / len(judged)
                kept[f"{name}: {share:.1f}"] = sign * share >= sign * bound
    return kept


def show(found: Figures, kept: Mapping[str, bool]) -> None:
    """Print everything."""
    console = Console(width=WIDTH)
    ways = list(dict.fromkeys(way for each in found.judged.values() for way in each))
    table = Table("scenario", "figure", *ways, title="percent, 95 % interval, right/asked")
    for (scenario, figure), by_way in found.judged.items():
        table.add_row(scenario, figure, *(_cell(by_way[way]) if way in by_way else "" for way in ways))
    for scenario, figure in sorted(found.absent):
        table.add_row(scenario, figure, NOT_OFFERED)
    console.print(table)
    for title, rows in found.others.items():
        columns = list(dict.fromkeys(column for row in rows.values() for column in row))
        other = Table("", *columns, title=title)
        for name, row in rows.items():
            other.add_row(name, *(_number(row.get(column, math.nan)) for column in columns))
        console.print(other)
    for name, is_kept in kept.items():
        console.print(f"{'pass' if is_kept else 'FAIL'}  {name}", highlight=False)


def plot(found: Figures, path: Path) -> None:
    """Draw which share of the questions has an answer, by confidence, with how many there are."""
    rows = found.others[RELIABILITY]
    places = [sum(map(float, name.split(" to "))) / 2 for name in rows]
    counts = [(round(row["questions"]), round(row["questions"] * row["with an answer"])) for row in rows.values()]
    shares = [wilson([True] * right + [False] * (asked - right)) for asked, right in counts]
    means = [each.mean for each in shares]
    arms = ([each.mean - each.low for each in shares], [each.high - each.mean for each in shares])
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes, amounts = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    axes.errorbar(
        places, means, arms, marker="o", linewidth=2.5, elinewidth=1, label="memory answers it, 95 % interval"
    )
    axes.plot((0, 1), (0, 100), color="gray", linewidth=1, linestyle="dashed", label="confidence as a probability")
    axes.set(ylabel="with an answer, %", ylim=(0, 105), xlim=(0, 1))
    bars = amounts.bar(places, [asked for asked, _ in counts], width=0.08)
    amounts.bar_label(bars, fmt="%d", padding=2)
    amounts.set(ylabel="questions", xlabel="Recall.confidence")
    amounts.margins(y=0.3)
    for each in (axes, amounts):
        each.grid(linewidth=0.4)
    axes.legend(loc="lower right", frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def plain(found: Figures) -> dict[str, object]:
    """Return the figures as JSON holds them; percent."""
    shares: dict[str, dict[str, dict[str, object]]] = {}
    for (scenario, figure), by_way in found.judged.items():
        shares.setdefault(scenario, {})[figure] = {
            way: {"percent": wilson(judged).rounded(2), "right": sum(judged), "asked": len(judged)}
            for way, judged in by_way.items()
        }
    others = {
        title: {
            name: {column: None if math.isnan(value) else round(value, 4) for column, value in row.items()}
            for name, row in rows.items()
        }
        for title, rows in found.others.items()
    }
    return {"shares": shares, "not offered": [list(each) for each in sorted(found.absent)], "others": others}


def _cell(judged: Sequence[bool]) -> str:
    return f"{wilson(judged)} {sum(judged)}/{len(judged)}"


def _number(value: float) -> str:
    return NOT_OFFERED if math.isnan(value) else f"{value:.3f}"
