"""The figures of a run on chats as tables, as a plot, and against the gates."""

from collections.abc import Mapping
from pathlib import Path

from chats_baselines import DENSE, EXCERPTS, FUSED, NEXT, SCALED, WORDS
from chats_data import Question
from gating import show_gates
from intervals import Estimate, Rows, differences, estimates
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

OURS, WALKED = "Clew", "Clew, walk on"
NARROW, WIDE = "Clew, breadth never", "Clew, breadth always"
BUDGETS = (250, 500, 1000, 4000)
BUDGET = 1000
"""The budget of the gates."""

FLAT = tuple(f"{name}{EXCERPTS}" for name in (DENSE, WORDS, SCALED, FUSED, NEXT))
OVERALL = "overall"
CHANGING = ("knowledge_update", "contradiction_resolution")
"""Categories whose evidence says one thing first and another later."""

WHOLE, NEWER = f"all in {BUDGET} words", "newer ahead or older marked"
MIN_WHOLE, MIN_NEWER = 95.0, 90.0
MIN_EVIDENCE, MIN_LEAD = 50.0, 6.0

Results = dict[str, list[tuple[Question, dict[str, float]]]]
"""Per method, each question with its figures."""

Groups = Mapping[str, Mapping[str, Estimate]]
"""Group of questions, figure."""


def evidence(budget: int) -> str:
    """The name of the share of the evidence in so many words."""
    return f"{budget} words"


def words(budget: int) -> str:
    """The name of the share of the answer's words in so many words."""
    return f"answer in {budget}"


def summary(results: Results) -> dict[str, Groups]:
    """The mean of each figure, by method, over all questions and by category."""
    return {name: {group: estimates(rows) for group, rows in _groups(found).items()} for name, found in results.items()}


def paired(results: Results) -> dict[str, Groups]:
    """The mean difference of each figure between Clew and each other method, over all questions and by category."""
    ours = _groups(results[OURS])
    return {
        name: {group: differences(ours[group], rows) for group, rows in _groups(found).items()}
        for name, found in results.items()
        if name != OURS
    }


def _groups(found: list[tuple[Question, dict[str, float]]]) -> dict[str, Rows]:
    categories = dict.fromkeys(question.category for question, _ in found)
    return {
        OVERALL: [row for _, row in found],
        **{name: [row for question, row in found if question.category == name] for name in categories},
    }


def gates(found: Mapping[str, Groups], against: Mapping[str, Groups]) -> dict[str, bool]:
    """Each promise, with its figure, and whether it is kept."""
    main, told = evidence(BUDGET), words(BUDGET)
    ours = found[OURS][OVERALL]
    best = max(FLAT, key=lambda name: found[name][OVERALL][main].mean)
    lead = against[best][OVERALL][main]
    top = against[DENSE][OVERALL]["r@10"]
    below = [group for group, each in against[DENSE + EXCERPTS].items() if each[main].high < 0]
    wordier = [name for name in against if name not in (WALKED, NARROW, WIDE) and against[name][OVERALL][told].mean < 0]
    changing: dict[str, bool] = {}
    for group in CHANGING:
        for figure, least in ((WHOLE, MIN_WHOLE), (NEWER, MIN_NEWER)) if group in found[OURS] else ():
            share = found[OURS][group][figure].mean
            changing[f"{group}, {figure}, at least {least:.0f}: {share:.1f}"] = share >= least
    return {
        **changing,
        f"evidence in {main} at least {MIN_EVIDENCE:.0f}: {ours[main].mean:.1f}": ours[main].mean >= MIN_EVIDENCE,
        f"at least {MIN_LEAD:.0f} above {best}: {lead.signed}": lead.mean >= MIN_LEAD,
        f"answer words above every baseline; below: {', '.join(wordier) or 'none'}": not wordier,
        f"no category below dense by more than its interval: {', '.join(below) or 'none'}": not below,
        f"r@10 above dense, interval above 0: {top.signed}": top.low > 0,
    }


def show(found: Mapping[str, Groups], against: Mapping[str, Groups], kept: Mapping[str, bool], skipped: int) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=170)
    console.print(_overall(found), _by_category(found))
    if any(group in found[OURS] for group in CHANGING):
        console.print(_changing(found))
    console.print(_differences(against))
    console.print(f"{skipped} questions name no message of their chat and are left out.")
    show_gates(kept, console)


def _overall(found: Mapping[str, Groups]) -> Table:
    columns = ("r@10", "r@50", *map(evidence, BUDGETS), *map(words, BUDGETS))
    table = Table("percent", *columns, title="Evidence and answer words")
    for name, groups in found.items():
        table.add_row(name, *(f"{groups[OVERALL][column].mean:.1f}" for column in columns))
    return table


def _by_category(found: Mapping[str, Groups]) -> Table:
    groups = list(found[OURS])
    table = Table("percent", *(group.replace("_", " ") for group in groups), title=f"Evidence in {evidence(BUDGET)}")
    for name, each in found.items():
        table.add_row(name, *(f"{each[group][evidence(BUDGET)].mean:.1f}" for group in groups))
    return table


def _changing(found: Mapping[str, Groups]) -> Table:
    columns = [(group, figure) for group in CHANGING if group in found[OURS] for figure in (WHOLE, NEWER)]
    names = [f"{group.replace('_', ' ')}: {figure}" for group, figure in columns]
    table = Table("percent of the questions", *names, title="What changed")
    for name, groups in found.items():
        table.add_row(name, *(f"{groups[group][figure].mean:.1f}" for group, figure in columns))
    return table


def _differences(against: Mapping[str, Groups]) -> Table:
    columns = ("r@10", evidence(BUDGET), words(BUDGET))
    table = Table("points of Clew above", *columns, title="Paired differences")
    for name, groups in against.items():
        table.add_row(name, *(groups[OVERALL][column].signed for column in columns))
    return table


def plot(found: Mapping[str, Groups], path: Path) -> None:
    """Draw evidence and answer words against the budget."""
    figure = Figure(figsize=(12, 5), layout="constrained")
    for axes, name_of, label in zip(
        figure.subplots(1, 2), (evidence, words), ("evidence messages, %", "words of the answer, %"), strict=True
    ):
        for name in (DENSE, *FLAT, OURS):
            means = [found[name][OVERALL][name_of(budget)].mean for budget in BUDGETS]
            axes.plot(BUDGETS, means, marker="o", label=name, linewidth=3 if name == OURS else 1)
        axes.set_xscale("log")
        axes.set_xticks(BUDGETS, list(map(str, BUDGETS)))
        axes.minorticks_off()
        axes.set_xlabel("words of packed text")
        axes.set_ylabel(label)
        axes.grid(linewidth=0.4)
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def plain(found: Mapping[str, Estimate]) -> dict[str, list[float]]:
    """For JSON."""
    return {name: each.rounded(2) for name, each in found.items()}
