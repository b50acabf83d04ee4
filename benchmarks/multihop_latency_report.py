"""The figures of a multi-hop latency run as tables and as a plot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from multihop_fill import Filled
from multihop_times import Single
from recall_times import Times
from rich.console import Console
from rich.table import Table

ADD, FORGET = "#d94801", "#2171b5"
STAGE_COLOURS = ("#9ecae1", "#6baed6", "#2171b5", "#fdae6b", "#d94801", "#bdbdbd", "#737373")


@dataclass(slots=True)
class Result:
    """All that a run measured; `encoder` is passages a second of the real one, `forgets` seconds by size."""

    around: Mapping[str, object]
    encoder: float
    filled: list[Filled] = field(default_factory=list[Filled])
    singles: list[Single] = field(default_factory=list[Single])
    times: list[Times] = field(default_factory=list[Times])
    forgets: dict[int, float] = field(default_factory=dict[int, float])


def show(result: Result) -> None:
    """Print everything."""
    console = Console(width=150)
    console.print(_ingest(result.filled, result.encoder))
    for each in result.filled:
        console.print(f"{each.size:,}: {_split(each)}", highlight=False)
    console.print(_singles(result.singles), _recall(result.times))
    for size, seconds in result.forgets.items():
        console.print(f"forget the space of {size:,}: {seconds:.1f} s", highlight=False)


def together(rate: float, encoder: float) -> float:
    """Passages a second where each is encoded as well, one after the other."""
    return 1 / (1 / rate + 1 / encoder)


def _ingest(filled: Sequence[Filled], encoder: float) -> Table:
    columns = ("documents", "passages", "seconds", "passages/s", "encoder alone/s", "both/s")
    table = Table("read, the encoder left out", *columns, title="Ingest")
    for each in filled:
        counts = f"{each.documents:,}", f"{each.passages:,}", f"{each.seconds:.1f}", f"{each.rate:,.0f}"
        table.add_row(f"{each.size:,}", *counts, f"{encoder:,.0f}", f"{together(each.rate, encoder):,.0f}")
    return table


def _split(each: Filled) -> str:
    """What the seconds went into, and what parts of the client's take when they are done alone."""
    ranked = sorted(each.split.items(), key=lambda part: -part[1])
    inside = {name: took for name, took in ranked if took > each.seconds / 100}
    within, alone = (
        ", ".join(f"{name} {100 * took / each.seconds:.0f} %" for name, took in parts.items())
        for parts in (inside, each.alone)
    )
    return f"{within} (of the client's, alone: {alone})"


def _singles(singles: Sequence[Single]) -> Table:
    table = Table("passages in the space", "add, median ms", "forget, median ms", title="One document")
    for each in singles:
        table.add_row(f"{each.stored:,}", f"{each.add:.0f}", f"{each.forget:.0f}")
    return table


def _recall(times: Sequence[Times]) -> Table:
    stages = times[0].stages
    table = Table("p50/p95 in ms", *stages, title="Recall of passages, the encoder included")
    for each in times:
        cells = (f"{each.p(50, stage):.0f}/{each.p(95, stage):.0f}" for stage in stages)
        table.add_row(f"{each.size:,} {each.way} ({len(each.seconds)})", *cells)
    return table


def plot(result: Result, path: Path) -> None:
    """One document by size of the space, and the stages of recall."""
    figure = Figure(figsize=(12, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    _curve(left, result.singles)
    _stages(right, result.times)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def _curve(axes: Axes, singles: Sequence[Single]) -> None:
    places = range(len(singles))
    lines = {"add": (ADD, [each.add for each in singles]), "forget": (FORGET, [each.forget for each in singles])}
    for label, (colour, values) in lines.items():
        axes.plot(places, values, marker="o", color=colour, label=label)
        for place, value in zip(places, values, strict=True):
            axes.annotate(f"{value:,.0f}", (place, value), xytext=(0, 7), textcoords="offset points", ha="center")
    axes.set_xticks(places, [f"{each.stored:,}" for each in singles])
    axes.margins(x=0.1)
    axes.set_ylim(0, 1.15 * max(max(values) for _, values in lines.values()))
    axes.set_xlabel("passages in the space")
    axes.set_ylabel("one document, median, ms (encoder left out)")
    axes.set_title("Adding and forgetting one document")
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False)


def _stages(axes: Axes, times: Sequence[Times]) -> None:
    """Stacked medians by stage; a mark at the p95 of the whole."""
    places = range(len(times))
    bottom = [0.0] * len(times)
    stages = [stage for stage in times[0].stages if stage != "total"]
    for stage, colour in zip(stages, STAGE_COLOURS, strict=True):
        medians = [each.p(50, stage) for each in times]
        axes.bar(places, medians, 0.6, bottom=bottom, label=stage, color=colour)
        bottom = [low + more for low, more in zip(bottom, medians, strict=True)]
    axes.plot(places, [each.p(95) for each in times], "k_", markersize=24, label="p95 of the whole")
    axes.set_xticks(places, [f"{each.size:,}\n{each.way}" for each in times])
    axes.set_ylabel("ms (encoder included)")
    axes.set_title("Recall of passages: medians by stage")
    axes.grid(axis="y", linewidth=0.4)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
