"""The figures of a run of answers: a table, differences, what the model used, a plot."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import bars
from intervals import Estimate, Rows, differences, estimates
from rich.console import Console
from rich.table import Table

from clew.llm import Usage
from clew.model import Consolidated, Reconciled

FLAT, OURS, TRIPLETS = "flat dense", "Clew", "Clew, model's triplets"
WAYS = (FLAT, OURS, TRIPLETS)
PAIRS = ((OURS, FLAT), (TRIPLETS, FLAT), (TRIPLETS, OURS))
RECALL = "R@5"
FIGURES = (RECALL, "EM", "F1")


@dataclass(frozen=True, slots=True)
class Answered:
    """What a way came to with a question: the answer, empty where none could be used, and its figures, 0..1."""

    way: str
    question: str
    right: Sequence[str]
    answer: str
    figures: Mapping[str, float]


@dataclass(frozen=True)
class Measured:
    """A run.

    Attributes:
        corpus: its name.
        paragraphs: that a question is asked of.
        answered: per question and way.
        made: of each space, what the passages became.
        usage: of the model, those calls included that an earlier run has made and kept.
    """

    corpus: str
    paragraphs: int
    answered: Sequence[Answered]
    made: Sequence[Consolidated]
    usage: Usage

    @property
    def rows(self) -> dict[str, Rows]:
        """Per way the figures of each question, in the same order."""
        return {way: rows for way in WAYS if (rows := [each.figures for each in self.answered if each.way == way])}

    @property
    def summary(self) -> dict[str, Mapping[str, Estimate]]:
        """Per way."""
        return {way: estimates(rows) for way, rows in self.rows.items()}

    @property
    def paired(self) -> dict[str, Mapping[str, Estimate]]:
        """Per pair of ways, question by question."""
        rows = self.rows
        return {f"{a} - {b}": differences(rows[a], rows[b]) for a, b in PAIRS if a in rows and b in rows}

    @property
    def triplets(self) -> Reconciled:
        """What became of all that the model found."""
        return sum((each.triplets for each in self.made), Reconciled())

    @property
    def heading(self) -> str:
        """What was measured."""
        return f"{self.corpus}: {len(self.rows[FLAT])} questions, each asked of {self.paragraphs:,} paragraphs"

    @property
    def plain(self) -> dict[str, object]:
        """For JSON."""
        return {
            "measured": self.heading,
            "percent": {name: _plain(figures) for name, figures in self.summary.items()},
            "differences": {name: _plain(figures) for name, figures in self.paired.items()},
            "triplets": asdict(self.triplets),
            "failed_passages": sum(len(each.failed) for each in self.made),
            "unusable_answers": sum(not each.answer for each in self.answered),
            "usage": self.usage.as_dict(),
            "answers": [asdict(each) for each in self.answered],
        }


def _plain(figures: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {name: each.rounded(1) for name, each in figures.items()}


def show(measured: Measured) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=120)
    table = Table("percent", *FIGURES, title=measured.heading)
    for way, figures in measured.summary.items():
        table.add_row(way, *(str(figures[name]) for name in FIGURES))
    table.add_section()
    for pair, figures in measured.paired.items():
        table.add_row(pair, *(figures[name].signed for name in FIGURES))
    console.print(table)
    made = measured.triplets
    plain = measured.plain
    console.print(f"triplets: {made.new} new, {made.repeated} repeated, {made.rejected} rejected", highlight=False)
    for name in ("failed_passages", "unusable_answers"):
        console.print(f"{name.replace('_', ' ')}: {plain[name]}", highlight=False)
    for name, account in measured.usage.chains.items():
        console.print(f"{name}: {account}", highlight=False)


def plot(measured: Measured, path: Path) -> None:
    """Bars by figure, with intervals."""
    found = {way: [figures[name] for name in FIGURES] for way, figures in measured.summary.items()}
    bars.plot(path, found, FIGURES, label="%", title=measured.heading)
