"""The figures of a run as tables, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

STANDARD, DECOMPOSED, OURS = "standard", "decomposed", "hiagent"
LENGTHS = (1, 10, 20, 40)
"""Where a group of plans begins, in steps."""

LONG = 20
MOST_SHORT, MOST_LONG, MOST, MOST_TRIPS, MOST_GROWTH = 1.0, 0.6, 0.75, 2, 1.2


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
        run_pieces: word pieces of what the prompts showed of the run, per step.
        prompt_pieces: word pieces of all prompts, instructions and rules included, per step.
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
    run_pieces: float
    prompt_pieces: float
    is_concatenation: bool | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """Of the steps from the tenth on.

    Attributes:
        steps: ms that a step takes that is written and rendered, its encoder's share included.
        bare: ms of a transaction that creates one bare node.
        round_trips: statements and commits of a step at most.
    """

    steps: list[float]
    bare: list[float]
    round_trips: int

    @property
    def growth(self) -> float:
        """Return how much longer the last hundred steps take than the first, each in medians of bare transactions."""
        first, last = (
            np.median(self.steps[part]) / np.median(self.bare[part]) for part in (slice(100), slice(-100, None))
        )
        return float(last / first)


Ratios = Mapping[str, float]
"""Of a group of problems: how many they are, and mean tokens per step of hiagent over those of another mode."""

COLUMNS = {
    "whole prompt / standard": (STANDARD, "prompt_pieces"),
    "whole prompt / decomposed": (DECOMPOSED, "prompt_pieces"),
    "run / standard": (STANDARD, "run_pieces"),
    "run / decomposed": (DECOMPOSED, "run_pieces"),
}
WHOLE = "whole prompt / standard"


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


def _ratios(acted: Sequence[Acted]) -> Ratios:
    """Return what hiagent's prompts take of the others': means over problems, and last the mean of their ratios."""
    of = {mode: {each.problem: each for each in acted if each.mode == mode} for mode in (STANDARD, DECOMPOSED, OURS)}
    found: dict[str, float] = {"problems": len(of[OURS])}
    for title, (other, pieces) in COLUMNS.items():
        if not of[other]:
            continue  # a model does not act in every mode
        found[title] = mean(_each(of[OURS], pieces)) / mean(_each(of[other], pieces))
    ratios = zip(_each(of[OURS], "prompt_pieces"), _each(of[STANDARD], "prompt_pieces"), strict=True)
    found["mean of ratios"] = mean(ours / theirs for ours, theirs in ratios)
    return {name: round(value, 4) for name, value in found.items()}


def _each(of_problem: Mapping[str, Acted], pieces: str) -> list[float]:
    return [getattr(of_problem[problem], pieces) for problem in sorted(of_problem)]


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
        found[name][WHOLE] for name in found if name.endswith(("steps", "steps and more")) and name[0].isdigit()
    ]
    long = found.get(f"all of {LONG} and more", {}).get(WHOLE, 1.0)
    short = found.get(f"{LENGTHS[0]} to {LENGTHS[1] - 1} steps", {}).get(WHOLE, 0.0)
    outcomes = {(each.problem, each.won, each.progress, each.steps) for each in acted}
    told = {
        f"at most {MOST} of standard over all: {found['all'][WHOLE]:.3f}": found["all"][WHOLE] <= MOST,
        f"at most {MOST_LONG} with {LONG} steps and more: {long:.3f}": long <= MOST_LONG,
        f"at most {MOST_SHORT} below {LENGTHS[1]} steps: {short:.3f}": short <= MOST_SHORT,
        f"falling with length: {', '.join(f'{each:.2f}' for each in by_length)}": by_length
        == sorted(by_length, reverse=True),
        "standard is the plain concatenation": all(each.is_concatenation for each in acted if each.mode == STANDARD),
        "success, progress and steps are those of all modes": len(outcomes) == len(acted) // 3,
    }
    if spent:
        told |= {
            f"a step at most {MOST_TRIPS} round trips: {spent.round_trips}": spent.round_trips <= MOST_TRIPS,
            f"growth of a step at most {MOST_GROWTH}: {spent.growth:.2f}": spent.growth <= MOST_GROWTH,
        }
    return told


def show(console: Console, acted: Sequence[Acted], spent: Cost | None, gates: Mapping[str, bool]) -> None:
    """Print the tables and the gates."""
    console.print(_outcomes(acted))
    table = Table("hiagent over others", "problems", *COLUMNS, "mean of ratios", title="Word pieces per step")
    for name, own in ratios(acted).items():
        table.add_row(
            name,
            f"{own['problems']:.0f}",
            *(f"{own[each]:.3f}" if each in own else "-" for each in (*COLUMNS, "mean of ratios")),
        )
    console.print(table)
    if spent:
        console.print(" ".join(f"{name}: {value:g};" for name, value in _cost(spent).items()))
    for name, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {name}", highlight=False)


def _outcomes(acted: Sequence[Acted]) -> Table:
    columns = ("won", "progress", "steps", "subgoals", "calls", "retrievals", "refused", "run", "prompt")
    table = Table("mode", "problems", *columns, title="Means")
    for mode in dict.fromkeys(each.mode for each in acted):
        own = [each for each in acted if each.mode == mode]
        names = (
            "won",
            "progress",
            "steps",
            "subgoals",
            "calls",
            "retrievals",
            "refused",
            "run_pieces",
            "prompt_pieces",
        )
        table.add_row(mode, str(len(own)), *(f"{mean(getattr(each, name) for each in own):.2f}" for name in names))
    return table


def plot(path: Path, acted: Sequence[Acted]) -> None:
    """Draw mean tokens per step over the plan's length, a dot a problem, for each mode."""
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots()
    for mode, colour in ((STANDARD, "#b0483a"), (DECOMPOSED, "#96690f"), (OURS, "#2f6fb0")):
        own = sorted((each.plan, each.run_pieces) for each in acted if each.mode == mode)
        axes.plot(*zip(*own, strict=True), "o", markersize=4, alpha=0.7, color=colour, label=mode)
    axes.set_xlabel("steps of the plan")
    axes.set_ylabel("word pieces of a prompt, mean over steps")
    axes.set_ylim(bottom=0)
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False)
    axes.set_title("Prompts of 60 planning problems, by what they show")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
