"""One HTML file that shows what was recalled and how it hangs together."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from clew.graph.schema import declared
from clew.interfaces.pages.exported import exported
from clew.interfaces.pages.files import save
from clew.model import Hit, Recall, Subgraph

HITS = 20
NODES = 110
_STEPS, _SEEN_STEPS = 2, 3
"""Relationships of a way from a better hit to one that search found itself. A sighting is one farther from a talk that
names it: it is of a thing, and that is of a sort."""

Edge = tuple[int, int, str]  # source and target by number, and the relationship's type


def write(path: Path, answers: Sequence[tuple[Recall, Subgraph]], *, title: str) -> Path:
    """Write the page of `render` and return its absolute path."""
    return save(path, render(answers, title=title))


def render(answers: Sequence[tuple[Recall, Subgraph]], *, title: str) -> str:
    """Return the page with one tab per answer: its hits, and up to 110 nodes of their neighbourhood."""
    return exported("recall", title, {"answers": [explained(*answer) for answer in answers]})


def explained(recall: Recall, graph: Subgraph, statement: str = "") -> dict[str, object]:
    """Return an answer as it is shown: all of it, its picture, and the statement that returns the same memories."""
    packed = [hit.id for hit in recall.packed]
    return {**asdict(recall), "packed": packed, "statement": statement, "picture": drawn(recall, graph)}


def drawn(recall: Recall, graph: Subgraph) -> dict[str, object]:
    """Return an answer as it is drawn: the nodes around its best 20 hits, and the way to each of these."""
    hits = recall.hits[:HITS]
    nodes = _nodes(hits, graph)
    place = {id_: number for number, id_ in enumerate(nodes)}
    edges = _edges(hits, graph, place)
    ways, better = list[dict[str, object]](), set[int]()
    for hit in hits:
        is_reached = len(hit.path) > 1
        if is_reached:
            steps = [(step.relationship, place[step.id]) for step in hit.path]
        else:  # search found it itself: how it is joined to a better hit
            steps = _shortest(place[hit.id], better, edges, _SEEN_STEPS if hit.kind == "Sighting" else _STEPS)
        better.add(place[hit.id])
        seed = place[hit.path[0].id] if hit.path else None
        ways.append({"seed": seed, "is_reached": is_reached, "steps": steps})
    return {"nodes": [*nodes.values()], "edges": edges, "ids": [*nodes], "ways": ways}


def _shortest(end: int, starts: set[int], edges: Sequence[Edge], longest: int) -> list[tuple[str, int]]:
    """Return the shortest, then best way over the edges from one of the starts to the end; else the end alone."""
    follows = declared().types_with_role("follows")
    ways: list[list[tuple[str, int]]] = [[("", end)]]
    seen = {end}
    for _ in range(longest):
        further: list[list[tuple[str, int]]] = []
        for way in ways:
            node = way[0][1]
            beside = [
                (type_ not in follows, target if source == node else source, type_)
                for source, target, type_ in edges
                if node in (source, target)
            ]
            for _, other, type_ in sorted(beside, key=lambda each: each[:2]):
                if other in seen:
                    continue
                seen.add(other)
                longer = [("", other), (type_, node), *way[1:]]
                if other in starts:
                    return longer
                further.append(longer)
        ways = further
    return [("", end)]


def _nodes(hits: Sequence[Hit], graph: Subgraph) -> dict[str, dict[str, object]]:
    """Return the paths of the hits, then the best of their neighbourhood."""
    known = {node.id: node for node in graph.nodes}
    labels = {step.id: (step.kind, step.label) for hit in hits for step in hit.path}
    labels |= {hit.id: (hit.kind, hit.text) for hit in hits}
    most = max(NODES, len(labels))
    for node in sorted(known.values(), key=lambda node: -node.score):
        labels.setdefault(node.id, (node.kind, node.label))
    rows: dict[str, dict[str, object]] = {}
    for id_, (kind, label) in list(labels.items())[:most]:
        node = known.get(id_)
        at, score = (node.at, node.score) if node else (None, 0.0)
        rows[id_] = {"kind": kind, "label": label, "at": at, "score": score}
    return rows


def _edges(hits: Sequence[Hit], graph: Subgraph, place: Mapping[str, int]) -> list[Edge]:
    walked = [(edge.source, edge.target, edge.type) for edge in graph.relationships]
    stepped = [
        (before.id, step.id, step.relationship)
        for hit in hits
        for before, step in zip(hit.path, hit.path[1:], strict=False)
    ]
    unique: dict[Edge, Edge] = {}
    for source, target, type_ in [*walked, *stepped]:
        if source in place and target in place and source != target:
            low, high = sorted((place[source], place[target]))
            unique.setdefault((low, high, type_), (place[source], place[target], type_))
    return list(unique.values())
