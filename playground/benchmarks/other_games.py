"""Games of others, won by scripted players whose whole memory is the graph: TextWorldExpress and ScienceWorld.

    python playground/benchmarks/other_games.py [--gate] [--seeds 20] [--variations 10]

The players keep nothing between two decisions and need no model. Beside the whole memory stand a memory of the last
five steps, none but of the present moment (both know the player's own place and what is carried), and valid actions by
chance. Needs the extras textworld-express and scienceworld, and Java. Finished games are kept under --kept: it may be
stopped at any time, and the same command, with the same code, goes on. See README.md.
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
import idle_steps
import numpy as np
from circumstances import circumstances, under, write
from games_played import Series, ShortWorld, TimedWorld, emptied, restored
from gating import missed, show_gates
from idle_steps import MAX_IDLE, Idle
from rich.console import Console
from rich.table import Table

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import GamePlayer, PlayedGame
from clew.agents.environment import Observation, ScoredEnvironment
from clew.api.memory import Memory
from clew.api.world import World
from clew.graph.driver import Graph
from clew_playground.environments.adapters.express_games import SIZES, USUAL
from clew_playground.environments.adapters.science_games import FINDING, ScienceGame, variations
from clew_playground.environments.kinds import kind as kind_of
from clew_playground.players.scripted import scripted

OUT = Path("out")
SPACE = "bench-other-games"
WAYS = {"memory": 0, "window 5": 5, "no memory": 1, "random": 0}
"""Steps that are remembered; 0: all, or none is asked for."""

LEAST = {"coin": 0.95, "mapreader": 0.95, "cookingworld": 0.8}
"""Share of the points."""

LARGE = "large"
LEAST_MORE = 0.3
"""Share of the points above that with a memory of five steps: in large games, and wanted in all."""

LEAST_FOUND = 0.8
"""Share of ScienceWorld's tasks."""

NAMES = (*SIZES, *FINDING)

Fresh = Callable[[], AbstractContextManager[Memory]]


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options, console = _options(), Console(width=150)
    place = connection.place(options)
    with Graph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        around = circumstances(graph)
    folder = options.kept / under(around, __file__, games_played.__file__, idle_steps.__file__)
    table: list[Series] = []
    for found, seeds in _series(options):
        path = folder / f"{_titled(found)} {found.way} {seeds}.json"
        table.append(series(_kept(path, found), seeds, _fresh(place), path))
        told = f"{table[-1].won} of {len(seeds)} won, {table[-1].share:.2f}"
        console.print(f"{_titled(found)}, {found.way}: {told}", highlight=False)
    gates, wanted = _gates(table), _wanted(table)
    _show(console, table, gates, wanted)
    records = [{**asdict(each), "won": each.won, "share": each.share, "lost": each.lost} for each in table]
    write(options.json, {**around, "series": records, "gates": gates, "wanted": wanted})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20, help="of TextWorldExpress, from seed --first")
    parser.add_argument("--first", type=int, default=101)
    parser.add_argument("--variations", type=int, default=10, help="of ScienceWorld's development fold")
    parser.add_argument("--fold", default="dev", help="of ScienceWorld")
    parser.add_argument("--kinds", nargs="*", choices=[*NAMES], default=[*NAMES])
    parser.add_argument("--sizes", nargs="*", choices=[USUAL, LARGE], default=[USUAL, LARGE], help="likewise")
    parser.add_argument("--ways", nargs="*", choices=[*WAYS], default=[*WAYS])
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--kept", type=Path, default=OUT / "other_games", help="folder of finished games")
    parser.add_argument("--json", type=Path, default=OUT / "other_games.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _series(options: argparse.Namespace) -> Iterator[tuple[Series, list[int]]]:
    """Yield each series of games, with its seeds."""
    for way in options.ways:
        for kind in options.kinds:
            limit = kind_of(kind).most_steps
            for size in SIZES.get(kind, ()):
                if size in options.sizes:
                    seeds = [*range(options.first, options.first + options.seeds)]
                    yield Series(kind, size, way, limit), seeds
            if kind in FINDING:
                yield Series(kind, "", way, limit), [*variations(kind, options.fold)[: options.variations]]


def _fresh(place: connection.Place) -> Fresh:
    """Return a function that opens an empty memory."""
    spaces = count()

    def fresh() -> AbstractContextManager[Memory]:
        space = f"{SPACE}-{getpid()}-{next(spaces)}"  # two runs may share a store
        memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=space)
        connection.forget(memory.space)
        return emptied(memory)

    return fresh


def _titled(found: Series) -> str:
    return f"{found.kind} {LARGE}" if found.size == LARGE else found.kind


def _kept(path: Path, new: Series) -> Series:
    """The series as far as it was played before, else one of no games."""
    if not path.exists():
        return new
    return restored(json.loads(path.read_text("utf-8")))


def series(found: Series, seeds: Sequence[int], fresh: Fresh, path: Path) -> Series:
    """Play those games of a series that were not played yet; each is kept as soon as it is over."""
    for seed in seeds:
        if seed in found.played:
            continue
        begin = perf_counter()
        with _game(found, seed) as game:
            found.played[seed] = (
                _by_chance(game, seed, found.limit) if found.way == "random" else _one(game, seed, found, fresh)
            )
        found.seconds += perf_counter() - begin
        write(path, asdict(found))
    return found


def _game(found: Series, seed: int) -> AbstractContextManager[ScoredEnvironment]:
    if found.kind in FINDING:  # chance needs what is valid in truth, or most of what it does is refused
        return ScienceGame(found.kind, seed, steps=found.limit, all_actions=found.way == "random")
    return kind_of(found.kind).open(seed, found.size if found.size in kind_of(found.kind).sizes else "")


class _Anew:
    """A player that is made anew at each decision, with a door to the memory of its own."""

    def __init__(self, make: Callable[[], GamePlayer], times: list[float]) -> None:
        self._make, self._times = make, times

    def choose(self, world: World, moment: Observation) -> str:
        assert isinstance(world, TimedWorld)
        begin = perf_counter()
        chosen = self._make().choose(world.door(), moment)
        self._times.append(perf_counter() - begin)
        return chosen


def _one(game: ScoredEnvironment, seed: int, found: Series, fresh: Fresh) -> PlayedGame:
    steps = WAYS[found.way]
    with fresh() as memory:
        world = ShortWorld(memory, found.observing, steps) if steps else TimedWorld(memory, found.observing)
        player = _Anew(partial(scripted, found.kind, game.task), found.choosing)
        if steps:
            return Ariadne(world, player=player, most_steps=found.limit, gives_up=False).run(game)
        idle = Idle(world)
        played = Ariadne(world, player=player, most_steps=found.limit, on_step=idle).run(game)
        found.idle[seed] = idle.most
        return played


def _by_chance(game: ScoredEnvironment, seed: int, limit: int) -> PlayedGame:
    """Valid actions by chance, as the floor."""
    random, moment, steps = Random(seed), game.reset(), 0
    while moment.actions and not moment.done and steps < limit:
        moment, steps = game.step(random.choice(moment.actions)), steps + 1
    return PlayedGame(moment.score, game.max_score, moment.won, moment.done, steps, steps, 0, 0)


def _gates(table: Sequence[Series]) -> dict[str, bool]:
    """Return what must hold, with its figure, and whether it does."""
    whole = [each for each in table if each.way == "memory"]
    gates = {
        f"{_titled(each)}: at least {LEAST[each.kind]} of the points: {each.share:.2f}": each.share >= LEAST[each.kind]
        for each in whole
        if each.kind in LEAST
    }
    gates |= _more([each for each in table if each.size == LARGE])
    found = [one.won for each in whole if each.kind in FINDING for one in each.played.values()]
    if found:
        gates[f"find-*: at least {LEAST_FOUND} found: {np.mean(found):.2f}"] = float(np.mean(found)) >= LEAST_FOUND
    if idle := [most for each in whole for most in each.idle.values()]:
        name = f"at most {MAX_IDLE} idle steps in a row, while more is in reach, in {len(idle)} games: {max(idle)}"
        gates[name] = max(idle) <= MAX_IDLE
    return gates


def _wanted(table: Sequence[Series]) -> dict[str, bool]:
    """Return what was wanted of games of the usual size: their rooms are too few for a short memory to fail."""
    return _more([each for each in table if each.size != LARGE and each.kind not in FINDING])


def _more(table: Sequence[Series]) -> dict[str, bool]:
    """Return whether the whole memory has enough above a window in each game that both have played."""
    windows = {_titled(each): each.share for each in table if each.way == "window 5"}
    more = {
        _titled(each): each.share - windows[_titled(each)]
        for each in table
        if each.way == "memory" and _titled(each) in windows
    }
    return {
        f"{name}: at least {LEAST_MORE} more than with five steps: {above:.2f}": above >= LEAST_MORE
        for name, above in more.items()
    }


def _show(console: Console, table: Sequence[Series], gates: dict[str, bool], wanted: dict[str, bool]) -> None:
    heads = ("games", "memory", "games", "won", "points", "steps", "observe ms p50", "choose", "lost")
    shown = Table(*heads, title="Games of others by scripted players over the graph")
    for each in table:
        steps = np.mean([one.steps for one in each.played.values()])
        times = [f"{1000 * np.median(some):.0f}" if some else "" for some in (each.observing, each.choosing)]
        lost = " ".join(map(str, each.lost)) if each.way == "memory" else ""
        counts = (str(len(each.played)), str(each.won), f"{each.share:.2f}", f"{steps:.0f}")
        shown.add_row(_titled(each), each.way, *counts, *times, lost)
    console.print(shown)
    show_gates(gates, console)
    for wish, reached in wanted.items():
        console.print(f"wanted, and {'reached' if reached else 'missed'}  {wish}", highlight=False)


if __name__ == "__main__":
    sys.exit(main())
