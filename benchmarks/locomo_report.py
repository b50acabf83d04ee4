"""The figures of a LoCoMo run as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import bars
from baselines import DENSE, FUSED, NEXT, STRIPPED, STRIPPED_FUSED
from engines import Agreement
from evidence_recall import ALL, ALL_PACKED, ANSWERED, COVERED, PACKED, RECALL, TOPS
from gating import show_gates
from intervals import Estimate
from rich.console import Console
from rich.table import Table

OURS, OFF = "Clew", "Clew, walk off"
FACTS, FACTS_OFF = "Clew, facts", "Clew, facts, walk off"
JOINT, BUDGETS = "Clew, facts packed", "Clew, facts packed apart"
FLAT = (DENSE, FUSED, STRIPPED, STRIPPED_FUSED, NEXT)
LEAD = 6
"""Points above the best of these: how far the worst is behind depends on the encoder most of all."""
PAIRS = (
    *((OURS, other) for other in (*FLAT, OFF)),
    *((FACTS, OURS), (FACTS, FACTS_OFF), (JOINT, FACTS), (JOINT, BUDGETS)),
)
COLUMNS = (*(f"r@{top}" for top in TOPS), RECALL, ALL, PACKED, ALL_PACKED, COVERED, ANSWERED)
GREYS, BLUES = ("#d9d9d9", "#bdbdbd", "#969696", "#737373"), ("#9ecae1", "#6baed6", "#4292c6", "#2171b5")
COLOURS = (*GREYS, *BLUES, "#fdae6b", "#d94801", "#a1d99b", "#74c476", "#31a354", "#006d2c")

Summary = Mapping[str, Mapping[str, Mapping[str, Estimate]]]
"""Method, group of questions, figure."""


def gates(summary: Summary, paired: Mapping[str, Mapping[str, Estimate]], *, is_oracle: bool) -> dict[str, bool]:
    """Each promise, with its figure, and whether it is kept; more is promised of the facts that the file holds."""
    ours = summary[OURS]["overall"]
    off = paired[f"{OURS} - {OFF}"][RECALL].mean
    nearest = max(FLAT, key=lambda other: summary[other]["overall"][RECALL].mean)
    lead = paired[f"{OURS} - {nearest}"][RECALL]
    kept = {
        f"{RECALL} at least 88: {ours[RECALL].mean:.1f}": ours[RECALL].mean >= 88,
        f"{RECALL} at least {LEAD} above {nearest}, the best baseline: {lead.signed}": lead.mean >= LEAD,
        f"r@10 at least 78: {ours['r@10'].mean:.1f}": ours["r@10"].mean >= 78,
        f"{RECALL} with the walk at most 0.3 below without: {off:+.1f}": off >= -0.3,
    }
    if FACTS in summary:
        facts = summary[FACTS]["overall"][RECALL].mean
        gain = paired[f"{FACTS} - {OURS}"][RECALL].mean
        if is_oracle:
            kept[f"{RECALL} with facts at least 89.5: {facts:.1f}"] = facts >= 89.5
        kept[f"{RECALL} with facts above without: {gain:+.1f}"] = gain > 0
    return kept


def show(
    summary: Summary,
    paired: Mapping[str, Mapping[str, Estimate]],
    agreed: Sequence[Agreement],
    kept: Mapping[str, bool],
    skipped: int,
) -> None:
    """Print everything; percent, with 95 % bootstrap intervals."""
    console = Console(width=150)
    console.print(_overall(summary), _by_category(summary), _differences(paired))
    console.print(f"{skipped} questions name no turn of their conversation and are left out.")
    if agreed:
        console.print(_engines(agreed))
    show_gates(kept, console)


def _overall(summary: Summary) -> Table:
    table = Table("percent", *COLUMNS, title="Evidence recall")
    for name, groups in summary.items():
        found = groups["overall"]
        cells = (_cell(found, column, interval=column in {RECALL, PACKED}) for column in COLUMNS)
        table.add_row(name, *cells)
    return table


def _by_category(summary: Summary) -> Table:
    groups = list(summary[OURS])
    table = Table("percent", *groups, title=f"{RECALL} by category")
    for name, found in summary.items():
        table.add_row(name, *(_cell(found[group], RECALL, interval=True) for group in groups))
    return table


def _differences(paired: Mapping[str, Mapping[str, Estimate]]) -> Table:
    columns = ("r@10", RECALL, ALL, COVERED, ANSWERED)
    table = Table("points", *columns, title="Paired differences")
    for name, found in paired.items():
        table.add_row(name, *(found[column].signed if column in found else "-" for column in columns))
    return table


def _engines(agreed: Sequence[Agreement]) -> str:
    same = sum(each.same_order for each in agreed)
    furthest = max(each.furthest for each in agreed)
    return f"Engines: {same} of {len(agreed)} answers in the same order; scores differ by at most {furthest:.1e}."


def _cell(found: Mapping[str, Estimate], name: str, *, interval: bool) -> str:
    if name not in found:
        return "-"
    return str(found[name]) if interval else f"{found[name].mean:.1f}"


def plot(summary: Summary, path: Path) -> None:
    """Grouped bars by category, with intervals."""
    found = {name: [each[RECALL] for each in groups.values()] for name, groups in summary.items()}
    label = "evidence turns in 1,000 words, %"
    bars.plot(path, found, list(summary[OURS]), label=label, title="LoCoMo: evidence recall", colours=COLOURS)
