"""A language model as the generator of learnings.

Source: CLIN, section 3.4 and figures 7 to 9. The prompts are ours. What the model writes is read by the grammar that is
given; without one each line is kept as a free text.
"""

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType

from langchain_core.messages import HumanMessage
from langchain_core.messages.utils import count_tokens_approximately

from clew.agents.clin.budget import BUDGET, Counter, quoted, shown
from clew.agents.clin.generator import MAX_PAST, Change, Past
from clew.agents.clin.template import MAX_LEARNINGS
from clew.agents.clin.trial import Attempt
from clew.learning_model import Learning
from clew.llm import LanguageModel, Prompt

LEARN = Prompt.load("clew.agents", "clin_learn")
GENERALISE = Prompt.load("clew.agents", "clin_generalise")

_CHANGES = MappingProxyType(
    {"place": "the same task in another place", "task": "another task in the same place as before"}
)
_MARKER = re.compile(r"^[\s*•\-]*(?:[0-9]{1,3}[.):]\s*)?")

Grammar = Callable[[str], Sequence[Learning]]
"""Reads what a model wrote as learnings."""


def lines(text: str) -> list[Learning]:
    """Return each line as a free text, without its number or bullet, each once."""
    found = dict.fromkeys(_MARKER.sub("", line).strip() for line in text.splitlines())
    return [Learning(each) for each in found if each]


def approximate_tokens(text: str) -> int:
    """Count tokens by LangChain's estimate."""
    return count_tokens_approximately([HumanMessage(text)])


class ModelGenerator:
    """Writes learnings by a language model.

    Args:
        model: it.
        feedback: says a score as a sentence.
        read: reads what it wrote.
        budget: tokens of what it is shown, the prompt's own words apart.
        count: counts those of a text.
    """

    def __init__(
        self,
        model: LanguageModel,
        feedback: Callable[[float], str],
        *,
        read: Grammar = lines,
        budget: int = BUDGET,
        count: Counter = approximate_tokens,
    ) -> None:
        self._model, self._feedback, self._read = model, feedback, read
        self._budget, self._count = budget, count

    def adapt(self, task: str, attempt: Attempt, past: Sequence[Past] = ()) -> tuple[Learning, ...]:
        """Return the learnings after a trial; see `Generator`.

        Raises:
            InvalidInput: not even the task fits into the budget.
            ModelFailed: the model could not be asked.
        """
        evaluation = f"{attempt.score:g} of 100. {self._feedback(attempt.score)}"
        own = [each for each in past[-MAX_PAST:] if each.task]
        meta = [each for each in past[-MAX_PAST:] if not each.task]
        fits = shown(
            task,
            attempt.trace,
            evaluation,
            own,
            meta=meta,
            feedback=self._feedback,
            budget=self._budget,
            count=self._count,
        )
        return self._written(
            LEARN,
            task=fits.task,
            past="\n\n".join((*fits.meta, *fits.past)),
            trace="\n".join(fits.trace),
            evaluation=fits.evaluation,
        )

    def generalise(self, task: str, best: Sequence[Past], change: Change) -> tuple[Learning, ...]:
        """Return the learnings to begin an episode with; see `Generator`. The worst sets go where the budget is small.

        Raises:
            ModelFailed: the model could not be asked.
        """
        sets = [quoted(each, self._feedback) for each in best]
        while sets and self._count("\n\n".join((*sets, task))) > self._budget:
            sets.pop(0)
        return self._written(GENERALISE, task=task, past="\n\n".join(sets), change=_CHANGES[change])

    def _written(self, prompt: Prompt, **inputs: str) -> tuple[Learning, ...]:
        said = "".join(self._model.stream(prompt, most=str(MAX_LEARNINGS), **inputs))
        return tuple(self._read(said))[:MAX_LEARNINGS]
