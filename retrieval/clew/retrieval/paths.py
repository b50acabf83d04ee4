"""The ways between nodes: why a hit came."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping

from clew.retrieval.candidates import Edge, Steps


def shortest_paths(starts: Iterable[str], edges: Iterable[Edge]) -> dict[str, tuple[str, str] | None]:
    """Reach each node from the starts in the fewest steps; earlier starts win ties.

    Returns:
        Per node the relationship type and the node before it; None for a start.
    """
    joined: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        joined[edge.source].append(edge)
        joined[edge.target].append(edge)
    before: dict[str, tuple[str, str] | None] = dict.fromkeys(starts)
    queue = deque(before)
    while queue:
        node = queue.popleft()
        for source, type_, target in joined.get(node, ()):
            neighbour = target if source == node else source
            if neighbour not in before:
                before[neighbour] = (type_, node)
                queue.append(neighbour)
    return before


def way_to(id: str, before: Mapping[str, tuple[str, str] | None]) -> Steps:
    """Return the steps from a start to a node, both included."""
    way: Steps = []
    while (step := before[id]) is not None:
        way.append((step[0], id))
        id = step[1]
    return [("", id), *reversed(way)]
