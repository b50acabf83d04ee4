"""A run in the terminal: its tree of subgoals, and beside each step the size of the prompt that led to it."""

from collections.abc import Sequence

from rich.text import Text

from clew.agents.environment import Observation
from clew.agents.hiagent.loop import PlayedRun
from clew.api.working import WorkingMemory
from clew.interfaces.cli.console import line, out
from clew.model.working import Run, Step, Subgoal
from clew.retrieval.working.render import Mode
from clew_playground.pages.work.sizes import Prompted, Sizes

BAR_CELLS = 10
"""Of a bar: the whole is what a prompt of all steps takes."""

INDENT = 4

MIN_ACTION_CELLS = 20
"""Of an action, however narrow the terminal is."""

_OPEN, _CLOSED = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}", "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
_FULL, _REST = "\N{FULL BLOCK}", "\N{LIGHT SHADE}"


class Tree:
    """The tree of a run while it grows: one line or two for each step, and one for each subgoal that is closed."""

    def __init__(self, working: WorkingMemory, sizes: Sizes) -> None:
        self._working, self._sizes = working, sizes
        self._open = self._retrievals = 0

    def step(self, _: Step, __: Observation) -> None:
        """Print the last step of the run, and what happened to its subgoals before."""
        run = self._working.run
        subgoal = run.subgoals[-1]
        if not self._open:
            _head(run)
        if subgoal.number != self._open:
            for closed in run.closed[self._open - 1 if self._open else 0 :]:
                _print(_closed(closed))
            _print(_titled(_OPEN, subgoal), style="bold")
            self._open, self._retrievals = subgoal.number, 0
        if new := subgoal.retrieved[self._retrievals :]:
            _print(_looks_back(new), style="cyan")
            self._retrievals = len(subgoal.retrieved)
        _step(self._sizes.last(run), self._sizes.mode)

    def end(self, played: PlayedRun) -> None:
        """Print how the run ended, and what its prompts took."""
        run = self._working.run
        if not self._open:
            _head(run)
        _total(run, list(self._sizes.prompts(run)), self._sizes.mode)
        if played.refused:
            _print(f"{played.refused} replies could not be read", style="yellow")


def show_run(run: Run, prompts: Sequence[Prompted], mode: Mode) -> None:
    """Print a stored run: closed subgoals in a line each, the last one in full, and the size of every prompt."""
    _head(run)
    for subgoal in run.subgoals[:-1]:
        _print(_closed(subgoal))
    for subgoal in run.subgoals[-1:]:
        _print(_titled(_OPEN if run.open else _CLOSED, subgoal), style="bold")
        if subgoal.retrieved:
            _print(_looks_back(subgoal.retrieved), style="cyan")
        for step in subgoal.steps:
            _print(f"{step.number + 1:>{INDENT}} {line(step.action)}")
            _seen(step)
    _print("")
    for each in prompts:
        _sized(each, mode)
    _total(run, prompts, mode)


def _head(run: Run) -> None:
    _print(line(run.goal), style="bold", crop=False)
    if run.observation:
        _print(f"{'':{INDENT}} {line(run.observation)}", style="dim")


def _titled(sign: str, subgoal: Subgoal) -> str:
    return f"{sign} {subgoal.number}. {line(subgoal.text)}"


def _closed(subgoal: Subgoal) -> str:
    told = subgoal.summary.text if subgoal.summary else "(forgotten)"
    missed = " (not met)" if subgoal.summary and subgoal.summary.met is False else ""
    return f"{_CLOSED} {subgoal.number}. {line(subgoal.text).removesuffix('.')}{missed}: {line(told)}"


def _looks_back(numbers: Sequence[int]) -> str:
    return f"{'':{INDENT}} looks back at {', '.join(map(str, numbers))}"


def _step(prompted: Prompted, mode: Mode) -> None:
    _sized(prompted, mode)
    _seen(prompted.step)


def _seen(step: Step) -> None:
    _print(f"{'':{INDENT}} {line(step.observation)}", style="dim")


def _sized(prompted: Prompted, mode: Mode) -> None:
    """Print an action, and the size of its prompt as a bar: the share of what a prompt of all steps takes."""
    shown, whole = prompted.tokens[mode], prompted.tokens["standard"]
    cells = min(BAR_CELLS, round(BAR_CELLS * shown / whole)) if whole else 0
    size = f" {_FULL * cells}{_REST * (BAR_CELLS - cells)} {shown:>5} tokens, standard {whole}"
    text = Text(f"{prompted.step.number + 1:>{INDENT}} {line(prompted.step.action)}")
    text.truncate(max(MIN_ACTION_CELLS, out().width - len(size) - 2), overflow="ellipsis", pad=True)
    out().print(text.append(size, style="blue"), soft_wrap=True)


def _total(run: Run, prompts: Sequence[Prompted], mode: Mode) -> None:
    _print("It goes on." if run.outcome is None else f"Ended: {line(run.outcome)}", style="bold", crop=False)
    if not prompts:
        return
    sums = {each: sum(prompted.tokens[each] for prompted in prompts) for each in prompts[0].tokens}
    listed = ", ".join(f"{each} {tokens / len(prompts):,.0f}" for each, tokens in sums.items())
    _print(f"tokens of a prompt on average, without the instructions: {listed}", crop=False)
    saved = 1 - sums[mode] / sums["standard"]
    if mode != "standard" and saved > 0:
        _print(f"{saved:.0%} less than standard over {len(prompts)} steps", crop=False)


def _print(text: str, *, style: str = "", crop: bool = True) -> None:
    if crop:
        out().print(text, style=style, markup=False, no_wrap=True, overflow="ellipsis")
    else:
        out().print(text, style=style, markup=False, soft_wrap=True)
