"""Both engines are Personalized PageRank: networkx is the oracle, and the seeds are always respected."""

import gc
import multiprocessing
import os
import signal
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from clew.errors import DatabaseError, InvalidInput
from clew.graph.drafts import mark
from clew.graph.driver import Graph
from clew.graph.queries import generated, load
from clew.model import Engine
from clew.retrieval import pagerank as in_server
from clew.retrieval.pagerank import PREFIX, WalkGraph, in_projection, pagerank, steps, sweep
from clew.server import Address
from clew.settings import RecallSettings

CONVERGED = {"iterations": 500, "remainder": 1e-30, "tolerance": 1e-16}

Case = tuple[WalkGraph, dict[int, float], float]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A graph with self-loops, parallel edges, sinks and isolated nodes; seeds among its nodes; a damping factor."""
    size = draw(st.integers(1, 12))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.floats(0.01, 10)), max_size=40))
    seeds = draw(st.dictionaries(node, st.floats(0.01, 5), min_size=1))
    return graph_of(size, edges), seeds, draw(st.floats(0, 0.9))


def graph_of(size: int, edges: list[tuple[int, int, float]]) -> WalkGraph:
    return WalkGraph(
        size,
        np.array([edge[0] for edge in edges], dtype=np.int64),
        np.array([edge[1] for edge in edges], dtype=np.int64),
        np.array([edge[2] for edge in edges], dtype=np.float64),
    )


def by_networkx(walk: WalkGraph, seeds: dict[int, float], damping: float) -> NDArray[np.float64]:
    oracle = nx.MultiDiGraph()
    oracle.add_nodes_from(range(walk.size))
    for source, target, weight in zip(walk.source, walk.target, walk.weight, strict=True):
        oracle.add_edge(int(source), int(target), weight=float(weight))
    ranks = nx.pagerank(oracle, alpha=damping, personalization=seeds, max_iter=5000, tol=1e-13)
    return np.array([ranks[node] for node in range(walk.size)])


def check_against_networkx(graph: Graph, engine: Engine, case: Case) -> None:
    walk, seeds, damping = case
    ranks = pagerank(graph, walk, seeds, damping, RecallSettings(engine=engine, **CONVERGED))
    assert ranks.sum() == pytest.approx(1)
    np.testing.assert_allclose(ranks, by_networkx(walk, seeds, damping), atol=1e-6)


@given(case=cases())
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_in_process_equals_networkx(graph: Graph, case: Case) -> None:
    check_against_networkx(graph, "local", case)


@given(case=cases())
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_graph_data_science_equals_networkx(graph: Graph, case: Case) -> None:
    check_against_networkx(graph, "gds", case)


@given(case=cases(), iterations=st.integers(1, 30))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_engines_agree_also_when_they_stop_early(graph: Graph, case: Case, iterations: int) -> None:
    walk, seeds, damping = case
    ranks = {
        engine: pagerank(
            graph, walk, seeds, damping, RecallSettings(engine=engine, iterations=iterations, remainder=1e-30)
        )
        for engine in ("gds", "local")
    }
    np.testing.assert_allclose(ranks["gds"], ranks["local"], atol=1e-12)


@given(damping=st.floats(0, 0.99), remainder=st.floats(1e-9, 0.99), most=st.integers(1, 500))
def test_a_walk_ends_where_further_steps_move_little(damping: float, remainder: float, most: int) -> None:
    done = steps(damping, RecallSettings(remainder=remainder, iterations=most))
    assert 1 <= done <= most
    assert done == most or damping**done <= remainder * (1 + 1e-9)
    assert done == 1 or damping ** (done - 1) > remainder * (1 - 1e-9)


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_what_is_left_out_is_at_most_the_remainder(graph: Graph, engine: Engine) -> None:
    ring = graph_of(60, [(node, (node + 1) % 60, 1.0) for node in range(60)])
    ranks = pagerank(graph, ring, {0: 1.0}, 0.7, RecallSettings(engine=engine, remainder=0.04))
    assert np.count_nonzero(ranks) == 10  # a step further each time: 0.7 to the 10th is the first below 0.04


TRIANGLE = graph_of(4, [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)])


@pytest.mark.parametrize("engine", ["gds", "local"])
@pytest.mark.parametrize("seeds", [{}, {0: 0.0}])
def test_no_seeds_never_means_global_pagerank(graph: Graph, engine: Engine, seeds: dict[int, float]) -> None:
    assert not pagerank(graph, TRIANGLE, seeds, 0.7, RecallSettings(engine=engine)).any()


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_an_isolated_seed_keeps_its_share(graph: Graph, engine: Engine) -> None:
    ranks = pagerank(graph, TRIANGLE, {3: 1.0}, 0.7, RecallSettings(engine=engine))
    assert ranks.tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("engine", ["gds", "local"])
@pytest.mark.parametrize("seeds", [{4: 1.0}, {-1: 1.0}, {0: -1.0}, {0: float("nan")}])
def test_a_seed_that_is_no_node_or_has_no_weight_is_refused(
    graph: Graph, engine: Engine, seeds: dict[int, float]
) -> None:
    with pytest.raises(InvalidInput):
        pagerank(graph, TRIANGLE, seeds, 0.7, RecallSettings(engine=engine))


def projected(graph: Graph) -> list[str]:
    rows = graph.read(generated("list", "CALL gds.graph.list() YIELD graphName RETURN graphName"))
    return [row["graphName"] for row in rows if row["graphName"].startswith(PREFIX)]


def project(graph: Graph, name: str) -> None:
    graph.read(generated("project", "RETURN gds.graph.project($name, 0, 1).nodeCount AS nodes"), name=name)


def test_no_projection_stays_behind(graph: Graph) -> None:
    pagerank(graph, TRIANGLE, {0: 1.0}, 0.7, RecallSettings(engine="gds"))
    assert projected(graph) == []


def test_a_failed_walk_leaves_no_projection(graph: Graph) -> None:
    text = load("recall/walk").text.replace("collect(score) AS scores", "collect(toInteger(score) / 0) AS scores")
    given = {
        "edges": [[0, 1, 1.0]],
        "walks": [{"seeds": [[0, 1.0]], "damping": 0.7, "iterations": 20}],
        "tolerance": 0.1,
    }
    with pytest.raises(DatabaseError, match="by zero"):
        in_projection(graph, generated("broken", text), given)
    assert projected(graph) == []


def test_a_forked_process_walks_like_its_parent(graph: Graph, server: Address) -> None:
    def walk() -> list[float]:
        with Graph.connect(server.uri, auth=(server.user, server.password)) as own:
            return pagerank(own, TRIANGLE, {0: 1.0}, 0.7, RecallSettings(engine="gds")).tolist()

    expected = pagerank(graph, TRIANGLE, {0: 1.0}, 0.7, RecallSettings(engine="gds")).tolist()
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sender.send(walk()), daemon=True)
    child.start()
    try:
        assert receiver.poll(30), "the forked process waits"
        assert receiver.recv() == expected
    finally:
        child.kill()
        child.join()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """An interrupt that arrives within the block."""
    before = signal.signal(signal.SIGALRM, _interrupt)
    gc.disable()  # an interrupt inside of a callback of the collector is lost
    signal.setitimer(signal.ITIMER_REAL, seconds)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the interrupt may hit the driver while it closes a session
        try:
            with pytest.raises(KeyboardInterrupt):
                yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            gc.enable()
            gc.collect()


def collect_sessions() -> None:
    """Collect what the driver could not close: the interrupt holds what it was reading into."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def test_an_interrupted_walk_leaves_no_projection(graph: Graph, server: Address) -> None:
    edges = [(node, (node * 7 + step) % 60_000, 1.0) for node in range(60_000) for step in range(1, 6)]
    long = RecallSettings(engine="gds", iterations=500, tolerance=1e-300)
    with (
        interrupted_after(0.6),
        Graph.connect(server.uri, auth=(server.user, server.password)) as own,
    ):
        pagerank(own, graph_of(60_000, edges), {0: 1.0}, 0.9999, long)
    collect_sessions()
    assert projected(graph) == []


def test_an_interrupt_stays_one_where_nothing_can_be_dropped_any_more(server: Address) -> None:
    def interrupt(_: object) -> list[object]:
        own.close()
        raise KeyboardInterrupt

    with Graph.connect(server.uri, auth=(server.user, server.password)) as own, pytest.raises(KeyboardInterrupt):
        in_projection(own, replace(generated("one", "RETURN 1 AS one"), decode=interrupt), {})
    collect_sessions()


def test_an_interrupt_while_waiting_takes_no_place_from_the_next(graph: Graph) -> None:
    settings = RecallSettings(engine="gds")
    for _ in range(2 * in_server.MAX_PROJECTIONS):
        with ExitStack() as others, interrupted_after(0.2):
            for _ in range(in_server.MAX_PROJECTIONS):
                others.enter_context(in_server.admission(os.getpid()))
            pagerank(graph, TRIANGLE, {0: 1.0}, 0.7, settings)
    assert pagerank(graph, TRIANGLE, {3: 1.0}, 0.7, settings).tolist() == [0, 0, 0, 1]
    assert projected(graph) == []


def test_the_sweep_leaves_a_living_process_alone(graph: Graph) -> None:
    name = f"{PREFIX}somebody"
    project(graph, name)
    try:
        sweep(graph)
        assert projected(graph) == [name]
    finally:
        graph.read(load("recall/drop_projection"), name=name)


def test_the_sweep_drops_what_is_stale(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    project(graph, f"{PREFIX}dead")
    monkeypatch.setattr(in_server, "STALE_SECONDS", -1)
    sweep(graph)
    assert projected(graph) == []


def project_by_process(server: Address, name: str) -> None:
    with Graph.connect(server.uri, auth=(server.user, server.password)) as own:
        project(own, f"{PREFIX}{mark()}-{name}")


def test_the_sweep_drops_at_once_what_a_dead_process_left_and_nothing_of_a_living_one(
    graph: Graph, server: Address
) -> None:
    project_by_process(server, "ours")
    dead = multiprocessing.get_context("spawn").Process(target=project_by_process, args=(server, "theirs"))
    dead.start()
    dead.join(100)
    assert len(projected(graph)) == 2
    assert sweep(graph) == 1
    assert projected(graph) == [f"{PREFIX}{mark()}-ours"]
    graph.read(load("recall/drop_projection"), name=f"{PREFIX}{mark()}-ours")


def test_what_the_server_refuses_is_tried_again_without_what_the_dead_left(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = f"CALL gds.graph.list() YIELD graphName WHERE graphName STARTS WITH '{PREFIX}'"
    only_alone = generated("only_alone", f"{listed} WITH count(*) AS others RETURN 1 / (1 - others) AS one")
    project(graph, f"{PREFIX}somebody")
    projected_at = time.monotonic()
    with pytest.raises(DatabaseError, match="by zero"):
        in_projection(graph, only_alone, {})
    time.sleep(1.5)
    assert sweep(graph) == 0
    # From now on it is stale, and the last sweep is not so long ago that the walk begins with one.
    monkeypatch.setattr(in_server, "STALE_SECONDS", time.monotonic() - projected_at)
    assert in_projection(graph, only_alone, {}) == [{"one": 1}]
    assert projected(graph) == []


def test_who_recalls_for_long_sweeps_each_minute(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep(graph)
    project(graph, f"{PREFIX}elsewhere")
    monkeypatch.setattr(in_server, "STALE_SECONDS", 0.05)
    time.sleep(0.1)
    pagerank(graph, TRIANGLE, {0: 1.0}, 0.7, RecallSettings(engine="gds"))
    assert projected(graph) == []
