"""A language model as CLIN's agent: a controller says what is next, an executor turns it into a valid action.

Source: CLIN, section 3.3 and figure 6. The prompts are ours. Where the controller's own words are a valid action, or
the world lists none, the executor is not asked.
"""

from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, Field

from clew.agents.clin.trial import ClinSituation, Decision, says_complete
from clew.errors import UnusableAnswer
from clew.llm import AnyModel, Chain, Prompt, language_model
from clew.llm.answer import Number
from clew.llm.thoughts import unquoted
from clew.text.quotation import indented

MAX_ACTION_CHARACTERS = 300  # of an action; the rest is cut off
MAX_USED = 50  # learnings that one answer may name
MAX_STEPS_SHOWN = 12  # of this trial. CLIN shows the whole trial in its paper and 5 steps in its public code.
MAX_CHARACTERS = 300  # of each observation of a step that is over
NONE = "none"
UNLISTED = "Any action; the world lists none."


def _action(given: object) -> object:
    """Return an action in one line; of several the first, of one in parts all of its words."""
    if isinstance(given, list):
        given = next(iter(cast("list[object]", given)), "")
    if isinstance(given, dict):
        given = " ".join(each for each in cast("dict[str, object]", given).values() if isinstance(each, str))
    line = unquoted(" ".join(str(given or "").split()).strip(" *_.>#`"))
    return line.strip(" *_.")[:MAX_ACTION_CHARACTERS]


def _used(given: object) -> object:
    """Return the numbers of learnings; a single one is a list, and what is no number names none."""
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    return [each for each in several if isinstance(each, int) or (isinstance(each, str) and each.strip().isdigit())]


class NextAction(BaseModel):
    """What is done next."""

    learnings: Annotated[list[Number], BeforeValidator(_used)] = Field(
        default_factory=list[Number], description="ids of those used"
    )
    reason: str | None = Field(default="", description="why")
    action: Annotated[str, BeforeValidator(_action)]


class ListedAction(BaseModel):
    """An action of the list."""

    action: Annotated[str, BeforeValidator(_action)]


CONTROL = Chain("clin_controller", Prompt.load("clew.agents", "clin_controller"), NextAction)
EXECUTE = Chain("clin_executor", Prompt.load("clew.agents", "clin_executor"), ListedAction)


class ModelPolicy:
    """Acts by a language model."""

    def __init__(self, model: AnyModel) -> None:
        self._model = language_model(model)

    def decide(self, situation: ClinSituation) -> Decision:
        """Ask for the next action; an empty one where no answer could be used.

        Raises:
            ModelFailed: the model could not be asked.
            BudgetSpent: its budget of tokens is used up.
        """
        actions = situation.moment.actions
        history = "\n".join(
            f"> {indented(each.action)}\n  {' '.join(each.observation.split())[:MAX_CHARACTERS]}"
            for each in situation.history[-MAX_STEPS_SHOWN:]
        )
        try:
            said = self._model.ask(
                CONTROL,
                task=indented(situation.task),
                learnings=numbered(situation) or NONE,
                history=history or NONE,
                observation=f"  {indented(situation.moment.text)}",
                actions="\n".join(map(indented, actions)) or UNLISTED,
                feedback=situation.feedback,
            )
        except UnusableAnswer:
            return Decision("")
        used = tuple(dict.fromkeys(each for each in said.learnings if each > 0))[:MAX_USED]
        reason = " ".join((said.reason or "").split())
        if says_complete(said.action):
            return Decision("", used, reason, is_complete=True)
        if not actions or not said.action or said.action.lower() in {each.lower() for each in actions}:
            return Decision(said.action, used, reason)
        return Decision(self._executed(said.action, situation) or said.action, used, reason)

    def _executed(self, goal: str, situation: ClinSituation) -> str:
        """Return a listed action for what the controller wants; empty where there is none."""
        try:
            action = self._model.ask(
                EXECUTE,
                goal=goal,
                observation=f"  {indented(situation.moment.text)}",
                actions="\n".join(map(indented, situation.moment.actions)) or NONE,
                feedback=situation.feedback,
            ).action
        except UnusableAnswer:
            return ""
        return "" if says_complete(action) else action


def numbered(situation: ClinSituation) -> str:
    """Return the learnings with their numbers, one in a line."""
    return "\n".join(f"{number}. {indented(each.text)}" for number, each in enumerate(situation.learnings, 1))
