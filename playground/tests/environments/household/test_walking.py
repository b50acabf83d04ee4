"""Walks are as long as networkx says."""

import math

import networkx as nx
import pytest
from tests.agents.karma.houses import HOUSE, KITCHEN

from clew.model.building import building_of, links
from clew.model.scene import Layout
from clew_playground.environments.household import floor_plans, room_layout
from clew_playground.environments.household.walks import Walks


def reference(layout: Layout) -> "nx.Graph[int]":
    """The grid, joined by comparing all points."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(layout.reachable)))
    for one, a in enumerate(layout.reachable):
        for other, b in enumerate(layout.reachable):
            if abs(math.dist(a, b) - layout.step) < 1e-3:
                graph.add_edge(one, other, weight=layout.step)
    return graph


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
