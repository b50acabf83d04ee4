"""The figures of trials as a table, as a plot, and against the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from gating import show_gates
from intervals import Estimate, differences, estimates
from learnings_truth import Precision, precision
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from clew.agents.clin.loops import PlayedTrial
from clew.agents.environment import ScoredEnvironment

OFF, CONTROL, ADAPT, ADVICE = "no memory", "no memory, nothing fatal", "ADAPT", "free advice"
GEN_ENV, GEN_ENV_ADAPT = "GEN-ENV", "GEN-ENV + ADAPT"
GEN_TASK, GEN_TASK_ADAPT = "GEN-TASK", "GEN-TASK + ADAPT"
ARMS = (OFF, CONTROL, ADAPT, ADVICE, GEN_ENV, GEN_ENV_ADAPT, GEN_TASK, GEN_TASK_ADAPT)
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
        precision: of the set that was written after the last; None where none was, or was looked at.
    """

    arm: str
    seed: int
    chore: str
    scores: list[float]
    steps: list[int]
    learnings: list[int]
    precision: Precision | None = None


def row(arm: str, seed: int, chore: str, played: Sequence[PlayedTrial], game: ScoredEnvironment | None = None) -> Row:
    """Return the row of an episode from its trials; with the game, its learnings are held against it."""
    return Row(
        arm,
        seed,
        chore,
        scores=[each.attempt.score for each in played],
        steps=[len(each.attempt.trace) for each in played],
        learnings=[len(each.given.learnings) if each.given else 0 for each in played],
        precision=precision(game, played) if game else None,
    )


def figures(rows: Sequence[Row]) -> dict[str, object]:
    """Return what the table holds, for JSON."""
    return {arm: _figures(arm, rows) for arm in ARMS}


def _figures(arm: str, rows: Sequence[Row]) -> dict[str, object]:
    own, off, control = (_of(rows, each) for each in (arm, OFF, CONTROL))
    return {
        "mean score by trial, below 0 counted as 0": [round(each, 2) for each in _floored(own)],
        "mean score by trial": [round(mean(each), 2) for each in zip(*(row.scores for row in own), strict=True)],
        "95 % interval by trial": [each.rounded(1)[1:] for each in _by_trial(own)],
        "solved by trial": _solved(own),
        "rise from trial 0 to the last": rise(own).rounded(2),
        "last trial over no memory": _over(own, off, -1).rounded(2),
        "trial 0 over no memory": _over(own, off, 0).rounded(2),
        "last trial over nothing fatal": _over(own, control, -1).rounded(2),
        "trials below the best before them, after one with all points": sum(map(_falls, own)),
        "precision": _precision(own),
        "mean steps by trial": [round(mean(each), 1) for each in zip(*(row.steps for row in own), strict=True)],
        "mean learnings by trial": [round(mean(each), 1) for each in zip(*(row.learnings for row in own), strict=True)],
    }


def _falls(own: Row) -> int:
    """Return how many trials after one with all points have fewer."""
    first = own.scores.index(BEST) if BEST in own.scores else len(own.scores)
    return sum(score < BEST for score in own.scores[first:])


def _precision(own: Sequence[Row]) -> dict[str, object]:
    """Return how many learnings the simulator bears out, of those that could be checked."""
    found = [each.precision for each in own if each.precision]
    return {
        "sure": [sum(each.sure_right for each in found), sum(each.sure for each in found)],
        "guesses": [sum(each.guesses_right for each in found), sum(each.guesses for each in found)],
        "not checked": sum(each.unchecked for each in found),
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
    columns = (*(f"trial {each}" for each in range(trials)), "rise", "last over no memory", "over nothing fatal")
    table = Table("arm", *columns, title="Mean score")
    more = Table("arm", *columns[:trials], title="Mean score, below 0 counted as 0 (solved)")
    for arm in ARMS:
        own = _of(rows, arm)
        over = ["-" if arm == each else _over(own, _of(rows, each), -1).signed for each in (OFF, CONTROL)]
        table.add_row(arm, *(f"{each.mean:.1f}" for each in _by_trial(own)), rise(own).signed, *over)
        pairs = zip(_floored(own), _solved(own), strict=True)
        more.add_row(arm, *(f"{score:.1f} ({solved})" for score, solved in pairs))
    console.print(more)
    console.print(table)
    console.print(f"{ADAPT}, learnings that the simulator bears out: {_precision(_of(rows, ADAPT))}", highlight=False)
    falls = sum(map(_falls, _of(rows, ADAPT)))
    console.print(f"{ADAPT}, trials with fewer points after one with all: {falls}", highlight=False)
    show_gates(gates, console)


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
