"""The figures of selections as a table, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gating import show_gates
from intervals import Estimate, differences, estimates
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

ALL, RANDOM, SIMILAR, GRAPH = "all", "random", "similarity", "graph"
FILTERED, COUNTED = "similarity, same task or place", "most often said, same task or place"
ARMS = (ALL, RANDOM, SIMILAR, FILTERED, COUNTED, GRAPH)
SORTS = ("new place", "new task", "new pair")
FIGURE = "precision"


@dataclass(frozen=True, slots=True)
class Row:
    """A situation, asked in one way.

    Attributes:
        arm: the way.
        sort: what is new in the situation.
        text: of the situation.
        task: its name.
        is_judged: whether it is of the half that no choice was made on.
        precision: share of the five learnings shown that tell something true of it, each precondition once.
    """

    arm: str
    sort: str
    text: str
    task: str
    is_judged: bool
    precision: float


def of(rows: Sequence[Row], arm: str, *, judged: bool, sort: str = "") -> list[Mapping[str, float]]:
    """Return the figures of an arm on one half, in the order of the situations."""
    own = [each for each in rows if each.arm == arm and each.is_judged == judged and each.sort == (sort or each.sort)]
    return [{FIGURE: each.precision} for each in own]


def figures(rows: Sequence[Row]) -> dict[str, object]:
    """Return what the table holds, for JSON."""
    return {half: _half(rows, judged=judged) for half, judged in _halves(rows).items()}


def _halves(rows: Sequence[Row]) -> dict[str, bool]:
    names = {"chosen on": False, "judged": True}
    return {name: judged for name, judged in names.items() if any(each.is_judged == judged for each in rows)}


def _half(rows: Sequence[Row], *, judged: bool) -> dict[str, object]:
    arms = _arms(rows, judged=judged)
    return {
        "situations": {sort: len(of(rows, GRAPH, judged=judged, sort=sort)) for sort in SORTS},
        "precision@5": {
            arm: {"all sorts": _mean(rows, arm, judged).rounded(2)}
            | {sort: _mean(rows, arm, judged, sort).rounded(2) for sort in SORTS}
            for arm in arms
        },
        "graph over": {arm: lead(rows, arm, judged=judged).rounded(2) for arm in arms if arm != GRAPH},
    }


def _arms(rows: Sequence[Row], *, judged: bool) -> list[str]:
    return list(dict.fromkeys(each.arm for each in rows if each.is_judged == judged))


def _mean(rows: Sequence[Row], arm: str, judged: bool, sort: str = "") -> Estimate:
    found = of(rows, arm, judged=judged, sort=sort)
    return estimates(found)[FIGURE] if found else Estimate(0, 0, 0)


def lead(rows: Sequence[Row], arm: str, *, judged: bool) -> Estimate:
    """Return by how much the graph is better than an arm, situation by situation."""
    return differences(of(rows, GRAPH, judged=judged), of(rows, arm, judged=judged))[FIGURE]


def gates(rows: Sequence[Row]) -> dict[str, bool]:
    """Hold the figures of the half that judges against what was promised; none where it was not asked."""
    if not any(each.is_judged for each in rows):
        return {}
    return {
        f"graph over {arm}, by its interval: {lead(rows, arm, judged=True).signed}": lead(rows, arm, judged=True).low
        > 0
        for arm in (SIMILAR, ALL)
    }


def show(console: Console, rows: Sequence[Row], kept: Mapping[str, bool]) -> None:
    """Print everything."""
    for half, judged in _halves(rows).items():
        counts = [len(of(rows, GRAPH, judged=judged, sort=sort)) for sort in SORTS]
        heads = [f"{sort} ({count})" for sort, count in zip(SORTS, counts, strict=True)]
        table = Table("precision@5", f"all ({sum(counts)})", *heads, "graph over it", title=half)
        for arm in _arms(rows, judged=judged):
            means = [str(_mean(rows, arm, judged)), *(f"{_mean(rows, arm, judged, sort).mean:.1f}" for sort in SORTS)]
            table.add_row(arm, *means, "" if arm == GRAPH else lead(rows, arm, judged=judged).signed)
        console.print(table)
    show_gates(kept, console)


def plot(path: Path, rows: Sequence[Row]) -> None:
    """Draw the precision of each way by what is new, on the half that judges, or else on the other."""
    judged = any(each.is_judged for each in rows)
    arms = [arm for arm in ARMS if any(each.arm == arm for each in rows)]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    width = 0.8 / len(arms)
    for number, arm in enumerate(arms):
        found = [_mean(rows, arm, judged, sort) for sort in ("", *SORTS)]
        at = [place + (number - (len(arms) - 1) / 2) * width for place in range(len(found))]
        spread = [[each.mean - each.low for each in found], [each.high - each.mean for each in found]]
        axes.bar(at, [each.mean for each in found], width, yerr=spread, label=arm, error_kw={"linewidth": 0.8})
    axes.set_xticks(range(4), ["all", *SORTS])
    axes.set_ylabel("precision@5, percent, with 95 % interval")
    axes.set_title("Learnings that hold in a situation which taught none of them")
    axes.legend(frameon=False, fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
