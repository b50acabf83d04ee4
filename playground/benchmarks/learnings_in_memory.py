"""Trials and learnings without a database, for loops over so many trials that writing each step would take hours.

It keeps what the loops of `clew.agents.clin.loops` read back, by the rules of `clew.api.learnings`, and nothing else:
no lineage, no times, no use. A test holds both against each other.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from clew.loaders.learnings import grammar
from clew.model.learnings import (
    Generator,
    LearningSet,
    Lesson,
    Line,
    StoredLearning,
    TraceStep,
    TrialRecord,
    TrialState,
)
from clew.retrieval.learnings.read import MAX_SETS, SETS_BEFORE

Episode = tuple[str, str]
"""Names of a task and of an environment."""


@dataclass
class InMemory:
    """A store for the loops.

    Attributes:
        texts: each task in words, by its name.
        states: trials in the order of their beginning.
        sets: learning sets in the order in which they were written.
    """

    texts: dict[str, str] = field(default_factory=dict[str, str])
    states: list[TrialState] = field(default_factory=list[TrialState])
    sets: list[LearningSet] = field(default_factory=list[LearningSet])

    def copy(self) -> "InMemory":
        """Return a store that begins with the same, and goes its own way."""
        return deepcopy(self)

    def task(self, name: str, text: str = "") -> str:
        """Describe a task, unless it is described."""
        self.texts.setdefault(name, text or name)
        return name

    def environment(self, name: str, text: str = "") -> str:  # noqa: ARG002 - as `Learnings.environment`
        """Return the name of an environment: nothing else is kept of it."""
        return name

    def begin(self, task: str, environment: str) -> "InMemoryTrial":
        """Begin a trial."""
        number = 1 + len(self.trials(task, environment))
        self.states.append(TrialState(f"trial-{len(self.states)}", number, task, environment))
        return InMemoryTrial(self, len(self.states) - 1, self.current(task, environment))

    def resume(self, name: str) -> "InMemoryTrial":
        """Take up a trial."""
        place = [each.name for each in self.states].index(name)
        return InMemoryTrial(self, place, self.current(self.states[place].task, self.states[place].environment))

    def trials(self, task: str, environment: str) -> list[TrialRecord]:
        """Return all trials of a task in an environment, in order."""
        written = {each.trial: each.id for each in self.sets}
        own = [each for each in self.states if (each.task, each.environment) == (task, environment)]
        return [
            TrialRecord(each.name, each.number, each.length, each.score, each.outcome, written.get(each.name, ""))
            for each in own
        ]

    def current(self, task: str, environment: str) -> LearningSet | None:
        """Return the set that holds."""
        return next(iter(self.versions((task, environment))[::-1]), None)

    def archive(self, *, task: str = "", environment: str = "") -> list[LearningSet]:
        """Return the best set of each episode, best first; of equal ones the later."""
        order = {each.name: place for place, each in enumerate(self.states)}
        taught = [each for each in self.sets if each.score is not None and each.task == (task or each.task)]
        own = [each for each in taught if each.environment == (environment or each.environment)]

        def rank(one: LearningSet) -> tuple[float, int]:
            return one.score or 0.0, order[one.trial]

        best = {(each.task, each.environment): each for each in sorted(own, key=rank)}
        return sorted(best.values(), key=rank, reverse=True)[:MAX_SETS]

    def summarise(
        self, task: str, environment: str, lines: str | Iterable[str | Line], archived: Iterable[LearningSet]
    ) -> LearningSet:
        """Write what a new episode begins with."""
        del archived
        return self.write((task, environment), lines)

    def write(
        self, episode: Episode, given: str | Iterable[str | Line], trial: str = "", score: float | None = None
    ) -> LearningSet:
        """Write a set in place of the one before."""
        each_line = grammar.lines(given) if isinstance(given, str) else given
        read = (grammar.parse(each if isinstance(each, str) else each.text) for each in each_line)
        learnings = {each.text: each for each in read}
        task, environment = episode
        id, number = f"set-{len(self.sets)}", 1 + len(self.versions(episode))
        stored = (
            StoredLearning(f"{id}/{place}", place, each, task, environment, id)
            for place, each in enumerate(learnings.values(), 1)
        )
        self.sets.append(LearningSet(id, number, task, environment, tuple(stored), trial, score))
        return self.sets[-1]

    def versions(self, episode: Episode) -> list[LearningSet]:
        """Return the sets of a task in an environment, oldest first."""
        return [each for each in self.sets if (each.task, each.environment) == episode]


class InMemoryTrial:
    """A trial of such a store.

    Attributes:
        in_use: the set that it began with.
    """

    def __init__(self, store: InMemory, place: int, in_use: LearningSet | None) -> None:
        self._store, self._place, self.in_use = store, place, in_use

    @property
    def name(self) -> str:
        """Of the trial."""
        return self._state.name

    @property
    def _state(self) -> TrialState:
        return self._store.states[self._place]

    def step(
        self,
        action: str,
        observation: str,
        *,
        score: float | None = None,
        used: Iterable[int] = (),
        rationale: str = "",
    ) -> str:
        """Append a step."""
        state, step = self._state, TraceStep(action, observation, score, tuple(used), rationale)
        steps = (*state.steps, (state.length, step))
        self._store.states[self._place] = replace(state, steps=steps, length=state.length + 1)
        return f"{state.name}/{state.length}"

    def end(self, score: float, outcome: str = "") -> None:
        """End it."""
        self._store.states[self._place] = replace(self._state, score=score, outcome=outcome)

    def generate(self, generator: Generator) -> LearningSet:
        """Write what a generator makes of it."""
        state = self._state
        episode = (state.task, state.environment)
        versions = self._store.versions(episode)
        before: Sequence[LearningSet] = [each for each in versions if each.trial][-SETS_BEFORE:]
        meta = next((each for each in reversed(versions) if not each.trial), None)
        text = self._store.texts.get(state.task, state.task)
        lesson = Lesson(state, text, state.environment, tuple(before), meta)
        return self._store.write(episode, generator(lesson), state.name, state.score)
