"""How long do a hundred recalls take at once: in a bounded pool of threads, or otherwise?

    python benchmarks/async_memory.py --gate

All ways ask the same questions of one space, in turns, --rounds times. One asks one question after the other, one has
a thread for each. Others have pools of several sizes; `AsyncMemory` has one of 16. A latency is from the moment when
all are asked. The last rows ask for one statement alone, by the driver in a pool and by its asynchronous interface.
They say what that interface could save, if all of Clew were written for it.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import connection
import ingest
import neo4j  # noqa: TID251 - the driver itself is measured
import numpy as np
from circumstances import circumstances, write
from connection import Place
from gating import missed, show_gates
from recall_times import RealTime
from rich.console import Console
from rich.table import Table
from synthetic import questions
from timed_graph import TimedGraph

from clew import AsyncMemory, Memory
from clew.api.async_memory import AT_ONCE
from clew.embedding import encoder

OUT = Path("out")
SPACE = "bench-async"
POOLS = (2, 4, 8, AT_ONCE, 32)
MOST = 1.15  # of the time of a hundred plain threads
STATEMENT = """
CYPHER 25
MATCH (n) SEARCH n IN (VECTOR INDEX clew_vector FOR $vector WHERE n.space = $space AND n.kind = 'Episode' LIMIT 100)
SCORE AS score RETURN n.id AS id, n.text AS text, score
"""

Way = Callable[[Sequence[str]], Awaitable[list[float]]]


async def one_by_one(memory: Memory, asked: Sequence[str]) -> list[float]:
    """Recall one question after the other."""
    begin, took = time.perf_counter(), list[float]()
    for query in asked:
        memory.recall(query)
        took.append(time.perf_counter() - begin)
    return took


async def pooled(work: Callable[[str], object], size: int, asked: Sequence[str]) -> list[float]:
    """Do all work in a pool of threads."""
    with ThreadPoolExecutor(size) as pool:
        loop = asyncio.get_running_loop()
        return await _all([lambda query=query: loop.run_in_executor(pool, work, query) for query in asked])


async def awaited(memory: AsyncMemory, asked: Sequence[str]) -> list[float]:
    """Recall all questions at once."""
    return await _all([partial(memory.recall, query) for query in asked])


async def by_asynchronous_driver(place: Place, vectors: Mapping[str, list[float]], asked: Sequence[str]) -> list[float]:
    """Ask for the statement alone, a hundred times at once, over the driver's asynchronous interface."""
    async with neo4j.AsyncGraphDatabase.driver(place.uri, auth=place.auth) as driver:

        async def ask(query: str) -> None:
            await driver.execute_query(STATEMENT, vector=vectors[query], space=SPACE, database_=place.database)

        await ask(asked[0])  # connects
        return await _all([partial(ask, query) for query in asked])


async def _all(calls: Sequence[Callable[[], Awaitable[Any]]]) -> list[float]:
    begin = time.perf_counter()

    async def timed(call: Callable[[], Awaitable[Any]]) -> float:
        await call()
        return time.perf_counter() - begin

    return await asyncio.gather(*map(timed, calls))


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--recalls", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "async_memory.json")
    connection.add_arguments(parser)
    options = parser.parse_args()
    place = connection.place(options)
    own = encoder("minilm")
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE, encoder=own) as memory:
        connection.forget(memory.space)
        with TimedGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
            ingest.bulk(graph, SPACE, options.turns, 25, 0)
            around = circumstances(graph)
        memory.space = replace(memory.space, encoder=RealTime(own))
        found = measured(memory, place, options)
        if not options.keep:
            memory.forget(space=True)
    return report(found, around, options)


def measured(memory: Memory, place: Place, options: argparse.Namespace) -> dict[str, list[list[float]]]:
    """Return the latencies of each way and round."""
    asked = list(questions(options.recalls, seed=7))
    vectors = {query: memory.space.embed_query(query) for query in asked}

    def statement(query: str) -> None:
        with memory.space.graph.driver.session(database=place.database) as session:
            session.run(STATEMENT, vector=vectors[query], space=SPACE).consume()

    ways: dict[str, Way] = {
        "one after the other": partial(one_by_one, memory),
        f"{options.recalls} threads": partial(pooled, memory.recall, options.recalls),
        **{f"pool of {size}": partial(pooled, memory.recall, size) for size in POOLS},
        "AsyncMemory": partial(awaited, AsyncMemory(memory)),
        "one statement, pool": partial(pooled, statement, AT_ONCE),
        "one statement, asynchronous driver": partial(by_asynchronous_driver, place, vectors),
    }
    found: dict[str, list[list[float]]] = {name: [] for name in ways}
    for number in range(options.rounds + 1):
        for name, way in ways.items():
            took = asyncio.run(_as_coroutine(way, asked))
            if number:  # the first round warms up
                found[name].append(took)
    return found


async def _as_coroutine(way: Way, asked: Sequence[str]) -> list[float]:
    return await way(asked)


def report(found: Mapping[str, list[list[float]]], around: dict[str, object], options: argparse.Namespace) -> int:
    """Print and write; return the exit status."""
    table = Table("way", "all, s", "p50, s", "p95, s", "first, s")
    figures: dict[str, dict[str, float]] = {}
    for name, rounds in found.items():
        figures[name] = {
            "all": statistics.median(max(each) for each in rounds),
            "p50": statistics.median(float(np.percentile(each, 50)) for each in rounds),
            "p95": statistics.median(float(np.percentile(each, 95)) for each in rounds),
            "first": statistics.median(min(each) for each in rounds),
        }
        table.add_row(name, *(f"{value:.2f}" for value in figures[name].values()))
    ratio = figures["AsyncMemory"]["all"] / figures[f"{options.recalls} threads"]["all"]
    gates = {f"{options.recalls} recalls: at most {MOST} of plain threads: {ratio:.2f}": ratio <= MOST}
    console = Console(width=110)
    console.print(table)
    show_gates(gates, console)
    write(options.json, {**around, "turns": options.turns, "figures": figures, "gates": gates})
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
