"""The figures of a run on places as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

OURS, BRUTE = "ours", "brute force"
QUERIES = ("nearest of a type", "within 2 m", "between", "route")
GATED = ("nearest of a type", "within 2 m", "route")
GROWTH = 2.0
"""Between the second size and the largest, at p50."""

OBJECT_NODES = 3
"""Nodes that a change of one object touches: the object, its last sighting and its new one."""

COLOURS = {"nearest of a type": "#d94801", "within 2 m": "#2171b5", "between": "#238b45", "route": "#6a51a3"}


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements in a building of one size.

    Attributes:
        rooms: of the building.
        floors: likewise.
        areas: likewise.
        objects: likewise.
        load_seconds: to load it into an empty space.
        reload_seconds: to load it once more, with nothing changed.
        seconds: per query and way, of each call.
        differing: queries that the two ways answered otherwise.
        change_seconds: of each change of one object.
        change_nodes: nodes that one change touched.
        change_relationships: relationships that one change wrote or removed.
    """

    rooms: int
    floors: int
    areas: int
    objects: int
    load_seconds: float
    reload_seconds: float
    seconds: Mapping[str, Mapping[str, Sequence[float]]]
    differing: int
    change_seconds: Sequence[float]
    change_nodes: int
    change_relationships: int

    def ms(self, query: str, way: str, percentile: float = 50) -> float:
        """Return a percentile of a query in milliseconds."""
        return 1000 * float(np.percentile(self.seconds[query][way], percentile))

    def change_ms(self, percentile: float = 50) -> float:
        """Return a percentile of a change in milliseconds."""
        return 1000 * float(np.percentile(self.change_seconds, percentile))


def gates(measured: Sequence[Measured]) -> dict[str, bool]:
    """Return each promise with its figure, and whether it is kept; growth needs two sizes above one room."""
    last, kept = measured[-1], dict[str, bool]()
    for query in GATED:
        ours, brute = (last.ms(query, way) for way in (OURS, BRUTE))
        kept[f"{query}, {last.rooms} rooms: faster than brute force: {ours:.1f} of {brute:.1f} ms"] = ours < brute
    if len(several := [each for each in measured if each.rooms > 1]) > 1:
        for query in ("nearest of a type", "within 2 m"):
            growth = last.ms(query, OURS) / several[0].ms(query, OURS)
            of = f"{query}, {several[0].rooms} to {last.rooms} rooms"
            kept[f"{of}: p50 grows {GROWTH:g} times at most: {growth:.2f}"] = growth <= GROWTH
    differing = sum(each.differing for each in measured)
    kept[f"the same answers as brute force: {differing} differ"] = not differing
    touched = {each.rooms: each.change_nodes for each in measured}
    kept[f"a change of one object touches {OBJECT_NODES} nodes: {touched}"] = set(touched.values()) == {OBJECT_NODES}
    return kept


def figures(measured: Sequence[Measured]) -> dict[str, object]:
    """Return everything, for JSON."""
    return {
        "buildings": [
            {
                **{name: getattr(each, name) for name in ("rooms", "floors", "areas", "objects")},
                "load seconds": round(each.load_seconds, 2),
                "load again seconds": round(each.reload_seconds, 2),
                "ms": {
                    query: {way: _percentiles(times) for way, times in each.seconds[query].items()} for query in QUERIES
                },
                "answers that differ": each.differing,
                "change of one object": {
                    "ms": _percentiles(each.change_seconds),
                    "nodes": each.change_nodes,
                    "relationships": each.change_relationships,
                },
            }
            for each in measured
        ]
    }


def _percentiles(seconds: Sequence[float]) -> dict[str, float]:
    p50, p95 = (round(1000 * float(np.percentile(seconds, each)), 2) for each in (50, 95))
    return {"calls": len(seconds), "p50": p50, "p95": p95}


def show(console: Console, measured: Sequence[Measured], kept: Mapping[str, bool]) -> None:
    """Print everything."""
    columns = [f"{query}, {way}" for query in QUERIES for way in (OURS, BRUTE)]
    table = Table("rooms", *columns, title="p50/p95 in ms")
    for each in measured:
        pairs = [(query, way) for query in QUERIES for way in (OURS, BRUTE)]
        table.add_row(f"{each.rooms}", *(f"{each.ms(*pair):.1f}/{each.ms(*pair, 95):.1f}" for pair in pairs))
    console.print(table)
    columns = ["floors", "areas", "objects", "load s", "again s", "change ms", "nodes", "relationships"]
    table = Table("rooms", *columns, title="Writing")
    for each in measured:
        counts = (each.rooms, each.floors, each.areas, each.objects)
        times = (
            f"{each.load_seconds:.1f}",
            f"{each.reload_seconds:.1f}",
            f"{each.change_ms():.0f}/{each.change_ms(95):.0f}",
        )
        table.add_row(*map(str, counts), *times, f"{each.change_nodes}", f"{each.change_relationships}")
    console.print(table)
    for gate, passed in kept.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {gate}", highlight=False)


def plot(path: Path, measured: Sequence[Measured]) -> None:
    """Draw the p50 of each query over the rooms, ours and by brute force, both axes logarithmic; makes the folder."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    rooms = [each.rooms for each in measured]
    for query in QUERIES:
        for way, style in ((OURS, "-"), (BRUTE, "--")):
            times = [each.ms(query, way) for each in measured]
            axes.loglog(rooms, times, style, marker="o", color=COLOURS[query], label=f"{query}, {way}")
    axes.set_xticks(rooms, [str(each) for each in rooms])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("rooms of the building")
    axes.set_ylabel("p50, ms")
    axes.set_title("Questions about places by size of the building (logarithmic axes)")
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False, fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
