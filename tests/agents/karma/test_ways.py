"""Ways are as long as networkx says."""

import math

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.agents.karma.ways import Ways
from clew.model.building import building_of
from clew.model.scene import Layout

CELLS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1)


def reference(layout: Layout) -> "nx.Graph[int]":
    """The grid, joined by comparing all points."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(layout.reachable)))
    for one, a in enumerate(layout.reachable):
        for other, b in enumerate(layout.reachable):
            if abs(math.dist(a, b) - layout.step) < 1e-3:
                graph.add_edge(one, other, weight=layout.step)
    return graph


@given(CELLS)
def test_distances_are_shortest_on_any_grid(cells: set[tuple[int, int]]) -> None:
    layout = Layout("den", tuple((0.25 * x, 0.25 * z) for x, z in sorted(cells)))
    ways, graph = Ways(building_of(layout)), reference(layout)
    known = dict(nx.all_pairs_dijkstra_path_length(graph))
    for start in graph:
        found = ways.distances(start)
        for end in graph:
            assert found[end] == pytest.approx(known[start].get(end, math.inf))
        assert all(metres >= 0 for metres in found)
        assert set(ways.part(start)) == nx.node_connected_component(graph, start)
