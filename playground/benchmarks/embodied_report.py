"""The figures of embodied agents as tables, as a plot, and against the gates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from intervals import Estimate, differences, estimates, savings
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from clew.loaders.scene.replacement import DEFAULT_POLICY, PolicyName

NONE, LONG = "none", "long-term"
SHOWN: Final[PolicyName] = DEFAULT_POLICY
"""The policy by which both memories are gated: the product's own."""

GATED: Final = "composite"
"""Sequences in one room are reported and not gated; the README says why, and that they miss the gate."""

VAGUE: Final = "complex"
"""Sequences whose object memory has to tell: what counts there is success."""

HALVES: Final[Mapping[str, bool | None]] = {"all": None, "even": True, "odd": False}
COLOURS = ("#999999", "#96690f", "#2f6fb0")


def both(policy: PolicyName) -> str:
    """Name the agent with both memories."""
    return f"both, {policy}"


@dataclass(frozen=True, slots=True)
class Row:
    """A task as one agent did it.

    Attributes:
        sort: of its sequence.
        sequence: id of the first task of it.
        is_even: whether its room has an even number.
        arm: the agent's memory.
        won: whether the goal was reached within the budget.
        metres: walked.
        seconds: that it took.
        attempts: places that were gone to in looking for something.
        failures: plans that were refused or failed.
        missed: things that were not where memory had them.
        right: whether a unit of the type of the goal's object was recalled; None where none was in sight in an earlier
            task of the sequence, or there is no short-term memory.
        queries: of short-term memory.
        hits: of them.
    """

    sort: str
    sequence: str
    is_even: bool
    arm: str
    won: bool
    metres: float
    seconds: float
    attempts: int
    failures: int
    missed: int
    right: bool | None
    queries: int
    hits: int


class Cell:
    """What one agent did with sequences of one sort, as means of a task."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.sequences: dict[str, list[Row]] = {}
        for row in rows:
            self.sequences.setdefault(row.sequence, []).append(row)
        self._rows = rows

    def sums(self, name: str) -> list[float]:
        """Return a figure's sum of each sequence."""
        return [float(sum(getattr(row, name) for row in each)) for each in self.sequences.values()]

    def won(self) -> list[dict[str, float]]:
        """Return the share of tasks of each sequence that were won."""
        return [{"SR": sum(row.won for row in each) / len(each)} for each in self.sequences.values()]

    def figures(self) -> dict[str, float | None]:
        """Return means over all tasks, shares in percent."""
        rows, asked = self._rows, [row.right for row in self._rows if row.right is not None]
        queries = sum(row.queries for row in rows)
        return {
            "tasks": len(rows),
            "SR": 100 * sum(row.won for row in rows) / len(rows),
            "metres": sum(row.metres for row in rows) / len(rows),
            "seconds": sum(row.seconds for row in rows) / len(rows),
            "attempts": sum(row.attempts for row in rows) / len(rows),
            "failures": sum(row.failures for row in rows) / len(rows),
            "missed": sum(row.missed for row in rows) / len(rows),
            "MRA": 100 * sum(asked) / len(asked) if asked else None,
            "MHR": 100 * sum(row.hits for row in rows) / queries if queries else None,
        }


def cells(rows: Iterable[Row], is_even: bool | None = None) -> dict[str, dict[str, Cell]]:
    """Return the agents of each sort of sequences."""
    found: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        if is_even is None or row.is_even == is_even:
            found.setdefault(row.sort, {}).setdefault(row.arm, []).append(row)
    return {sort: {arm: Cell(each) for arm, each in arms.items()} for sort, arms in found.items()}


def compared(mine: Cell, other: Cell) -> dict[str, Estimate]:
    """Return what the first saves of the second: RE, RT (KARMA, section 4) and metres; and the success it has more."""
    saved = {
        name: savings(mine.sums(figure), other.sums(figure))
        for name, figure in (("RE", "attempts"), ("RT", "seconds"), ("metres", "metres"))
    }
    return {**saved, "SR": differences(mine.won(), other.won())["SR"]}


def figures(rows: Sequence[Row]) -> dict[str, object]:
    """Return everything as JSON can hold it."""
    return {half: _half(cells(rows, is_even)) for half, is_even in HALVES.items()}


def _half(found: Mapping[str, Mapping[str, Cell]]) -> dict[str, object]:
    return {
        sort: {
            arm: {
                **{name: None if value is None else round(value, 2) for name, value in cell.figures().items()},
                "sequences": len(cell.sequences),
                **{
                    f"against {base}": {name: each.rounded(2) for name, each in compared(cell, arms[base]).items()}
                    for base in (NONE, LONG)
                    if base in arms and arm not in (base, NONE)
                },
            }
            for arm, cell in arms.items()
        }
        for sort, arms in found.items()
    }


def gates(rows: Sequence[Row]) -> dict[str, bool]:
    """Hold the figures against what was promised."""
    told, all_cells = dict[str, bool](), cells(rows)
    for mine, other in ((both(SHOWN), LONG), (LONG, NONE)):
        if not {mine, other} <= (arms := all_cells.get(GATED, {})).keys():
            continue
        found = compared(arms[mine], arms[other])
        for name in ("metres", "RT"):
            told[f"{GATED}: {mine} saves {name} of {other}, {found[name].signed} %"] = found[name].low > 0
        told[f"{GATED}: {mine} succeeds no less than {other}, {found['SR'].signed} points"] = found["SR"].mean >= 0
    if {both(SHOWN), LONG} <= (vague := all_cells.get(VAGUE, {})).keys():
        more = compared(vague[both(SHOWN)], vague[LONG])["SR"]
        told[f"{VAGUE}: {both(SHOWN)} succeeds more than {LONG}, {more.signed} points"] = more.low > 0
    return told


def show(console: Console, rows: Sequence[Row], gates: Mapping[str, bool]) -> None:
    """Print the tables and the gates."""
    names = ("SR", "metres", "seconds", "attempts", "failures", "missed", "MRA", "MHR")
    for half, is_even in HALVES.items():
        for sort, arms in cells(rows, is_even).items():
            first = next(iter(arms.values()))
            title = f"{sort}, {half} rooms: {len(first.sequences)} sequences, {first.figures()['tasks']} tasks"
            table = Table("memory", *names, "RE", "RT", "metres saved", "of long-term: RT", "metres", title=title)
            for arm, cell in arms.items():
                told = cell.figures()
                table.add_row(arm, *(_number(told[name]) for name in names), *_saved(arms, arm))
            console.print(table)
    for gate, is_met in gates.items():
        console.print(f"{'met' if is_met else 'MISSED'}: {gate}", markup=False)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _saved(arms: Mapping[str, Cell], arm: str) -> list[str]:
    columns = ((NONE, "RE"), (NONE, "RT"), (NONE, "metres"), (LONG, "RT"), (LONG, "metres"))
    return [
        compared(arms[arm], arms[base])[name].signed if base in arms and arm not in (base, NONE) else ""
        for base, name in columns
    ]


def plot(path: Path, rows: Sequence[Row]) -> None:
    """Write the picture: metres and seconds of a task by sort and memory; makes its folder."""
    found = cells(rows)
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    for axes, name, label in zip(figure.subplots(1, 2), ("metres", "seconds"), ("metres", "seconds"), strict=True):
        for number, arm in enumerate((NONE, LONG, both(SHOWN))):
            sorts = [sort for sort in found if arm in found[sort]]
            bars = [_mean(found[sort][arm], name) for sort in sorts]
            left = [place + (number - 1) * 0.27 for place in range(len(sorts))]
            spread = [[bar.mean - bar.low for bar in bars], [bar.high - bar.mean for bar in bars]]
            axes.bar(left, [bar.mean for bar in bars], 0.27, label=arm, yerr=spread, color=COLOURS[number])
        axes.set_xticks(range(len(found)), list(found))
        axes.set_ylabel(f"{label} of a task")
        axes.grid(axis="y", linewidth=0.4)
        axes.set_axisbelow(True)
    figure.suptitle("An agent's tasks by what it remembers (bars: mean of sequences; lines: 95 % bootstrap)")
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def _mean(cell: Cell, name: str) -> Estimate:
    """Return the mean of the sequences' means."""
    found = estimates(
        [{name: sum(getattr(row, name) for row in each) / len(each)} for each in cell.sequences.values()]
    )[name]
    return Estimate(found.mean / 100, found.low / 100, found.high / 100)
