"""How fast documents are read, how long one more takes in a space of growing size, and how long recall takes.

    python benchmarks/multihop_latency.py [FOLDER] [--sizes 2000 100000]

FOLDER holds HotpotQA and MuSiQue as `multihop.py` takes them. Spaces are filled with copies of their paragraphs whose
names are replaced (`multihop_worlds.py`), through the product's own door, from JSON Lines; vectors are made up, without
a model, and the speed of the real encoder is measured beside on 300 passages. While the largest space fills, single
documents are added to it and forgotten. Then the questions, renamed alike, are asked of both engines; recall runs the
real encoder for its time. One space after another, so that each has the store for itself. See README.md.
"""

import argparse
import dataclasses
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path

import connection
import multihop_latency_report as report
from circumstances import circumstances, write
from langchain_core.embeddings import Embeddings
from multihop_data import Paragraph, read
from multihop_fill import Filler, encoder_rate
from multihop_latency_report import Result
from multihop_times import one_at_a_time, questions, recalling
from multihop_worlds import Worlds
from recall_times import RealTime, Times
from timed_graph import TimedGraph

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph import store
from clew.graph.space import Space
from clew.settings import RecallSettings

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "multihop"
OUT = Path("out")
SPACE = "bench-multihop-latency-"
STOPS = (0, 1_000, 10_000, 100_000)
"""Passages at which single documents are added and forgotten."""

HELD_AMONG = 800
"""Paragraphs of the first copy that single documents are from: what they are joined to is there at every stop but 0."""

SAMPLE = 300
"""Passages that the real encoder encodes."""


def main() -> int:
    """Run, print, write."""
    options = _options()
    corpora = read(options.folder)
    worlds = Worlds(corpora)
    place = connection.place(options)
    default = encoder("minilm")
    Memory.open(place.uri, auth=place.auth, database=place.database, space=f"{SPACE}0", encoder=default).close()
    with TimedGraph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        result = Result(circumstances(graph), encoder_rate(default, corpora, SAMPLE))
        for size in sorted(options.sizes):
            _measure(graph, size, worlds, default, options, result)
    report.show(result)
    write(options.json, _json(result))
    report.plot(result, options.plot)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="holds the files of HotpotQA and MuSiQue")
    parser.add_argument("--sizes", type=int, nargs="+", default=[2_000, 100_000], metavar="N", help="in passages")
    parser.add_argument("--singles", type=int, default=20, help="documents added and forgotten one by one")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=300, help="queries before, not counted")
    parser.add_argument("--engines", nargs="+", choices=("local", "gds"), default=["local", "gds"])
    parser.add_argument("--json", type=Path, default=OUT / "multihop_latency.json")
    parser.add_argument("--plot", type=Path, default=OUT / "multihop_latency.png")
    connection.add_arguments(parser)
    return parser.parse_args()


def _measure(
    graph: TimedGraph,
    size: int,
    worlds: Worlds,
    default: Embeddings,
    options: argparse.Namespace,
    result: Result,
) -> None:
    space = Space(graph, RealTime(default), f"{SPACE}{size}")
    connection.forget(space)  # what an interrupted run left
    try:
        copies = _fill(graph, size, worlds, options, result)
        asked = questions(worlds, copies, options.warm_up + options.queries)
        for engine in _engines(graph, options):
            settings = RecallSettings.model_validate({"engine": engine})
            result.times.append(recalling(space, size, settings, asked, options.warm_up))
    finally:
        if not options.keep:
            begin = time.perf_counter()
            connection.forget(space)
            result.forgets[size] = time.perf_counter() - begin


def _fill(graph: TimedGraph, size: int, worlds: Worlds, options: argparse.Namespace, result: Result) -> int:
    """Fill a space, the largest with stops at which single documents are measured; returns how many copies it has."""
    held, rest = _held(worlds, options.singles)
    filler = Filler(graph, f"{SPACE}{size}", size, rest)
    if size == max(options.sizes):
        for stop in sorted({*(stop for stop in STOPS if stop < size), size}):
            filler.fill(stop)
            result.singles.append(one_at_a_time(filler.space, held))
    result.filled.append(filler.fill(size))
    return filler.worlds


def _held(worlds: Worlds, number: int) -> tuple[Sequence[Paragraph], Iterator[Paragraph]]:
    """Paragraphs of the first copy that are held back, evenly spread; and all others, copy after copy."""
    first = list(worlds.paragraphs(0))
    held = first[: HELD_AMONG : max(1, HELD_AMONG // number)][:number]
    ids = {each.id for each in held}
    others = chain.from_iterable(worlds.paragraphs(world) for world in count(1))
    return held, chain((each for each in first if each.id not in ids), others)


def _engines(graph: TimedGraph, options: argparse.Namespace) -> list[str]:
    """Those asked for that the server has."""
    has_gds = store.inspect(graph).gds
    return [engine for engine in options.engines if has_gds or engine == "local"]


def _json(result: Result) -> dict[str, object]:
    return {
        **result.around,
        "settings": RecallSettings().model_dump(),
        "encoder rate": result.encoder,
        "ingest": [
            {**dataclasses.asdict(each), "rate": each.rate, "with encoder": report.together(each.rate, result.encoder)}
            for each in result.filled
        ],
        "one document": [
            {**dataclasses.asdict(each), "add median ms": each.add, "forget median ms": each.forget}
            for each in result.singles
        ],
        "recall": [_times(each) for each in result.times],
        "forget seconds": result.forgets,
    }


def _times(each: Times) -> dict[str, object]:
    stages = {stage: {"p50": each.p(50, stage), "p95": each.p(95, stage)} for stage in each.stages}
    return {"size": each.size, "engine": each.way, "queries": len(each.seconds), "ms": stages}


if __name__ == "__main__":
    sys.exit(main())
