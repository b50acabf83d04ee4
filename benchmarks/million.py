"""A million memories beside a hundred thousand: load, indexes, disk, memory, and recall in turns.

    python benchmarks/million.py --home FOLDER --gate

Each size has a managed server of its own in the folder, which keeps its store for the next run. See README.md.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from circumstances import circumstances, write
from gating import missed, show_gates
from million_stores import SPACE, FaultGraph, Loaded, heap, opened, prepared, reindexed
from recall_times import RealTime, Seconds, Times, asking
from rich.console import Console
from rich.progress import track
from rich.table import Table
from synthetic import questions

from clew import server
from clew.embedding import encoder
from clew.graph.driver import Graph
from clew.graph.space import Space
from clew.retrieval.recall import recall
from clew.server import ServerSettings
from clew.settings import RecallSettings

OUT = Path("out")
ENGINES = ("local", "gds")
GROWTH = 2.0
"""How much longer a recall may take with the largest store than with the smallest, at p50 and p95."""

COUNTED = 100
"""Questions whose page faults are counted."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    caches = dict(zip(options.sizes, options.page_cache_mb or [0] * len(options.sizes), strict=True))
    servers = {size: _settings(options, size, caches[size]) for size in options.sizes}
    loads = [(reindexed if options.reindex else prepared)(each, size) for size, each in servers.items()]
    with ExitStack() as stack:
        graphs = {size: stack.enter_context(opened(each, FaultGraph)) for size, each in servers.items()}
        around = circumstances(graphs[options.sizes[0]])
        times = _recall(graphs, options)
        faults = {size: _faults(graph, options) for size, graph in graphs.items()}
        heaps = {size: heap(graph) for size, graph in graphs.items()}
    gates = _gates(times, options.sizes)
    memory = {size: _memory(servers[size], faults[size], heaps[size]) for size in options.sizes}
    _show(loads, times, memory, gates)
    found = {
        "load": [asdict(each) for each in loads],
        "memory": memory,
        "recall": [each.summary() for each in times],
        "gates": gates,
    }
    write(options.json, {**around, "settings": RecallSettings().model_dump(), **found})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--home", type=Path, default=OUT / "million", help="holds the servers, 9 GB for a million")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 1_000_000], metavar="N")
    parser.add_argument("--heap-mb", type=int, default=1024, help="of each server")
    parser.add_argument("--page-cache-mb", type=int, nargs="+", help="of each server; default: by machine and store")
    parser.add_argument("--queries", type=int, default=100, help="a run")
    parser.add_argument("--runs", type=int, default=3, help="the median of their p95 counts")
    parser.add_argument("--warm-up", type=int, default=300, help="queries before, in every way, not counted")
    parser.add_argument("--reindex", action="store_true", help="build the search indexes again first")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "million.json")
    return parser.parse_args()


def _settings(options: argparse.Namespace, size: int, page_cache_mb: int) -> ServerSettings:
    home = options.home.absolute() / str(size)
    return ServerSettings(home=home, heap_mb=options.heap_mb, page_cache_mb=page_cache_mb or None)


def _recall(graphs: Mapping[int, Graph], options: argparse.Namespace) -> list[Times]:
    """Ask each question of every store in every way, in an order of its own."""
    real = RealTime(encoder("minilm"))
    arms = [(size, way, ask) for size in graphs for way, ask in asking(ENGINES).items()]
    spaces = {size: Space(graph, real, SPACE) for size, graph in graphs.items()}
    found: dict[tuple[int, str], list[Seconds]] = {(size, way): [] for size, way, _ in arms}
    asked = questions(options.warm_up + options.runs * options.queries)
    for number, query in enumerate(track(asked, description="recall", transient=True)):
        random.Random(number).shuffle(arms)
        for size, way, ask in arms:
            took = ask(spaces[size], query)
            if number >= options.warm_up:
                found[size, way].append(took)
    return [Times(size, way, took, options.runs) for (size, way), took in found.items()]


def _faults(graph: FaultGraph, options: argparse.Namespace) -> float:
    """Return how many pages of 8 KB a recall reads from outside the page cache, once it is warm."""
    settings = RecallSettings(engine="local")
    space = Space(graph, RealTime(encoder("minilm")), SPACE)
    graph.counts, graph.faults = True, 0
    for query in questions(COUNTED, seed=options.warm_up):
        recall(space, query, settings)
    return graph.faults / COUNTED


def _memory(settings: ServerSettings, faults: float, heaps: Mapping[str, int]) -> dict[str, float]:
    plan = server.planned(settings)
    return {
        "heap_mb": plan.heap_mb,
        "page_cache_mb": plan.page_cache_mb,
        "records_bytes": plan.records_bytes,
        "search_bytes": plan.search_bytes,
        "heap_kept": heaps["kept"],
        "page_faults_per_recall": faults,
    }


def _gates(times: Sequence[Times], sizes: Sequence[int]) -> dict[str, bool]:
    by_arm = {(each.size, each.way): each for each in times}
    small, large = min(sizes), max(sizes)
    kept: dict[str, bool] = {}
    for engine in ENGINES:
        few, many = by_arm[small, engine], by_arm[large, engine]
        for name, growth in (("p50", many.p(50) / few.p(50)), ("p95", many.p95 / few.p95)):
            kept[f"{engine} from {small:,} to {large:,}: {name} at most {GROWTH:g} times: {growth:.2f}"] = (
                growth <= GROWTH
            )
    return kept


def _show(
    loads: Sequence[Loaded],
    times: Sequence[Times],
    memory: Mapping[int, Mapping[str, float]],
    gates: Mapping[str, bool],
) -> None:
    console = Console(width=150)
    table = Table("turns", "turns/s", "indexes s", "bytes a memory", "heap kept, loading/indexing MB", title="Load")
    for each in loads:
        rate, size = each.size / each.seconds, sum(each.disk.values()) / each.size
        heaps = f"{each.load_heap / 1e6:.0f}/{each.index_heap / 1e6:.0f}"
        table.add_row(f"{each.size:,}", f"{rate:,.0f}", f"{each.index_seconds:,.0f}", f"{size:,.0f}", heaps)
    console.print(table)
    for each in loads:
        shares = {name: round(size / each.size) for name, size in each.disk.items()}
        console.print(f"{each.size:,}: bytes a memory on disk: {shares}", highlight=False)
    table = Table("p50/p95 in ms", *(f"{size:,}" for size in memory), title="Recall, the encoder included")
    for way in dict.fromkeys(each.way for each in times):
        of_way = [each for each in times if each.way == way]
        table.add_row(way, *(f"{each.p(50):.0f}/{each.p95:.0f}" for each in of_way))
    console.print(table)
    console.print(memory, highlight=False)
    show_gates(gates, console)


if __name__ == "__main__":
    sys.exit(main())
