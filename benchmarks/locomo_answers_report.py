"""What answers on LoCoMo were worth, as a table and a plot."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import bars
from intervals import Estimate, estimates
from locomo_data import CATEGORIES
from rich.console import Console
from rich.table import Table

from clew.llm import Usage

FLAT, WHOLE, OURS, FACTS = "flat retrieval", "full context", "Clew", "Clew, facts"
ANSWERED, ABSTAINED = "1 to 4", "5, abstained"
REWARD = "reward"

Summary = Mapping[str, Mapping[str, Estimate]]
"""Per way, per group of questions, the mean reward in percent."""


def summary(judged: Sequence[tuple[str, int, float]]) -> Summary:
    """Means with intervals from (way, category, reward 0..1)."""
    groups = {f"{number} {name}": {number} for number, name in CATEGORIES.items()}
    groups |= {ANSWERED: set(CATEGORIES), ABSTAINED: {5}}
    ways = [way for way in (FLAT, WHOLE, OURS, FACTS) if any(each[0] == way for each in judged)]
    return {
        way: {
            group: estimates(rows)[REWARD]
            for group, categories in groups.items()
            if (rows := [{REWARD: reward} for of, category, reward in judged if of == way and category in categories])
        }
        for way in ways
    }


def plain(found: Summary) -> dict[str, dict[str, list[float]]]:
    """For JSON: mean, low, high."""
    return {way: {group: each.rounded(1) for group, each in groups.items()} for way, groups in found.items()}


def show(rewards: Summary, words: Summary, usage: Usage) -> None:
    """Print the tables, and what the model used."""
    console = Console(width=140)
    console.print(_table("Share of the reference that answers give, as the model judges", rewards))
    console.print(_table("F1 of the words of answer and reference", words))
    for name, account in usage.chains.items():
        console.print(f"{name}: {account}", highlight=False)


def _table(title: str, found: Summary) -> Table:
    groups = list(dict.fromkeys(group for each in found.values() for group in each))
    table = Table("percent", *groups, title=title)
    for way, each in found.items():
        table.add_row(way, *(str(each.get(group, "-")) for group in groups))
    return table


def plot(found: Summary, path: Path) -> None:
    """Bars by category, with intervals."""
    groups = list(dict.fromkeys(group for each in found.values() for group in each))
    shown = {way: [each.get(group, Estimate(0, 0, 0)) for group in groups] for way, each in found.items()}
    bars.plot(path, shown, groups, label="reward, %", title="LoCoMo: answers")
