"""Is a search faster in fewer, larger parts of Neo4j's vector index, and does it find as much?

    python benchmarks/vector_parts.py FILE... --gate

The texts of JSON files (also .xz) are cut into sentences and pairs of sentences, and encoded once. Two managed servers
hold the same vectors: one as Neo4j is set, one as Clew sets it. They are asked in turns for the best hundred of
sentences that they do not hold: after the vectors came 25 at a time, as an agent remembers, and after the index was
built again, as a bulk load does. What is true is computed by comparing all.
"""

import argparse
import json
import lzma
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from circumstances import circumstances, write
from gating import missed
from million_stores import opened
from numpy.typing import NDArray
from recall_times import NEAREST
from rich.console import Console
from rich.progress import track
from rich.table import Table

from clew.embedding import MiniLM
from clew.graph import schema, store
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.server import ServerSettings
from clew.text.instants import FOREVER

OUT = Path("out")
SPACE = "bench-vector-parts"
OURS = "Clew's settings"
AS_NEO4J = {
    "internal.dbms.index.vector.population_ram_buffer_size": "1",
    "internal.dbms.index.vector.standard_merge_factor": "50",
}
"""What Neo4j takes where nothing is set."""
SERVERS: Mapping[str, Mapping[str, str]] = {"Neo4j's settings": AS_NEO4J, OURS: {}}
WRITTEN, BUILT = "written 25 at a time", "built at once"

TOGETHER = 25
BEST = 100
QUESTIONS = 200
ROUNDS = 3
"""How often each question is asked; the first round warms up, and does not count."""

LONGEST = 0.9
"""Of what a search takes as Neo4j is set, at p50."""
MOST_LOST = 0.01
"""Of the true best hundred."""

STORE = """
UNWIND $rows AS row
CREATE (:Clew:Episode {space: $space, kind: 'Episode', id: row.id, embedding: row.vector, expired_at: $forever})
"""

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Found:
    """Searches of one index.

    Attributes:
        settings: whose.
        way: how the vectors came into the index.
        seconds: in which they did.
        parts: of the index on disk; the newest may be in the server's memory alone.
        p50: of a search, in milliseconds.
        p95: likewise.
        recall: share of the true best hundred that was found, on average.
    """

    settings: str
    way: str
    seconds: float
    parts: int
    p50: float
    p95: float
    recall: float


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    vectors = _encoded(_texts(options.files, options.texts + QUESTIONS))
    asked, held = vectors[:QUESTIONS], vectors[QUESTIONS:]
    true = [{str(number) for number in np.argsort(-(held @ each))[:BEST].tolist()} for each in asked]
    with TemporaryDirectory() as folder, ExitStack() as stack:
        homes = {name: Path(folder, str(number)) for number, name in enumerate(SERVERS)}
        graphs = {
            name: stack.enter_context(opened(ServerSettings(homes[name], heap_mb=1024, neo4j_options=dict(chosen))))
            for name, chosen in SERVERS.items()
        }
        around = circumstances(graphs[OURS])
        found: list[Found] = []
        for way, fill in ((WRITTEN, _write), (BUILT, _build)):
            seconds = {name: fill(graph, held) for name, graph in graphs.items()}
            times, recalls = _search(graphs, asked, true)
            found += [
                Found(name, way, seconds[name], _parts(homes[name]), *_percentiles(times[name]), recalls[name])
                for name in graphs
            ]
    return _report(options, found, around)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="JSON, or JSON.xz")
    parser.add_argument("--texts", type=int, default=60_000, help="vectors in the index")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "vector_parts.json")
    return parser.parse_args()


def _texts(files: Sequence[Path], number: int) -> list[str]:
    found: dict[str, None] = {}
    for file in files:
        opener = lzma.open if file.suffix == ".xz" else open
        try:
            with opener(file, "rt", encoding="utf-8") as lines:
                found |= dict.fromkeys(_sentences(json.load(lines)))
        except (OSError, ValueError, lzma.LZMAError, EOFError) as error:
            raise SystemExit(
                f"{file} cannot be read as JSON: {error}; name files of JSON, or of JSON packed by xz"
            ) from None
    if len(found) < number:
        raise SystemExit(f"the files hold {len(found):,} texts, {number:,} are needed: more files, or fewer --texts")
    return Random(1).sample(list(found), number)


def _sentences(value: object) -> Iterator[str]:
    """Yield each sentence of the texts in a JSON value, and each pair of neighbours."""
    match value:
        case str():
            sentences = [each for each in re.split(r"(?<=[.!?])\s+", value) if len(each) > 15]
            yield from sentences
            yield from map(" ".join, pairwise(sentences))
        case dict():
            yield from _sentences(list(value.values()))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
        case list():
            for each in value:  # pyright: ignore[reportUnknownVariableType]
                yield from _sentences(each)  # pyright: ignore[reportUnknownArgumentType]
        case _:
            pass


def _encoded(texts: Sequence[str]) -> Vectors:
    encoder, together = MiniLM(), 512
    starts = track(range(0, len(texts), together), description="encoding", transient=True)
    vectors = (encoder.embed_documents(list(texts[at : at + together])) for at in starts)
    return np.concatenate([np.array(each, np.float32) for each in vectors])


def _write(graph: Graph, held: Vectors) -> float:
    store.prepare(graph, "vector-parts", held.shape[1])
    begin = time.perf_counter()
    for at in track(range(0, len(held), TOGETHER), description=WRITTEN, transient=True):
        rows = [{"id": str(at + place), "vector": each.tolist()} for place, each in enumerate(held[at : at + TOGETHER])]
        graph.write(generated("store", STORE), rows=rows, space=SPACE, forever=FOREVER)
    return time.perf_counter() - begin


def _build(graph: Graph, held: Vectors) -> float:
    for query in schema.drop(schema.SEARCH_INDEXES):
        graph.execute(query)
    begin = time.perf_counter()
    store.make_indexes(graph, held.shape[1])
    return time.perf_counter() - begin


def _search(
    graphs: Mapping[str, Graph], asked: Vectors, true: Sequence[set[str]]
) -> tuple[Mapping[str, list[float]], Mapping[str, float]]:
    """Ask every question of both, in turns; return milliseconds, and the share that was found."""
    times = {name: list[float]() for name in graphs}
    shares = {name: list[float]() for name in graphs}
    nearest = generated("nearest", NEAREST)
    for turn in track(range(ROUNDS * len(asked)), description="searching", transient=True):
        vector, best = asked[turn % len(asked)].tolist(), true[turn % len(asked)]
        for name in sorted(graphs, reverse=bool(turn % 2)):
            begin = time.perf_counter()
            hits = graphs[name].read(nearest, vector=vector, space=SPACE, forever=FOREVER)
            if turn >= len(asked):
                times[name].append(1000 * (time.perf_counter() - begin))
                shares[name].append(len({str(hit["id"]) for hit in hits} & best) / BEST)
    return times, {name: float(np.mean(each)) for name, each in shares.items()}


def _percentiles(times: Sequence[float]) -> tuple[float, float]:
    return float(np.percentile(times, 50)), float(np.percentile(times, 95))


def _parts(home: Path) -> int:
    return sum(1 for _ in (home / "data" / "databases" / "neo4j" / "schema" / "index").glob("vector*/**/*.si"))


def _gates(found: Sequence[Found]) -> dict[str, bool]:
    gates: dict[str, bool] = {}
    for way in (WRITTEN, BUILT):
        (theirs,) = (each for each in found if each.way == way and each.settings != OURS)
        (ours,) = (each for each in found if each.way == way and each.settings == OURS)
        ratio, lost = ours.p50 / theirs.p50, theirs.recall - ours.recall
        gates[f"{way}: p50 at most {LONGEST:g} of Neo4j's settings': {ratio:.2f}"] = ratio <= LONGEST
        gates[f"{way}: loses at most {MOST_LOST:g} of the best hundred: {lost:.3f}"] = lost <= MOST_LOST
    return gates


def _report(options: argparse.Namespace, found: Sequence[Found], around: Mapping[str, object]) -> int:
    table = Table("", "vectors came", "in, s", "parts", "p50, ms", "p95, ms", "found of the best 100")
    for each in found:
        numbers = (f"{each.seconds:.0f}", str(each.parts), f"{each.p50:.1f}", f"{each.p95:.1f}", f"{each.recall:.3f}")
        table.add_row(each.settings, each.way, *numbers)
    Console(width=130).print(table)
    gates = _gates(found)
    for gate, passed in gates.items():
        print(f"{'pass' if passed else 'FAIL'}  {gate}")
    write(
        options.json, {**around, "texts": options.texts, "searches": [asdict(each) for each in found], "gates": gates}
    )
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
