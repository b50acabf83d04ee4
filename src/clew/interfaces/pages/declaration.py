"""How kinds and scores are drawn: in the application and in the pages that commands write."""

from collections.abc import Mapping

from clew.graph.schema import declared

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


def declaration() -> dict[str, object]:
    """Return how kinds are drawn, the parts of a score, and the role of each relationship."""
    roles = {each.type: each.role for each in declared().relationships}
    return {"kinds": kinds(), "parts": PARTS, "relationships": roles}


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
