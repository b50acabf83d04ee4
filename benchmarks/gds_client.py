"""Whether the client of Graph Data Science may take the place of recall's own statements: the cost of one PageRank.

    .venv-doors/bin/python benchmarks/gds_client.py [--uri ...] [--gate]

Both rank the same random graphs in turn, on the same server: recall's engine `gds` (project, rank and drop in one
statement), and the client (the same projection by its `graph.project.cypher`, `page_rank.stream`, `drop`). Recall
may use the client only where it costs no more per call; the gate holds that the decision taken, which is not to, still
follows: it fails once the client's median is no higher. It runs where `make test-doors` has installed the client.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import connection
import numpy as np
from circumstances import command, commit, write
from gating import missed
from rich.console import Console
from rich.table import Table

from clew.api.memory import Memory
from clew.interfaces.analytics.client import connected
from clew.retrieval.pagerank import Floats, WalkGraph, pagerank, steps
from clew.settings import RecallSettings

Client = Any
"""A `graphdatascience.GraphDataScience`, whose package has no place in our types."""

OUT = Path(__file__).parent / "out"
DAMPING = 0.85
SIZES = ((50, 300), (250, 1500), (1000, 6000))
"""Nodes and edges; a recall walks at most 50 nodes of a conversation and 500 of documents."""

PROJECT = """
UNWIND $edges AS e
RETURN gds.graph.project($name, e[0], e[1], {relationshipProperties: {w: e[2]}}, {readConcurrency: 1}) AS projection
"""


def main() -> int:
    """Run, print the table, write the figures."""
    options = _options()
    place = connection.place(options)
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=f"gds-{uuid4().hex}") as memory:
        client = connected(memory, progress=False)
        rows = [_compared(memory, client, *size, options.rounds) for size in SIZES]
    table = Table("nodes", "edges", "recall's statement, ms", "client, ms", "client / ours", "furthest apart")
    for row in rows:
        table.add_row(*(f"{value:,.4g}" for value in row.values()))
    Console().print(table)
    gates = {f"{row['nodes']:.0f} nodes: the client costs more": row["ratio"] > 1 for row in rows}
    for name, holds in gates.items():
        print(f"{'pass' if holds else 'FAIL'}  {name}")
    around = {"command": command(), "commit": commit(), "load": os.getloadavg()}
    write(options.json, {**around, "rounds": options.rounds, "sizes": rows, "gates": gates})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    connection.add_arguments(parser)
    parser.add_argument("--rounds", type=int, default=40, help="calls of each, in turn, after five that do not count")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "gds_client.json")
    return parser.parse_args()


def _compared(memory: Memory, client: Client, nodes: int, edges: int, rounds: int) -> dict[str, float]:
    """Return the medians of both over one graph, and how far their results are apart at most."""
    walk, seeds = _graph(nodes, edges), {0: 0.7, 1: 0.3}
    settings = memory.settings.recall.changed(engine="gds")
    ways: dict[str, Callable[[], Floats]] = {
        "ours": lambda: pagerank(memory.space.graph, walk, seeds, DAMPING, settings),
        "client": lambda: _by_client(client, walk, seeds, settings),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    found: dict[str, Floats] = {}
    for number in range(rounds + 5):
        for name, way in ways.items():
            begin = time.perf_counter()
            found[name] = way()
            if number >= 5:
                times[name].append(1000 * (time.perf_counter() - begin))
    ours, theirs = (statistics.median(times[name]) for name in ways)
    apart = float(np.abs(found["ours"] - found["client"]).max())
    return {"nodes": nodes, "edges": edges, "ours": ours, "client": theirs, "ratio": theirs / ours, "apart": apart}


def _graph(nodes: int, edges: int) -> WalkGraph:
    random = np.random.default_rng(7)
    source, target = random.integers(0, nodes, (2, edges))
    return WalkGraph(nodes, source, target, random.random(edges) + 0.1)


def _by_client(client: Client, walk: WalkGraph, seeds: dict[int, float], settings: RecallSettings) -> Floats:
    edges = [list(edge) for edge in zip(walk.source.tolist(), walk.target.tolist(), walk.weight.tolist(), strict=True)]
    graph, _ = client.graph.project.cypher(PROJECT, name=f"clew-measured-{time.time_ns()}", edges=edges)
    with graph:
        table = client.page_rank.stream(
            graph,
            source_nodes=list(seeds.items()),
            relationship_weight_property="w",
            damping_factor=DAMPING,
            max_iterations=steps(DAMPING, settings),
            tolerance=settings.tolerance,
            concurrency=1,
            log_progress=False,
        )
    scores = np.zeros(walk.size)
    scores[table["nodeId"]] = table["score"]
    return scores / scores.sum()


if __name__ == "__main__":
    sys.exit(main())
