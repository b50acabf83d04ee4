"""What games have shown: shares of the points by kind of memory, with intervals; table, picture, gates."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from games_cost import Cost
from games_played import RANDOM, WAYS, Series
from gating import show_gates
from idle_steps import MAX_IDLE
from intervals import Estimate, differences, estimates
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

MAX_ROUND_TRIPS = 3
WHOLE_LEAST = 0.9
PHRASED_LEAST = 0.9
SHORTEST = WAYS[1]
ROOMY = ("hunt", "cooking")
"""Games whose rooms a short memory forgets; a cleaner walks through a small house and puts away what it holds."""
ALL = "all"
"""The games of all sizes of a kind."""

Found = Mapping[str, Mapping[str, Mapping[str, Estimate]]]
"""By kind, size and way."""

_COLOURS = {way: f"C{number}" for number, way in enumerate(WAYS)} | {RANDOM: "#999999"}


def shares(table: Sequence[Series]) -> Found:
    """Return the mean share of the points, in percent, with its interval over the games."""
    return {
        kind: {
            size: {way: estimates(list(rows.values()))["share"] for way, rows in ways.items()}
            for size, ways in sizes.items()
        }
        for kind, sizes in _rows(table).items()
    }


def less(table: Sequence[Series]) -> Found:
    """Return what the whole memory has above each other way on the same games, game by game, in percent."""
    return {
        kind: {size: dict(_above(ways)) for size, ways in sizes.items() if WAYS[0] in ways}
        for kind, sizes in _rows(table).items()
    }


def _above(ways: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Iterator[tuple[str, Estimate]]:
    whole = ways[WAYS[0]]
    for way, rows in ways.items():
        if same := [game for game in whole if game in rows and way != WAYS[0]]:
            yield way, differences([whole[game] for game in same], [rows[game] for game in same])["share"]


def _rows(table: Sequence[Series]) -> dict[str, dict[str, dict[str, dict[str, dict[str, float]]]]]:
    """Return the shares by kind, size or all sizes, way, and game."""
    found: dict[str, dict[str, dict[str, dict[str, dict[str, float]]]]] = {}
    for series in table:
        for seed, played in series.played.items():
            for size in (series.size, ALL):
                ways = found.setdefault(series.kind, {}).setdefault(size, {})
                ways.setdefault(series.way, {})[f"{series.size} {seed}"] = {"share": played.share}
    return found


def listed(found: Found) -> dict[str, dict[str, dict[str, list[float]]]]:
    """Return mean, low and high, for JSON."""
    return {
        kind: {size: {way: each.rounded(1) for way, each in ways.items()} for size, ways in sizes.items()}
        for kind, sizes in found.items()
    }


def gates(table: Sequence[Series], cost: Cost | None) -> dict[str, bool]:
    """Return what must hold, with its figure, and whether it does."""
    held = dict(_whole([each for each in table if each.way == WAYS[0]]))
    mean, above = shares(table), less(table)
    for kind in mean:
        held |= _ablations(kind, above[kind].get(ALL, {}))
    if cost:
        trips, strings = f"{cost.trips:.2f}", f"{cost.embedded}, {cost.distinct} distinct"
        held[f"at most {MAX_ROUND_TRIPS} round trips per observation: {trips}"] = cost.trips <= MAX_ROUND_TRIPS
        held[f"every string is embedded once: {strings}"] = cost.embedded == cost.distinct
    return held


def _whole(table: Sequence[Series]) -> Iterator[tuple[str, bool]]:
    """Yield what the whole memory must reach."""
    for each in (one for one in table if not one.is_phrased):
        name = f"{each.kind} {each.size}: at least {WHOLE_LEAST} of the points in {each.limit} steps: {each.share:.2f}"
        yield name, each.share >= WHOLE_LEAST
    theirs = [each for each in table if each.kind.startswith("textworld")]
    for name, series, least in (
        ("TextWorld", theirs, 1),
        ("in other words", [each for each in table if each.is_phrased], PHRASED_LEAST),
    ):
        won, games = sum(each.won for each in series), sum(len(each.played) for each in series)
        if games:
            yield f"{name}: at least {least:.0%} of {games} games won: {won}", won >= least * games
    if idle := [most for each in table for most in each.idle.values()]:
        name = f"at most {MAX_IDLE} idle steps in a row, while more is in reach, in {len(idle)} games: {max(idle)}"
        yield name, max(idle) <= MAX_IDLE


def _ablations(kind: str, above: Mapping[str, Estimate]) -> Iterator[tuple[str, bool]]:
    """Yield by how much the whole memory must lead: chance always, a short memory where there are rooms to forget.

    Longer windows, and what replacing is worth, are reported: nothing says how much they must lose.
    """
    for way, each in above.items():
        if way == RANDOM or (way == SHORTEST and kind.endswith(ROOMY)):
            yield f"{kind}: {way} has less than the whole memory: {each.signed}", each.low > 0
        else:
            yield f"{kind}: {way} has not more than the whole memory: {each.signed}", each.high >= 0


def line(series: Series) -> str:
    """Return a series in a line."""
    shown = f"{series.kind} {series.size}, {series.way}: {series.won} of {len(series.played)} won, {series.share:.2f}"
    return f"{shown}, {series.seconds:.0f} s"


def show(console: Console, table: Sequence[Series], cost: Cost | None, held: Mapping[str, bool]) -> None:
    """Print the table, what the walk has cost, and the gates."""
    heads = ("games", "memory", "seeds", "limit", "share of points", "less than memory", "won", "steps", "decisions")
    shown = Table(*heads, "observe ms p50, p95", "choose", title="Games by scripted players over the graph")
    mean, above = shares(table), less(table)
    for each in sorted(table, key=lambda one: (one.kind, one.size, WAYS.index(one.way))):
        lead = above[each.kind].get(each.size, {}).get(each.way)
        points = (str(mean[each.kind][each.size][each.way]), lead.signed if lead else "")
        shown.add_row(f"{each.kind} {each.size}", each.way, *_figures(each, points))
    console.print(shown)
    console.print(f"all games together took {sum(each.seconds for each in table):.0f} s", highlight=False)
    if cost:
        _show_cost(console, cost)
    show_gates(held, console)


def _figures(series: Series, points: Sequence[str]) -> tuple[str, ...]:
    played = list(series.played.values())
    steps, decisions = (np.mean([getattr(each, name) for each in played]) for name in ("steps", "decisions"))
    seeds = f"{min(series.played)}-{max(series.played)}" + (f" less {series.failed}" if series.failed else "")
    times = [
        "{:.0f}, {:.0f}".format(*(1000 * np.percentile(each, (50, 95)))) if each else ""
        for each in (series.observing, series.choosing)
    ]
    won = f"{series.won} of {len(played)}"
    return (seeds, str(series.limit), *points, won, f"{steps:.0f}", f"{decisions:.0f}", *times)


def _show_cost(console: Console, cost: Cost) -> None:
    console.print(
        f"{cost.trips:.2f} round trips per observation ({cost.statements} statements in {cost.ends} transactions); "
        f"{cost.embedded} strings embedded, {cost.distinct} distinct",
        highlight=False,
    )
    for first, last, half, most in cost.windows():
        console.print(f"steps {first} to {last}: {1000 * half:.1f} ms, p95 {1000 * most:.1f}", highlight=False)
    for step, seconds in list(cost.again.items())[:: max(1, len(cost.again) // 5)]:
        console.print(
            f"step {step}: embedding all {cost.triplets[step]} triplets again {1000 * seconds:.0f} ms",
            highlight=False,
        )


def plot(table: Sequence[Series], path: Path) -> None:
    """Draw the share of the points by kind and size, a mark with its interval for each way; makes the folder."""
    mean = shares(table)
    rows = [(kind, size) for kind, sizes in mean.items() for size in ([ALL] if kind.startswith("textworld") else sizes)]
    rows = [row for row in rows if row[1] != ALL or row[0].startswith("textworld")]
    ways = [way for way in WAYS if any(each.way == way for each in table)]
    figure = Figure(figsize=(10, 1.5 + 0.62 * len(rows)), layout="constrained")
    axes = figure.subplots()
    for number, way in enumerate(ways):
        at = [
            (place + 0.7 * ((number + 0.5) / len(ways) - 0.5), mean[kind][size][way])
            for place, (kind, size) in enumerate(rows)
            if way in mean[kind][size]
        ]
        arms = [[one.mean - one.low for _, one in at], [one.high - one.mean for _, one in at]]
        axes.errorbar(
            [one.mean for _, one in at], [place for place, _ in at], xerr=arms, fmt="o", markersize=5,
            linewidth=1.4, color=_COLOURS[way], label=way,
        )  # fmt: skip
    for between in range(1, len(rows)):
        axes.axhline(between - 0.5, color="#dddddd", linewidth=0.8)
    axes.axvline(0, color="#bbbbbb", linewidth=0.8)
    axes.set_yticks(range(len(rows)), [_named(*row, table) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("share of the points within the limit of steps, in percent (mean, 95 % bootstrap)")
    axes.set_title("Text games by scripted players: what the memory holds, and what is reached with it")
    axes.grid(axis="x", linewidth=0.4)
    axes.set_axisbelow(True)
    figure.legend(loc="outside lower center", ncols=len(ways), frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def _named(kind: str, size: str, table: Sequence[Series]) -> str:
    limit = next(each.limit for each in table if each.kind == kind)
    games = {
        (each.size, seed) for each in table if each.kind == kind and size in {each.size, ALL} for seed in each.played
    }
    name = kind.replace("textworld", "TextWorld") + ("" if size == ALL else f" {size}")
    return f"{name}\n{len(games)} games, {limit} steps"
