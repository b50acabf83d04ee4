"""A language model as the generator of learnings.

Source: CLIN, section 3.4 and figures 7 to 9. The prompts are ours; what it is shown is that of
`clew.loaders.learnings.lesson_text`, and what it writes is read by `clew.loaders.learnings.grammar`.
"""

from collections.abc import Callable
from types import MappingProxyType

from langchain_core.messages import HumanMessage
from langchain_core.messages.utils import count_tokens_approximately

from clew.errors import ModelFailed
from clew.llm import AnyModel, Chain, Inputs, Prompt, language_model
from clew.llm.thoughts import without_thoughts
from clew.loaders.learnings.grammar import MAX_LINE_CHARACTERS, lines, parse
from clew.loaders.learnings.lesson_text import assemble, listed_sets
from clew.model.learnings import Digest, Lesson

# Texts, and no lists in JSON: a model of 1.5 billion parameters goes on with such a list until it is cut off.
LEARN = Chain.text(Prompt.load("clew.agents", "clin_learn"))
GENERALISE = Chain.text(Prompt.load("clew.agents", "clin_generalise"))

MAX_LEARNINGS = 60  # of one set
BUDGET = 6500  # tokens. Source: CLIN's public code: 7500 less 1000 for the answer.

_CHANGES = MappingProxyType(
    {"place": "the same task in another place", "task": "another task in the same place as before"}
)


def approximate_tokens(text: str) -> int:
    """Count tokens by LangChain's estimate."""
    return count_tokens_approximately([HumanMessage(text)])


class ModelGenerator:
    """Writes learnings by a language model, which is shown at most `budget` tokens beside the prompt's own words."""

    def __init__(
        self, model: AnyModel, *, budget: int = BUDGET, count: Callable[[str], int] = approximate_tokens
    ) -> None:
        self._model, self._budget, self._count = language_model(model), budget, count

    def __call__(self, lesson: Lesson) -> list[str]:
        """Return the learnings after a trial.

        Raises:
            InvalidInput: not even the task fits into the budget.
            ModelFailed: the model could not be asked, or wrote no causal statement; the learnings of before stay.
        """
        return self._written(LEARN, lesson=assemble(lesson, self._budget, self._count))

    def summarise(self, digest: Digest) -> list[str]:
        """Return the learnings to begin an episode with. The worst sets go where the budget is small.

        Raises:
            InvalidInput: not even the best set fits into the budget.
            ModelFailed: the model could not be asked, or wrote no causal statement.
        """
        past = listed_sets(digest, self._budget, self._count)
        return self._written(GENERALISE, task=digest.task, past=past, change=_CHANGES[digest.change])

    def _written(self, chain: Chain[Inputs, str], **inputs: str) -> list[str]:
        said = chain.on(self._model).invoke({"most": str(MAX_LEARNINGS), **inputs})
        read = [each for each in lines(without_thoughts(said)) if len(each) <= MAX_LINE_CHARACTERS][:MAX_LEARNINGS]
        if not any(parse(each).relation for each in read):
            raise ModelFailed("the model wrote no learning with a cause and an effect; ask again, or ask another model")
        return read
