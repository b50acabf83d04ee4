"""CLIN's loops over trials: adapt to one task in one place, and begin in a new place or with a new task.

    learnings.task("tea", game.task), learnings.environment("house 1")
    generator = ModelGenerator(model)
    generalise(learnings, "tea", "house 1", game.task, generator, "place")  # GEN-ENV: from what other houses taught
    adapt(learnings, "tea", "house 1", game, lambda _: ModelPolicy(model), generator)  # ADAPT

All that is carried from trial to trial goes through the store and is read back from it. So a loop that was broken off
anywhere goes on where it stood. Source: CLIN, section 3.4 and algorithm 1. Two points that paper and public code leave
open are settled so. An archive holds the best set of each episode, ten at most, and of equal scores the later one. A
generator is given the last three sets of the episode with their scores, and the one that it began with.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from clew.agents.clin.matching import ActionMatcher
from clew.agents.clin.trial import MAX_STEPS, Attempt, TrialPolicy, run_trial
from clew.agents.environment import Environment
from clew.model.learnings import (
    Change,
    Digest,
    Generator,
    Learning,
    LearningSet,
    Line,
    Summariser,
    TraceStep,
    TrialRecord,
)

TRIALS = 5  # of one episode. Source: CLIN, section 4: trials 0 to 4.
PolicyOf = Callable[[int], TrialPolicy]  # returns who acts in the trial of a number, from 0


class _Trial(Protocol):
    """A trial of a store; see `clew.api.trial.Trial`."""

    @property
    def name(self) -> str: ...
    @property
    def in_use(self) -> LearningSet | None: ...
    def step(
        self, action: str, observation: str, *, score: float | None, used: Iterable[int], rationale: str
    ) -> str: ...
    def end(self, score: float, outcome: str) -> None: ...
    def generate(self, generator: Generator) -> LearningSet: ...


class _Store(Protocol):
    """Keeps trials and learnings; see `clew.api.learnings.Learnings`."""

    def begin(self, task: str, environment: str) -> _Trial: ...
    def resume(self, name: str) -> _Trial: ...
    def trials(self, task: str, environment: str) -> Sequence[TrialRecord]: ...
    def current(self, task: str, environment: str) -> LearningSet | None: ...
    def archive(self, *, task: str = "", environment: str = "") -> Sequence[LearningSet]: ...
    def summarise(
        self, task: str, environment: str, lines: str | Iterable[str | Line], archived: Iterable[LearningSet]
    ) -> LearningSet: ...


class Writer(Generator, Summariser, Protocol):
    """Writes learnings after trials, and summaries for new episodes."""


@dataclass(frozen=True, slots=True)
class PlayedTrial:
    """A trial that was run and ended."""

    number: int  # among those of the episode that have ended, from 0
    name: str  # in the store
    given: LearningSet | None  # the set that it began with; None where there was none
    attempt: Attempt  # how it went
    written: LearningSet | None  # the set that was written after it, as a whole; None where nothing is learned


def adapt(
    store: _Store,
    task: str,
    environment: str,
    game: Environment,
    policy_of: PolicyOf,
    generator: Generator | None,
    *,
    trials: int = TRIALS,
    steps: int = MAX_STEPS,
    matcher: ActionMatcher | None = None,
    on_trial: Callable[[PlayedTrial], object] | None = None,
) -> list[PlayedTrial]:
    """Run the trials of one task in one place that are not there yet, each with what the ones before it taught.

    A trial that never ended teaches nothing and is not counted; one that ended without its learnings gets them first.

    Args:
        store: where they are kept.
        task: its name there.
        environment: its name there.
        game: the task in its place, the same after every reset.
        policy_of: who acts.
        generator: writes the learnings; None: nothing is learned, and what the first trial begins with stays.
        trials: how many there shall be in the end, with those that have ended before.
        steps: actions of a trial at most.
        matcher: finds the valid action that is meant.
        on_trial: told of each trial once it is over and its learnings are written.

    Returns:
        The trials that were run now.
    """
    ended = [each for each in store.trials(task, environment) if each.score is not None]
    if generator and ended and not ended[-1].set_id:
        store.resume(ended[-1].name).generate(generator)
    played = list[PlayedTrial]()
    for number in range(len(ended), trials):
        trial = store.begin(task, environment)
        given = trial.in_use
        keep = partial(_keep, trial, [each.number for each in given.learnings] if given else [])
        attempt = run_trial(game, policy_of(number), learned(given), steps=steps, matcher=matcher, on_step=keep)
        trial.end(attempt.score, attempt.stop)
        written = trial.generate(generator) if generator else None
        played.append(PlayedTrial(number, trial.name, given, attempt, written))
        if on_trial:
            on_trial(played[-1])
    return played


def generalise(
    store: _Store, task: str, environment: str, words: str, generator: Summariser, change: Change
) -> LearningSet | None:
    """Write what an episode begins with that is new in its place (GEN-ENV) or in its task (GEN-TASK).

    Args:
        store: that holds earlier episodes: of the same task elsewhere, or of other tasks in the same place.
        task: name of the new episode's task.
        environment: name of its environment.
        words: the task in words.
        generator: writes the summary of the best sets of these episodes.
        change: what is new.

    Returns:
        The set; the one that holds already where the episode is not new; None where the store has nothing to tell.
    """
    if (held := store.current(task, environment)) or store.trials(task, environment):
        return held
    archived = store.archive(task=task) if change == "place" else store.archive(environment=environment)
    best = [each for each in archived if each.learnings]
    lines = generator.summarise(Digest(words, change, tuple(best))) if best else ()
    return store.summarise(task, environment, lines, best) if lines else None


def _keep(trial: _Trial, numbers: Sequence[int], step: TraceStep) -> None:
    used = [numbers[place - 1] for place in step.used]
    trial.step(step.action, step.observation, score=step.score, used=used, rationale=step.rationale)


def learned(one: LearningSet | None) -> tuple[Learning, ...]:
    """Return what a set says, in its order; nothing where there is none."""
    return tuple(each.learning for each in one.learnings) if one else ()
