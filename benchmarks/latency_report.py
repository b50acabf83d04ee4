"""The figures of a latency run as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gating import show_gates
from ingest import Ingest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, NullLocator
from recall_times import LEAST, Baseline, Times
from rich.console import Console
from rich.table import Table

P95 = {("local", 10_000): 80, ("local", 100_000): 100, ("gds", 10_000): 150, ("gds", 100_000): 180}
"""Milliseconds promised, on two cores that do nothing else."""

OVER_LEAST = {"local": 1.8, "gds": 3.2}
"""How much longer than the least that any recall has to do, at p50 and at p95."""

GROWTH = 1.7
ONLINE, BULK = 300, 1000
"""Episodes a second promised."""

LARGE = 10_000
"""Episodes; a bulk load of fewer is over before the server is warm."""

STYLES = {
    LEAST: ("#31a354", "D", "the least: encode, one vector query, read"),
    "local": ("#d94801", "o", "in process"),
    "gds": ("#2171b5", "s", "Graph Data Science"),
    "fetching everything": ("#969696", "^", "fetching every relation, SciPy"),
}


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A space forgotten."""

    size: int
    nodes: int
    relations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """All that a run measured."""

    around: Mapping[str, object]
    ingests: list[Ingest] = field(default_factory=list[Ingest])
    times: list[Times] = field(default_factory=list[Times])
    baselines: list[Baseline] = field(default_factory=list[Baseline])
    forgets: list[Forgotten] = field(default_factory=list[Forgotten])


def gates(result: Result) -> dict[str, bool]:
    """Each promise that the run could test, with its figure, and whether it is kept."""
    p95 = {(each.way, each.size): each.p95 for each in result.times}
    kept = {
        f"{way} at {size:,}: p95 at most {most} ms: {p95[way, size]:.0f}": p95[way, size] <= most
        for (way, size), most in P95.items()
        if (way, size) in p95
    }
    for way in ("local", "gds"):
        if {(way, 10_000), (way, 100_000)} <= p95.keys():
            growth = p95[way, 100_000] / p95[way, 10_000]
            kept[f"{way} from 10,000 to 100,000: at most {GROWTH}: {growth:.2f}"] = growth <= GROWTH
    return kept | _least_gates(result.times) | _ingest_gates(result.ingests)


def _least_gates(times: Sequence[Times]) -> dict[str, bool]:
    least = {each.size: each for each in times if each.way == LEAST}
    kept: dict[str, bool] = {}
    for each in times:
        if each.way in OVER_LEAST and each.size >= LARGE:
            most, beside = OVER_LEAST[each.way], least[each.size]
            for name, over in (("p50", each.p(50) / beside.p(50)), ("p95", each.p95 / beside.p95)):
                kept[f"{each.way} at {each.size:,}: {name} at most {most} times the least: {over:.2f}"] = over <= most
    return kept


def _ingest_gates(ingests: Sequence[Ingest]) -> dict[str, bool]:
    kept: dict[str, bool] = {}
    for each in ingests:
        of = f"{each.way}, {each.episodes:,} into {each.stored:,}"
        if each.way.startswith("bulk") and each.episodes >= LARGE:
            built = f"{each.rate_indexed:,.0f} with the indexes built"
            kept[f"{of}: at least {BULK:,}/s: {each.rate:,.0f} ({built})"] = each.rate >= BULK
        elif each.way.startswith("indexes online, 1,000"):
            kept[f"{of}: at least {ONLINE}/s: {each.rate:,.0f}"] = each.rate >= ONLINE
    return kept


def show(result: Result, kept: Mapping[str, bool]) -> None:
    """Print everything."""
    console = Console(width=150)
    console.print(_ingest(result.ingests))
    for each in result.ingests:
        console.print(f"{each.way}, into {each.stored:,}: {_split(each)}", highlight=False)
    by_size = [*result.times, *(each.times for each in result.baselines)]
    for ways in ({LEAST}, {"local", "gds"}, {"fetching everything"}):
        if times := [each for each in by_size if each.way in ways]:
            console.print(_recall(times))
    for each in result.baselines:
        shared = f"{each.overlap:.0%} of the best 20 are the same as in the capped neighbourhood"
        console.print(f"fetching everything, {each.times.size:,}: {shared}", highlight=False)
    for each in result.forgets:
        what = f"{each.nodes:,} nodes and {each.relations:,} relations in {each.seconds:.1f} s"
        console.print(f"forget {each.size:,}: {what}", highlight=False)
    show_gates(kept, console)


def _ingest(ingests: Sequence[Ingest]) -> Table:
    columns = ("episodes", "relations", "in the store", "seconds", "episodes/s", "indexes s", "with indexes/s")
    table = Table("remember, the encoder left out", *columns, title="Ingest")
    for each in ingests:
        counts = f"{each.episodes:,}", f"{each.relations:,}", f"{each.stored:,}", f"{each.seconds:.1f}"
        indexing = (f"{each.index_seconds:.1f}", f"{each.rate_indexed:,.0f}") if each.index_seconds else ("-", "-")
        table.add_row(each.way, *counts, f"{each.rate:,.0f}", *indexing)
    return table


def _split(each: Ingest) -> str:
    whole = sum(each.split.values())
    return ", ".join(f"{name} {100 * took / whole:.0f} %" for name, took in each.split.items() if took > whole / 100)


def _recall(times: Sequence[Times]) -> Table:
    stages = times[0].stages
    table = Table("p50/p95 in ms", *stages, "p95, median of runs", title="Recall, the encoder included")
    for each in times:
        cells = (f"{each.p(50, stage):.0f}/{each.p(95, stage):.0f}" for stage in stages)
        row = f"{each.size:,} {each.way} ({len(each.seconds)})"
        table.add_row(row, *cells, f"{each.p95:.0f}")
    return table


def plot(result: Result, path: Path) -> None:
    """The p95 of each way over the size, both on logarithmic axes."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for way in STYLES:
        _line(axes, way, sorted((each.size, each.p95) for each in _all(result) if each.way == way))
    _ticks(axes, sorted({each.size for each in _all(result)}))
    axes.set_xlabel("episodes in the space")
    axes.set_ylabel("recall, p95, ms (encoder included)")
    axes.set_title("Recall by size of memory (logarithmic axes)")
    axes.grid(linewidth=0.4)
    axes.margins(x=0.12, y=0.12)
    axes.legend(frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def _line(axes: Axes, way: str, points: Sequence[tuple[int, float]]) -> None:
    colour, marker, label = STYLES[way]
    if points:
        axes.loglog(*zip(*points, strict=True), marker=marker, color=colour, label=label)
    for size, value in points:
        axes.annotate(f"{value:,.0f}", (size, value), xytext=(0, 7), textcoords="offset points", ha="center")


def _ticks(axes: Axes, sizes: Sequence[int]) -> None:
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_minor_formatter(NullFormatter())


def _all(result: Result) -> list[Times]:
    return [*result.times, *(each.times for each in result.baselines)]
