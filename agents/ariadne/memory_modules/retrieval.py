"""Flat retrieval: the observations that are recent, important and alike to the present, each scored by itself.

Source: Park et al., Generative Agents (2023), section 4.1: recency, importance and relevance, each scaled to 0..1 over
what is scored, and summed with equal weights. An hour there is a step here. The reflections of that paper are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.agents.ariadne.chains import IMPORTANCE
from clew.agents.ariadne.memory_modules.module import Now, RecalledText, line, told
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.model.world import RunStep

MIN_RATING, UNRATED, MAX_RATING = 1, 5, 10
"""Importance; of an observation that the model gives no number for."""


@dataclass(slots=True)
class _Trace:
    """What is kept of an observation: its importance, and the step at which it was made or last recalled."""

    importance: int
    touched: int


@dataclass(slots=True)
class FlatRetrieval:
    """The observations with the highest scores.

    Attributes:
        model: rates an observation once, when it leaves the last steps.
        most: observations recalled.
        decay: of recency, per step since an observation was made or last recalled.
        reach: steps back that are looked through, and of which ratings are kept.
    """

    model: LanguageModel
    most: int = 10
    decay: float = 0.995
    reach: int = 500
    _traces: dict[int, _Trace] = field(default_factory=dict[int, _Trace], init=False, repr=False)

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the best observations with what was done before each, best first."""
        query = f"{now.observation}\n{now.plan.text}" if now.plan.steps else now.observation
        seen = now.earlier(world, self.reach, like=query)
        self._traces = {each.step: self._traces.get(each.step) or self._rated(each, now) for each in seen}
        best = self._ranked(seen, now)[: self.most]
        for each in best:
            self._traces[each.step].touched = now.shown[-1].step
        return RecalledText("Observations that may matter:\n" + ("\n".join(map(told, best)) or "none"))

    def _rated(self, seen: RunStep, now: Now) -> _Trace:
        try:
            rating = self.model.ask(IMPORTANCE, task=now.task, observation=line(seen.text)).importance
        except UnusableAnswer:
            rating = UNRATED
        return _Trace(min(max(rating, MIN_RATING), MAX_RATING), seen.step)

    def _ranked(self, seen: Sequence[RunStep], now: Now) -> list[RunStep]:
        """Sort best first; of equal ones the later."""
        traces = [self._traces[each.step] for each in seen]
        recency = _scaled([self.decay ** (now.shown[-1].step - each.touched) for each in traces])
        importance = _scaled([each.importance for each in traces])
        relevance = _scaled([each.score for each in seen])
        scores = {each.step: sum(parts) for each, *parts in zip(seen, recency, importance, relevance, strict=True)}
        return sorted(seen, key=lambda each: (-scores[each.step], -each.step))


def _scaled(values: Sequence[float]) -> list[float]:
    """Scale to 0..1; to 0 where all are equal."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [(each - low) / (high - low) if high > low else 0.0 for each in values]
