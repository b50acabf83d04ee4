"""The part of the graph that a recall returned, ready to be drawn."""

from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model import Node, Recall, Relationship, Subgraph
from clew.text.instants import now


def subgraph(space: Space, recall: Recall, hits: int = 30) -> Subgraph:
    """Return the best hits, their paths, the concepts that join them, and all relationships among these.

    A thing that was seen elsewhere than it is now is drawn where it was seen.

    Args:
        space: where the recall was asked.
        recall: its result.
        hits: how many of the best are drawn.
    """
    scores = {hit.id: hit.score for hit in recall.hits[:hits]}
    ids = dict.fromkeys([*scores, *(step.id for hit in recall.hits[:hits] for step in hit.path)])
    (found,) = space.read(load("recall/subgraph", _Found), ids=list(ids), now=now())
    nodes = (Node(node.id, node.kind, node.text, node.at, scores.get(node.id, 0.0)) for node in found.nodes)
    return Subgraph(tuple(nodes), found.relationships)


class _Node(NamedTuple):
    id: str
    kind: str
    text: str
    at: datetime | None


class _Found(NamedTuple):
    nodes: list[_Node]
    relationships: tuple[Relationship, ...]
