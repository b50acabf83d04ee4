"""Trials in the terminal: the score of each, and what was learned, changed and dropped after it."""

from collections.abc import Iterable, Sequence

from clew.agents.clin.loops import PlayedTrial
from clew.interfaces.cli.console import line, out
from clew.model.learnings import HIGHEST_SCORE, Difference, LearningSet, StoredLearning, TrialRecord
from clew_playground.environments.chores import Chores

BAR_CELLS = 10
MAX_LINES = 4
"""Learnings of a sort that are printed after a trial."""

INDENT = 4

STOPS = {
    "done": "over",
    "complete": "called complete",
    "repeated": "repeats itself",
    "steps": "out of steps",
    "no action": "nothing to do",
}
"""Why a trial ended, in words."""

_FULL, _REST = "\N{FULL BLOCK}", "\N{LIGHT SHADE}"


def show_task(task: str) -> None:
    """Print what is to be done."""
    _print(line(task), style="bold")


def show_episode(game: Chores, trials: Sequence[TrialRecord]) -> None:
    """Print how an episode went that teaches first."""
    scores = ", ".join(f"{each.score:g}" for each in trials if each.score is not None)
    _print(f"learned before: {game.name} in house {game.house}, {scores} points", style="dim")


def show_beginning(one: LearningSet | None) -> None:
    """Print what an episode begins with."""
    if one is None:
        _print("begins with nothing")
        return
    _print(f"begins with {len(one.learnings)} learnings")
    _listed("+", "green", [each.learning.text for each in one.learnings])


def show_before(trials: Sequence[TrialRecord]) -> None:
    """Print the trials of an episode that is gone on with."""
    ended = [each for each in trials if each.score is not None]
    for number, each in enumerate(ended):
        _print(_trial(number, each.score or 0.0, each.length, each.outcome), style="dim")
    if broken := len(trials) - len(ended):
        _print(f"{broken} broken off, of which nothing is learned", style="dim")


def show_trial(played: PlayedTrial, difference: Difference) -> None:
    """Print a trial, and how the set after it differs from the one that it began with."""
    attempt = played.attempt
    _print(_trial(played.number, attempt.score, len(attempt.trace), attempt.stop), style="bold")
    if played.written is None:
        return
    counts = {"kept": difference.kept, "changed": difference.changed, "dropped": difference.dropped}
    said = [f"{len(found)} {name}" for name, found in (counts | {"new": difference.added}).items() if found]
    _print(f"{'':{INDENT}}{len(played.written.learnings)} learnings: {', '.join(said) or 'none'}")
    _listed("+", "green", _texts(difference.added))
    _listed("~", "cyan", _texts(new for _, new in difference.changed))
    _listed("-", "red", _texts(difference.dropped))


def show_end(trials: Iterable[TrialRecord]) -> None:
    """Print the scores in a line."""
    scores = ", ".join(f"{each.score:g}" for each in trials if each.score is not None)
    _print(f"scores by trial: {scores or 'none'}", style="bold")


def _trial(number: int, score: float, steps: int, stop: str) -> str:
    cells = round(BAR_CELLS * max(0.0, score) / HIGHEST_SCORE)
    bar = f"{_FULL * cells}{_REST * (BAR_CELLS - cells)}"
    return f"trial {number} {bar} {score:>4.0f} points, {steps} steps, {STOPS.get(stop, line(stop))}"


def _texts(learnings: Iterable[StoredLearning]) -> list[str]:
    return [each.learning.text for each in learnings]


def _listed(sign: str, style: str, texts: Sequence[str]) -> None:
    more = [f"and {len(texts) - MAX_LINES} more"] if len(texts) > MAX_LINES else []
    for each in [*texts[:MAX_LINES], *more]:
        _print(f"{'':{INDENT}}{sign} {line(each)}", style=style)


def _print(text: str, *, style: str = "") -> None:
    out().print(text, style=style, markup=False, soft_wrap=True)
