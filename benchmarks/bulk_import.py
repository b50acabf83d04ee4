"""How long a bulk export of a million memories and its import by Neo4j's importer take, and is all of it there?

    python benchmarks/bulk_import.py --home FOLDER --gate

It exports the store that `million.py` keeps in the folder, and imports it into a new server beside it. See README.md.
"""

import argparse
import dataclasses
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from circumstances import circumstances, write
from million_stores import disk, opened, prepared
from rich.console import Console
from synthetic import BagOfWords

from clew import server
from clew.graph import store
from clew.graph.driver import Graph
from clew.graph.queries import generated, load
from clew.graph.rows import Row
from clew.retrieval.bulk.export import export_bulk
from clew.server import ServerSettings

OUT = Path("out")

COUNTS = """
CALL () { MATCH (node) RETURN count(node) AS nodes }
CALL () { MATCH ()-[link]->() RETURN count(link) AS relationships }
RETURN nodes, relationships
"""

SAMPLE = """
MATCH (node:Clew) WHERE node.id ENDS WITH $ending
OPTIONAL MATCH (node)-[link]->(target)
WITH node, link, target ORDER BY node.id, type(link), target.id
RETURN node.id AS id, properties(node) AS properties, collect([type(link), properties(link), target.id]) AS links
"""


@dataclasses.dataclass
class Found:
    """The measurements; sizes are in bytes, times in seconds.

    Attributes:
        nodes: in the store, with that of the store itself.
        relationships: in the store.
        sample: nodes that were compared with all that they hold.
        export_seconds: of writing the files.
        export_memory: most bytes that this process took beside what it had before.
        files: of the export.
        import_seconds: of Neo4j's importer.
        disk: of the imported store, without its search indexes.
        index_seconds: of the first opening, which makes the indexes; 0: not tried.
        same: whether the new store counts and holds the same.
    """

    nodes: int = 0
    relationships: int = 0
    sample: int = 0
    export_seconds: float = 0
    export_memory: int = 0
    files: int = 0
    import_seconds: float = 0
    disk: int = 0
    index_seconds: float = 0
    same: bool = False


def main() -> int:
    """Run, print, write; 1 where the gate was asked for and missed."""
    options = _options()
    home = options.home.absolute()
    settings, target = (
        ServerSettings(home=home / name, heap_mb=options.heap_mb, page_cache_mb=options.page_cache_mb)
        for name in (str(options.size), "imported")
    )
    prepared(settings, options.size)
    server.stop(target)
    for name in ("imported", "bulk"):
        shutil.rmtree(home / name, ignore_errors=True)
    found = Found()
    with opened(settings) as graph:
        around = circumstances(graph)
        before = _look(graph, options.ending)
        _export(graph, home / "bulk", found)
    found.import_seconds = _timed(lambda: server.import_bulk(home / "bulk", target))
    found.disk = sum(disk(home / "imported").values())
    with opened(target) as graph:
        graph.execute(load("maintain/complete_imported"))  # as the first opening does
        after = _look(graph, options.ending)
        if options.indexes:
            bag = BagOfWords()
            found.index_seconds = _timed(lambda: store.prepare(graph, bag.identity, len(bag.embed_query("a"))))
    found.nodes, found.relationships = before[0]["nodes"], before[0]["relationships"]
    found.sample, found.same = len(before) - 1, before == after
    Console().print(dataclasses.asdict(found))
    print(f"{'pass' if found.same else 'FAIL'}  all nodes and relationships are there, and a sample holds the same")
    write(options.json, {**around, "size": options.size, **dataclasses.asdict(found)})
    return int(options.gate and not found.same)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--home", type=Path, default=OUT / "million", help="the folder of million.py")
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--heap-mb", type=int, default=1024)
    parser.add_argument("--page-cache-mb", type=int, default=2048)
    parser.add_argument("--ending", default="77/7", help="of the ids of the nodes that are compared")
    parser.add_argument("--indexes", action="store_true", help="make the new store's indexes, too")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where something is missing")
    parser.add_argument("--json", type=Path, default=OUT / "bulk_import.json")
    return parser.parse_args()


def _export(graph: Graph, folder: Path, found: Found) -> None:
    process = psutil.Process()
    before = most = process.memory_info().rss

    def watch(_: object) -> None:
        nonlocal most
        most = max(most, process.memory_info().rss)

    found.export_seconds = _timed(lambda: export_bulk(graph, folder, on_progress=watch))
    found.export_memory = most - before
    found.files = sum(file.stat().st_size for file in folder.iterdir())


def _look(graph: Graph, ending: str) -> list[Row]:
    """Return the counts of everything, and all that some nodes hold."""
    sample = graph.read(generated("sample", SAMPLE), ending=ending)
    return [*graph.read(generated("counts", COUNTS)), *sorted(sample, key=lambda each: str(each["id"]))]


def _timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
