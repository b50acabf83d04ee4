"""Walks are as long as the shortest ways, over points that are neighbours."""

import math
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.model.building import building_of
from clew.model.scene import Layout
from clew_playground.environments.household.walks import Walks

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
def test_a_component_is_the_largest(cells: set[tuple[int, int]]) -> None:
    layout = Layout("den", tuple((0.25 * x, 0.25 * z) for x, z in sorted(cells)))
    ways, graph = Walks(building_of(layout)), reference(layout)
    assert len(ways.component()) == max(map(len, nx.connected_components(graph)))


@given(CELLS, st.data())
def test_a_path_walks_from_neighbour_to_neighbour(cells: set[tuple[int, int]], data: st.DataObject) -> None:
    layout = Layout("den", tuple((0.25 * x, 0.25 * z) for x, z in sorted(cells)))
    ways, graph = Walks(building_of(layout)), reference(layout)
    part = ways.component()
    start, end = data.draw(st.sampled_from(part)), data.draw(st.sampled_from(part))
    path = ways.path(start, end)
    assert (path[0], path[-1]) == (start, end)
    assert all(graph.has_edge(*pair) for pair in pairwise(path))
    assert (len(path) - 1) * 0.25 == pytest.approx(ways.distances(start)[end])


def test_what_cannot_be_reached_has_no_path() -> None:
    ways = Walks(building_of(Layout("den", ((0.0, 0.0), (0.5, 0.0)))))
    assert math.isinf(ways.distances(0)[1])
    with pytest.raises(InvalidInput, match="no way leads"):
        ways.path(0, 1)
