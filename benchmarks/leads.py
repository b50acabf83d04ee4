"""Figures of many questions by method and by group: their means, and what Clew has above the best flat method."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from intervals import Estimate, Rows, differences, estimates

OURS = "Clew"
"""The name of recall as it is; other ways of Clew begin with it, and flat methods do not."""

OVERALL = "overall"

Results = dict[str, list[tuple[Sequence[str], dict[str, float]]]]
"""Per method, each question with the groups that it is in, and its figures of 0 to 1."""


@dataclass(frozen=True)
class Measured:
    """The figures of one corpus.

    Attributes:
        results: of all questions.
        by_group: the figures that are told of groups as well.
    """

    results: Results
    by_group: Sequence[str]

    @cached_property
    def rows(self) -> dict[str, dict[str, Rows]]:
        """Per method, the figures of all questions and of each group."""
        found: dict[str, dict[str, list[dict[str, float]]]] = {}
        for name, rows in self.results.items():
            own = found.setdefault(name, {OVERALL: []})
            for groups, figures in rows:
                own[OVERALL].append(figures)
                for group in groups:
                    own.setdefault(group, []).append({each: figures[each] for each in self.by_group if each in figures})
        return {name: dict(own) for name, own in found.items()}

    @cached_property
    def summary(self) -> dict[str, dict[str, dict[str, Estimate]]]:
        """Per method and group, the mean of each figure."""
        return {name: {group: estimates(rows) for group, rows in own.items()} for name, own in self.rows.items()}

    @cached_property
    def leads(self) -> dict[str, dict[str, tuple[str, Estimate]]]:
        """Per group and figure, the flat method that is the best in it, and what Clew has above that."""
        return {group: self._leads(group) for group in self.rows[OURS]}

    def _leads(self, group: str) -> dict[str, tuple[str, Estimate]]:
        flat = {name: own[group] for name, own in self.rows.items() if not name.startswith(OURS)}
        ours = self.rows[OURS][group]
        means = {
            name: {figure: np.mean([row[figure] for row in rows]) for figure in ours[0]} for name, rows in flat.items()
        }
        best = {figure: max(flat, key=lambda name: means[name][figure]) for figure in ours[0]}
        above = {name: differences(ours, flat[name]) for name in set(best.values())}
        return {figure: (name, above[name][figure]) for figure, name in best.items()}

    @cached_property
    def above(self) -> dict[str, dict[str, Estimate]]:
        """Per other method, what Clew has above it over all questions."""
        ours = self.rows[OURS][OVERALL]
        return {name: differences(ours, own[OVERALL]) for name, own in self.rows.items() if name != OURS}

    def plain(self) -> dict[str, object]:
        """For JSON: percent with intervals."""
        return {
            "questions": len(self.rows[OURS][OVERALL]),
            "percent": {
                name: {group: _rounded(own) for group, own in groups.items()} for name, groups in self.summary.items()
            },
            "leads": {
                group: {figure: [name, *each.rounded(2)] for figure, (name, each) in own.items()}
                for group, own in self.leads.items()
            },
            "differences": {name: _rounded(own) for name, own in self.above.items()},
        }


def _rounded(found: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {name: each.rounded(2) for name, each in found.items()}
