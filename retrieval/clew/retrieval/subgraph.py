"""The part of the graph that a recall returned, ready to be drawn."""

from datetime import datetime

from clew.model import Node, Recall, Relationship, Subgraph
from clew.queries import load
from clew.space import Space


def subgraph(space: Space, recall: Recall, hits: int = 30) -> Subgraph:
    """Return the best hits, their paths, the concepts that join them, and all relations among these.

    Args:
        space: where the recall was asked.
        recall: its result.
        hits: how many of the best are drawn.
    """
    scores = {hit.id: hit.score for hit in recall.hits[:hits]}
    ids = dict.fromkeys([*scores, *(step.id for hit in recall.hits[:hits] for step in hit.path)])
    row = space.read(load("recall/subgraph"), ids=list(ids))[0]
    return Subgraph(
        tuple(
            Node(id, kind, label, datetime.fromisoformat(at) if at else None, scores.get(id, 0.0))
            for id, kind, label, at in row["nodes"]
        ),
        tuple(Relationship(*relation) for relation in row["relations"]),
    )
