"""One HTML file that shows what was recalled and how it hangs together."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from pathlib import Path

from clew.graph.schema import declared
from clew.interfaces.pages.force_layout import springs
from clew.interfaces.pages.template import fill, save
from clew.model import Hit, Recall, Subgraph
from clew.retrieval.pack import validity

PARTS: Mapping[str, tuple[str, str]] = {
    "vector": ("#4f83cc", "meaning"),
    "text": ("#2a9d8f", "words"),
    "derived": ("#7d9c3a", "fact and source"),
    "next": ("#d9a033", "neighbour turn"),
    "speaker": ("#9b6fe0", "speaker"),
    "session": ("#45b7d9", "session"),
    "date": ("#e4673f", "date"),
    "wish": ("#c9b458", "standing wish"),
    "pagerank": ("#d6498f", "relationships"),
    "rerank": ("#b5651d", "reranker"),
    "repeat": ("#8a8f98", "less for better ones of its session"),
    "newer": ("#6b7a1f", "correction, or recent"),
}
"""The parts of a score, each with its colour and what it is for."""

HITS = 20
NODES = 110
_STEPS, _SEEN_STEPS = 2, 3
"""Relationships of a way from a better hit to one that search found itself. What was seen is one farther from a talk
that names it: it is of a thing, and that is of a sort."""

Edge = tuple[int, int, str]  # source and target by number, and the relationship's type


def write(path: Path, answers: Sequence[tuple[Recall, Subgraph]], *, title: str) -> Path:
    """Write the page of `render` and return its absolute path."""
    return save(path, render(answers, title=title))


def render(answers: Sequence[tuple[Recall, Subgraph]], *, title: str) -> str:
    """Return the page with one tab per answer: its best 20 hits, and up to 110 nodes of their neighbourhood."""
    data: dict[str, object] = {"title": title, "parts": PARTS, "kinds": kinds()}
    data |= {"follows": declared().types_with_role("follows"), "answers": [drawn(*answer) for answer in answers]}
    return fill(files("clew.interfaces.pages.picture").joinpath("picture.html"), data)


def kinds() -> dict[str, tuple[str, str, tuple[str, str]]]:
    """Return of each kind that is drawn its name, its shape, and its colours on a light and on a dark ground."""
    found, schema = dict[str, tuple[str, str, tuple[str, str]]](), declared()
    things = {
        each.source
        for each in schema.relationships
        if each.role == "contains" and each.target in schema.searched_kinds()
    }
    for kind in schema.kinds:
        if kind.is_text:
            shape = "text"
        elif kind.family == "scene" and not kind.searched:
            shape = "thing" if kind.label in things else "place"
        else:
            shape = "derived" if kind.searched else "topic" if kind.label == "Concept" else "name"
        if kind.colours:
            found[kind.label] = (kind.name, shape, kind.colours)
    return found


def drawn(recall: Recall, graph: Subgraph) -> dict[str, object]:
    """Return an answer as it is drawn: its best 20 hits, and the nodes of their neighbourhood with their places."""
    hits = recall.hits[:HITS]
    nodes = _nodes(hits, graph)
    place = {id_: number for number, id_ in enumerate(nodes)}
    edges = _edges(hits, graph, place)
    spots = springs(len(nodes), {(source, target): 1.0 for source, target, _ in edges})
    labels = [node["label"] for node in nodes.values()]
    shown, better = list[dict[str, object]](), set[int]()
    for hit in hits:
        is_reached, is_derived = len(hit.path) > 1, hit.kind in declared().headings
        if is_reached:
            steps = [(step.relationship, place[step.id]) for step in hit.path]
        else:  # search found it itself: how it is joined to a better hit
            steps = _shortest(place[hit.id], better, edges, _SEEN_STEPS if hit.kind == "Sighting" else _STEPS)
        better.add(place[hit.id])
        shown.append(
            {
                "node": place[hit.id],
                "text": hit.text,
                "caption": hit.caption,
                "speaker": hit.kind if is_derived else hit.speaker or hit.title,
                "session": hit.session,
                "at": validity(hit) if is_derived else _date(hit.at),
                "score": round(hit.score, 4),
                "parts": [round(getattr(hit.parts, part), 4) for part in PARTS],
                "seed": place[hit.path[0].id] if hit.path else None,
                "reached": is_reached,
                "path": [[relationship, labels[node], node] for relationship, node in steps],
            }
        )
    return {
        "query": recall.query,
        "engine": recall.engine or "",
        "milliseconds": round(1000 * recall.seconds.get("total", 0.0), 1),
        "found": len(recall.hits),
        "hits": shown,
        "nodes": [
            node | {"x": round(x, 4), "y": round(y, 4)} for node, (x, y) in zip(nodes.values(), spots, strict=True)
        ],
        "edges": edges,
        "ids": list(nodes),
    }


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
        rows[id_] = {"kind": kind, "label": label, "at": _date(at), "score": score}
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


def _date(at: datetime | None) -> str:
    return f"{at.day} {at:%B %Y}, {at:%H:%M}" if at else ""
