"""A summary that is renewed at each decision from itself and what is new.

Source: AriGraph, section 4.1, iterative summarization.
"""

from dataclasses import dataclass, field

from clew.agents.ariadne.chains import MAX_TEXT_CHARACTERS, SUMMARY
from clew.agents.ariadne.memory_modules.module import Now, RecalledText, newest
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel


@dataclass(slots=True)
class RunningSummary:
    """What happened, in the model's words.

    Attributes:
        model: writes it.
        tokens: of what is new, at most, of four characters each.
        summary: as it stands.
    """

    model: LanguageModel
    tokens: int = 4000
    summary: str = ""
    _until: int = field(default=0, init=False, repr=False)
    """The steps of the run that the summary covers."""

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the summary, with the present observation in it."""
        length = world.steps()
        new = world.history(most=max(length - self._until, 0))
        if new and (renewed := self._renewed(now, newest(new, self.tokens))):
            self.summary, self._until = renewed, length
        return RecalledText(f"Summary of what has happened:\n{self.summary or 'none'}")

    def _renewed(self, now: Now, steps: str) -> str:
        """Renew the summary. Empty where no answer can be used; what is new then waits for the next decision."""
        try:
            answer = self.model.ask(SUMMARY, task=now.task, summary=self.summary or "none", steps=steps)
        except UnusableAnswer:
            return ""
        return answer.summary.strip()[:MAX_TEXT_CHARACTERS]
