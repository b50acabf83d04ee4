"""Players with a language model: Ariadne, Ariadne without a part, and baselines whose memory is no graph.

Source: AriGraph, section 4.1. Planning and decision are `Ariadne`'s for all; the memory module differs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from clew.agents.ariadne.ariadne import PlanningPlayer
from clew.agents.ariadne.chains import IMPORTANCE, MAX_TEXT_CHARACTERS, SUMMARY
from clew.agents.ariadne.memory_modules import GraphMemory, MemoryModule, Now, RecalledText, line, told
from clew.api.world import World
from clew.errors import InvalidInput, UnusableAnswer
from clew.llm import LanguageModel
from clew.llm.usage import CHARACTERS
from clew.model.world import RunStep


def newest(seen: Iterable[RunStep], tokens: int) -> str:
    """Return the newest steps that fit, oldest first, and where there are more, that they are left out.

    Args:
        seen: newest first; the first one is cut where it does not fit by itself.
        tokens: at most, of four characters each.
    """
    left = most = tokens * CHARACTERS
    kept: list[str] = []
    for each in seen:
        text = told(each)[: most - 1]
        left -= len(text) + 1
        if left < 0:
            kept.append(f"(step {each.step} and what came before it are left out)")
            break
        kept.append(text)
    return "\n".join(reversed(kept))


@dataclass(frozen=True, slots=True)
class FullHistory:
    """Everything, read from the run at each decision; in AriGraph, section 4.1, 14,000 tokens after 150 steps.

    Attributes:
        tokens: at most, of four characters each; beyond them the oldest steps are left out, and the text says so.
    """

    tokens: int = 16_000

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the steps before the last ones, oldest first."""
        steps = newest(now.earlier(world, self.tokens), self.tokens)  # no step has less than a token
        return RecalledText(f"Everything before the last steps:\n{steps or 'nothing'}")


class LastSteps:
    """The ablation without any memory: the last steps are all of the past that is shown."""

    def recall(self, world: World, now: Now) -> RecalledText:  # noqa: ARG002 - as every memory module
        """Return nothing."""
        return RecalledText("Before the last steps: not remembered")


@dataclass(slots=True)
class RunningSummary:
    """A summary of the past in the model's words, renewed at each decision. Source: AriGraph, section 4.1.

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


MIN_RATING, UNRATED, MAX_RATING = 1, 5, 10
"""Importance; of an observation that the model gives no number for."""


@dataclass(slots=True)
class _Trace:
    """Facts kept of an observation: its importance, and the step at which it was made or last recalled."""

    importance: int
    touched: int


@dataclass(slots=True)
class FlatRetrieval:
    """The observations that are recent, important and alike to the present, each scored by itself.

    Source: Park et al., Generative Agents (2023), section 4.1: recency, importance and relevance. Each is scaled to
    0..1 over what is scored, and they are summed with equal weights. An hour there is a step here. Its reflections are
    left out.

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


PLAYERS: Mapping[str, Callable[[LanguageModel], MemoryModule]] = MappingProxyType(
    {
        "ariadne": GraphMemory,
        "history": lambda _: FullHistory(),
        "summary": RunningSummary,
        "rag": FlatRetrieval,
        "no-episodes": partial(GraphMemory, episodes=0),
        "no-exploration": partial(GraphMemory, explores=False),
        "window": lambda _: LastSteps(),
    }
)
"""Ariadne, what it is compared with, and Ariadne without a part; that nothing is replaced is set in the `World`."""


def player(name: str, model: LanguageModel, task: str) -> PlanningPlayer:
    """Return a player of one game.

    Raises:
        InvalidInput: there is none of that name.
    """
    if name not in PLAYERS:
        raise InvalidInput(f"player {name!r} is unknown; choose of {', '.join(PLAYERS)}")
    return PlanningPlayer(model, task, PLAYERS[name](model))
