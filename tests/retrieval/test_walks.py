"""Walks that go equally far share a neighbourhood and a projection, and each keeps its own seeds and damping."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from tests.api.memory.talk import context_of

from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.model import Engine, Turn
from clew.retrieval import walk as walks
from clew.retrieval.pagerank import WalkGraph, pageranks
from clew.retrieval.walk import NOWHERE, Neighbourhood, Walk, walk_graph
from clew.settings import RecallSettings

SETTINGS = RecallSettings(iterations=500, remainder=1e-30, tolerance=1e-16)
TALK = [Turn(f"Number {number} of the tea garden in Lisbon.", "Ann") for number in range(12)]


@pytest.fixture(scope="module")
def told(module_memory: Memory) -> Memory:
    module_memory.remember(TALK, session="talk")
    return module_memory


def explored(memory: Memory, started: list[Walk]) -> list[Neighbourhood]:
    numbered = dict(enumerate(started))
    arounds = memory.space.reading(lambda transaction: walks.explore(transaction, context_of(memory), numbered)())
    return [arounds[number] for number in numbered]


def test_walks_that_go_equally_far_share_a_neighbourhood(told: Memory) -> None:
    near = SETTINGS.episode_walk.changed(cap=6)
    one, other = {"episode:talk/0": 1.0}, {"episode:talk/11": 1.0}
    together = explored(told, [(one, near), (one, near.changed(rounds=2)), (other, near), ({}, near)])
    assert together[0] is together[2]
    assert together[1] is not together[0]
    assert together[3] is NOWHERE
    assert {*one, *other} <= together[0].degrees.keys()
    assert len(together[0].degrees) > near.cap  # each walk keeps its own room
    (alone,) = explored(told, [(one, near)])
    assert len(alone.degrees) <= near.cap


@pytest.mark.parametrize("opening", ["Marmalade needs saffron.", "Saffron goes into marmalade."])
def test_what_weighs_most_is_looked_at_first(memory: Memory, opening: str) -> None:
    memory.remember([Turn(opening, "Ann")], session="start")
    memory.remember([Turn("We bought saffron.", "Ben")], session="rare")
    for number in range(20):
        memory.remember([Turn(f"Marmalade, jar {number}.", "Cid")], session=f"jar {number}")
    few = SETTINGS.episode_walk.changed(cap=5)  # half as many as the jars are looked at
    (around,) = explored(memory, [({"episode:start/0": 1.0}, few)])
    assert "episode:rare/0" in around.degrees
    assert len(around.degrees) == few.cap


@pytest.mark.parametrize("engine", ["local", "gds"])
def test_what_is_shared_is_ranked_from_the_seeds_of_each_walk(told: Memory, engine: Engine) -> None:
    walk = SETTINGS.episode_walk
    started: list[Walk] = [
        ({"episode:talk/0": 1.0}, walk),
        ({"episode:talk/11": 0.5, "episode:talk/3": 0.5}, walk.changed(damping=0.4)),
        ({}, walk),
    ]
    arounds = explored(told, started)
    context = replace(context_of(told), settings=SETTINGS.changed(engine=engine))
    ranks = walks.rank_walks(context, dict(enumerate(started)), dict(enumerate(arounds)), {})
    for number in range(2):
        assert ranks[number] == pytest.approx(_by_networkx(arounds[0], started[number]), abs=1e-6)
    assert ranks[2] == {}


def _by_networkx(around: Neighbourhood, walk: Walk) -> dict[str, float]:
    graph, names = walk_graph(around, 5, SETTINGS), list(around.degrees)
    seeds, settings = walk
    oracle = nx.MultiDiGraph()
    oracle.add_nodes_from(names)
    for source, target, weight in zip(graph.source, graph.target, graph.weight, strict=True):
        oracle.add_edge(names[source], names[target], weight=float(weight))
    return nx.pagerank(oracle, alpha=settings.damping, personalization=dict(seeds), max_iter=5000, tol=1e-13)


@pytest.mark.parametrize("engine", ["local", "gds"])
def test_a_start_without_weight_stands_between_others(graph: Graph, engine: Engine) -> None:
    line = WalkGraph(2, np.array([0]), np.array([1]), np.array([1.0]))
    starts = [({}, 0.5), ({1: 2.0}, 0.5), ({0: 0.0}, 0.5), ({0: 1.0}, 0.5)]
    found = [each.tolist() for each in pageranks(graph, line, starts, SETTINGS.changed(engine=engine))]
    assert found[0] == found[2] == [0.0, 0.0]
    assert found[1] == [0.0, 1.0]
    assert found[3] == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize(
    ("close", "ways"), [({"b": 3.0, "c": 0.0}, [("a", "b", 1.5)]), ({"a": 1.0}, [("b", "a", 1.0)]), ({}, [])]
)
def test_to_what_is_about_something_mentioned_leads_one_way_by_how_close_search_found_it(
    close: dict[str, float], ways: list[tuple[str, str, float]]
) -> None:
    kinds = dict.fromkeys("abc", "Passage")
    around = Neighbourhood(dict.fromkeys("abc", 1), kinds, {}, (), (("a", "b", 2), ("a", "c", 1), ("b", "a", 1)))
    graph = walk_graph(around, 5, SETTINGS, close)
    found = zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True)
    assert [("abc"[source], "abc"[target], weight) for source, target, weight in found] == ways
