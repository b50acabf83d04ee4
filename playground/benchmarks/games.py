"""Text games won by scripted players whose whole memory is the graph; and what a step costs that memory.

    python playground/benchmarks/games.py [--seeds 20] [--textworld]
    python playground/benchmarks/games.py --model openai:NAME [--model-url URL] --sizes easy --seeds 3

The players keep nothing between two decisions, see no hidden state, and need no model: a game that is lost is the
memory's fault. Beside the whole memory stand those that forget all but the last few steps, one that believes for ever
whatever it saw, and valid actions by chance, all on the same games; the player's own place and inventory are known to
each memory. Points count within a limit of steps that each kind of game declares. Finished games are kept under --kept:
the same command, with the same code, goes on; several commands, each with kinds of its own, may share it. With a
language model, players of several kinds of memory play instead: see `games_model.py`. See README.md.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
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
import games_report
import games_sizes
import idle_steps
from circumstances import circumstances, under, write
from games_cost import Cost, CountingEncoder, CountingGraph
from games_played import MODULES, WAYS, Series, emptied, own, phrased, textworld
from games_report import less, listed, shares
from games_sizes import PHRASED, TEXTWORLD_COOKING, TEXTWORLD_HUNTS
from gating import missed
from rich.console import Console

from clew.api.memory import Memory

OUT = Path("out")
SPACE = "bench-games"


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place, console = connection.place(options), Console(width=150)
    with CountingGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        around = circumstances(graph)
    fresh = _fresh(place)
    if options.model:
        return games_model.run(options, fresh, around, console)
    folder = options.kept / under(around, games_played.__file__, games_sizes.__file__, idle_steps.__file__)
    table: list[Series] = []
    try:
        for play in _series(options, fresh):
            table.append(_kept(play, folder))
            console.print(games_report.line(table[-1]), highlight=False)
    except KeyboardInterrupt:
        console.print("stopped; the same command goes on", highlight=False)
        return 1
    cost = None if options.no_cost else _cost(options, place)
    gates = games_report.gates(table, cost)
    games_report.show(console, table, cost, gates)
    if cost:
        shown = {**asdict(cost), "windows": cost.windows(), "round trips per observation": cost.trips}
        write(options.json.with_stem(f"{options.json.stem}_cost"), {**around, **shown})
    series = [_record(each) for each in table]
    measured = {"percent": listed(shares(table)), "differences": listed(less(table)), "gates": gates, "series": series}
    write(options.json, {**around, **measured})
    games_report.plot(table, options.plot)
    if cost:
        games_cost.plot(cost, options.plot.with_stem(f"{options.plot.stem}_cost"))
    return int(options.gate and missed(gates))


def _fresh(place: connection.Place) -> Callable[[], AbstractContextManager[Memory]]:
    """What opens a memory that nothing is in."""
    spaces = count()

    def fresh() -> AbstractContextManager[Memory]:
        space = f"{SPACE}-{getpid()}-{next(spaces)}"  # two runs may share a store
        memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=space)
        connection.forget(memory.space)
        return emptied(memory)

    return fresh


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20, help="games of each kind and size, from seed --first")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=[*WAYS], help="kinds of memory")
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
    return games_played.restored(found)


def _series(
    options: argparse.Namespace, fresh: Callable[[], AbstractContextManager[Memory]]
) -> "Iterator[partial[Series]]":
    """What plays each series: way by way, so that what is interrupted has the whole memory first."""
    seeds = range(options.first, options.first + options.seeds)
    with TemporaryDirectory() as folder:
        for way in options.ways:
            if options.textworld:
                yield from _textworld(options, way, Path(folder), fresh)
            for kind in options.kinds:
                for size in MODULES[kind].SIZES:
                    yield partial(own, kind, size, way, _limit(options, kind), seeds, fresh=fresh)


def _textworld(
    options: argparse.Namespace, way: str, folder: Path, fresh: Callable[[], AbstractContextManager[Memory]]
) -> "Iterator[partial[Series]]":
    """What plays each series of TextWorld's games, in its words and, with the whole memory, in others."""
    for kind, choices in (("cooking", TEXTWORLD_COOKING), ("hunt", TEXTWORLD_HUNTS)):
        seeds = range(options.first, options.first + -(-options.seeds // len(choices)))
        for choice in range(len(choices)) if kind in options.kinds else ():
            yield partial(textworld, kind, choice, way, _limit(options, kind), seeds, folder=folder, fresh=fresh)
    few = range(options.first, options.first + options.phrased)
    for kind, choice, phrasing in PHRASED if few and way == "memory" else ():
        yield partial(phrased, kind, choice, phrasing, _limit(options, kind), few, folder=folder, fresh=fresh)


def _limit(options: argparse.Namespace, kind: str) -> int:
    return options.most_steps or MODULES[kind].MAX_STEPS


def _cost(options: argparse.Namespace, place: connection.Place) -> Cost:
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=f"{SPACE}-walk") as opened:
        counting = CountingEncoder(opened.space.encoder)
    with CountingGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        memory = Memory(graph, counting, f"{SPACE}-walk")
        connection.forget(memory.space)
        try:
            return games_cost.walk(graph, counting, memory, options.steps)
        finally:
            if not options.keep:
                connection.forget(memory.space)


def _record(series: Series) -> dict[str, object]:
    figures = {"won": series.won, "share": series.share, "lost": series.lost, "stopped": series.stopped}
    return {**asdict(series), **figures}


if __name__ == "__main__":
    sys.exit(main())
