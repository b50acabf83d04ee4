"""A run in the terminal, step by step: its subgoals, and the tokens of each prompt beside those of all steps."""

from collections.abc import Mapping
from statistics import mean
from typing import TYPE_CHECKING

from rich.markup import escape

from clew.cli.console import line, out, say
from clew.retrieval.working.render import Mode
from clew.retrieval.working.sizes import size, sizes
from clew.work_page.page import MODES, outcome
from clew.working_model import Run, Step

if TYPE_CHECKING:
    from clew.environments import Moment
    from clew.working import WorkingMemory

OURS: Mode = "hiagent"
PLAIN: Mode = "standard"

BAR = 16
"""Characters of a bar that stands for all steps."""


HEADING = f"step  tokens of the prompt, {OURS} of {PLAIN}"


class WatchedRun:
    """Prints a run while it goes on.

    Attributes:
        sizes: tokens of the prompt before each step, by mode.
    """

    def __init__(self, working: "WorkingMemory", *, quiet: bool) -> None:
        """Watch what `working` does.

        Args:
            working: its run is watched.
            quiet: whether nothing is printed.
        """
        self._working, self._quiet = working, quiet
        self.sizes: list[Mapping[Mode, int]] = []

    def begin(self, task: str) -> None:
        """Say what is to be done, and what was done of it before."""
        if not self._quiet:
            say(f"[bold]{escape(line(task.splitlines()[-1]))}[/bold]")
            _crop(HEADING, "dim")

    def step(self, step: Step, moment: "Moment") -> None:  # noqa: ARG002 - what a loop tells
        """Take in a step that was made."""
        run = self._working.run
        while len(self.sizes) < len(run.steps) - 1:  # steps of before the run was resumed
            self._take(run, run.steps[len(self.sizes)])
        self._take(run, step)

    def show_all(self) -> None:
        """Take in a run as it is stored."""
        run = self._working.run
        self.sizes = sizes(run, self._working.count_tokens)
        if self._quiet:
            return
        say(f"[bold]{escape(line(run.goal))}[/bold]")
        _crop(HEADING, "dim")
        for each, tokens in zip(run.steps, self.sizes, strict=True):
            _print(run, each, tokens)

    def end(self) -> None:
        """Say how the run ended, and how long its prompts were."""
        run = self._working.run
        say(f"{escape(line(outcome(run)))}  [dim]run {escape(line(run.name))}[/dim]")
        if self.sizes:
            means = {mode: mean(each[mode] for each in self.sizes) for mode in MODES}
            told = ", ".join(f"{mode} {means[mode]:,.0f}" for mode in MODES)
            say(f"Tokens that show the run, mean over steps: {told}; {means[OURS] / means[PLAIN]:.2f} of all steps.")

    def _take(self, run: Run, step: Step) -> None:
        tokens = size(run.before(step.number), self._working.count_tokens)
        self.sizes.append(tokens)
        if not self._quiet:
            _print(run, step, tokens)


def _print(run: Run, step: Step, tokens: Mapping[Mode, int]) -> None:
    """Print a step, under its subgoal where it is the first of that."""
    place, subgoal = next((place, each) for place, each in enumerate(run.subgoals) if step in each.steps)
    if step == subgoal.steps[0]:
        if place and (summary := run.subgoals[place - 1].summary):
            met = {True: "met: ", False: "not met: ", None: ""}[summary.met]
            _crop(f"      {met}{line(summary.text)}", "dim")
        say(f"[bold]{subgoal.number}. {escape(line(subgoal.text))}[/bold]")
    filled = max(1, round(BAR * min(1.0, tokens[OURS] / tokens[PLAIN])))
    bar = "█" * filled + "·" * (BAR - filled)
    _crop(f"{step.number:>4}  {bar} {tokens[OURS]:>6,} of {tokens[PLAIN]:<6,}  {line(step.action)}", "")


def _crop(text: str, style: str) -> None:
    out().print(text, style=style or None, markup=False, no_wrap=True, overflow="ellipsis")
