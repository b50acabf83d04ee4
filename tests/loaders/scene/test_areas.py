"""Areas cover what can be reached, hang together as the rooms do, and are as far apart as one has to walk."""

import math

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.loaders.scene.areas import areas
from clew.model.building import Building, Floor, Passage, Room, links
from clew.model.scene import Layout

CELLS = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), min_size=1, max_size=60)


def layout(cells: set[tuple[int, int]]) -> Layout:
    return Layout("room", tuple((0.25 * x, 0.25 * z) for x, z in sorted(cells)))


@st.composite
def buildings(draw: st.DrawFn) -> Building:
    """A row of rooms, each with a door to the one before it."""
    rooms, doors = list[Room](), list[Passage]()
    for number in range(draw(st.integers(1, 3))):
        rooms.append(Room(f"room {number}", layout(draw(CELLS)), (4.0 * number, 0.0)))
        if number:
            ends = [draw(st.sampled_from(room.layout.reachable)) for room in rooms[-2:]]
            doors.append(Passage((rooms[-2].name, ends[0]), (rooms[-1].name, ends[1]), 9.0))
    return Building("house", (Floor("ground", tuple(rooms), tuple(doors)),))


def walked(building: Building) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(sum(len(room.layout.reachable) for room in building.rooms)))
    graph.add_weighted_edges_from(links(building))
    return graph


@given(buildings(), st.floats(0.25, 4.0))
def test_areas_cover_each_point_once_and_join_where_one_can_walk(building: Building, spacing: float) -> None:
    found = areas(building, spacing)
    points = [point for room in building.rooms for point in building.points(room)]
    assert sorted(map(repr, points)) == sorted(repr(point) for area in found for point in area.reachable)
    assert all(area.location in area.reachable for area in found)
    graph, number = walked(building), {point: place for place, point in enumerate(points)}
    owner = {number[point]: area.name for area in found for point in area.reachable}
    beside = {frozenset((owner[one], owner[other])) for one, other in graph.edges if owner[one] != owner[other]}
    assert {frozenset((area.name, other)) for area in found for other in area.adjacent} == beside
    joined = nx.Graph()
    joined.add_edges_from((min(pair), max(pair)) for pair in beside)
    joined.add_nodes_from(area.name for area in found)
    for component in nx.connected_components(graph):
        assert nx.is_connected(joined.subgraph({owner[each] for each in component}))
    centre = {area.name: number[area.location] for area in found}
    for area in found:
        metres = nx.single_source_dijkstra_path_length(graph, centre[area.name])
        assert all(math.isclose(far, metres[centre[other]]) for other, far in area.adjacent.items())


@given(CELLS, st.floats(0.25, 4.0))
def test_an_area_hangs_together_and_lies_in_one_room(cells: set[tuple[int, int]], spacing: float) -> None:
    building = Building("house", (Floor("ground", (Room("den", layout(cells)),)),))
    points = building.points(building.rooms[0])
    for area in areas(building, spacing):
        assert (area.floor, area.room) == ("ground", "den")
        assert nx.is_connected(walked(building).subgraph([points.index(each) for each in area.reachable]))


@pytest.mark.parametrize("spacing", [0.0, -1.0, 5e-324, math.nan, math.inf])
def test_a_spacing_that_is_none_is_refused(spacing: float) -> None:
    building = Building("house", (Floor("ground", (Room("den", layout({(0, 0)})),)),))
    with pytest.raises(InvalidInput, match=r"give a spacing of 0\.001 m or more"):
        areas(building, spacing)
