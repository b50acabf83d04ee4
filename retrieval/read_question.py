"""A question read by a language model, in one call: whom it means, of which time it asks, how much it wants."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from logging import getLogger

from clew.errors import BudgetSpent, ModelFailed
from clew.graph.space import Contents, Space
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.retrieval.question import MAX_EMBEDDED_CHARACTERS, QuestionForm, ends
from clew.text.quotation import quotation

MAX_SPEAKERS = 100
"""Of a space, named to the model: of more, the first."""

_log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Posed:
    """A question, the speakers whom it may mean, and the day on which it is asked."""

    question: str
    speakers: Sequence[str]
    asked_on: date

    def inputs(self) -> Inputs:
        """Return the inputs of the prompt."""
        return {
            "speakers": ", ".join(map(quotation, self.speakers)),
            "day": f"{self.asked_on:%A, %Y-%m-%d}",
            "question": quotation(ends(self.question.strip(), MAX_EMBEDDED_CHARACTERS)),
        }

    def read(self, form: QuestionForm) -> QuestionForm:
        """Return the form, without a period that is the day of the question: small models write it for none."""
        return form.model_copy(update={"period": ""}) if form.period == f"{self.asked_on}" else form


QUESTION = Chain("question", Prompt.load("clew.retrieval", "question"), QuestionForm).between(
    Posed, QuestionForm, Posed.inputs, Posed.read
)


def read_question(query: str, asked_on: date, *, space: Space, model: LanguageModel) -> QuestionForm | None:
    """Return how a model reads a question; None where that is blank, or no answer of the model can be used."""
    if not query.strip():
        return None
    contents = space.cached_contents.contents or space.reading(lambda transaction: transaction.contents())
    speakers = (contents or Contents()).speakers[:MAX_SPEAKERS]
    try:
        return QUESTION.on(model).invoke(Posed(query, speakers, asked_on))
    except (ModelFailed, BudgetSpent) as error:
        _log.debug("rules read a question, because %s", error)
        _tell(model.name, type(error).__name__)
        return None


@cache
def _tell(model: str, fault: str) -> None:
    """Say once for each model and fault that rules read questions in its place."""
    _log.warning("rules read questions where %s does not (%s); the log has the reason at DEBUG", model, fault)
