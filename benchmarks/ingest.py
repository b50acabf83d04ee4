"""How fast turns become memory beyond the encoder's own time, and what the time is spent on."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from rich.progress import track
from synthetic import SESSION, BagOfWords, transcripts
from timed_graph import TimedGraph

from clew.graph.space import Space
from clew.loaders.conversation import sessions
from clew.loaders.conversation.sessions import GROUP_TURNS, grouped, indexed_afterwards
from clew.model import Transcript
from clew.retrieval.browse import stats

T = TypeVar("T")

CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Ingest:
    """One way to remember so many turns.

    Attributes:
        way: in words.
        episodes: turns remembered.
        relations: written with them.
        stored: turns that the store held before.
        seconds: of remembering; vectors are made up, which takes next to nothing.
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
            seconds = _remember(space, count, session, GROUP_TURNS, way)
            begin = time.perf_counter()
        return seconds

    return _measured(graph, name, way, stored, work, lambda: time.perf_counter() - begin)


def one_by_one(graph: TimedGraph, name: str, count: int, stored: int) -> Ingest:
    """The baseline: every turn in a transaction of its own, statements of one row each."""
    way = "indexes online, one turn a transaction"

    def add_all(space: Space) -> float:
        told = list(transcripts(count))
        begin = time.perf_counter()
        for each in track(told, description=way, transient=True):
            for turn in each.turns:
                sessions.add(space, each.session, turn)
        return time.perf_counter() - begin

    return _measured(graph, name, way, stored, add_all)


def _remember(space: Space, count: int, session: int, together: int, way: str) -> float:
    """Seconds of remembering; the turns are made up before."""
    groups = list(_groups(count, session, together))
    begin = time.perf_counter()
    for group in track(groups, description=way, transient=True):
        sessions.remember_together(space, group)
    return time.perf_counter() - begin


def bulk_groups(count: int) -> Iterator[list[Transcript]]:
    """Make up sessions one after the other, in the groups that a bulk load writes in one transaction."""
    return _groups(count, SESSION, GROUP_TURNS)


def _groups(count: int, session: int, together: int) -> Iterator[list[Transcript]]:
    return grouped(transcripts(count, session=session), together)


def _measured(
    graph: TimedGraph,
    name: str,
    way: str,
    stored: int,
    work: Callable[[Space], float],
    index_seconds: Callable[[], float] = lambda: 0.0,
) -> Ingest:
    space = Space(graph, BagOfWords(), name)
    graph.spent.clear()
    seconds = work(space)
    indexing = index_seconds()
    split = _split(graph.spent, seconds)
    size = stats(space)
    episodes, relations = size.nodes["Episode"], sum(size.relationships.values())
    return Ingest(way, episodes, relations, stored, seconds, indexing, split)


def _split(spent: Mapping[str, float], seconds: float) -> dict[str, float]:
    """The account of the connection, the greatest first, with what the client did itself."""
    written: dict[str, float] = defaultdict(float)
    for name, took in spent.items():
        if not name.startswith("maintain/"):
            written[name] += took
    written[CLIENT] = seconds - sum(written.values())
    ranked = sorted(written.items(), key=lambda item: -item[1])
    return dict(islice(ranked, 12))
