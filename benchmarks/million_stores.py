"""Stores of many made-up memories, each on a managed server of its own: loaded once, measured on disk and in heap."""

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeVar, cast

from circumstances import commit, write
from ingest import bulk_groups
from rich.progress import track
from synthetic import BagOfWords

from clew import server
from clew.graph import store
from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query, generated
from clew.graph.space import Space
from clew.loaders.conversation import sessions
from clew.loaders.conversation.sessions import indexed_afterwards
from clew.retrieval.browse import stats
from clew.server import ServerSettings

R = TypeVar("R")
T = TypeVar("T")
G = TypeVar("G", bound=Graph)

SPACE = "bench-million"
NOTE = "loaded.json"
SAMPLE_SECONDS = 2.0

HEAP = """
CALL dbms.queryJmx('java.lang:type=MemoryPool,name=Tenured Gen') YIELD attributes
RETURN attributes.CollectionUsage.value.properties.used AS kept, attributes.PeakUsage.value.properties.used AS peak
"""
"""The heap that outlived its last full collection, and the most that it ever held."""


FAULTS = """
SHOW TRANSACTIONS YIELD currentQuery, pageFaults
WHERE trim(currentQuery) STARTS WITH 'SHOW TRANSACTIONS'
RETURN pageFaults AS faults
"""
"""Of the transaction that asks."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """One store after its load.

    Attributes:
        size: turns.
        nodes: by kind.
        relationships: in all.
        seconds: of remembering; turns and vectors are made up, which is left out.
        index_seconds: of building the search indexes afterwards.
        disk: bytes on disk, by what holds them.
        load_heap: most bytes that outlived a collection while turns were loaded.
        index_heap: likewise while the indexes were built.
        commit: of the code that loaded, or built the search indexes again.
    """

    size: int
    nodes: Mapping[str, int]
    relationships: int
    seconds: float
    index_seconds: float
    disk: Mapping[str, int]
    load_heap: int
    index_heap: int
    commit: str


def prepared(settings: ServerSettings, size: int) -> Loaded:
    """Return the figures of a store; load it first where its folder does not hold it yet. The server is stopped."""
    note = server.home(settings) / NOTE
    if not note.exists():
        _keep(settings, _load(settings, size))
    return Loaded(**json.loads(note.read_text("utf-8")))


def reindexed(settings: ServerSettings, size: int) -> Loaded:
    """Build a store's search indexes again, as the server builds them now, and return its figures. It is stopped."""
    loaded = prepared(settings, size)
    with opened(settings) as graph, heap_sampled(graph) as heaps:
        begin = time.perf_counter()
        with indexed_afterwards(Space(graph, BagOfWords(), SPACE)):
            pass
        seconds = time.perf_counter() - begin
    found = replace(loaded, index_seconds=seconds, index_heap=max(heaps, default=0), commit=commit())
    _keep(settings, found)
    return prepared(settings, size)


def _keep(settings: ServerSettings, loaded: Loaded) -> None:
    """Write down the figures of a store, its bytes on disk among them; the server is stopped."""
    write(server.home(settings) / NOTE, {**asdict(loaded), "disk": disk(server.home(settings))})


@contextmanager
def opened(settings: ServerSettings, graph_class: type[G] = Graph) -> Generator[G]:
    """Run the server while the block runs."""
    address = server.start(settings)
    try:
        with graph_class.connect(address.uri, auth=(address.user, address.password)) as graph:
            yield graph
    finally:
        server.stop(settings)


def _load(settings: ServerSettings, size: int) -> Loaded:
    encoder, code = BagOfWords(), commit()
    with opened(settings) as graph:
        store.prepare(graph, encoder.identity, len(encoder.embed_query("a")))
        space = Space(graph, encoder, SPACE)
        with heap_sampled(graph) as heaps, indexed_afterwards(space):
            seconds = _remember(space, size)
            load_heap, begin = max(heaps, default=0), time.perf_counter()
            heaps.clear()
        index_seconds = time.perf_counter() - begin
        counted = stats(space)
        written, index_heap = sum(counted.relationships.values()), max(heaps, default=0)
        return Loaded(size, counted.nodes, written, seconds, index_seconds, {}, load_heap, index_heap, code)


def _remember(space: Space, size: int) -> float:
    """Return the seconds of remembering; turns are made up group by group, so that a million need no memory."""
    seconds = 0.0
    for group in track(bulk_groups(size), description=f"{size:,}", total=size // 1000, transient=True):
        begin = time.perf_counter()
        sessions.remember_together(space, group)
        seconds += time.perf_counter() - begin
    return seconds


@contextmanager
def heap_sampled(graph: Graph) -> Generator[list[int]]:
    """Collect, as long as the block runs, how many bytes outlived each of the server's collections."""
    heaps: list[int] = []
    over = threading.Event()

    def sample() -> None:
        while not over.wait(SAMPLE_SECONDS):
            heaps.append(heap(graph)["kept"])

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield heaps
    finally:
        over.set()
        thread.join()


def heap(graph: Graph) -> dict[str, int]:
    """Return the bytes that outlived the last collection, and the most that there ever were."""
    row = graph.read(generated("heap", HEAP))[0]
    return {name: cast(int, row[name]) for name in ("kept", "peak")}


class FaultGraph(Graph):
    """A graph that counts the pages which its transactions read from outside the page cache."""

    counts = False
    """Return True if it does, which takes a statement more."""
    faults = 0

    def reading(self, work: Callable[[Transaction], T]) -> T:
        """As a graph does."""
        if not self.counts:
            return super().reading(work)

        def counted(transaction: Transaction) -> T:
            result = work(transaction)
            self.faults += sum(cast(int, row["faults"]) for row in transaction.run(generated("faults", FAULTS)))
            return result

        return super().reading(counted)

    def read(self, query: Query[R], **parameters: object) -> list[R]:
        """As a graph does."""
        return self.reading(lambda transaction: transaction.run(query, **parameters))


def disk(home: Path) -> dict[str, int]:
    """Return the bytes of a store by what holds them: its records, each form of index, its log of transactions."""
    found: Counter[str] = Counter()
    folder = home / "data" / "databases" / "neo4j"
    for path, size in _files(folder):
        parts = path.relative_to(folder).parts
        found[f"index {parts[2]}" if parts[0] == "schema" else _records(parts[0])] += size
    for _, size in _files(home / "data" / "transactions"):
        found["log of transactions"] += size
    return dict(found.most_common())


def _records(name: str) -> str:
    """Return what a file of records holds: vectors are arrays, texts are strings."""
    for part in ("propertystore.db.arrays", "propertystore.db.strings", "propertystore", "relationship", "nodestore"):
        if part in name:
            return f"records {part.removeprefix('propertystore.db.')}"
    return "records of other things"


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            yield path, path.stat().st_blocks * 512
