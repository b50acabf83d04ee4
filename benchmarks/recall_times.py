"""How long recalls take, stage by stage: the product's, the least that any can do, and one that fetches everything."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import whole_space
from langchain_core.embeddings import Embeddings
from rich.progress import track
from synthetic import BagOfWords, questions

from clew.graph.queries import generated
from clew.graph.space import Space
from clew.retrieval.recall import recall
from clew.settings import RecallSettings
from clew.text.instants import FOREVER

REST = "rest"
"""The time that is in no stage: reading the speakers, packing."""

TOP = 20

UNCOUNTED = 2
"""Questions that a recall which fetches everything is asked first, for the server to compile and to read its pages."""

LEAST = "the least"
"""The work of any recall on this server: encode, one vector query inside the space, read the best hundred texts."""

NEAREST = """
CYPHER 25
MATCH (near:Clew)
SEARCH near IN (
  VECTOR INDEX clew_vector FOR $vector
  WHERE near.space = $space AND near.kind = 'Episode' AND near.expired_at = $forever
  LIMIT 100
) SCORE AS score
RETURN near.id AS id, near.text AS text, near.speaker AS speaker, score
"""

Seconds = Mapping[str, float]
"""Per stage; `total` is the last."""


class RealTime(Embeddings):
    """Takes the time of the real encoder, and gives the vectors that the synthetic memories have."""

    identity = BagOfWords.identity

    def __init__(self, real: Embeddings) -> None:
        self._real = real
        self._bag = BagOfWords()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors without a model."""
        return self._bag.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """A vector without a model, when the model would have had one."""
        self._real.embed_query(text)
        return self._bag.embed_query(text)


@dataclass(frozen=True, slots=True)
class Times:
    """Recalls of one way in a space of one size.

    Attributes:
        size: episodes.
        way: in words.
        seconds: per recall, stage to seconds; run after run.
        runs: how many runs they are of.
    """

    size: int
    way: str
    seconds: Sequence[Mapping[str, float]]
    runs: int = 1

    @property
    def stages(self) -> list[str]:
        """In their order; `total` is the last."""
        return list(self.seconds[0])

    def p(self, percentile: float, stage: str = "total") -> float:
        """Milliseconds, over all runs."""
        return 1000 * float(np.percentile([each[stage] for each in self.seconds], percentile))

    @property
    def totals(self) -> list[float]:
        """The p95 of each run, in milliseconds."""
        length = len(self.seconds) // self.runs
        parts = (self.seconds[start : start + length] for start in range(0, length * self.runs, length))
        return [Times(self.size, self.way, part).p(95) for part in parts]

    @property
    def p95(self) -> float:
        """The median of the runs."""
        return statistics.median(self.totals)

    def summary(self) -> dict[str, object]:
        """All of it in milliseconds, for a file of results."""
        return {
            "size": self.size,
            "way": self.way,
            "queries": len(self.seconds),
            "ms": {stage: {"p50": self.p(50, stage), "p95": self.p(95, stage)} for stage in self.stages},
            "total p95 of each run": self.totals,
            "total p95": self.p95,
        }


@dataclass(frozen=True, slots=True)
class Baseline:
    """The recalls that fetch everything, and the share of their best twenty that ours have among theirs."""

    times: Times
    overlap: float


def in_turns(space: Space, size: int, engines: Sequence[str], warm_up: int, queries: int, runs: int) -> list[Times]:
    """Ask `runs` times `queries` questions after a warm-up; each is asked in every way, in every order in turn."""
    ways = asking(engines)
    orders = list(permutations(ways.items()))
    found: dict[str, list[Seconds]] = {way: [] for way in ways}
    asked = questions(warm_up + runs * queries)
    for number, query in enumerate(track(asked, description=f"{size:,} episodes", transient=True)):
        for way, ask in orders[number % len(orders)]:
            took = ask(space, query)
            if number >= warm_up:
                found[way].append(took)
    return [Times(size, way, took, runs) for way, took in found.items()]


def asking(engines: Sequence[str]) -> dict[str, Callable[[Space, str], Seconds]]:
    """Return each way to ask: the least, and a recall per engine."""
    return {LEAST: _least, **{engine: _recalling(engine) for engine in engines}}


def _recalling(engine: str) -> Callable[[Space, str], Seconds]:
    settings = RecallSettings.model_validate({"engine": engine})
    return lambda space, query: _whole(recall(space, query, settings).seconds)


def nearest(space: Space, query: str) -> list[str]:
    """Do the least that any recall has to do; return the ids of the hundred nearest turns, best first."""
    return [str(row["id"]) for row in _nearest(space, space.embed_query(query))]


def _nearest(space: Space, vector: Sequence[float]) -> Sequence[Mapping[str, object]]:
    return space.read(generated("nearest", NEAREST), vector=vector, forever=FOREVER)


def _least(space: Space, query: str) -> Seconds:
    begin = time.perf_counter()
    vector = space.embed_query(query)
    encoded = time.perf_counter()
    _nearest(space, vector)
    end = time.perf_counter()
    return {"encode": encoded - begin, "search and read": end - encoded, "total": end - begin}


def fetching_everything(space: Space, size: int, queries: int, seconds: float) -> Baseline:
    """Ask until so many questions, at least three, or so many seconds are used up."""
    settings = RecallSettings(engine="local")
    asked = questions(UNCOUNTED + queries, seed=3)
    for query in asked[:UNCOUNTED]:
        whole_space.recall(space, query, settings)
    end = time.perf_counter() + seconds
    took: list[Mapping[str, float]] = []
    overlaps: list[float] = []
    for query in track(asked[UNCOUNTED:], description=f"{size:,} episodes, fetching all", transient=True):
        ids, spent = whole_space.recall(space, query, settings)
        ours = {hit.id for hit in recall(space, query, settings).hits[:TOP]}
        took.append(spent)
        overlaps.append(len(ours & set(ids[:TOP])) / TOP)
        if len(took) >= 3 and time.perf_counter() > end:
            break
    return Baseline(Times(size, "fetching everything", took), statistics.mean(overlaps))


def _whole(seconds: Mapping[str, float]) -> dict[str, float]:
    """With what is in no stage; `total` last."""
    stages = {stage: took for stage, took in seconds.items() if stage != "total"}
    return {**stages, REST: seconds["total"] - sum(stages.values()), "total": seconds["total"]}
