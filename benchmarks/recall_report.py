"""The figures of `recall.py` as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gating import show_gates
from leads import OURS, OVERALL, Measured
from matplotlib.figure import Figure
from recall_baselines import DATED, EXCERPTS
from recall_data import Talk
from recall_figures import BUDGET, BUDGETS, NEWER, SHOWN, WHOLE, Judge, answer, evidence
from rich.console import Console
from rich.table import Table

OFF, ON, NARROW, WIDE = "Clew, walk off", "Clew, walk on", "Clew, breadth never", "Clew, breadth always"
FACTS, JOINT = "Clew, facts", "Clew, facts packed"
MAIN, ANSWER = evidence(BUDGET), answer(BUDGET)
COLUMNS = (
    *("hit@1", "r@5", "r@10", "MRR", "session hit@1", "session recall@5", "any@5", "all@5", "NDCG@5"),
    *(*map(evidence, BUDGETS), ANSWER, SHOWN),
)
BY_GROUP = ("hit@1", "r@10", "session hit@1", "session recall@5", MAIN, WHOLE, NEWER)
RECENT, FAR = 7, 50
"""Sessions behind the evidence, up to which it counts as recent, and from which on as old."""

CHANGING = ("category: knowledge_update", "category: contradiction_resolution")
"""Groups whose evidence says one thing first and another later."""

LEAD = 15.0
"""Points of `hit@1` that Clew has above the best flat method where a question names two people of a group."""

GOALS = {
    "locomo": {MAIN: 90.5, "r@10": 83.0, "session hit@1": 77.0, "NDCG@5": 84.0},
    "beam": {MAIN: 75.0, "r@10": 66.0},
    "lihua": {"session hit@1": 75.0, "session recall@5": 92.0},
}
"""By the beginning of a file's name, the percent that are promised of it."""

Corpora = Mapping[str, Measured]
"""By the name of a corpus."""


def marks(judge: Judge) -> tuple[str, ...]:
    """Return the groups of a question: its category, people named, sessions since its evidence, and its sessions."""
    transcripts, number = judge.talk.transcripts, judge.talk.named(judge.asked)
    places = [place for place, each in enumerate(transcripts) if each.session in judge.sessions]
    behind = len(transcripts) - 1 - max(places)
    age = f"at most {RECENT}" if behind <= RECENT else f"{RECENT + 1} to {FAR}" if behind <= FAR else f"over {FAR}"
    return (
        f"category: {judge.asked.group}",
        f"named: {number if number < 3 else '3 or more'}",
        f"sessions since: {age}",
        f"sessions of evidence: {len(places) if len(places) < 3 else '3 or more'}",
    )


def gates(found: Corpora) -> dict[str, bool]:
    """Return each promise, with its figure, and whether it is kept."""
    kept: dict[str, bool] = {}
    for corpus, measured in found.items():
        kept |= _gates_of_groups(corpus, measured) if corpus.startswith("groups of") else _gates(corpus, measured)
    return kept


def _gates_of_groups(corpus: str, measured: Measured) -> dict[str, bool]:
    if "named: 2" not in measured.leads:
        return {}
    name, above = measured.leads["named: 2"]["hit@1"]
    return {f"{corpus}, two named: hit@1 {above.signed} above {name}, at least {LEAD:.0f}": above.mean >= LEAD}


def _gates(corpus: str, measured: Measured) -> dict[str, bool]:
    ours, groups = measured.summary[OURS], measured.leads
    promised = next((goals for name, goals in GOALS.items() if corpus.startswith(name)), {})
    kept = {
        f"{corpus}: {figure} at least {least}: {ours[OVERALL][figure].mean:.1f}": ours[OVERALL][figure].mean >= least
        for figure, least in promised.items()
    }
    name, above = groups[OVERALL][MAIN]
    kept[f"{corpus}: {MAIN} above {name}, interval above 0: {above.signed}"] = above.low > 0
    below = [group for group, own in groups.items() if group.startswith("category") and own[MAIN][1].high < 0]
    kept[f"{corpus}: no category below the best flat method for certain: {', '.join(below) or 'none'}"] = not below
    walk = measured.above[OFF][MAIN]
    kept[f"{corpus}: {MAIN} at most 0.3 below the walk off: {walk.signed}"] = walk.mean >= -0.3
    for group in CHANGING:
        for figure, least in ((WHOLE, 95.0), (NEWER, 90.0)) if group in ours and NEWER in ours[group] else ():
            share = ours[group][figure].mean
            kept[f"{corpus}: {group}, {figure}, at least {least:.0f}: {share:.1f}"] = share >= least
    if FACTS in measured.above:
        gain = -measured.above[FACTS][MAIN].mean
        kept[f"{corpus}: {MAIN} with facts above without: {gain:+.1f}"] = gain > 0
    return kept


def show(found: Corpora, kept: Mapping[str, bool], skipped: int) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=220)
    for corpus, measured in found.items():
        columns = [name for name in COLUMNS if name in measured.leads[OVERALL]]
        table = Table("percent", *columns, title=f"{corpus}, {len(measured.results[OURS])} questions")
        for name, groups in measured.summary.items():
            table.add_row(name, *(f"{groups[OVERALL][column].mean:.1f}" for column in columns))
        console.print(table, _leads(measured, columns), _by_group(measured, columns))
    console.print(f"{skipped} questions name nothing of their conversation as evidence and are left out.")
    show_gates(kept, console)


def _leads(measured: Measured, columns: Sequence[str]) -> Table:
    table = Table("figure", "best flat method", "Clew has above it", "above the walk off", title="leads, points")
    for column in columns:
        name, above = measured.leads[OVERALL][column]
        table.add_row(column, name, above.signed, measured.above[OFF][column].signed)
    return table


def _by_group(measured: Measured, columns: Sequence[str]) -> Table:
    shown = [name for name in ("r@10", "session recall@5", MAIN) if name in columns]
    table = Table("questions", "number", *(f"{name}: Clew, lead" for name in shown))
    for group, own in measured.leads.items():
        means = measured.summary[OURS][group]
        cells = (f"{means[column].mean:.1f}, {own[column][1].signed}" for column in shown)
        table.add_row(group, str(len(measured.rows[OURS][group])), *cells)
    return table


def plain(found: Corpora, corpora: Sequence[Sequence[Talk]]) -> dict[str, object]:
    """For JSON: per corpus the turns of each conversation, percent by method and group, and leads."""
    turns = {told[0].corpus: {talk.name: len(talk.turns) for talk in told} for told in corpora}
    return {corpus: {"conversations": turns[corpus], **measured.plain()} for corpus, measured in found.items()}


def plot(found: Corpora, path: Path) -> None:
    """Draw the evidence against the budget, a picture for each corpus; long turns are packed as Clew packs them."""
    figure = Figure(figsize=(5 * len(found), 5), layout="constrained")
    for axes, (corpus, measured) in zip(figure.subplots(1, len(found), squeeze=False)[0], found.items(), strict=True):
        for name, groups in measured.summary.items():
            is_flat = not name.startswith(OURS) and DATED not in name
            if name == OURS or (is_flat and f"{name}{EXCERPTS}" not in measured.results):
                means = [groups[OVERALL][evidence(budget)].mean for budget in BUDGETS]
                width = 3 if name == OURS else 1
                axes.plot(BUDGETS, means, marker="o", label=name.removesuffix(EXCERPTS), linewidth=width)
        axes.set_xscale("log")
        axes.set_xticks(BUDGETS, list(map(str, BUDGETS)))
        axes.minorticks_off()
        axes.set_title(corpus)
        axes.set_xlabel("words of packed text")
        axes.set_ylabel("evidence, %")
        axes.grid(linewidth=0.4)
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
