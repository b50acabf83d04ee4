"""The figures of a multi-hop run as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import bars
from engines import Agreement
from gating import show_gates
from intervals import Estimate, Rows, differences, estimates
from multihop_baselines import FUSION
from multihop_data import FILES
from rich.console import Console
from rich.table import Table

OURS, OFF, SHUFFLED = "Clew", "Clew, walk off", "Clew, edges shuffled"
PAIRS = ((OURS, FUSION), (OURS, OFF), (OURS, SHUFFLED))
TOPS = (2, 5, 10)
FIRST, MAIN, ALL = "R@2", "R@5", "A@5"
COLUMNS = (*(f"R@{top}" for top in TOPS), ALL)
OVERALL = "overall"
COLOURS = ("#d9d9d9", "#bdbdbd", "#969696", "#737373", "#fdae6b", "#d94801", "#9ecae1")

MIN_RECALL = {"HotpotQA": 88, "MuSiQue": 69}
"""Promised R@5."""
FIRST_LOSS = 1
"""Points of R@2 that the walk may cost."""
CONTROL = 8
"""Points of R@5 that must be lost with the edges shuffled."""

Groups = Mapping[str, Mapping[str, Estimate]]
"""Group of questions, figure."""


@dataclass(frozen=True)
class Found:
    """The evidence that was found in one corpus.

    Attributes:
        corpus: its name.
        types: of each question.
        rows: per method the figures of each question.
        sizes: of the space: documents, passages, entities, relations by type.
        agreed: both engines' answers held against each other.
    """

    corpus: str
    types: Sequence[str]
    rows: Mapping[str, Rows]
    sizes: Mapping[str, int]
    agreed: Sequence[Agreement] = field(default_factory=list[Agreement])

    @cached_property
    def summary(self) -> dict[str, Groups]:
        """Per method, overall and by type of question."""
        return {
            name: {group: estimates(of) for group, of in self._groups(rows).items()} for name, rows in self.rows.items()
        }

    @cached_property
    def paired(self) -> dict[str, Groups]:
        """Per pair of methods, overall and by type of question."""
        return {f"{a} - {b}": self._paired(a, b) for a, b in PAIRS}

    def _paired(self, a: str, b: str) -> Groups:
        ours, theirs = self._groups(self.rows[a]), self._groups(self.rows[b])
        return {group: differences(ours[group], theirs[group]) for group in ours}

    def _groups(self, rows: Rows) -> dict[str, Rows]:
        types = sorted(set(self.types))
        by_type = {kind: [row for row, of in zip(rows, self.types, strict=True) if of == kind] for kind in types}
        return {OVERALL: rows, **by_type}


def gates(found: Sequence[Found]) -> dict[str, bool]:
    """Each promise, with its figure, and whether it is kept; they are of the two corpora with their titles."""
    kept: dict[str, bool] = {}
    for each in found:
        if each.corpus in FILES:
            kept |= _gates(each)
    return kept


def _gates(found: Found) -> dict[str, bool]:
    ours = found.summary[OURS][OVERALL][MAIN].mean
    over, control = (found.paired[f"{OURS} - {other}"][OVERALL] for other in (FUSION, SHUFFLED))
    lift, first, lost = over[MAIN], over[FIRST].mean, control[MAIN].mean
    name, least = found.corpus, MIN_RECALL[found.corpus]
    return {
        f"{name}: {MAIN} at least {least}: {ours:.1f}": ours >= least,
        f"{name}: {MAIN} above {FUSION}, the interval's lower end above 0: {lift.signed}": lift.low > 0,
        f"{name}: {FIRST} at most {FIRST_LOSS} below {FUSION}: {first:+.1f}": first >= -FIRST_LOSS,
        f"{name}: {MAIN} at least {CONTROL} above the edges shuffled: {lost:+.1f}": lost >= CONTROL,
    }


def show(found: Sequence[Found], kept: Mapping[str, bool]) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=150)
    console.print(_overall(found), _by_type(found), _differences(found))
    for each in found:
        sizes = ", ".join(f"{count:,} {name}" for name, count in each.sizes.items())
        console.print(f"{each.corpus}: {len(each.types)} questions; {sizes}", highlight=False)
    if agreed := [agreement for each in found for agreement in each.agreed]:
        console.print(_engines(agreed), highlight=False)
    show_gates(kept, console)


def _overall(found: Sequence[Found]) -> Table:
    table = Table("corpus", "percent", *COLUMNS, title="Paragraphs that answer, among the best")
    for each in found:
        for name, groups in each.summary.items():
            table.add_row(each.corpus, name, *(str(groups[OVERALL][column]) for column in COLUMNS))
        table.add_section()
    return table


def _by_type(found: Sequence[Found]) -> Table:
    methods = list(found[0].summary)
    table = Table("corpus", "type", "questions", *methods, title=f"{MAIN} by type of question, percent")
    for each in found:
        for group in list(each.summary[OURS])[1:]:
            cells = (f"{each.summary[name][group][MAIN].mean:.1f}" for name in methods)
            table.add_row(each.corpus, group, str(each.types.count(group)), *cells)
    return table


def _differences(found: Sequence[Found]) -> Table:
    table = Table("corpus", "type", *(f"{a} - {b}" for a, b in PAIRS), title=f"Paired differences of {MAIN}, points")
    for each in found:
        for group in each.summary[OURS]:
            table.add_row(each.corpus, group, *(groups[group][MAIN].signed for groups in each.paired.values()))
    return table


def _engines(agreed: Sequence[Agreement]) -> str:
    same = sum(each.same_order for each in agreed)
    furthest = max(each.furthest for each in agreed)
    return f"Engines: {same} of {len(agreed)} answers in the same order; scores differ by at most {furthest:.1e}."


def plot(found: Sequence[Found], path: Path) -> None:
    """Grouped bars of R@5 by corpus, with intervals."""
    shown = {name: [each.summary[name][OVERALL][MAIN] for each in found] for name in found[0].summary}
    label = "paragraphs that answer, among the best 5, %"
    title = "Multi-hop questions: evidence found without a language model"
    bars.plot(path, shown, [each.corpus for each in found], label=label, title=title, colours=COLOURS)
