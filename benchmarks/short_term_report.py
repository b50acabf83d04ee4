"""The figures of short-term memory as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from gating import show_gates
from intervals import Estimate, estimates
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table
from short_term_libraries import CAPACITIES as PLAIN_CAPACITIES
from short_term_libraries import THEINE, Rates

from clew.loaders.scene.replacement import DEFAULT_POLICY, DEFAULT_WINDOWS, PolicyName

ORIGINAL, KARMA = "W-TinyLFU", "KARMA's W-TinyLFU"
TITLES: Mapping[PolicyName, str] = {"w-tinylfu": ORIGINAL, "w-tinylfu-karma": KARMA}
FIFO, MERGING = "FIFO", "FIFO, merging"
SHOWN_CAPACITY = 10
"""KARMA's own capacity."""

SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Of the capacity: the windows that are tried."""

MAX_BELOW_THEINE = 0.02
GATED = "W-TinyLFU, window 1 %"
COLOURS = {
    FIFO: "#999999",
    MERGING: "#6b6b6b",
    "LRU": "#96690f",
    "LFU": "#3a7d44",
    ORIGINAL: "#2f6fb0",
    KARMA: "#b0483a",
}


@dataclass(frozen=True, slots=True)
class Played:
    """A sequence of tasks at one capacity.

    Attributes:
        draw: how its tasks were drawn.
        capacity: most units.
        seed: of the draw.
        rates: hit rate of each policy, 0 to 1.
    """

    draw: str
    capacity: int
    seed: int
    rates: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """All that was measured.

    Attributes:
        chosen_on: sequences of the half of the tasks that the default is chosen on.
        judged_on: sequences of the other half.
        plain: accesses by Zipf's law.
    """

    chosen_on: Sequence[Played]
    judged_on: Sequence[Played]
    plain: Sequence[Rates]


Cells = Mapping[tuple[str, int], Mapping[str, Estimate]]
"""By draw and capacity, the hit rate of each policy in percent."""


def windowed(name: str, share: float) -> str:
    """Return the title of a policy with a window."""
    return f"{name}, window {share:.0%}".replace("%", " %")


def cells(played: Sequence[Played]) -> Cells:
    """Return means over the seeds with their intervals."""
    kinds = dict.fromkeys((each.draw, each.capacity) for each in played)
    return {kind: estimates([each.rates for each in played if (each.draw, each.capacity) == kind]) for kind in kinds}


def means(played: Sequence[Played]) -> dict[str, float]:
    """Return the mean hit rate of each policy over all sequences and capacities, in percent, best first."""
    found = {name: 100 * mean(each.rates[name] for each in played) for name in played[0].rates}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def plain_cells(plain: Sequence[Rates]) -> dict[int, dict[str, Estimate]]:
    """Return the hit rates of plain accesses, by capacity."""
    return {
        capacity: estimates([each.rates for each in plain if each.capacity == capacity])
        for capacity in PLAIN_CAPACITIES
    }


def figures(measured: Measured) -> dict[str, object]:
    """Return what the tables hold, for JSON."""
    first, second = means(measured.chosen_on), means(measured.judged_on)
    return {
        "chosen": next(iter(first)),
        "percent, all draws and capacities": {name: [round(first[name], 2), round(second[name], 2)] for name in first},
        "percent": {
            draw: {
                str(capacity): {name: each.rounded(2) for name, each in found.items()}
                for (drawn, capacity), found in cells(measured.judged_on).items()
                if drawn == draw
            }
            for draw in dict.fromkeys(each.draw for each in measured.judged_on)
        },
        "plain accesses, percent": {
            str(capacity): {name: each.rounded(2) for name, each in found.items()}
            for capacity, found in plain_cells(measured.plain).items()
        },
    }


def gates(measured: Measured) -> dict[str, bool]:
    """Hold the figures against what was promised."""
    told: dict[str, bool] = {}
    for capacity, found in plain_cells(measured.plain).items():
        apart = (found[GATED].mean - found[THEINE].mean) / 100
        told[f"within {MAX_BELOW_THEINE} of theine at capacity {capacity:,}: {apart:+.4f}"] = (
            abs(apart) <= MAX_BELOW_THEINE
        )
    least = min(each[MERGING].mean - each[FIFO].mean for each in cells(measured.judged_on).values()) / 100
    told[f"merging gains on every draw and capacity, at the least {least:+.4f}"] = least > 0
    declared = DEFAULT_WINDOWS[DEFAULT_POLICY]
    chosen, default = next(iter(means(measured.chosen_on))), windowed(TITLES[DEFAULT_POLICY], declared)
    told[f"the default is the best of the first half, {chosen}: {default}"] = chosen == default
    return told


def show(console: Console, measured: Measured, gates: Mapping[str, bool]) -> None:
    """Print the tables and the gates."""
    found = cells(measured.judged_on)
    draws = list(dict.fromkeys(draw for draw, _ in found))
    for capacity in dict.fromkeys(capacity for _, capacity in found):
        table = Table("policy", *draws, title=f"Hit rate in percent, {capacity} units, tasks of the second half")
        for name in next(iter(found.values())):
            table.add_row(name, *(str(found[draw, capacity][name]) for draw in draws))
        console.print(table)
    _show_means(console, measured)
    _show_plain(console, measured)
    show_gates(gates, console)


def _show_means(console: Console, measured: Measured) -> None:
    first, second = means(measured.chosen_on), means(measured.judged_on)
    table = Table("policy", "chosen on", "judged on", title="Mean over draws and capacities, in percent")
    for name, value in first.items():
        table.add_row(name, f"{value:.1f}", f"{second[name]:.1f}")
    console.print(table)


def _show_plain(console: Console, measured: Measured) -> None:
    plain = plain_cells(measured.plain)
    table = Table("policy", *map(str, plain), title="Hit rate of plain accesses in percent, by capacity")
    for name in plain[PLAIN_CAPACITIES[0]]:
        table.add_row(name, *(str(own.get(name, "not asked")) for own in plain.values()))
    console.print(table)


def plot(path: Path, measured: Measured) -> None:
    """Draw the hit rate over the share of the window, and over the capacity, for each draw."""
    found = cells(measured.judged_on)
    draws = list(dict.fromkeys(draw for draw, _ in found))
    figure = Figure(figsize=(15, 9), layout="constrained")
    for axes, draw in zip(figure.subplots(2, len(draws)).T, draws, strict=True):
        _plot_windows(axes[0], found[draw, SHOWN_CAPACITY])
        _plot_capacities(axes[1], {capacity: own for (drawn, capacity), own in found.items() if drawn == draw})
        axes[0].set_title(f"{draw}, {SHOWN_CAPACITY} units")
        axes[1].set_title(draw)
        axes[0].set_ylabel("hit rate, % of queries")
        axes[1].set_ylabel("hit rate, % of queries")
    figure.suptitle(
        "Short-term memory over sequences of ALFRED tasks: means over seeds with 95 % bootstrap intervals; "
        "each panel has a scale of its own"
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)


def _plot_windows(axes: Axes, found: Mapping[str, Estimate]) -> None:
    windows = [round(SHOWN_CAPACITY * share) for share in SHARES]
    ends: dict[str, float] = {}
    for name in (ORIGINAL, KARMA):
        own = [found[windowed(name, share)] for share in SHARES]
        _line(axes, windows, own, name)
        ends[name] = own[-1].mean
    for name in (FIFO, MERGING, "LRU", "LFU"):
        ends[name] = found[name].mean
        axes.plot((windows[0], windows[-1]), (ends[name],) * 2, color=COLOURS[name], linewidth=1, linestyle="--")
    _label(axes, ends, windows[-1] + 0.3)
    axes.set_xlim(0.5, 14)
    axes.set_xticks(windows)
    axes.set_xlabel("window, units; the rest is the main part")


def _plot_capacities(axes: Axes, found: Mapping[int, Mapping[str, Estimate]]) -> None:
    ends: dict[str, float] = {}
    own_windows = {TITLES[kind]: windowed(TITLES[kind], share) for kind, share in DEFAULT_WINDOWS.items()}
    for name in COLOURS:
        title = own_windows.get(name, name)
        own = [each[title] for each in found.values()]
        _line(axes, list(found), own, name)
        ends[title.replace("window ", "")] = own[-1].mean
    _label(axes, ends, max(found) + 0.7)
    axes.set_xlim(min(found) - 1, max(found) + 15)
    axes.set_xticks(list(found))
    axes.set_xlabel("capacity, units")


def _line(axes: Axes, at: Sequence[float], own: Sequence[Estimate], name: str) -> None:
    arms = [[each.mean - each.low for each in own], [each.high - each.mean for each in own]]
    values = [each.mean for each in own]
    axes.errorbar(at, values, yerr=arms, color=COLOURS[name], marker="o", markersize=4, elinewidth=0.8, capsize=2)
    axes.grid(visible=True, linewidth=0.3)


def _label(axes: Axes, ends: Mapping[str, float], at: float) -> None:
    """Write names beside the ends of their lines, far enough apart to be read: half pushed up, half down."""
    axes.margins(y=0.1)
    low, high = axes.get_ylim()
    gap = (high - low) * 0.05
    names = sorted(ends, key=ends.__getitem__)
    up = _apart([ends[name] for name in names], gap)
    down = [-place for place in reversed(_apart([-ends[name] for name in reversed(names)], gap))]
    for name, upper, lower in zip(names, up, down, strict=True):
        colour = COLOURS.get(name) or next(colour for known, colour in COLOURS.items() if name.startswith(f"{known}, "))
        axes.text(at, (upper + lower) / 2, name, color=colour, fontsize=9, va="center")


def _apart(values: Sequence[float], gap: float) -> list[float]:
    """Return rising values, each pushed up to at least a gap above the one before."""
    places: list[float] = []
    for value in values:
        places.append(max(value, places[-1] + gap) if places else value)
    return places
