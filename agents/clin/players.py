"""A language model as CLIN's agent: a controller says what is next, an executor turns it into a valid action.

Source: CLIN, section 3.3 and figure 6. The prompts are ours. Where the controller's own words are a valid action, or
the world lists none, the executor is not asked.
"""

from clew.agents.clin.reply import parse
from clew.agents.clin.stopping import says_complete
from clew.agents.clin.trial import Decision, Situation
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.llm.thoughts import without_thoughts

CONTROL = Chain.text(Prompt.load("clew.agents", "clin_controller"))
EXECUTE = Chain.text(Prompt.load("clew.agents", "clin_executor"))

MAX_STEPS_SHOWN = 12
"""Of this trial. CLIN shows the whole trial in its paper and 5 steps in its public code."""

MAX_CHARACTERS = 300
"""Of each observation of a step that is over."""

NONE = "none"
UNLISTED = "Any action; the world lists none."


class ModelPolicy:
    """Acts by a language model.

    Attributes:
        replies: what the model said, in their order.

    Args:
        model: it.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.replies: list[str] = []

    def decide(self, situation: Situation) -> Decision:
        """Ask for the next action; an empty one where nothing could be read.

        Raises:
            ModelFailed: the model could not be asked.
            BudgetSpent: its budget of tokens is used up.
        """
        actions = situation.moment.actions
        said = self._asked(
            CONTROL,
            task=situation.task,
            learnings=numbered(situation) or NONE,
            history=_history(situation) or NONE,
            observation=situation.moment.text,
            actions="\n".join(actions) or UNLISTED,
            feedback=situation.feedback,
        )
        reply = parse(said)
        as_said = not actions or reply.action.lower() in {each.lower() for each in actions}
        if reply.is_complete or not reply.action or as_said:
            return Decision(reply.action, reply.used, reply.rationale, is_complete=reply.is_complete)
        chosen = self._executed(reply.action, situation)
        return Decision(chosen or reply.action, reply.used, reply.rationale)

    def _executed(self, goal: str, situation: Situation) -> str:
        said = self._asked(
            EXECUTE,
            goal=goal,
            observation=situation.moment.text,
            actions="\n".join(situation.moment.actions) or NONE,
            feedback=situation.feedback,
        )
        return "" if says_complete(without_thoughts(said)) else parse(said).action

    def _asked(self, chain: Chain[Inputs, str], **inputs: str) -> str:
        self.replies.append(chain.on(self._model).invoke(inputs))
        return self.replies[-1]


def numbered(situation: Situation) -> str:
    """Return the learnings with their numbers, one in a line."""
    return "\n".join(f"{number}. {each.text}" for number, each in enumerate(situation.learnings, 1))


def _history(situation: Situation) -> str:
    return "\n".join(
        f"> {each.action}\n{' '.join(each.observation.split())[:MAX_CHARACTERS]}"
        for each in situation.history[-MAX_STEPS_SHOWN:]
    )
