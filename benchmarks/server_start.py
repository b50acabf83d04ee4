"""How long the managed server takes to start and stop, and what each option costs its queries afterwards.

    python benchmarks/server_start.py --rounds 3

Every variant starts an existing store of its own and answers one PageRank, the first of which loads most of GDS.
The one with fewer jars has only those that a start, a remember and a recall loaded a class from.
"CPU" is the processor time of the server, which a busy machine blurs less than the wall clock. Rounds go through
the variants in turn; the medians are printed.
"""

import argparse
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import psutil
from circumstances import PACKAGES, without_server, write

from clew import server
from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.retrieval.pagerank import WalkGraph, pagerank
from clew.server import Address, ServerSettings, lockfile
from clew.server.layout import Layout
from clew.server.lockfile import Jar
from clew.settings import RecallSettings

VARIANTS: Mapping[str, tuple[str, ...]] = {
    "baseline: no class archive": ("-Xshare:off",),
    "ours: class archive": (),
    "class archive, only the quick compiler": ("-XX:TieredStopAtLevel=1",),
    "class archive, parallel collector": ("-XX:-UseSerialGC", "-XX:+UseParallelGC"),
    "class archive, G1 collector": ("-XX:-UseSerialGC", "-XX:+UseG1GC"),
}
FEWER_JARS = "class archive, fewer jars"


@dataclass(frozen=True, slots=True)
class Start:
    """One start; seconds, but for `recall_ms`: processor time of the server for a warm projection and PageRank."""

    ready: float
    first_recall: float
    cpu: float
    recall_ms: float
    memory_mb: float
    stop: float


def _started(settings: ServerSettings) -> float:
    """Start and stop; return the seconds of the start."""
    begin = time.perf_counter()
    server.start(settings)
    seconds = time.perf_counter() - begin
    server.stop(settings)
    return seconds


def main() -> int:
    """Run, print the table, write the figures."""
    options = _options()
    times: dict[str, list[Start]] = {name: [] for name in (*VARIANTS, FEWER_JARS)}
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            name: ServerSettings(Path(folder, str(number)), options.cache, heap_mb=1024, jvm_options=flags)
            for number, (name, flags) in enumerate(VARIANTS.items())
        }
        ours = settings["ours: class archive"]
        for what in ("first start", "second start, which records the archive"):
            print(f"{what}: {_started(ours):.1f} s")
        for each in settings.values():
            _started(each)  # makes the store
        few = loaded_jars(ours, Path(folder, "classes.log"))
        settings[FEWER_JARS] = fewer = replace(ours, home=Path(folder, "few"), cache=Path(folder, "jars"))
        for jar in few:
            target = Path(folder, "jars", jar.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(Layout.of(ours).cache / jar.path)
        with only(few):
            server.start(fewer)
            server.stop(fewer)
        for number in range(options.rounds):
            for name, each in settings.items():
                print(f"round {number + 1} of {options.rounds}: {name}", file=sys.stderr)
                with only(few if name == FEWER_JARS else lockfile.jars()):
                    times[name].append(measure(each, options.recalls))
    size = sum(jar.size for jar in few) / 1e6
    print(f"fewer jars: {len(few)} of {len(lockfile.jars())}, {size:.0f} MB")
    medians = {name: _median(each) for name, each in times.items()}
    _print(medians)
    if options.out:
        figures = {name: asdict(each) for name, each in medians.items()}
        write(options.out, {**without_server(PACKAGES), "rounds": options.rounds, "medians": figures})
    return 0


def measure(settings: ServerSettings, recalls: int) -> Start:
    """Start, recall until warm, stop."""
    begin = time.perf_counter()
    address = server.start(settings)
    try:
        ready = time.perf_counter() - begin
        process = psutil.Process(server.status(settings).pid)
        with _connected(address) as graph:
            recall(graph)
            first, cpu = time.perf_counter() - begin, _cpu(process)
            for _ in range(recalls):
                recall(graph)
            warm = _cpu(process)
            for _ in range(50):
                recall(graph)
            recall_ms = (_cpu(process) - warm) / 50 * 1000
            memory_mb = process.memory_info().rss / 1e6
    finally:
        begin = time.perf_counter()
        server.stop(settings)
    return Start(ready, first, cpu, recall_ms, memory_mb, time.perf_counter() - begin)


def loaded_jars(settings: ServerSettings, log: Path) -> list[Jar]:
    """The jars that a start, a remember and a recall load a class from, and those that the server is known by."""
    address = server.start(replace(settings, jvm_options=("-Xshare:off", f"-Xlog:class+load:file={log}")))
    auth = (address.user, address.password)
    try:
        with Memory.open(address.uri, auth=auth, database=address.database) as memory:
            memory.remember([{"text": "I adopted a cat."}, {"text": "What is it called?"}], session="s")
            memory.recall("a cat")
    finally:
        server.stop(settings)
    names = set(re.findall(r"/([^/\s]+\.jar)$", log.read_text("utf-8"), re.MULTILINE))
    known = {
        f"{artifact}-{version}.jar" for artifact, version in zip(("neo4j", "proc"), lockfile.versions(), strict=True)
    }
    return [jar for jar in lockfile.jars() if jar.filename in names | known]


@contextmanager
def only(jars: Sequence[Jar]) -> Generator[None]:
    """The server is made of these jars."""
    with patch.object(lockfile, "jars", lambda: tuple(jars)):
        yield


def recall(graph: Graph) -> None:
    """What a recall asks of GDS: project 1,000 nodes and 6,000 relations, walk them, drop them."""
    choose = random.Random(1)
    source, target = ([choose.randrange(1000) for _ in range(6000)] for _ in range(2))
    weight = [choose.random() for _ in range(6000)]
    walk = WalkGraph(1000, np.array(source), np.array(target), np.array(weight))
    pagerank(graph, walk, {1: 0.7, 2: 0.3}, 0.7, RecallSettings(engine="gds"))


def _connected(address: Address) -> Graph:
    return Graph.connect(address.uri, auth=(address.user, address.password), database=address.database)


def _cpu(process: psutil.Process) -> float:
    spent = process.cpu_times()
    return spent.user + spent.system


def _median(starts: list[Start]) -> Start:
    return Start(
        *(statistics.median(values) for values in zip(*(asdict(each).values() for each in starts), strict=True))
    )


def _print(medians: Mapping[str, Start]) -> None:
    print(f"{psutil.cpu_count()} cores, load {psutil.getloadavg()[1]:.1f}; medians")
    print("| variant | ready s | first recall s | CPU s | warm recall, CPU ms | memory MB | stop s |")
    print("|---|---|---|---|---|---|---|")
    for name, each in medians.items():
        figures = f"{each.ready:.1f} | {each.first_recall:.1f} | {each.cpu:.1f} | {each.recall_ms:.0f}"
        print(f"| {name} | {figures} | {each.memory_mb:.0f} | {each.stop:.1f} |")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--recalls", type=int, default=300, help="until the server counts as warm")
    parser.add_argument("--cache", type=Path, help="folder of the jars; default: the user's")
    parser.add_argument("--out", type=Path, help="write the figures as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
