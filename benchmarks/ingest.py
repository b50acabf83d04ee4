"""How fast turns become memory, the encoder's time left out, and what the time is spent on."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from langchain_core.embeddings import Embeddings
from rich.progress import track
from synthetic import BagOfWords, transcripts
from timed_graph import TimedGraph

from clew.loaders import conversation
from clew.loaders.files import TOGETHER, grouped, indexed_afterwards
from clew.model import Transcript
from clew.retrieval.stats import stats
from clew.space import Space

T = TypeVar("T")

ENCODER = "encoder (left out)"
CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Ingest:
    """One way to remember so many turns.

    Attributes:
        way: in words.
        episodes: turns remembered.
        relations: written with them.
        stored: turns that the store held before.
        seconds: of writing, without the encoder.
        index_seconds: of building the search indexes of the whole store afterwards.
        split: seconds per statement, and of what is none.
    """

    way: str
    episodes: int
    relations: int
    stored: int
    seconds: float
    index_seconds: float = 0.0
    split: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def rate(self) -> float:
        """Episodes a second, the rows alone."""
        return self.episodes / self.seconds

    @property
    def rate_indexed(self) -> float:
        """Episodes a second until they can be found."""
        return self.episodes / (self.seconds + self.index_seconds)


class Clocked(Embeddings):
    """Vectors without a model, and the time that they took."""

    def __init__(self) -> None:
        self._inner = BagOfWords()
        self.seconds = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """As the bag of words does."""
        begin = time.perf_counter()
        vectors = self._inner.embed_documents(texts)
        self.seconds += time.perf_counter() - begin
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """As the bag of words does."""
        return self.embed_documents([text])[0]


def online(graph: TimedGraph, name: str, count: int, session: int, stored: int) -> Ingest:
    """With the search indexes online: `session` turns in each transaction."""
    way = f"indexes online, {session:,} turns a transaction"
    return _measured(graph, name, way, stored, lambda space: _remember(space, count, session, 1, way))


def bulk(graph: TimedGraph, name: str, count: int, session: int, stored: int) -> Ingest:
    """As `remember_file` does it in bulk: the search indexes dropped before and built afterwards."""
    way = f"bulk, sessions of {session:,} turns"
    begin = 0.0

    def work(space: Space) -> float:
        nonlocal begin
        with indexed_afterwards(space):
            seconds = _remember(space, count, session, TOGETHER, way)
            begin = time.perf_counter()
        return seconds

    return _measured(graph, name, way, stored, work, lambda: time.perf_counter() - begin)


def one_by_one(graph: TimedGraph, name: str, count: int, stored: int) -> Ingest:
    """The baseline: every turn in a transaction of its own, statements of one row each."""
    way = "indexes online, one turn a transaction"

    def add_all(space: Space, each: Transcript) -> None:
        for turn in each.turns:
            conversation.add(space, each.session, turn)

    told = transcripts(count)
    return _measured(graph, name, way, stored, lambda space: _clock(space, told, count // 25, way, add_all))


def _remember(space: Space, count: int, session: int, together: int, way: str) -> float:
    def remember(space: Space, group: Sequence[Transcript]) -> None:
        conversation.remember_together(space, group)

    groups = grouped(transcripts(count, session=session), together)
    return _clock(space, groups, -(-count // max(session, together)), way, remember)


def _clock(
    space: Space,
    told: Iterable[T],
    total: int,
    way: str,
    write: Callable[[Space, T], None],
) -> float:
    """Seconds of writing; making the turns up does not count."""
    seconds = 0.0
    for each in track(told, description=way, total=total, transient=True):
        begin = time.perf_counter()
        write(space, each)
        seconds += time.perf_counter() - begin
    return seconds


def _measured(
    graph: TimedGraph,
    name: str,
    way: str,
    stored: int,
    work: Callable[[Space], float],
    index_seconds: Callable[[], float] = lambda: 0.0,
) -> Ingest:
    encoder = Clocked()
    space = Space(graph, encoder, name)
    graph.spent.clear()
    seconds = work(space)
    indexing = index_seconds()
    split = _split(graph.spent, seconds, encoder.seconds)
    size = stats(space)
    episodes, relations = size.nodes["Episode"], sum(size.relations.values())
    return Ingest(way, episodes, relations, stored, seconds - encoder.seconds, indexing, split)


def _split(spent: Mapping[str, float], seconds: float, encoding: float) -> dict[str, float]:
    """The account of the connection, the greatest first, with what the client did itself."""
    written: dict[str, float] = defaultdict(float)
    for name, took in spent.items():
        if not name.startswith("maintain/"):
            written[name] += took
    written[CLIENT] = seconds - encoding - sum(written.values())
    ranked = sorted(written.items(), key=lambda item: -item[1])
    return dict(islice(ranked, 12))
