"""The prompt before each step of a run, and its size in every mode: a pure function of the run.

The graph does not hold at which moment a subgoal was opened, or steps were retrieved, between two steps. It holds the
tokens of the prompt that was shown. So of the few runs that may have been shown, the one of that size is meant.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import get_args

from clew.model.working import Run, Step, Subgoal
from clew.retrieval.working.render import CountTokens, Mode, render


@dataclass(frozen=True, slots=True)
class Prompted:
    """A step, and the prompt that led to it.

    Attributes:
        step: what was done.
        before: the run as that prompt showed it; at the first step of a subgoal usually with the one before still open.
        text: of the prompt in the mode that the run was worked in, within its budget.
        tokens: of the prompt in each mode; the budget bounds the mode of the run only.
    """

    step: Step
    before: Run
    text: str
    tokens: Mapping[Mode, int]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How a run's prompts are made and counted.

    Attributes:
        count: counts the tokens of messages.
        mode: of the run.
        budget: of tokens, for that mode; None: no bound.
    """

    count: CountTokens
    mode: Mode = "hiagent"
    budget: int | None = None

    def prompts(self, run: Run) -> Iterator[Prompted]:
        """Yield every step of a run with its prompt, in order.

        Raises:
            InvalidInput: the budget does not hold one of the prompts.
        """
        for subgoal in run.subgoals:
            for step in subgoal.steps:
                yield self._prompted(run, subgoal, step)

    def last(self, run: Run) -> Prompted:
        """Return the last step of a run with its prompt.

        Raises:
            InvalidInput: the budget does not hold the prompt.
        """
        subgoal = next(each for each in reversed(run.subgoals) if each.steps)
        return self._prompted(run, subgoal, subgoal.steps[-1])

    def text(self, run: Run, mode: Mode) -> str:
        """Return the prompt that a run has in a mode."""
        budget = self.budget if mode == self.mode else None
        return "\n".join(str(each.text) for each in render(run, mode, self.count, budget).messages)

    def tokens(self, run: Run) -> dict[Mode, int]:
        """Count the tokens of a run's prompt in each mode."""
        return {mode: self._tokens(run, mode) for mode in get_args(Mode)}

    def _tokens(self, run: Run, mode: Mode) -> int:
        return render(run, mode, self.count, self.budget if mode == self.mode else None).tokens

    def _prompted(self, run: Run, subgoal: Subgoal, step: Step) -> Prompted:
        done = tuple(each for each in subgoal.steps if each.number < step.number)
        closed = run.subgoals[: run.subgoals.index(subgoal)]
        opened: list[tuple[Subgoal, ...]] = []  # what the prompt may have shown, the likeliest first
        if not done:
            opened.append((*closed[:-1], *(replace(each, summary=None) for each in closed[-1:])))
        for count in reversed(range(len(subgoal.retrieved) + 1)):
            shown = replace(subgoal, steps=done, summary=None, retrieved=subgoal.retrieved[:count])
            opened.append((*closed, shown))
        likely, *others = (replace(run, subgoals=each, length=step.number, outcome=None, met=None) for each in opened)
        of_size = (each for each in (likely, *others) if self._tokens(each, self.mode) == step.prompt_tokens)
        before = next(of_size, likely) if others else likely
        return Prompted(step, before, self.text(before, self.mode), self.tokens(before))
