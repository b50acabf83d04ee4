"""Games of others, won by scripted players whose whole memory is the graph: TextWorldExpress and ScienceWorld.

    python benchmarks/other_games.py [--gate] [--seeds 20] [--variations 10]

The players keep nothing between two decisions and need no model. Beside the whole memory stand a memory of the last
five steps, none but of the present moment (both know the player's own place and what is carried), and valid actions by
chance. Needs the extras textworld-express and scienceworld, and Java. Finished series are kept under --kept: the same
command, with the same code, goes on. See README.md.
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
from random import Random
from time import perf_counter

import connection
import games_played
import numpy as np
from circumstances import circumstances, under, write
from games_played import Series, ShortWorld, TimedWorld, emptied
from rich.console import Console
from rich.table import Table

from clew.agents.ariadne.cleaning import Cleaner
from clew.agents.ariadne.finding import Finder
from clew.agents.ariadne.play import Played, Player, play
from clew.agents.ariadne.scripted import scripted
from clew.embedding import encoder
from clew.environments import Environment, Moment
from clew.environments.adapters.express_games import ExpressGame
from clew.environments.adapters.express_homes import homes
from clew.environments.adapters.science_games import ScienceGame, variations
from clew.graph import Graph
from clew.memory import Memory
from clew.world import World

OUT = Path("out")
SPACE = "bench-other-games"
STEPS = 100
"""After which a game is over; what both frameworks set."""

WAYS = {"memory": 0, "window 5": 5, "no memory": 1, "random": 0}
"""Steps that are remembered; 0: all, or none is asked for."""

EXPRESS = {"coin": 0.95, "mapreader": 0.95, "cookingworld": 0.8, "twc": 0.0}
"""The least share of the points."""

SCIENCE = ("find-animal", "find-living-thing", "find-non-living-thing", "find-plant")
LEAST_FOUND = 0.8
LEAST_MORE = 0.3
"""Share of the points above that with a memory of five steps."""

PLAYERS: dict[str, Callable[[str], Player]] = {
    "coin": lambda _: scripted("coin"),
    "mapreader": lambda _: scripted("mapreader"),
    "cookingworld": lambda _: scripted("cooking"),
    "twc": lambda _: Cleaner(homes()),
    **dict.fromkeys(SCIENCE, Finder),
}
"""Makes the player of a task."""

Fresh = Callable[[], AbstractContextManager[Memory]]


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options, console = _options(), Console(width=150)
    place = connection.place(options)
    with Graph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        around = circumstances(graph)
    folder = options.kept / under(around, games_played.__file__)
    table: list[Series] = []
    for kind, way, seeds in _series(options):
        table.append(_kept(partial(series, kind, way, seeds, _fresh(place)), folder / f"{kind} {way} {seeds}.json"))
        console.print(f"{kind}, {way}: {table[-1].won} of {len(seeds)} won, {table[-1].share:.2f}", highlight=False)
    gates = _gates(table)
    _show(console, table, gates)
    records = [{**asdict(each), "won": each.won, "share": each.share, "lost": each.lost} for each in table]
    write(options.json, {**around, "series": records, "gates": gates})
    return int(options.gate and not all(gates.values()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20, help="of TextWorldExpress, from seed --first")
    parser.add_argument("--first", type=int, default=101)
    parser.add_argument("--variations", type=int, default=10, help="of ScienceWorld's development fold")
    parser.add_argument("--fold", default="dev", help="of ScienceWorld")
    parser.add_argument("--kinds", nargs="*", choices=[*PLAYERS], default=[*PLAYERS])
    parser.add_argument("--ways", nargs="*", choices=[*WAYS], default=[*WAYS])
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--kept", type=Path, default=OUT / "other_games", help="folder of finished series")
    parser.add_argument("--json", type=Path, default=OUT / "other_games.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _series(options: argparse.Namespace) -> Iterator[tuple[str, str, list[int]]]:
    """Which games are played in which way."""
    for way in options.ways:
        for kind in options.kinds:
            if kind in EXPRESS:
                yield kind, way, [*range(options.first, options.first + options.seeds)]
            else:
                yield kind, way, [*variations(kind, options.fold)[: options.variations]]


def _fresh(place: connection.Place) -> Fresh:
    """What opens a memory that nothing is in."""
    default, spaces = encoder("minilm"), count()

    def fresh() -> AbstractContextManager[Memory]:
        space = f"{SPACE}-{getpid()}-{next(spaces)}"  # two runs may share a store
        memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=space, encoder=default)
        connection.forget(memory.space)
        return emptied(memory)

    return fresh


def _kept(play: Callable[[], Series], path: Path) -> Series:
    """The series as it was played before, else as it is played now."""
    if not path.exists():
        write(path, asdict(play()))
    found = json.loads(path.read_text("utf-8"))
    return Series(**{**found, "played": {int(seed): Played(**each) for seed, each in found["played"].items()}})


def series(kind: str, way: str, seeds: Sequence[int], fresh: Fresh) -> Series:
    """Games of one kind, one after the other."""
    found, begin = Series(kind, "", way, STEPS), perf_counter()
    for seed in seeds:
        with _game(kind, seed, way) as game:
            found.played[seed] = _by_chance(game, seed) if way == "random" else _one(game, kind, found, fresh)
    found.seconds = perf_counter() - begin
    return found


def _game(kind: str, seed: int, way: str) -> ExpressGame | ScienceGame:
    if kind in EXPRESS:
        return ExpressGame(kind, seed, steps=STEPS)
    return ScienceGame(kind, seed, steps=STEPS, all_actions=way == "random")


class _Anew:
    """A player that is made anew at each decision, with a door to the memory of its own."""

    def __init__(self, make: Callable[[], Player], times: list[float]) -> None:
        self._make, self._times = make, times

    def choose(self, world: World, moment: Moment) -> str:
        assert isinstance(world, TimedWorld)
        begin = perf_counter()
        chosen = self._make().choose(world.door(), moment)
        self._times.append(perf_counter() - begin)
        return chosen


def _one(game: Environment, kind: str, found: Series, fresh: Fresh) -> Played:
    steps = WAYS[found.way]
    with fresh() as memory:
        world = ShortWorld(memory, found.observing, steps) if steps else TimedWorld(memory, found.observing)
        player = _Anew(partial(PLAYERS[kind], game.task), found.choosing)
        return play(game, world, player, most_steps=STEPS, gives_up=not steps)


def _by_chance(game: Environment, seed: int) -> Played:
    """Valid actions by chance, as the floor."""
    random, moment, steps = Random(seed), game.reset(), 0
    while moment.actions and not moment.done and steps < STEPS:
        moment, steps = game.step(random.choice(moment.actions)), steps + 1
    return Played(moment.score, game.max_score, moment.won, moment.done, steps, steps, 0, 0)


def _gates(table: Sequence[Series]) -> dict[str, bool]:
    gates: dict[str, bool] = {}
    shares = {(each.kind, each.way): each.share for each in table}
    for kind, least in EXPRESS.items():
        if (share := shares.get((kind, "memory"))) is None:
            continue
        gates[f"{kind}: at least {least} of the points: {share:.2f}"] = share >= least
        if (window := shares.get((kind, "window 5"))) is not None:
            more = share - window
            gates[f"{kind}: at least {LEAST_MORE} more than with five steps: {more:.2f}"] = more >= LEAST_MORE
    found = [one.won for each in table if each.kind in SCIENCE and each.way == "memory" for one in each.played.values()]
    if found:
        gates[f"find-*: at least {LEAST_FOUND} found: {np.mean(found):.2f}"] = float(np.mean(found)) >= LEAST_FOUND
    return gates


def _show(console: Console, table: Sequence[Series], gates: dict[str, bool]) -> None:
    heads = ("games", "memory", "games", "won", "points", "steps", "observe ms p50", "choose", "lost")
    shown = Table(*heads, title="Games of others by scripted players over the graph")
    for each in table:
        steps = np.mean([one.steps for one in each.played.values()])
        times = [f"{1000 * np.median(some):.0f}" if some else "" for some in (each.observing, each.choosing)]
        lost = " ".join(map(str, each.lost)) if each.way == "memory" else ""
        counts = (str(len(each.played)), str(each.won), f"{each.share:.2f}", f"{steps:.0f}")
        shown.add_row(each.kind, each.way, *counts, *times, lost)
    console.print(shown)
    for gate, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {gate}", highlight=False)


if __name__ == "__main__":
    sys.exit(main())
