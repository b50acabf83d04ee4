"""How long does recall of learnings, and of everything, take beside recall of turns, in a space that holds both?

    python benchmarks/learning_latency.py --gate

One space with made-up turns and as many learnings, vectors without a model at the real encoder's time. Each question is
asked in every way, one after the other, so that other work of the machine meets all ways alike. Beside the time on the
wall stand the CPU time of the client, that of the server, and the statements that are sent.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import connection
import ingest
import numpy as np
from circumstances import circumstances, write
from gating import missed, show_gates
from recall_times import RealTime
from rich.console import Console
from rich.progress import track
from rich.table import Table
from synthetic import BagOfWords, Words, questions
from timed_graph import TimedGraph

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph.queries import generated
from clew.graph.space import Space
from clew.model import Filter
from clew.retrieval.learnings.select import LearningQuery, select
from clew.retrieval.recall import recall
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-learning-latency"
TASKS = 50
LINES = 20
"""Learnings of a set."""

TURNS, LEARNINGS, EVERYTHING, SELECT = "turns", "learnings", "everything", "select, task and place named"
MOST: Mapping[str, float] = {LEARNINGS: 1.0}
"""How much longer than a recall of turns a way may take at the median. Everything asks for both, and has no bound."""

Way = Callable[[Space, str, RecallSettings], object]


@dataclass(frozen=True, slots=True)
class Took:
    """One recall.

    Attributes:
        engine: that computed PageRank.
        way: what was asked for.
        wall: milliseconds.
        client: milliseconds of CPU time of this process.
        server: milliseconds of CPU time of the server.
        statements: that were sent.
    """

    engine: str
    way: str
    wall: float
    client: float
    server: float
    statements: int


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    real = RealTime(encoder("minilm"))
    Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE, encoder=encoder("minilm")).close()
    with TimedGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        space = Space(graph, real, SPACE)
        if not options.again:
            connection.forget(space)
            _fill(graph, options.size)
        try:
            took = list(_ask(graph, space, options))
            around = circumstances(graph)
        finally:
            if not options.keep:
                connection.forget(space)
    gates = _gates(took)
    figures = {f"{engine}, {way}": _figures(took, engine, way) for engine in options.engines for way in _ways()}
    write(options.json, {**around, "size": options.size, "figures": figures, "gates": gates})
    _show(figures, gates)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=10_000, help="turns, and as many learnings")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=200, help="queries before, not counted")
    parser.add_argument("--engines", nargs="+", choices=("local", "gds"), default=["local", "gds"])
    parser.add_argument("--again", action="store_true", help="ask what a run with --keep left in the store")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "learning_latency.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _fill(graph: TimedGraph, size: int) -> None:
    ingest.bulk(graph, SPACE, size, 25, 0)
    door, words = Learnings(Memory(graph, BagOfWords(), SPACE)), Words(5)
    places = -(-size // (TASKS * LINES))
    for number in range(TASKS):
        door.task(_task(number), words.sentence(5))
    for number in range(places):
        door.environment(_place(number), words.sentence(8))
    pairs = [(_task(task), _place(place)) for place in range(places) for task in range(TASKS)]
    for task, place in track(pairs[: -(-size // LINES)], description="learnings", transient=True):
        trial = door.begin(task, place)
        trial.step(words.sentence(4), words.sentence(12))
        trial.end(50)
        trial.learn([f"{words.sentence(4)} SHOULD BE NECESSARY to {words.sentence(4)}." for _ in range(LINES)])


def _task(number: int) -> str:
    return f"task {number}"


def _place(number: int) -> str:
    return f"place {number}"


def _ways() -> dict[str, Way]:
    wanted = {TURNS: Filter(kinds=["episode"]), LEARNINGS: Filter(kinds=["learning"]), EVERYTHING: Filter()}
    ways: dict[str, Way] = {name: _recalling(where) for name, where in wanted.items()}
    return {**ways, SELECT: _selecting}


def _recalling(where: Filter) -> Way:
    return lambda space, question, settings: recall(space, question, settings, where)


def _selecting(space: Space, question: str, settings: RecallSettings) -> object:
    situation = LearningQuery(question, _task(len(question) % TASKS), _place(0), across=True)
    return select(space, situation, settings, k=5, mode="graph")


def _ask(graph: TimedGraph, space: Space, options: argparse.Namespace) -> Iterator[Took]:
    """Ask each question in every way, which one is first in turn."""
    asked = questions(options.warm_up + options.queries, seed=4)
    for engine in options.engines:
        settings, ways = RecallSettings.model_validate({"engine": engine}), list(_ways().items())
        for number, question in enumerate(track(asked, description=engine, transient=True)):
            turn = number % len(ways)
            for way, ask in (*ways[turn:], *ways[:turn]):
                took = _timed(graph, partial(ask, space, question, settings))
                if number >= options.warm_up:
                    yield Took(engine, way, *took)


def _timed(graph: TimedGraph, ask: Callable[[], object]) -> tuple[float, float, float, int]:
    graph.trips.clear()
    server = _server_nanoseconds(graph)
    trips, wall, client = graph.trips.total(), time.perf_counter(), time.process_time()
    ask()
    wall, client = time.perf_counter() - wall, time.process_time() - client
    trips = graph.trips.total() - trips
    return 1000 * wall, 1000 * client, (_server_nanoseconds(graph) - server) / 1e6, trips


def _server_nanoseconds(graph: TimedGraph) -> int:
    """Return the CPU time that the server has had since it started."""
    text = (
        "CALL dbms.queryJmx('java.lang:type=OperatingSystem') YIELD attributes "
        "RETURN attributes.ProcessCpuTime.value AS time"
    )
    return int(graph.read(generated("server time", text))[0]["time"])


def _figures(took: Sequence[Took], engine: str, way: str) -> dict[str, float]:
    own, turns = _of(took, engine, way), _of(took, engine, TURNS)
    medians = {name: _median(own, name) for name in ("wall", "client", "server", "statements")}
    times = ("wall", "client", "server")
    over = {f"{name} over turns": medians[name] / max(_median(turns, name), 1e-9) for name in times}
    p95 = float(np.percentile([each.wall for each in own], 95))
    return {name: round(value, 3) for name, value in {**medians, "wall p95": p95, **over}.items()}


def _of(took: Sequence[Took], engine: str, way: str) -> list[Took]:
    return [each for each in took if (each.engine, each.way) == (engine, way)]


def _median(took: Sequence[Took], name: str) -> float:
    return float(np.median([asdict(each)[name] for each in took]))


def _gates(took: Sequence[Took]) -> dict[str, bool]:
    kept: dict[str, bool] = {}
    for engine in dict.fromkeys(each.engine for each in took):
        for way, most in MOST.items():
            over = _figures(took, engine, way)["wall over turns"]
            kept[f"{engine}, {way}: at most {most:g} times turns, p50: {over:.2f}"] = over <= most
    return kept


def _show(figures: Mapping[str, Mapping[str, float]], gates: Mapping[str, bool]) -> None:
    console = Console(width=150)
    names = list(next(iter(figures.values())))
    table = Table("p50, ms", *names, title="Recall, the encoder included")
    for name, each in figures.items():
        table.add_row(name, *(f"{value:.2f}" if "over" in key else f"{value:.0f}" for key, value in each.items()))
    console.print(table)
    show_gates(gates, console)


if __name__ == "__main__":
    sys.exit(main())
