"""What a step of a long walk costs the memory, beside a memory that embeds all it knows again at every step.

The walk is one of 500 valid moves by chance through the hunt of 36 rooms, so that nearly all is seen again and again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TypeVar

import numpy as np
from langchain_core.embeddings import Embeddings
from matplotlib.figure import Figure

from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import identity
from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query
from clew.graph.rows import Row
from clew_playground.environments import hunt
from clew_playground.readers import GAMES

T = TypeVar("T")

FIRST = 10
EVERY = 25
"""At each so many steps everything is embedded again, for comparison."""


class CountingGraph(Graph):
    """A graph that counts what it sends in write transactions."""

    statements = 0
    ends = 0

    def transaction(self, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        """As a graph does."""
        self.ends += 1
        return super().transaction(lambda inner: work(_Counting(inner, self)), about)


class _Counting(Transaction):
    def __init__(self, inner: Transaction, graph: CountingGraph) -> None:
        self._plain, self._graph = inner, graph

    def run(self, query: Query, **parameters: object) -> list[Row]:
        self._graph.statements += 1
        return self._plain.run(query, **parameters)


class CountingEncoder(Embeddings):
    """An encoder that keeps the texts it was given."""

    def __init__(self, inner: Embeddings) -> None:
        self.inner = inner
        self.identity = identity(inner)
        self.texts: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """As the encoder does."""
        self.texts += texts
        return self.inner.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """As the encoder does."""
        return self.inner.embed_query(text)


@dataclass(slots=True)
class Cost:
    """What a walk has cost.

    Attributes:
        seconds: of each observation.
        again: seconds that embedding all triplets again takes, by step.
        triplets: believed, by step.
        statements: sent, and ends of transactions beside them (commits, and what is taken back), in all.
        embedded: strings given to the encoder.
        distinct: of these.
    """

    seconds: list[float] = field(default_factory=list)
    again: dict[int, float] = field(default_factory=dict)
    triplets: dict[int, int] = field(default_factory=dict)
    statements: int = 0
    ends: int = 0
    embedded: int = 0
    distinct: int = 0

    @property
    def trips(self) -> float:
        """Round trips per observation: each statement, and the end of a transaction."""
        return (self.statements + self.ends) / len(self.seconds)

    def windows(self) -> list[tuple[int, int, float, float]]:
        """First and last step, and median and 95th percentile of the seconds, of ten parts of the walk."""
        parts = np.array_split(np.arange(FIRST, len(self.seconds)), 10)
        of = [np.array(self.seconds)[part] for part in parts]
        return [
            (int(part[0]), int(part[-1]), float(np.median(each)), float(np.percentile(each, 95)))
            for part, each in zip(parts, of, strict=True)
        ]


def walk(graph: CountingGraph, encoder: CountingEncoder, memory: Memory, steps: int) -> Cost:
    """Walk, and take the time of each observation."""
    game, random, cost, world = hunt.generate(1, hunt.HARDEST), Random(1), Cost(), World(memory, rules=GAMES)
    encoder.texts.clear()
    graph.statements = graph.ends = 0
    moment, action = game.reset(), ""
    for step in range(steps + 1):
        begin = perf_counter()
        world.observe(moment.text, action=action)
        cost.seconds.append(perf_counter() - begin)
        if step % EVERY == 0:
            _embed_all(world, encoder, cost, step)
        moves = [each for each in moment.actions if each.startswith("go ")]
        action = random.choice(moves if random.random() < 0.8 else moment.actions)
        moment = game.step(action)
    cost.statements, cost.ends = graph.statements, graph.ends
    cost.embedded, cost.distinct = len(encoder.texts), len(set(encoder.texts))
    return cost


def _embed_all(world: World, encoder: CountingEncoder, cost: Cost, step: int) -> None:
    texts = [each.triplet.text for each in world.triplets()]
    begin = perf_counter()
    encoder.inner.embed_documents(texts)  # not counted
    cost.again[step], cost.triplets[step] = perf_counter() - begin, len(texts)


def plot(cost: Cost, path: Path) -> None:
    """Milliseconds per step, over the walk."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    windows: Sequence[tuple[int, int, float, float]] = cost.windows()
    middle = [(first + last) / 2 for first, last, _, _ in windows]
    axes.plot(middle, [1000 * each[2] for each in windows], "o-", label="Clew, an observation, median", color="#2171b5")
    axes.plot(middle, [1000 * each[3] for each in windows], ":", label="its 95th percentile", color="#2171b5")
    axes.plot(
        [*cost.again], [1000 * each for each in cost.again.values()], "s-", color="#d94801",
        label="embedding all triplets again",
    )  # fmt: skip
    axes.set_xlabel("step of the walk")
    axes.set_ylabel("milliseconds per step")
    axes.set_ylim(bottom=0)
    axes.set_title("What a step costs the memory of a world of 36 rooms")
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
