"""The ways between nodes: why a hit came."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping

from clew.retrieval.candidates import Steps

Link = tuple[str, str, str]
"""The id of a node, a relationship type and the id of another node; an `Edge` is one."""


class Links:
    """Relationships between nodes, gone either way."""

    def __init__(self, edges: Iterable[Link]) -> None:
        self._joined = defaultdict[str, list[tuple[str, str]]](list)
        self.add(edges)

    def add(self, edges: Iterable[Link]) -> None:
        """Add relationships, which a search takes after those that are there."""
        joined = self._joined
        for source, type_, target in edges:
            joined[source].append((type_, target))
            joined[target].append((type_, source))

    def shortest_paths(
        self, starts: Iterable[str], wanted: Iterable[str] | None = None
    ) -> dict[str, tuple[str, str] | None]:
        """Reach nodes from the starts in the fewest steps; earlier starts win ties.

        Args:
            starts: ids.
            wanted: ids; where all of them are reached, the search ends. None: it reaches all that can be reached.

        Returns:
            Per node the relationship type and the node before it; None for a start.
        """
        before: dict[str, tuple[str, str] | None] = dict.fromkeys(starts)
        missing = None if wanted is None else set(wanted).difference(before)
        if missing is not None and not missing:
            return before
        queue = deque(before)
        while queue:
            node = queue.popleft()
            for type_, neighbour in self._joined.get(node, ()):
                if neighbour not in before:
                    before[neighbour] = (type_, node)
                    queue.append(neighbour)
                    if missing is not None:
                        missing.discard(neighbour)
                        if not missing:
                            return before
        return before


def way_to(id: str, before: Mapping[str, tuple[str, str] | None]) -> Steps:
    """Return the steps from a start to a node, both included."""
    way: Steps = []
    while (step := before[id]) is not None:
        way.append((step[0], id))
        id = step[1]
    return [("", id), *reversed(way)]
