"""The figures of a multi-hop run as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import bars
from engines import Agreement
from gating import show_gates
from leads import OURS, OVERALL, Measured
from multihop_data import FILES
from rich.console import Console
from rich.table import Table

OFF, SHUFFLED = "Clew, walk off", "Clew, edges shuffled"
TOPS = (2, 5, 10)
FIRST, MAIN, ALL = "R@2", "R@5", "A@5"
COLUMNS = (*(f"R@{top}" for top in TOPS), ALL)
COLOURS = ("#d9d9d9", "#bdbdbd", "#969696", "#737373", "#fdae6b", "#d94801", "#9ecae1")

MIN_RECALL = {"HotpotQA": 94, "MuSiQue": 78}
"""Promised R@5."""
FIRST_LOSS = 1
"""Points of R@2 that the walk may cost."""
CONTROL = 8
"""Points of R@5 that must be lost with the edges shuffled."""


@dataclass(frozen=True)
class Found:
    """The evidence that was found in one corpus.

    Attributes:
        corpus: its name.
        measured: the figures of each question, by its type.
        sizes: of the space: documents, passages, entities, relations by type.
        agreed: both engines' answers held against each other.
    """

    corpus: str
    measured: Measured
    sizes: Mapping[str, int]
    agreed: Sequence[Agreement] = field(default_factory=list[Agreement])


def gates(found: Sequence[Found]) -> dict[str, bool]:
    """Each promise, with its figure, and whether it is kept; they are of the two corpora with their titles."""
    kept: dict[str, bool] = {}
    for each in found:
        if each.corpus in FILES:
            kept |= _gates(each.corpus, each.measured)
    return kept


def _gates(name: str, measured: Measured) -> dict[str, bool]:
    ours, leads, least = measured.summary[OURS][OVERALL][MAIN].mean, measured.leads[OVERALL], MIN_RECALL[name]
    (flat, lift), (early, first), lost = leads[MAIN], leads[FIRST], measured.above[SHUFFLED][MAIN].mean
    return {
        f"{name}: {MAIN} at least {least}: {ours:.1f}": ours >= least,
        f"{name}: {MAIN} above {flat}, the interval's lower end above 0: {lift.signed}": lift.low > 0,
        f"{name}: {FIRST} at most {FIRST_LOSS} below {early}: {first.mean:+.1f}": first.mean >= -FIRST_LOSS,
        f"{name}: {MAIN} at least {CONTROL} above the edges shuffled: {lost:+.1f}": lost >= CONTROL,
    }


def show(found: Sequence[Found], kept: Mapping[str, bool]) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=150)
    console.print(_overall(found), _by_type(found), _leads(found))
    for each in found:
        sizes = ", ".join(f"{count:,} {name}" for name, count in each.sizes.items())
        console.print(f"{each.corpus}: {len(each.measured.results[OURS])} questions; {sizes}", highlight=False)
    if agreed := [agreement for each in found for agreement in each.agreed]:
        console.print(_engines(agreed), highlight=False)
    show_gates(kept, console)


def _overall(found: Sequence[Found]) -> Table:
    table = Table("corpus", "percent", *COLUMNS, title="Paragraphs that answer, among the best")
    for each in found:
        for name, groups in each.measured.summary.items():
            table.add_row(each.corpus, name, *(str(groups[OVERALL][column]) for column in COLUMNS))
        table.add_section()
    return table


def _by_type(found: Sequence[Found]) -> Table:
    methods = list(found[0].measured.results)
    table = Table("corpus", "type", "questions", *methods, title=f"{MAIN} by type of question, percent")
    for each in found:
        summary = each.measured.summary
        for group, rows in list(each.measured.rows[OURS].items())[1:]:
            cells = (f"{summary[name][group][MAIN].mean:.1f}" for name in methods)
            table.add_row(each.corpus, group, str(len(rows)), *cells)
    return table


def _leads(found: Sequence[Found]) -> Table:
    table = Table("corpus", "best flat method", "Clew has above it", OFF, SHUFFLED, title=f"Leads in {MAIN}, points")
    for each in found:
        flat, lead = each.measured.leads[OVERALL][MAIN]
        others = (each.measured.above[name][MAIN].signed for name in (OFF, SHUFFLED))
        table.add_row(each.corpus, flat, lead.signed, *others)
    return table


def _engines(agreed: Sequence[Agreement]) -> str:
    same = sum(each.same_order for each in agreed)
    furthest = max(each.furthest for each in agreed)
    return f"Engines: {same} of {len(agreed)} answers in the same order; scores differ by at most {furthest:.1e}."


def plot(found: Sequence[Found], path: Path) -> None:
    """Grouped bars of R@5 by corpus, with intervals."""
    methods = found[0].measured.results
    shown = {name: [each.measured.summary[name][OVERALL][MAIN] for each in found] for name in methods}
    label = "paragraphs that answer, among the best 5, %"
    title = "Multi-hop questions: evidence found without a language model"
    bars.plot(path, shown, [each.corpus for each in found], label=label, title=title, colours=COLOURS)
