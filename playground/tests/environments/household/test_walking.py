"""Walks are as long as networkx says."""

import math
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.karma.houses import CELLS, HOUSE, KITCHEN, den, reference

from clew.errors import InvalidInput
from clew.model.building import building_of, links
from clew.model.scene import Layout
from clew_playground.environments.household import floor_plans, room_layout
from clew_playground.environments.household.walks import Walks


@pytest.mark.parametrize("name", floor_plans()[::12])
def test_distances_are_shortest_in_real_rooms(name: str) -> None:
    layout = room_layout(name)
    ways, graph = Walks(building_of(layout)), reference(layout)
    for start in list(graph)[::40]:
        known = nx.single_source_dijkstra_path_length(graph, start)
        assert ways.distances(start) == pytest.approx([known.get(end, math.inf) for end in graph])


def test_doors_and_stairs_have_their_lengths() -> None:
    ways, graph = Walks(HOUSE), nx.Graph()
    graph.add_weighted_edges_from(links(HOUSE))
    known = nx.single_source_dijkstra_path_length(graph, 0)
    assert ways.distances(0) == pytest.approx([known[end] for end in range(len(ways.points))])
    attic = ways.rooms.index("c")
    assert ways.distances(0)[attic] == pytest.approx(4.5 + 1.5 + (4.5 + 1.0) + 5.0 + (4.5 + 1.0))


def test_a_path_goes_straight_where_it_can() -> None:
    ways = Walks(building_of(KITCHEN))
    corner = len(ways.points) - 1
    for heading, turns in ((0.0, 1.0), (90.0, 1.0), (180.0, 2.0)):
        assert ways.quarter_turns(ways.path(0, corner, heading), heading)[0] == pytest.approx(turns)


@given(CELLS)
def test_a_component_is_the_largest(cells: set[tuple[int, int]]) -> None:
    layout = den(cells)
    ways, graph = Walks(building_of(layout)), reference(layout)
    assert len(ways.component()) == max(map(len, nx.connected_components(graph)))


@given(CELLS, st.data())
def test_a_path_walks_from_neighbour_to_neighbour(cells: set[tuple[int, int]], data: st.DataObject) -> None:
    layout = den(cells)
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
