"""The figures of a run as tables, as a plot, and against the gates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table
from working_memory_cost import Cost

STANDARD, DECOMPOSED, OURS = "standard", "decomposed", "hiagent"
LENGTHS = (1, 10, 20, 40)
"""Where a group of plans begins, in steps."""

LONG = 20
MOST_LONG, MOST, MOST_TRIPS, MOST_GROWTH = 0.6, 0.75, 2, 1.2


@dataclass(frozen=True, slots=True)
class Acted:
    """A problem in a mode.

    Attributes:
        domain: of the problem.
        problem: its name.
        mode: what the prompts showed.
        plan: steps of the planner's plan.
        steps: that were made.
        subgoals: of the run.
        won: whether the goal was reached.
        progress: largest share of the goal's conditions that held at once.
        calls: replies of the player.
        retrievals: of them those that asked for earlier steps.
        refused: of them those that could not be read.
        word_pieces: of all prompts, per step.
        estimated: tokens of all prompts by LangChain's estimate, per step.
        is_concatenation: whether each standard prompt was the plain concatenation; None in other modes.
    """

    domain: str
    problem: str
    mode: str
    plan: int
    steps: int
    subgoals: int
    won: bool
    progress: float
    calls: int
    retrievals: int
    refused: int
    word_pieces: float
    estimated: float
    is_concatenation: bool | None = None


Ratios = Mapping[str, float]
"""Of a group of problems: how many they are, and mean tokens per step of hiagent over those of the other modes."""


def figures(acted: Sequence[Acted], spent: Cost | None) -> dict[str, object]:
    """Return what the tables hold, for JSON."""
    return {"ratios": ratios(acted), "cost": _cost(spent) if spent else None}


def ratios(acted: Sequence[Acted]) -> dict[str, Ratios]:
    """Return the ratios of all problems, of each domain and of each length of plan."""
    names = {each.domain: [other for other in acted if other.domain == each.domain] for each in acted}
    ends = [*LENGTHS[1:], 10**9]
    for begin, end in zip(LENGTHS, ends, strict=True):
        title = f"{begin} to {end - 1} steps" if end < 10**9 else f"{begin} steps and more"
        names[title] = [each for each in acted if begin <= each.plan < end]
    names[f"all of {LONG} and more"] = [each for each in acted if each.plan >= LONG]
    return {name: _ratios(own) for name, own in ({"all": acted} | names).items() if own}


def _ratios(acted: Iterable[Acted]) -> Ratios:
    """Return the means over problems of what hiagent's prompts take of the others'."""
    of_problem: dict[str, dict[str, Acted]] = {}
    for each in acted:
        of_problem.setdefault(each.problem, {})[each.mode] = each
    modes = list(of_problem.values())
    found: dict[str, float] = {"problems": len(modes)}
    for other in (STANDARD, DECOMPOSED):
        found[other] = mean(each[OURS].word_pieces / each[other].word_pieces for each in modes)
        found[f"{other}, estimated"] = mean(each[OURS].estimated / each[other].estimated for each in modes)
    return {name: round(value, 4) for name, value in found.items()}


def _cost(spent: Cost) -> dict[str, float]:
    points = {
        f"{name} p{at}": float(np.percentile(getattr(spent, name), at)) for name in ("steps", "bare") for at in (50, 95)
    }
    return {
        **{name: round(value, 2) for name, value in points.items()},
        "growth": round(spent.growth, 3),
        "round trips": spent.round_trips,
    }


def gates(acted: Sequence[Acted], spent: Cost | None) -> dict[str, bool]:
    """Hold the figures against what was promised."""
    found = ratios(acted)
    by_length = [
        found[name][STANDARD] for name in found if name.endswith(("steps", "steps and more")) and name[0].isdigit()
    ]
    long = found.get(f"all of {LONG} and more", {}).get(STANDARD, 1.0)
    outcomes = {(each.problem, each.won, each.progress, each.steps) for each in acted}
    told = {
        f"at most {MOST} of standard over all: {found['all'][STANDARD]:.3f}": found["all"][STANDARD] <= MOST,
        f"at most {MOST_LONG} with {LONG} steps and more: {long:.3f}": long <= MOST_LONG,
        f"falling with length: {', '.join(f'{each:.2f}' for each in by_length)}": by_length
        == sorted(by_length, reverse=True),
        "standard is the plain concatenation": all(each.is_concatenation for each in acted if each.mode == STANDARD),
        "success, progress and steps are those of all modes": len(outcomes) == len(acted) // 3,
    }
    if spent:
        told |= {
            f"a step at most {MOST_TRIPS} round trips: {spent.round_trips}": spent.round_trips <= MOST_TRIPS,
            f"the last hundred steps at most {MOST_GROWTH} of the first: {spent.growth:.2f}": spent.growth
            <= MOST_GROWTH,
        }
    return told


def show(console: Console, acted: Sequence[Acted], spent: Cost | None, gates: Mapping[str, bool]) -> None:
    """Print the tables and the gates."""
    console.print(_outcomes(acted))
    table = Table("hiagent over", "problems", "standard", "decomposed", "standard, estimated", title="Tokens per step")
    for name, own in ratios(acted).items():
        cells = (f"{own[column]:.3f}" for column in (STANDARD, DECOMPOSED, f"{STANDARD}, estimated"))
        table.add_row(name, f"{own['problems']:.0f}", *cells)
    console.print(table)
    if spent:
        console.print(" ".join(f"{name}: {value:g};" for name, value in _cost(spent).items()))
    for name, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {name}", highlight=False)


def _outcomes(acted: Sequence[Acted]) -> Table:
    columns = ("won", "progress", "steps", "subgoals", "calls", "retrievals", "refused", "word pieces a step")
    table = Table("mode", "problems", *columns, title="Means")
    for mode in dict.fromkeys(each.mode for each in acted):
        own = [each for each in acted if each.mode == mode]
        names = ("won", "progress", "steps", "subgoals", "calls", "retrievals", "refused", "word_pieces")
        table.add_row(mode, str(len(own)), *(f"{mean(getattr(each, name) for each in own):.2f}" for name in names))
    return table


def plot(path: Path, acted: Sequence[Acted]) -> None:
    """Draw mean tokens per step over the plan's length, a dot a problem, for each mode."""
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots()
    for mode, colour in ((STANDARD, "#b0483a"), (DECOMPOSED, "#96690f"), (OURS, "#2f6fb0")):
        own = sorted((each.plan, each.word_pieces) for each in acted if each.mode == mode)
        axes.plot(*zip(*own, strict=True), "o", markersize=4, alpha=0.7, color=colour, label=mode)
    axes.set_xlabel("steps of the plan")
    axes.set_ylabel("word pieces of a prompt, mean over steps")
    axes.set_ylim(bottom=0)
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False)
    axes.set_title("Prompts of 60 planning problems, by what they show")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
