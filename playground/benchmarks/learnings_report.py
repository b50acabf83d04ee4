"""The figures of trials as a table, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from intervals import Estimate, differences, estimates
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from clew.agents.clin.loops import PlayedTrial

OFF, ADAPT, ADVICE = "no memory", "ADAPT", "free advice"
GEN_ENV, GEN_ENV_ADAPT = "GEN-ENV", "GEN-ENV + ADAPT"
GEN_TASK, GEN_TASK_ADAPT = "GEN-TASK", "GEN-TASK + ADAPT"
ARMS = (OFF, ADAPT, ADVICE, GEN_ENV, GEN_ENV_ADAPT, GEN_TASK, GEN_TASK_ADAPT)
BEST = 100.0
LEAST_RISE = 0.5
"""Part of what is missing at trial 0 that has to be gained."""


@dataclass(frozen=True, slots=True)
class Row:
    """An episode.

    Attributes:
        arm: what the policy was given.
        seed: of house and chore.
        chore: its name.
        scores: at the end of each trial, -100 to 100.
        steps: of each trial.
        learnings: that each trial began with.
    """

    arm: str
    seed: int
    chore: str
    scores: list[float]
    steps: list[int]
    learnings: list[int]


def row(arm: str, seed: int, chore: str, played: Sequence[PlayedTrial]) -> Row:
    """Return the row of an episode from its trials."""
    return Row(
        arm,
        seed,
        chore,
        scores=[each.attempt.score for each in played],
        steps=[len(each.attempt.trace) for each in played],
        learnings=[len(each.given.learnings) if each.given else 0 for each in played],
    )


def figures(rows: Sequence[Row]) -> dict[str, object]:
    """Return what the table holds, for JSON."""
    return {arm: _figures(_of(rows, arm), _of(rows, OFF)) for arm in ARMS}


def _figures(own: Sequence[Row], off: Sequence[Row]) -> dict[str, object]:
    return {
        "mean score by trial, below 0 counted as 0": [round(each, 2) for each in _floored(own)],
        "mean score by trial": [round(mean(each), 2) for each in zip(*(row.scores for row in own), strict=True)],
        "95 % interval by trial": [each.rounded(1)[1:] for each in _by_trial(own)],
        "solved by trial": _solved(own),
        "rise from trial 0 to the last": rise(own).rounded(2),
        "last trial over no memory": _over(own, off, -1).rounded(2),
        "trial 0 over no memory": _over(own, off, 0).rounded(2),
        "mean steps by trial": [round(mean(each), 1) for each in zip(*(row.steps for row in own), strict=True)],
        "mean learnings by trial": [round(mean(each), 1) for each in zip(*(row.learnings for row in own), strict=True)],
    }


def _floored(own: Sequence[Row]) -> list[float]:
    """Return mean scores that a blunder cannot pull below nothing: what is left of a rise that is not mere caution."""
    return [mean(max(0.0, score) for score in each) for each in zip(*(row.scores for row in own), strict=True)]


def _solved(own: Sequence[Row]) -> list[int]:
    return [sum(score == BEST for score in trial) for trial in zip(*(row.scores for row in own), strict=True)]


def _of(rows: Sequence[Row], arm: str) -> list[Row]:
    return sorted((each for each in rows if each.arm == arm), key=lambda each: (each.seed, each.chore))


def _by_trial(own: Sequence[Row]) -> list[Estimate]:
    found = estimates([{str(place): score / BEST for place, score in enumerate(each.scores)} for each in own])
    return list(found.values())


def rise(own: Sequence[Row]) -> Estimate:
    """Return the mean gain in points from trial 0 to the last, seed by seed."""
    return differences(
        [{"score": each.scores[-1] / BEST} for each in own], [{"score": each.scores[0] / BEST} for each in own]
    )["score"]


def _over(own: Sequence[Row], off: Sequence[Row], trial: int) -> Estimate:
    return differences(
        [{"score": each.scores[trial] / BEST} for each in own], [{"score": each.scores[trial] / BEST} for each in off]
    )["score"]


def gates(rows: Sequence[Row]) -> dict[str, bool]:
    """Hold the figures against what was promised."""
    on, off, places = _of(rows, ADAPT), _of(rows, OFF), _of(rows, GEN_ENV)
    missing = BEST - mean(each.scores[0] for each in on)
    gained, without, start = rise(on), rise(off), _over(places, off, 0)
    return {
        f"with memory at least {LEAST_RISE:.0%} of the missing {missing:.1f} points: {gained.signed}": gained.mean
        >= LEAST_RISE * missing,
        f"without memory no rise that differs from 0: {without.signed}": without.low <= 0,
        f"GEN-ENV begins above no memory: {start.signed}": start.low > 0,
    }


def show(console: Console, rows: Sequence[Row], gates: Mapping[str, bool]) -> None:
    """Print the table and the gates."""
    trials = len(rows[0].scores)
    columns = (*(f"trial {each}" for each in range(trials)), "rise", "last over no memory")
    table = Table("arm", *columns, title="Mean score")
    more = Table("arm", *columns[:trials], title="Mean score, below 0 counted as 0 (solved)")
    for arm in ARMS:
        own = _of(rows, arm)
        over = "-" if arm == OFF else _over(own, _of(rows, OFF), -1).signed
        table.add_row(arm, *(f"{each.mean:.1f}" for each in _by_trial(own)), rise(own).signed, over)
        pairs = zip(_floored(own), _solved(own), strict=True)
        more.add_row(arm, *(f"{score:.1f} ({solved})" for score, solved in pairs))
    console.print(more)
    console.print(table)
    for name, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {name}", highlight=False)


def plot(path: Path, rows: Sequence[Row], title: str) -> None:
    """Write the picture: mean score by trial, with intervals; makes its folder."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for number, arm in enumerate(ARMS):
        found = _by_trial(_of(rows, arm))
        places = [each + (number - len(ARMS) // 2) * 0.04 for each in range(len(found))]
        arms = [[each.mean - each.low for each in found], [each.high - each.mean for each in found]]
        axes.errorbar(places, [each.mean for each in found], yerr=arms, label=arm, marker="o", capsize=2, linewidth=1.4)
    axes.set_xticks(range(len(rows[0].scores)))
    axes.set_xlabel("trial")
    axes.set_ylabel("score, -100 to 100")
    axes.set_title(f"{title} (mean; lines: 95 % bootstrap)")
    axes.grid(linewidth=0.4)
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
