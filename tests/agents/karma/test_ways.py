"""Ways are as long as networkx says."""

import math

import networkx as nx
import pytest
from hypothesis import given
from tests.agents.karma.houses import CELLS, den, reference

from clew.agents.karma.ways import Ways
from clew.model.building import building_of


@given(CELLS)
def test_distances_are_shortest_on_any_grid(cells: set[tuple[int, int]]) -> None:
    layout = den(cells)
    ways, graph = Ways(building_of(layout)), reference(layout)
    known = dict(nx.all_pairs_dijkstra_path_length(graph))
    for start in graph:
        found = ways.distances(start)
        for end in graph:
            assert found[end] == pytest.approx(known[start].get(end, math.inf))
        assert all(metres >= 0 for metres in found)
        assert set(ways.part(start)) == nx.node_connected_component(graph, start)
