"""Text games won by scripted players whose whole memory is the graph; and what a step costs that memory.

    python benchmarks/games.py [--seeds 20] [--textworld]
    python benchmarks/games.py --model openai:NAME [--model-url URL] --sizes easy --seeds 3

The players keep nothing between two decisions, see no hidden state, and need no model: a game that is lost is the
memory's fault. Beside the whole memory stand one that forgets all but the last 5 steps, inventory and map included,
one that believes for ever whatever it saw, and valid actions by chance. Finished games are kept under --kept: the same
command, with the same code, goes on. With a language model, players of several kinds of memory play instead: see
`games_model.py`. See README.md.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import partial
from itertools import count
from os import getpid
from pathlib import Path
from tempfile import TemporaryDirectory

import connection
import games_cost
import games_model
import games_played
import numpy as np
from circumstances import circumstances, under, write
from games_cost import Cost, CountingEncoder, CountingGraph
from games_played import (
    MODULES,
    PHRASED,
    TEXTWORLD_COOKING,
    TEXTWORLD_HUNTS,
    WAYS,
    Series,
    emptied,
    own,
    phrased,
    textworld,
)
from rich.console import Console
from rich.table import Table

from clew.agents.ariadne.play import Played
from clew.embedding import encoder
from clew.memory import Memory

OUT = Path("out")
SPACE = "bench-games"
MAX_ROUND_TRIPS = 3
MAX_WINDOW_SCORE = 0.3
STALE_LESS = 0.2
CLEANING_LEAST = 0.9
PHRASED_LEAST = 0.9


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place, console = connection.place(options), Console(width=150)
    with CountingGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        around = circumstances(graph)
    fresh = _fresh(place)
    if options.model:
        return games_model.run(options, fresh, around, console)
    folder = options.kept / under(around, games_played.__file__)
    table: list[Series] = []
    try:
        for play in _series(options, fresh):
            table.append(_kept(play, folder))
            console.print(_line(table[-1]), highlight=False)
    except KeyboardInterrupt:
        console.print("stopped; the same command goes on", highlight=False)
        return 1
    cost = None if options.no_cost else _cost(options, place)
    gates = _gates(table, cost)
    _show(console, table, cost, gates)
    if cost:
        games_cost.plot(cost, options.plot)
    result = {**around, "series": [_record(each) for each in table], "gates": gates}
    write(options.json, {**result, "cost": cost and {**asdict(cost), "windows": cost.windows()}})
    return int(options.gate and not all(gates.values()))


def _fresh(place: connection.Place) -> Callable[[], AbstractContextManager[Memory]]:
    """What opens a memory that nothing is in."""
    default, spaces = encoder("minilm"), count()

    def fresh() -> AbstractContextManager[Memory]:
        space = f"{SPACE}-{getpid()}-{next(spaces)}"  # two runs may share a store
        memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=space, encoder=default)
        connection.forget(memory.space)
        return emptied(memory)

    return fresh


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20, help="games of each kind and size, from seed --first")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--ablation-seeds", type=int, default=5, help="of these, how many lack memory; 0: none")
    parser.add_argument("--kinds", nargs="*", choices=[*MODULES], default=[*MODULES])
    parser.add_argument("--textworld", action="store_true", help="games of TextWorld as well; needs that extra")
    parser.add_argument("--phrased", type=int, default=0, help="with --textworld: games of each kind in each other way")
    parser.add_argument("--steps", type=int, default=500, help="of the long walk")
    parser.add_argument("--no-cost", action="store_true", help="without the long walk")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--kept", type=Path, default=OUT / "games", help="folder of finished series")
    parser.add_argument("--json", type=Path, default=OUT / "games.json")
    parser.add_argument("--plot", type=Path, default=OUT / "games.png")
    connection.add_arguments(parser)
    games_model.add_arguments(parser)
    return parser.parse_args()


def _kept(play: "partial[Series]", folder: Path) -> Series:
    """The series as it was played before, else as it is played now; kept by what plays it, and which games."""
    path = folder / f"{play.func.__name__} {' '.join(map(str, play.args))}.json"
    if not path.exists():
        write(path, asdict(play()))
    found = json.loads(path.read_text("utf-8"))
    return Series(**{**found, "played": {int(seed): Played(**each) for seed, each in found["played"].items()}})


def _series(
    options: argparse.Namespace, fresh: Callable[[], AbstractContextManager[Memory]]
) -> "Iterator[partial[Series]]":
    """What plays each series."""
    if options.textworld:
        yield from _textworld(options, fresh)
    seeds = range(options.first, options.first + options.seeds)
    for kind in options.kinds:
        for size in MODULES[kind].SIZES:
            yield partial(own, kind, size, "memory", seeds, fresh=fresh)
    for kind in options.kinds:
        for size in MODULES[kind].SIZES:
            for way in WAYS[1:] if kind != "cleaning" else ("random",):
                few = seeds if way == "random" else seeds[: options.ablation_seeds]
                if few:
                    yield partial(own, kind, size, way, few, fresh=fresh)


def _textworld(
    options: argparse.Namespace, fresh: Callable[[], AbstractContextManager[Memory]]
) -> "Iterator[partial[Series]]":
    """What plays each series of TextWorld's games, in its words and in others."""
    with TemporaryDirectory() as folder:
        for kind, choices in (("cooking", TEXTWORLD_COOKING), ("hunt", TEXTWORLD_HUNTS)):
            several = range(options.first, options.first + -(-options.seeds // len(choices)))
            for choice in range(len(choices)) if several else ():
                yield partial(textworld, kind, choice, several, folder=Path(folder), fresh=fresh)
        few = range(options.first, options.first + options.phrased)
        for each in PHRASED if few else ():
            yield partial(phrased, *each, few, folder=Path(folder), fresh=fresh)


def _cost(options: argparse.Namespace, place: connection.Place) -> Cost:
    counting = CountingEncoder(encoder("minilm"))
    with CountingGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        memory = Memory(graph, counting, f"{SPACE}-walk")
        connection.forget(memory.space)
        try:
            return games_cost.walk(graph, counting, memory, options.steps)
        finally:
            if not options.keep:
                connection.forget(memory.space)


def _gates(table: Sequence[Series], cost: Cost | None) -> dict[str, bool]:
    gates: dict[str, bool] = {}
    full = {(each.kind, each.size): each for each in table if each.way == "memory"}
    for each in full.values():
        name, games = f"{each.kind} {each.size}", len(each.played)
        if each.kind.startswith("phrased"):
            continue
        if each.kind == "cleaning":
            gates[f"{name}: at least {CLEANING_LEAST} of the score: {each.share:.2f}"] = each.share >= CLEANING_LEAST
        else:
            gates[f"{name}: all {games} won: {each.won}"] = each.won == games
    if others := [each for each in full.values() if each.kind.startswith("phrased")]:
        won, games = sum(each.won for each in others), sum(len(each.played) for each in others)
        gates[f"in other words: at least {PHRASED_LEAST} of {games} won: {won}"] = won >= PHRASED_LEAST * games
    for kind in MODULES:
        gates |= _ablations(kind, [each for each in table if each.kind == kind])
    if cost:
        gates[f"at most {MAX_ROUND_TRIPS} round trips per observation: {cost.trips:.2f}"] = (
            cost.trips <= MAX_ROUND_TRIPS
        )
        gates[f"every string is embedded once: {cost.embedded}, {cost.distinct} distinct"] = (
            cost.embedded == cost.distinct
        )
    return gates


def _ablations(kind: str, table: Sequence[Series]) -> dict[str, bool]:
    """Over the games of all sizes but the smallest kitchen, of which five steps see everything."""
    means = {
        way: float(np.mean([one.share for each in chosen for one in each.played.values()]))
        for way in WAYS
        if (chosen := [each for each in table if each.way == way and each.size != "tiny"])
    }
    gates: dict[str, bool] = {}
    if (window := means.get("window")) is not None:
        gates[f"{kind}: with a window of 5 steps below {MAX_WINDOW_SCORE}: {window:.2f}"] = window < MAX_WINDOW_SCORE
    if (stale := means.get("no replacement")) is not None:
        less = means["memory"] - stale
        gates[f"{kind}: without replacement at least {STALE_LESS} less: {less:.2f}"] = less >= STALE_LESS
    return gates


def _record(series: Series) -> dict[str, object]:
    figures = {"won": series.won, "share": series.share, "lost": series.lost, "stopped": series.stopped}
    return {**asdict(series), **figures}


def _line(series: Series) -> str:
    return f"{series.kind} {series.size}, {series.way}: {series.won} of {len(series.played)} won, {series.share:.2f}"


def _show(console: Console, table: Sequence[Series], cost: Cost | None, gates: dict[str, bool]) -> None:
    heads = ("games", "memory", "seeds", "won", "score", "steps", "decisions", "observe ms p50, p95", "choose", "lost")
    shown = Table(*heads, title="Games by scripted players over the graph")
    for each in table:
        shown.add_row(f"{each.kind} {each.size}", each.way, *_figures(each))
    console.print(shown)
    if cost:
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
    for gate, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {gate}", highlight=False)


def _figures(series: Series) -> tuple[str, ...]:
    played = list(series.played.values())
    steps, decisions = (np.mean([getattr(each, name) for each in played]) for name in ("steps", "decisions"))
    seeds = f"{min(series.played)}-{max(series.played)}" + (f" less {series.failed}" if series.failed else "")
    times = [
        "{:.0f}, {:.0f}".format(*(1000 * np.percentile(each, (50, 95)))) if each else ""
        for each in (series.observing, series.choosing)
    ]
    lost = ", ".join(map(str, series.lost)) if series.way == "memory" else ""
    return (seeds, str(series.won), f"{series.share:.2f}", f"{steps:.0f}", f"{decisions:.0f}", *times, lost)


if __name__ == "__main__":
    sys.exit(main())
