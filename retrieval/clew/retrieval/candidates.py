"""What a recall considers: texts and statements, before they are read."""

from typing import NamedTuple

from clew.schema import DOCUMENTS, declared


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
        if (kind := declared().by_label.get(self.kind)) is None or not kind.part_of:
            return self
        return self._replace(id=self.id.removeprefix(f"{kind.name}:").rpartition("#")[0], kind=kind.part_of)

    @property
    def family(self) -> str:
        """The family that it is ranked in; empty where its kind is not searched.

        A kind of several families is one of documents where it names a document, even an unknown one.
        """
        kind = declared().by_label.get(self.kind)
        families = kind.searched if kind else ()
        if len(families) < 2:
            return families[0] if families else ""
        others = [family for family in families if family != DOCUMENTS]
        return DOCUMENTS if self.session is not None else others[0]
