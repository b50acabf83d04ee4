"""Places by brute force: everything of a space is fetched by one read, and looked through in Python and networkx."""

import math
from typing import NamedTuple

import networkx as nx

from clew.graph.queries import generated
from clew.graph.space import Space
from clew.model.scene import Point

OBJECTS = generated(
    "bench/objects",
    """
    MATCH (object:Clew) USING INDEX SEEK object:Clew(space, kind)
    WHERE object.space = $space AND object.kind = 'SceneObject' AND object.location IS NOT NULL
    RETURN object.object AS id, object.object_type AS type,
      object.location.x AS x, object.location.y AS y, object.location.z AS z
    """,
)
AREAS = generated(
    "bench/areas",
    """
    MATCH (area:Clew) USING INDEX SEEK area:Clew(space, kind)
    WHERE area.space = $space AND area.kind = 'Area'
    RETURN area.text AS name, area.reachable AS reachable, COLLECT {
      MATCH (area)-[way:ADJACENT]->(beside:Clew) RETURN [beside.text, way.distance]
    } AS ways
    """,
)


class Near(NamedTuple):
    """An object, and how far it is."""

    metres: float
    id: str


def near(space: Space, place: Point, sort: str | None, within: float) -> list[Near]:
    """Return the objects of a type within some metres of a place, nearest first."""
    at = place.x, place.y, place.z
    rows = [row for row in space.read(OBJECTS) if sort in (None, row["type"])]
    found = (Near(math.dist(at, (row["x"], row["y"], row["z"])), row["id"]) for row in rows)
    return sorted(each for each in found if each.metres <= within)


def between(space: Space, start: Point, end: Point, within: float) -> list[Near]:
    """Return the objects within some metres of a straight line, nearest to its start first."""
    at = start.x, start.y, start.z
    line = end.x - start.x, end.y - start.y, end.z - start.z
    square = _product(line, line) or 1.0
    found = list[Near]()
    for row in space.read(OBJECTS):
        place = row["x"], row["y"], row["z"]
        share = _product((place[0] - at[0], place[1] - at[1], place[2] - at[2]), line) / square
        share = min(1.0, max(0.0, share))
        if math.dist(place, tuple(a + share * b for a, b in zip(at, line, strict=True))) <= within:
            found.append(Near(math.dist(at, place), row["id"]))
    return sorted(found)


def route(space: Space, start: Point, end: Point) -> float | None:
    """Return the metres of the shortest way over areas; None where there is none."""
    rows, graph = space.read(AREAS), nx.Graph()
    for row in rows:
        graph.add_node(row["name"])
        graph.add_weighted_edges_from((row["name"], other, metres) for other, metres in row["ways"])
    nearest = {place: min((_metres(place, row["reachable"]), row["name"]) for row in rows)[1] for place in (start, end)}
    try:
        return nx.dijkstra_path_length(graph, nearest[start], nearest[end])
    except nx.NetworkXNoPath:
        return None


def _metres(place: Point, reachable: list[float]) -> float:
    at, points = (place.x, place.y, place.z), iter(reachable)
    return min(math.dist(at, point) for point in zip(points, points, points, strict=True))


def _product(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
