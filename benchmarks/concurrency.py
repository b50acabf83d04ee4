"""How many recalls a second do several clients get, and what does a writer beside them cost?

    python benchmarks/concurrency.py --gate

Made-up turns are in one space, or as many in several. 1, 4 and 16 clients ask without a pause for some seconds. They
are threads of one process, which share a connection and an encoder, or processes with their own. A writer is a process
that remembers one session after another in the space that is asked, with its real encoder. After the round its sessions
are forgotten. Every load is measured --rounds times, all loads in turns, so that a machine whose speed drifts slows all
alike. A recall counts where it ends within the round. Questions' vectors are made without a model at the real encoder's
time. The load of the processors bounds what more clients can get. One that keeps them busy for two thirds of the time
leaves half as many recalls again.
"""

import argparse
import math
import multiprocessing
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, cycle
from pathlib import Path

import connection
import ingest
import numpy as np
import psutil
from circumstances import circumstances, write
from connection import Place
from gating import missed, show_gates
from recall_times import RealTime
from rich.console import Console
from rich.progress import track
from rich.table import Table
from synthetic import questions, transcripts
from timed_graph import TimedGraph

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.errors import ClewError
from clew.graph.space import Space
from clew.retrieval.recall import recall
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-concurrency"
SPACES = 16
CLIENTS = (1, 4, 16)
SESSION = 25
THREADS, PROCESSES = "threads", "processes"
ONE, MANY = "one space", f"{SPACES} spaces"

GAIN = 1.6
"""How much more four clients get than one."""

MOST_LOST = 1 / 3
"""Of the recalls of four clients, beside a writer."""

LEAST_SHARE = 0.5
"""That the slowest client gets of what all get on average."""

STARTING_SECONDS = 3.0
"""From when clients are told to when they begin, all at once; in it they make up what they ask and tell."""

TOLD = 200
"""Sessions that a writer has; it tells them again where that is too few."""

PREPARING_SECONDS = 45.0
"""In which every process starts, connects and recalls once."""


@dataclass(frozen=True, slots=True)
class Load:
    """The clients of a round, and their questions.

    Attributes:
        engine: computes PageRank.
        how: threads or processes.
        clients: how many.
        where: in one space or in many.
        beside_writer: whether a writer writes meanwhile.
    """

    engine: str
    how: str
    clients: int
    where: str = ONE
    beside_writer: bool = False

    def __str__(self) -> str:
        beside = ", beside a writer" if self.beside_writer else ""
        return f"{self.engine}, {self.clients} {self.how}, {self.where}{beside}"


@dataclass(slots=True)
class Got:
    """The answers that the clients of a load got, and their times.

    Attributes:
        rounds: recalls a second of each round.
        seconds: of each recall.
        shares: of each round, what the slowest client got over what all got on average.
        errors: recalls that failed, and why.
        written: turns a second that the writer wrote in each round.
        busy: how much of each round the processors worked on anything, server and others included, 0..1.
    """

    rounds: list[float] = field(default_factory=list[float])
    seconds: list[float] = field(default_factory=list[float])
    shares: list[float] = field(default_factory=list[float])
    errors: list[str] = field(default_factory=list[str])
    written: list[float] = field(default_factory=list[float])
    busy: list[float] = field(default_factory=list[float])

    @property
    def rate(self) -> float:
        """Recalls a second: the median of the rounds."""
        return statistics.median(self.rounds)

    def p(self, percent: float) -> float:
        """Milliseconds; infinite where nothing was recalled."""
        return 1000 * float(np.percentile(self.seconds, percent)) if self.seconds else math.inf


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE, encoder=encoder("minilm")).close()
    with TimedGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        spaces = [Space(graph, RealTime(encoder("minilm")), name) for name in (_name(ONE, 0), *_names())]
        try:
            if not options.again:
                for space in spaces:
                    connection.forget(space)
                _fill(graph, options.turns)
            found = _measure(place, options)
            around = circumstances(graph)
        finally:
            for space in spaces if not options.keep else ():
                connection.forget(space)
    return _report(options, found, around)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=10_000, help="in the one space, and in all of the many together")
    parser.add_argument("--seconds", type=float, default=6, help="a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", nargs="+", choices=("local", "gds"), default=["local", "gds"])
    parser.add_argument("--again", action="store_true", help="ask what a run with --keep left in the store")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "concurrency.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _names() -> list[str]:
    return [_name(MANY, client) for client in range(SPACES)]


def _name(where: str, client: int) -> str:
    """The space that a client asks."""
    return SPACE if where == ONE else f"{SPACE}-{client % SPACES}"


def _fill(graph: TimedGraph, turns: int) -> None:
    ingest.bulk(graph, SPACE, turns, SESSION, 0)
    for name in track(_names(), description="spaces", transient=True):
        ingest.bulk(graph, name, turns // SPACES, SESSION, 0)


def _loads(engines: Sequence[str]) -> Iterator[Load]:
    for engine in engines:
        for how in (THREADS, PROCESSES):
            for clients in CLIENTS:
                yield Load(engine, how, clients)
                yield Load(engine, how, clients, MANY)
            yield Load(engine, how, 4, beside_writer=True)


def _measure(place: Place, options: argparse.Namespace) -> dict[Load, Got]:
    found = {load: Got() for load in _loads(options.engines)}
    with ExitStack() as stack:
        pools: dict[str, Executor] = {
            THREADS: stack.enter_context(ThreadPoolExecutor(max(CLIENTS))),
            PROCESSES: stack.enter_context(ProcessPoolExecutor(max(CLIENTS), multiprocessing.get_context("spawn"))),
        }
        _prepare(place, pools[PROCESSES])
        for load in found:  # a round that does not count: the server compiles
            _round(place, pools, load, options.seconds / 2, Got())
        rounds = [load for _ in range(options.rounds) for load in found]
        for load in track(rounds, description="rounds", transient=True):
            _round(place, pools, load, options.seconds, found[load])
    return found


def _prepare(place: Place, pool: Executor) -> None:
    """Start every process; none takes a second task before all have one."""
    until = time.time() + PREPARING_SECONDS
    for started in [pool.submit(_ready, place, until) for _ in range(max(CLIENTS))]:
        started.result()


def _ready(place: Place, until: float) -> None:
    recall(Space(_memory(place).space.graph, _asking(place), SPACE), "tea", RecallSettings())
    time.sleep(max(0.0, until - time.time()))


def _round(place: Place, pools: Mapping[str, Executor], load: Load, seconds: float, got: Got) -> None:
    begin = time.time() + STARTING_SECONDS
    end = begin + seconds
    pool = pools[load.how]
    writer = pools[PROCESSES].submit(_write, place, begin, end) if load.beside_writer else None
    asked = [pool.submit(_client, place, load, each, begin, end) for each in range(load.clients)]
    got.busy.append(_busy(begin, end))
    took = [each.result() for each in asked]
    counts = [len(each) for each, _ in took]
    got.rounds.append(sum(counts) / seconds)
    got.shares.append(min(counts) * len(counts) / max(sum(counts), 1))
    got.seconds += chain.from_iterable(each for each, _ in took)
    got.errors += chain.from_iterable(errors for _, errors in took)
    if writer:
        got.written.append(writer.result())


def _busy(begin: float, end: float) -> float:
    """Wait until `end`; return how much the processors worked since `begin`, 0..1."""
    readings: list[tuple[float, float]] = []
    for at in (begin, end):
        time.sleep(max(0.0, at - time.time()))
        times = psutil.cpu_times()
        readings.append((sum(times), times.idle + times.iowait))
    (whole, idle), (whole_then, idle_then) = readings
    return 1 - (idle_then - idle) / (whole_then - whole)


@cache
def _memory(place: Place) -> Memory:
    """The memory of this process: it writes, and its connection is what clients ask over."""
    return Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE, encoder=encoder("minilm"))


@cache
def _asking(place: Place) -> RealTime:
    return RealTime(_memory(place).space.encoder)


def _write(place: Place, begin: float, end: float) -> float:
    """Remember one session after another from `begin` to `end`, then forget them; return turns a second."""
    memory, sessions = _memory(place), list[str]()
    told = cycle(list(transcripts(TOLD * SESSION, seed=int(end) % 100_000, session=SESSION)))
    time.sleep(max(0.0, begin - time.time()))
    while time.time() < end:
        sessions.append(f"{end} {len(sessions)}")
        memory.remember(next(told).turns, session=sessions[-1])
    rate = SESSION * len(sessions) / (time.time() - begin)
    for session in sessions:
        memory.forget(session=session)
    return rate


def _client(place: Place, load: Load, client: int, begin: float, end: float) -> tuple[list[float], list[str]]:
    """Ask from `begin` to `end`; return the seconds of each recall that ended by then, and the errors."""
    space = Space(_memory(place).space.graph, _asking(place), _name(load.where, client))
    settings = RecallSettings.model_validate({"engine": load.engine})
    took, errors = list[float](), list[str]()
    asked = cycle(questions(500, seed=client + int(begin)))
    time.sleep(max(0.0, begin - time.time()))
    for query in asked:
        before = time.time()
        if before >= end:
            break
        try:
            recall(space, query, settings)
        except ClewError as error:
            errors.append(f"{type(error).__name__}: {error}")
        else:
            if time.time() <= end:
                took.append(time.time() - before)
    return took, errors


def _gates(found: Mapping[Load, Got]) -> dict[str, bool]:
    kept: dict[str, bool] = {}
    for engine, how in dict.fromkeys((load.engine, load.how) for load in found):
        one, four = found[Load(engine, how, 1)].rate, found[Load(engine, how, 4)].rate
        gain = four / one if one else math.nan
        most = 1 / statistics.median(found[Load(engine, how, 1)].busy)
        told = f"{gain:.2f}, where one leaves processors for {most:.2f}"
        kept[f"{engine}, 4 {how}: at least {GAIN:g} times one: {told}"] = gain >= GAIN
        beside = found[Load(engine, how, 4, beside_writer=True)].rate
        lost = 1 - beside / four if four else math.nan
        kept[f"{engine}, 4 {how}: a writer takes at most a third: {lost:.2f}"] = lost <= MOST_LOST
    share = min(statistics.median(got.shares) for got in found.values())
    kept[f"the slowest client gets at least half of the mean: {share:.2f}"] = share >= LEAST_SHARE
    errors = sum(len(got.errors) for got in found.values())
    kept[f"no recall fails: {errors}"] = not errors
    return kept


def _report(options: argparse.Namespace, found: Mapping[Load, Got], around: dict[str, object]) -> int:
    gates, console = _gates(found), Console(width=130)
    table = Table("", "recalls a second", "p50, ms", "p95, ms", "slowest client", "busy", "turns written a second")
    figures: dict[str, dict[str, object]] = {}
    for load, got in found.items():
        written = statistics.median(got.written) if got.written else None
        share = statistics.median(got.shares)
        figures[str(load)] = {
            "rate": round(got.rate, 2),
            "rounds": [round(each, 2) for each in got.rounds],
            "p50": round(got.p(50), 1),
            "p95": round(got.p(95), 1),
            "slowest": round(share, 3),
            "busy": round(statistics.median(got.busy), 3),
            "errors": got.errors[:5],
            "written": written and round(written, 1),
        }
        numbers = (f"{got.rate:.1f}", f"{got.p(50):.0f}", f"{got.p(95):.0f}", f"{share:.2f}")
        busy = f"{statistics.median(got.busy):.2f}"
        table.add_row(str(load), *numbers, busy, f"{written:.0f}" if written else "")
    console.print(table)
    show_gates(gates, console)
    write(options.json, {**around, "turns": options.turns, "figures": figures, "gates": gates})
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
