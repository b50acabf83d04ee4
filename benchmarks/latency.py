"""How long recall and remember take on synthetic memories of growing size.

    python benchmarks/latency.py --sizes 1000 10000 100000

Bulk loads drop the search indexes of the whole store and build them again. See README.md for what the figures mean.
"""

import argparse
import dataclasses
import gc
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import connection
import ingest
import latency_report as report
from circumstances import circumstances, write
from gating import missed
from recall_times import RealTime, fetching_everything, in_turns
from synthetic import BagOfWords
from timed_graph import TimedGraph

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph.space import Space
from clew.loaders.upkeep.forget import forget_space
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-latency-"
SCRATCH = "bench-ingest"
SESSION = 25
BATCH = 1000


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    store_encoder = encoder("minilm")  # which the made-up vectors pass for
    Memory.open(place.uri, auth=place.auth, database=place.database, space=SCRATCH, encoder=store_encoder).close()
    with TimedGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        result = report.Result(around=circumstances(graph))
        real = RealTime(encoder(options.encoder))
        gc.freeze()  # a collection would walk all packages that happen to be loaded; see compare.py
        try:
            _clear(graph, options, real)
            _fill(graph, options, result)
            for size in options.sizes:
                _recall(Space(graph, real, f"{SPACE}{size}"), size, options, result)
        finally:
            if not options.keep:
                _forget(graph, options, real, result)
    return _report(options, result)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000], metavar="N")
    parser.add_argument("--queries", type=int, default=200, help="a run")
    parser.add_argument("--runs", type=int, default=3, help="the median of their p95 counts")
    parser.add_argument("--warm-up", type=int, default=300, help="queries before, in every way, not counted")
    parser.add_argument("--engines", nargs="+", choices=("local", "gds"), default=["local", "gds"])
    parser.add_argument("--baseline-queries", type=int, default=20, help="that fetch everything; 0: none")
    parser.add_argument("--baseline-seconds", type=float, default=60, help="after which no more are asked")
    parser.add_argument("--online", type=int, default=5_000, help="turns remembered with indexes online")
    parser.add_argument("--single", type=int, default=200, help="turns added one by one")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "latency.json")
    parser.add_argument("--plot", type=Path, default=OUT / "latency.png")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    options = parser.parse_args()
    if min(*options.sizes, options.online, options.single) < 1:
        parser.error("--sizes, --online and --single take numbers of at least 1")
    return options


def _clear(graph: TimedGraph, options: argparse.Namespace, real: RealTime) -> None:
    """Forget the spaces of an interrupted run."""
    for name in (SCRATCH, *(f"{SPACE}{size}" for size in options.sizes)):
        connection.forget(Space(graph, real, name))


def _fill(graph: TimedGraph, options: argparse.Namespace, result: report.Result) -> None:
    """Load the sizes in bulk; before and after that, a little with the indexes online."""
    _trickle(graph, options, result, 0)
    result.ingests.append(ingest.bulk(graph, SCRATCH, 2 * options.online, BATCH, 0))
    connection.forget(Space(graph, BagOfWords(), SCRATCH))
    stored = 0
    for size in sorted(options.sizes):
        result.ingests.append(ingest.bulk(graph, f"{SPACE}{size}", size, SESSION, stored))
        stored += size
    _trickle(graph, options, result, stored)


def _trickle(graph: TimedGraph, options: argparse.Namespace, result: report.Result, stored: int) -> None:
    ways = (
        lambda: ingest.online(graph, SCRATCH, options.online, BATCH, stored),
        lambda: ingest.online(graph, SCRATCH, options.online, SESSION, stored),
        lambda: ingest.one_by_one(graph, SCRATCH, options.single, stored),
    )
    for way in ways:
        result.ingests.append(way())
        connection.forget(Space(graph, BagOfWords(), SCRATCH))


def _recall(space: Space, size: int, options: argparse.Namespace, result: report.Result) -> None:
    result.times.extend(in_turns(space, size, options.engines, options.warm_up, options.queries, options.runs))
    if options.baseline_queries:
        limits = options.baseline_queries, options.baseline_seconds
        result.baselines.append(fetching_everything(space, size, *limits))


def _forget(graph: TimedGraph, options: argparse.Namespace, real: RealTime, result: report.Result) -> None:
    """The largest space goes in one transaction, and is timed."""
    connection.forget(Space(graph, real, SCRATCH))
    for size in options.sizes:
        begin = time.perf_counter()
        receipt = forget_space(Space(graph, real, f"{SPACE}{size}"))
        seconds = time.perf_counter() - begin
        result.forgets.append(report.Forgotten(size, sum(receipt.removed.values()), receipt.relationships, seconds))


def _report(options: argparse.Namespace, result: report.Result) -> int:
    gates = report.gates(result)
    report.show(result, gates)
    write(options.json, _json(result, gates))
    report.plot(result, options.plot)
    return int(options.gate and missed(gates))


def _json(result: report.Result, gates: Mapping[str, bool]) -> dict[str, object]:
    return {
        **result.around,
        "settings": RecallSettings().model_dump(),
        "ingest": [
            {**dataclasses.asdict(each), "rate": each.rate, "rate_indexed": each.rate_indexed}
            for each in result.ingests
        ],
        "recall": [each.summary() for each in result.times],
        "fetching everything": [{**each.times.summary(), "overlap": each.overlap} for each in result.baselines],
        "forget": [dataclasses.asdict(each) for each in result.forgets],
        "gates": gates,
    }


if __name__ == "__main__":
    sys.exit(main())
