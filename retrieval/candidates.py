"""What a recall considers: texts and statements, before they are read."""

from functools import cache
from typing import NamedTuple

from clew.graph.schema import DOCUMENTS, declared


class Edge(NamedTuple):
    """A relationship, by the ids of its ends."""

    source: str
    type: str
    target: str


Steps = list[tuple[str, str]]
"""Relationship type and id of each node on the way to a hit; the type of the first is empty."""


class Candidate(NamedTuple):
    """What scoring needs to know of a text; a tuple, because a recall makes a thousand.

    Attributes:
        id: of the node.
        session: its session, or its document; None for a fact.
        speaker: who said it; None for a passage.
        second: its instant in seconds since 1970; None for a passage.
        kind: its label.
    """

    id: str
    session: str | None
    speaker: str | None
    second: float | None
    kind: str = "Episode"

    @property
    def whole(self) -> "Candidate":
        """What it is found for: the whole that it is a part of, or itself."""
        whole, name = _part_of(self.kind)
        return self._replace(id=self.id.removeprefix(f"{name}:").rpartition("#")[0], kind=whole) if whole else self

    @property
    def family(self) -> str:
        """The family that it is ranked in; empty where its kind is not searched."""
        return family_of(self.kind, self.session is not None)


@cache
def _part_of(label: str) -> tuple[str, str]:
    """The kind that a kind is a part of, or nothing, and its own name."""
    kind = declared().by_label.get(label)
    return (kind.part_of, kind.name) if kind and kind.part_of else ("", "")


@cache
def family_of(label: str, is_placed: bool) -> str:
    """The family of a kind; of several, that of documents where a node names a document, even an unknown one."""
    kind = declared().by_label.get(label)
    families = kind.searched if kind else ()
    if len(families) < 2:
        return families[0] if families else ""
    others = [family for family in families if family != DOCUMENTS]
    return DOCUMENTS if is_placed else others[0]
