"""Small houses for tests, and the grid of a room as networkx has it."""

import math

import networkx as nx
from hypothesis import strategies as st

from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.building import Building, Floor, Passage, Room
from clew.model.scene import Layout, Point, Spot, Thing

CELLS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1)
"""The points of a room, in steps."""


def den(cells: set[tuple[int, int]]) -> Layout:
    """A room of such points."""
    return Layout("den", tuple((0.25 * x, 0.25 * z) for x, z in sorted(cells)))


def grid(width: int, depth: int) -> tuple[Spot, ...]:
    return tuple((0.25 * x, 0.25 * z) for x in range(width) for z in range(depth))


def reference(layout: Layout) -> "nx.Graph[int]":
    """The grid, joined by comparing all points."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(layout.reachable)))
    for one, a in enumerate(layout.reachable):
        for other, b in enumerate(layout.reachable):
            if abs(math.dist(a, b) - layout.step) < 1e-3:
                graph.add_edge(one, other, weight=layout.step)
    return graph


def fixed(kind: str, x: float, z: float, y: float = 0.9) -> Thing:
    return Thing(f"{kind}|{x:g}|{z:g}", kind, Point(x, y, z), states=type_facts().first_states(kind))


def movable(kind: str, inside: Thing, number: int = 1) -> Thing:
    return Thing(f"{kind}|{number}", kind, inside.location, movable=True, inside=inside.id)


COUNTER, FRIDGE, SINK = fixed("CounterTop", -0.5, 0.0), fixed("Fridge", 5.0, 0.0), fixed("SinkBasin", -0.5, 1.0)
MICROWAVE, LAMP, BURNER = fixed("Microwave", 5.0, 1.0), fixed("FloorLamp", 2.5, 1.5), fixed("StoveBurner", 2.5, -0.5)
APPLE, KNIFE, PLATE = movable("Apple", FRIDGE), movable("Knife", COUNTER), movable("Plate", COUNTER)
POTATO, BOOTS = movable("Potato", COUNTER), Thing("Boots|1", "Boots", Point(2.5, 0.0, 0.5), movable=True)

KITCHEN = Layout(
    "kitchen",
    grid(19, 5),
    (COUNTER, FRIDGE, SINK, MICROWAVE, LAMP, BURNER, APPLE, KNIFE, PLATE, POTATO, BOOTS),
)
"""4.5 m wide: counter and sink at the one end, fridge and microwave at the other, lamp and boots in the middle."""

HOUSE = Building(
    "house",
    (
        Floor(
            "ground",
            (Room("a", KITCHEN), Room("b", KITCHEN, (6.0, 0.0))),
            (Passage(("a", (4.5, 0.0)), ("b", (0.0, 0.0)), 1.5),),
        ),
        Floor("upstairs", (Room("c", KITCHEN, (6.0, 0.0)),), height=3.0),
    ),
    (Passage(("b", (4.5, 1.0)), ("c", (4.5, 1.0)), 5.0),),
)
