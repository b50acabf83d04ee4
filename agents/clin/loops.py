"""CLIN: an agent that tries a task again and again, and carries what it learns to new places and tasks.

    with Memory.local(space="kitchen", model=model) as memory:
        trials = Clin(memory, place="house 1").run(world)  # ADAPT
        trials = Clin(memory, place="house 2", carries="place").run(other)  # GEN-ENV: from what other houses taught

All that is carried from trial to trial goes through the store and is read back from it. So a loop that was broken off
anywhere goes on where it stood. Source: CLIN, section 3.4 and algorithm 1. Two points that paper and public code leave
open are settled so. An archive holds the best set of each episode, ten at most, and of equal scores the later one. A
generator is given the last three sets of the episode with their scores, and the one that it began with.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from clew.agents.agent import Agent, AgentStep, Steps
from clew.agents.clin.matching import ActionMatcher
from clew.agents.clin.model_generator import ModelGenerator
from clew.agents.clin.players import ModelPolicy
from clew.agents.clin.trial import MAX_STEPS, Attempt, TrialPolicy, run_trial
from clew.agents.environment import CheckedEnvironment, Environment
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.errors import Conflict
from clew.llm import language_model, required
from clew.model.learnings import Change, Digest, Generator, Learning, LearningSet, Line, Summariser, TrialRecord

if TYPE_CHECKING:
    from clew.llm import AnyModel

MAX_NAME_CHARACTERS = 200  # of a task's words that name it
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

    def task(self, name: str, text: str = "") -> str: ...
    def environment(self, name: str, text: str = "") -> str: ...
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


class Clin(Agent[Environment, tuple[PlayedTrial, ...]]):
    """Runs the trials of one task in one place that are not there yet, each with what the ones before it taught.

    A trial that never ended teaches nothing and is not counted; one that ended without its learnings gets them first.

    Attributes:
        learnings: where trials and learnings are kept.

    Example:
        trials = Clin(memory, "openai:gpt-4o-mini", place="house 1").run(world)
    """

    def __init__(
        self,
        memory: Memory | _Store,
        model: "AnyModel | None" = None,
        *,
        place: str = "world",
        task_name: str = "",
        player: PolicyOf | None = None,
        generator: Generator | Writer | None = None,
        carries: Change | None = None,
        trials: int = TRIALS,
        most_steps: int = MAX_STEPS,
        matcher: ActionMatcher | None = None,
        on_trial: Callable[[PlayedTrial], object] | None = None,
    ) -> None:
        """Make an agent.

        Args:
            memory: where trials and learnings are kept; or a `Learnings` of it.
            model: decides and writes learnings; None: the memory's.
            place: a name for the world, 1 to 200 characters. Trials in one place teach the next ones there.
            task_name: a name for the task, 1 to 200 characters; empty: its words.
            player: returns who decides in place of a model, in the trial of a number, from 0.
            generator: writes learnings in place of the model, and summaries where `carries` says so. Where a player
                decides and there is no generator, nothing is learned, and what the first trial begins with stays.
            carries: what is new in the first trial here: the ``place`` (GEN-ENV) or the ``task`` (GEN-TASK). It begins
                with a summary of the best that was learned elsewhere. None: with nothing (ADAPT).
            trials: how many there shall be in the end, with those that have ended before.
            most_steps: actions of a trial.
            matcher: finds the valid action that is meant; None: the same words, else the nearest by the memory's
                encoder where a model decides.
            on_trial: told of each trial once it is over and its learnings are written.

        Raises:
            InvalidInput: what was given as a model is none.
            NoModel: there is neither a model nor a player.
        """
        self.learnings: _Store = Learnings(memory) if isinstance(memory, Memory) else memory
        self._policy_of: PolicyOf | None = player
        self._generator, self._matcher = generator, matcher
        door = getattr(self.learnings, "memory", None)
        if player is None:
            own = door.language_model(model=model) if isinstance(door, Memory) else model and language_model(model)
            thinks = required(own or None, "Clin")
            policy: TrialPolicy = ModelPolicy(thinks)
            always: PolicyOf = lambda _: policy  # noqa: E731 - typed by its name
            self._policy_of = always
            self._generator = generator or ModelGenerator(thinks)
            self._matcher = matcher or ActionMatcher(door.space.encoder if isinstance(door, Memory) else None)
        self._task_name, self._place = task_name, place
        self._carries: Change | None = carries
        self._trials, self._most_steps, self._on_trial = trials, most_steps, on_trial

    def steps(self, environment: Environment, task: str = "") -> Steps[tuple[PlayedTrial, ...]]:
        """Act step by step, trial after trial; see `Agent.steps`.

        Args:
            environment: the task in its place, the same after every reset.
            task: in words, in place of the world's own.

        Returns:
            An iterator of the steps; its value at the end is the trials that were run now.

        Raises:
            InvalidInput: the world is none; nothing was stored.
            ModelFailed: the model failed.

        Example:
            for step in Clin(memory).steps(world):
                print(step.action)
        """
        checked, store = CheckedEnvironment(environment, task), self.learnings
        name = self._task_name or " ".join(checked.task.split())[:MAX_NAME_CHARACTERS]
        checked.reset()  # a world that answers otherwise than it should does so before anything is stored
        if not store.trials(name, self._place):
            with suppress(Conflict):  # the store has it in words of its own
                store.task(name, checked.task)
            with suppress(Conflict):
                store.environment(self._place)
        if self._carries and self._generator:
            generalise(store, name, self._place, checked.task, cast("Writer", self._generator), self._carries)
        ended = [each for each in store.trials(name, self._place) if each.score is not None]
        if self._generator and ended and not ended[-1].set_id:
            store.resume(ended[-1].name).generate(self._generator)
        played = list[PlayedTrial]()
        for number in range(len(ended), self._trials):
            played.append((yield from self._trial(checked, number, store.begin(name, self._place))))
            if self._on_trial:
                self._on_trial(played[-1])
        return tuple(played)

    def _trial(self, world: CheckedEnvironment, number: int, trial: _Trial) -> Steps[PlayedTrial]:
        """Run a trial, keep each of its steps, and learn from it."""
        given, decides = trial.in_use, cast("PolicyOf", self._policy_of)(number)
        numbers = [each.number for each in given.learnings] if given else []
        acting = run_trial(world, decides, learned(given), steps=self._most_steps, matcher=self._matcher)
        while True:
            try:
                step = next(acting)
            except StopIteration as end:
                attempt = cast("Attempt", end.value)
                break
            used = [numbers[place - 1] for place in step.used]
            trial.step(step.action, step.observation, score=step.score, used=used, rationale=step.rationale)
            yield AgentStep(step.action, step.observation, step.score)
        trial.end(attempt.score, attempt.stop)
        written = trial.generate(self._generator) if self._generator else None
        return PlayedTrial(number, trial.name, given, attempt, written)


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


def learned(one: LearningSet | None) -> tuple[Learning, ...]:
    """Return what a set says, in its order; nothing where there is none."""
    return tuple(each.learning for each in one.learnings) if one else ()
