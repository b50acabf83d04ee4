"""The cost of consolidation beside its language model, as memory grows, and the number of its questions.

    python benchmarks/consolidation.py [--turns 5000]

A made-up conversation is consolidated chunk by chunk with a model that answers at once from templates. So all time is
ours: encoder, search, writing. Beside it stands the same comparison with what is known as a store without a vector
index does it: fetch every fact, compare with each. See README.md.
"""

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import connection
import numpy as np
from circumstances import circumstances, write
from gating import missed, show_gates
from langchain_core.embeddings import Embeddings
from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track
from rich.table import Table
from synthetic import transcripts
from template_model import TemplateModel

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph.queries import generated
from clew.graph.space import Space
from clew.model import Consolidated, Progress

OUT = Path("out")
SPACE = "bench-consolidation"
STOPS = 10
MIN_SECONDS = 1.0
MAX_CALLS = 3.0
EVERY_FACT = "MATCH (fact:Clew) WHERE fact.space = $space AND fact.kind = 'Fact' RETURN fact.embedding AS vector"


@dataclass(frozen=True, slots=True)
class Stop:
    """A tenth of the conversation.

    Attributes:
        facts: known at its end.
        seconds: per chunk, median.
        slowest: per chunk, the 95th percentile.
        all_facts: seconds that fetching every fact and comparing one chunk's with each takes at its end.
    """

    facts: int
    seconds: float
    slowest: float
    all_facts: float


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    default, model = encoder("minilm"), TemplateModel()
    auth, database = place.auth, place.database
    with Memory.open(place.uri, auth=auth, database=database, space=SPACE, encoder=default, model=model) as memory:
        connection.forget(memory.space)
        try:
            for each in track(list(transcripts(options.turns)), description="remember", transient=True):
                memory.remember(each.turns, session=each.session)
            stops, done = _consolidate(memory, default)
            around = circumstances(memory.space.graph)
        finally:
            if not options.keep:
                connection.forget(memory.space)
    gates = _gates(stops, done)
    _show(stops, done, gates)
    rows = [dataclasses.asdict(stop) for stop in stops]
    write(options.json, {**around, "stops": rows, "result": dataclasses.asdict(done), "gates": gates})
    _plot(stops, options.plot)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=5_000)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "consolidation.json")
    parser.add_argument("--plot", type=Path, default=OUT / "consolidation.png")
    connection.add_arguments(parser)
    return parser.parse_args()


def _consolidate(memory: Memory, default: Embeddings) -> tuple[list[Stop], Consolidated]:
    """Time each chunk; at each tenth, what comparing with every fact would take, which is not counted."""
    waiting = len(memory.pending())
    sample = default.embed_documents([f"Ann told that {number}" for number in range(10)])
    times: list[float] = []
    stops: list[Stop] = []
    last = perf_counter()

    def told(progress: Progress) -> None:
        nonlocal last
        times.append(perf_counter() - last)
        if progress.done * STOPS // waiting > len(stops):
            facts, seconds = _compare_all(memory.space, sample)
            part = times[-max(1, waiting // STOPS) :]
            stops.append(Stop(facts, float(np.median(part)), float(np.percentile(part, 95)), seconds))
        last = perf_counter()

    return stops, memory.consolidate(on_progress=told)


def _compare_all(space: Space, vectors: Sequence[Sequence[float]]) -> tuple[int, float]:
    begin = perf_counter()
    known = np.array([row["vector"] for row in space.read(generated("every_fact", EVERY_FACT))])
    np.argsort(known @ np.array(vectors).T, axis=0)
    return len(known), perf_counter() - begin


def _gates(stops: Sequence[Stop], done: Consolidated) -> dict[str, bool]:
    calls = sum(account["calls"] for account in _chains(done).values()) / done.chunks
    first, last = stops[1].seconds, stops[-1].seconds
    return {
        f"every chunk is consolidated: {done.chunks}, {done.left} left": done.left == 0,
        f"at most {MIN_SECONDS} s per chunk beside the model: p95 {max(stop.slowest for stop in stops):.2f}": max(
            stop.slowest for stop in stops
        )
        <= MIN_SECONDS,
        f"the last tenth at most 1.5 times the second: {last / first:.2f}": last <= 1.5 * first,
        f"at most {MAX_CALLS:.0f} calls of the model per chunk: {calls:.2f}": calls <= MAX_CALLS,
    }


def _chains(done: Consolidated) -> dict[str, dict[str, float]]:
    chains = done.usage["chains"]
    assert isinstance(chains, dict)
    return chains


def _show(stops: Sequence[Stop], done: Consolidated, gates: dict[str, bool]) -> None:
    console = Console(width=120)
    table = Table("known facts", "ms per chunk, median", "p95", "comparing with every fact, ms", title="Consolidation")
    for stop in stops:
        figures = (stop.seconds, stop.slowest, stop.all_facts)
        table.add_row(f"{stop.facts:,}", *(f"{1000 * figure:,.0f}" for figure in figures))
    console.print(table)
    console.print(f"{done.facts}; {done.reflections} reflections", highlight=False)
    for name, account in _chains(done).items():
        console.print(
            f"{name}: {account['calls']} calls, {account['calls'] / done.chunks:.2f} per chunk", highlight=False
        )
    show_gates(gates, console)


def _plot(stops: Sequence[Stop], path: Path) -> None:
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    facts = [stop.facts for stop in stops]
    axes.plot(facts, [1000 * stop.seconds for stop in stops], "o-", label="Clew, a whole chunk", color="#2171b5")
    axes.plot(facts, [1000 * stop.slowest for stop in stops], ":", label="its 95th percentile", color="#2171b5")
    axes.plot(
        facts, [1000 * stop.all_facts for stop in stops], "s-", label="comparing with every fact", color="#d94801"
    )
    axes.set_xlabel("known facts")
    axes.set_ylabel("milliseconds per chunk")
    axes.set_ylim(bottom=0)
    axes.set_title("Consolidation beside its language model, as memory grows")
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    sys.exit(main())
