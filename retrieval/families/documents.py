"""Passages, and the triplets that are read in them: the walk finds what the question does not name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.graph.schema import declared
from clew.retrieval import score
from clew.retrieval.families.family import Family, Found, View
from clew.retrieval.paths import Links
from clew.retrieval.score import Table


@dataclass(frozen=True, slots=True)
class Documents(Family):
    """Passages with their triplets."""

    def starts(self, found: Found) -> Table:
        """Start from texts only: triplets that say nothing new would lead the walk away."""
        texts = declared().text_kinds()
        candidates = found.pool.candidates
        return score.only(found.table, [row for row, id in enumerate(found.table.ids) if candidates[id].kind in texts])

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Reach passages from where the walk started, through the rarest entity."""
        return dict.fromkeys(view.found) | Links(view.around.by_rarity()).shortest_paths(view.seeds, ids)
