"""The figures of `recall.py` as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from intervals import Estimate, Rows, differences, estimates
from matplotlib.figure import Figure
from recall_baselines import EXCERPTS, FLAT
from recall_data import Asked, Talk
from rich.console import Console
from rich.table import Table

OURS, OFF, ON, NARROW = "Clew", "Clew, walk off", "Clew, walk on", "Clew, breadth never"
BUDGETS = (250, 500, 1000, 2000, 4000)
BUDGET = 1000
"""The budget that tables show."""
MOST = 5
"""Sessions that are looked at."""
ANSWER, SHOWN = f"answer in {BUDGET}", "turns shown, / 100"
FIRST_COLUMNS = ("hit@1", "r@5", "r@10", "MRR", "session hit@1", "session recall@5", "any@5", "all@5", "NDCG@5")
OVERALL = "overall"
RECENT, FAR = 7, 50
"""Sessions behind the evidence, up to which it counts as recent, and from which on as old."""
FIRST = "hit@1"
"""The figure of the gates: in 1,000 words flat search shows nearly every answer of the groups."""
LEAD = 15.0
"""Points that Clew has above the best flat method where a question names two people of a group."""


def evidence(budget: int) -> str:
    """The name of the share of the evidence in so many words."""
    return f"{budget} words"


@dataclass(frozen=True, slots=True)
class Marks:
    """The groups of a question: by category, people named, age of the evidence, and its sessions."""

    category: str
    named: str
    age: str
    sessions: str

    @classmethod
    def of(cls, talk: Talk, asked: Asked) -> "Marks":
        """Read them off a question."""
        wanted = talk.sessions_of(asked)
        places = [place for place, each in enumerate(talk.transcripts) if each.session in wanted]
        behind = len(talk.transcripts) - 1 - max(places)
        age = f"at most {RECENT}" if behind <= RECENT else f"{RECENT + 1} to {FAR}" if behind <= FAR else f"over {FAR}"
        number = talk.named(asked)
        return cls(
            f"category: {asked.group}",
            f"named: {number if number < 3 else '3 or more'}",
            f"sessions since: {age}",
            f"sessions of evidence: {len(wanted) if len(wanted) < 3 else '3 or more'}",
        )

    @property
    def all(self) -> tuple[str, ...]:
        """Every group that the question is in."""
        return (OVERALL, self.category, self.named, self.age, self.sessions)


Results = dict[str, list[tuple[Marks, dict[str, float]]]]
"""Per method, each question with its figures."""

Corpora = Mapping[str, Results]


def grouped(rows: Sequence[tuple[Marks, dict[str, float]]]) -> dict[str, Rows]:
    """Return the figures of the questions of each group; the largest group is first."""
    found: dict[str, list[dict[str, float]]] = {}
    for marks, figures in rows:
        for name in marks.all:
            found.setdefault(name, []).append(figures)
    return dict(found)


def best_flat(results: Results, group: str, figure: str) -> str:
    """Return the flat method that is the best of all in a figure: packed whole, or with Clew's excerpts."""
    flat = [name for name in results if name.removesuffix(EXCERPTS) in FLAT]
    return max(flat, key=lambda name: estimates(grouped(results[name])[group])[figure].mean)


def lead(results: Results, group: str, figure: str) -> tuple[str, Estimate]:
    """Return the best flat method, and what Clew has above it, question by question."""
    name = best_flat(results, group, figure)
    return name, differences(grouped(results[OURS])[group], grouped(results[name])[group])[figure]


def gates(found: Corpora) -> dict[str, bool]:
    """Return each promise of groups, with its figure, and whether it is kept."""
    kept: dict[str, bool] = {}
    for corpus, results in found.items():
        groups = grouped(results[OURS])
        if corpus.startswith("groups of") and "named: 2" in groups:
            name, above = lead(results, "named: 2", FIRST)
            kept[f"{corpus}, two named: {above.signed} above {name}, at least {LEAD:.0f}"] = above.mean >= LEAD
    return kept


def show(found: Corpora, kept: Mapping[str, bool]) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=200)
    for corpus, results in found.items():
        console.print(_overall(corpus, results), _leads(results), _by_group(results))
    for name, is_kept in kept.items():
        console.print(f"{'passed' if is_kept else 'MISSED'}: {name}")


def _overall(corpus: str, results: Results) -> Table:
    columns = _columns(results)
    table = Table("percent", *columns, title=f"{corpus}, {len(results[OURS])} questions")
    for name, rows in results.items():
        found = estimates([figures for _, figures in rows])
        table.add_row(name, *(f"{found[column].mean:.1f}" for column in columns))
    return table


def _columns(results: Results) -> list[str]:
    """Return the figures that were measured: evidence that is sessions has none by turn."""
    measured = results[OURS][0][1]
    return [name for name in (*FIRST_COLUMNS, *map(evidence, BUDGETS), ANSWER, SHOWN) if name in measured]


def _leads(results: Results) -> Table:
    table = Table("figure", "best flat method", "Clew has above it", "walk has above none", title="leads, points")
    walked = differences(grouped(results[OURS])[OVERALL], grouped(results[OFF])[OVERALL])
    for column in _columns(results):
        name, above = lead(results, OVERALL, column)
        table.add_row(column, name, above.signed, walked[column].signed)
    return table


def _by_group(results: Results) -> Table:
    columns = [name for name in ("r@10", "session recall@5", evidence(BUDGET)) if name in _columns(results)]
    table = Table("questions", "number", *(f"{name}: Clew, lead" for name in columns))
    for group, rows in grouped(results[OURS]).items():
        found = estimates(rows)
        cells = (f"{found[column].mean:.1f}, {lead(results, group, column)[1].signed}" for column in columns)
        table.add_row(group, str(len(rows)), *cells)
    return table


def plain(found: Corpora) -> dict[str, object]:
    """For JSON: percent by method and group, and the lead over the best flat method."""
    return {
        corpus: {
            "questions": len(results[OURS]),
            "percent": {
                name: {
                    group: {column: each.rounded(2) for column, each in estimates(own).items()}
                    for group, own in grouped(rows).items()
                }
                for name, rows in results.items()
            },
            "leads": {
                group: {
                    column: [best, *above.rounded(2)]
                    for column in _columns(results)
                    for best, above in [lead(results, group, column)]
                }
                for group in grouped(results[OURS])
            },
        }
        for corpus, results in found.items()
    }


def plot(found: Corpora, path: Path) -> None:
    """Draw the evidence against the budget, a picture for each corpus."""
    figure = Figure(figsize=(5 * len(found), 5), layout="constrained")
    for axes, (corpus, results) in zip(figure.subplots(1, len(found), squeeze=False)[0], found.items(), strict=True):
        for name, rows in results.items():
            is_packed_alike = name.endswith(EXCERPTS) or f"{name}{EXCERPTS}" not in results
            if name == OURS or (name.removesuffix(EXCERPTS) in FLAT and is_packed_alike):
                means = estimates([figures for _, figures in rows])
                axes.plot(
                    BUDGETS,
                    [means[evidence(budget)].mean for budget in BUDGETS],
                    marker="o",
                    label=name.removesuffix(EXCERPTS),
                    linewidth=3 if name == OURS else 1,
                )
        axes.set_xscale("log")
        axes.set_xticks(BUDGETS, list(map(str, BUDGETS)))
        axes.minorticks_off()
        axes.set_title(corpus)
        axes.set_xlabel("words of packed text")
        axes.set_ylabel("evidence, %")
        axes.grid(linewidth=0.4)
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=6, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
