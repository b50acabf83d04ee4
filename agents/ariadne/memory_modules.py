"""The one thing in which players differ: what they are shown of their past beside the last steps.

Source: AriGraph, section 4.1: planning and decision stay, the memory module changes. Every player sees the inventory,
as every one does there; of the rest of the graph only `GraphMemory` shows anything. The others stand beside it for
comparison.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from clew.agents.ariadne.chains import EXPLORE, IMPORTANCE, MAX_TEXT_CHARACTERS, RELEVANT, SUMMARY, ActionPlan
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.llm.usage import CHARACTERS
from clew.model.world import GO_TO, RunStep


@dataclass(frozen=True, slots=True)
class Now:
    """The present, as every player sees it.

    Attributes:
        task: what is to be done.
        plan: as it stood after the last decision.
        inventory: what is carried.
        observation: what the game said last.
        shown: the last steps and the present one, oldest first; whoever recalls leaves them out.
    """

    task: str
    plan: ActionPlan
    inventory: str
    observation: str
    shown: tuple[RunStep, ...]

    def earlier(self, world: World, most: int, like: str = "") -> tuple[RunStep, ...]:
        """Return at most so many steps before those that are shown, newest first; see `World.history`."""
        shown = {each.id for each in self.shown}
        return tuple(each for each in world.history(most=most + len(shown), like=like) if each.id not in shown)


@dataclass(frozen=True, slots=True)
class RecalledText:
    """The part of a prompt that a memory module adds to the present.

    Attributes:
        text: what planning and decision are shown, under headings of its own.
        ways: choices beside the valid actions.
    """

    text: str
    ways: tuple[str, ...] = ()


class MemoryModule(Protocol):
    """The memory of a player. One that keeps a state serves one player in one game."""

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the memories that bear on the present.

        Raises:
            ModelFailed: a model could not be asked. Where it says what cannot be used, the module does without.
        """
        ...


def told(seen: RunStep) -> str:
    """Return a step as text: what was done, and what was seen then."""
    did = f"Did: {seen.action}\n" if seen.action else ""
    return f"{did}Saw (step {seen.step}): {line(seen.text)}"


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


def line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


DEEPEST, MOST_THINGS = 3, 8
"""Of what the model looks up, as it is told in `prompts/relevant.md`; each thing is a search of its own."""


@dataclass(frozen=True, slots=True)
class GraphMemory:
    """Ariadne's memory: what the graph believes of what matters now, the observations behind that, and its map.

    The paper's figures are the defaults. Source: AriGraph, section 3. What differs: the memory shown is that of the
    present observation, and observations that the last steps show are not recalled beside them.

    Attributes:
        model: says what matters, and whether to explore.
        episodes: earlier observations that are recalled; 0: none.
        width: triplets per step of a search.
        explores: whether the ways that nobody has gone are shown.
    """

    model: LanguageModel
    episodes: int = 2
    width: int = 6
    explores: bool = True

    def recall(self, world: World, now: Now) -> RecalledText:
        """Recall facts, observations, ways that nobody has gone; a place that can be reached is a choice."""
        found = world.recall(
            self._relevant(now), width=self.width, most=self.episodes, without=[each.id for each in now.shown]
        )
        facts = "\n".join(each.triplet.text for each in found.triplets) or "none"
        episodes = "\n".join(f"(step {each.step}) {line(each.text)}" for each in found.episodes) or "none"
        unexplored = "not needed"
        if self.explores and self._wants_more(now, facts):
            ways = (f"{place}: {', '.join(ways)}" for place, ways in world.unexplored().items())
            unexplored = "\n".join(ways) or "none is known"
        text = (
            f"Facts from memory:\n{facts}\n\nEarlier observations that may matter:\n{episodes}\n\n"
            f"Ways that nobody has gone:\n{unexplored}"
        )
        return RecalledText(text, tuple(f"{GO_TO}{place}" for place in sorted(world.nearest())))

    def _relevant(self, now: Now) -> dict[str, int]:
        """Return the things to look up, with how far; where the model names none, the observation itself."""
        try:
            answer = self.model.ask(
                RELEVANT, task=now.task, plan=now.plan.text, inventory=now.inventory, observation=now.observation
            )
        except UnusableAnswer:
            return {now.observation: 1}
        things = {
            each.name: min(max(each.depth, 1), DEEPEST) for each in answer.things[:MOST_THINGS] if each.name.strip()
        }
        return things or {now.observation: 1}

    def _wants_more(self, now: Now, facts: str) -> bool:
        if not now.plan.steps:
            return True
        try:
            return self.model.ask(EXPLORE, task=now.task, plan=now.plan.text, memory=facts).explore
        except UnusableAnswer:
            return True


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

    Source: Park et al., Generative Agents (2023), section 4.1: recency, importance and relevance, each scaled to 0..1
    over what is scored, and summed with equal weights. An hour there is a step here. Its reflections are left out.

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
