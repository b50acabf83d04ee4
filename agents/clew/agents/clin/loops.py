"""CLIN's loops over trials: adapt to one task in one place, and begin in a new place or with a new task.

Source: CLIN, section 3.4 and algorithm 1. What paper and public code leave open is settled so: an archive holds the
best trial of each episode, at most 10 of them, and of equal scores the later one; a generator is given the last three
sets of the episode, and in its first two trials also those that the episode began with. No known solution is used.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clew.agents.clin.generator import MAX_PAST, Change, Generator, Past
from clew.agents.clin.matching import ActionMatcher
from clew.agents.clin.trial import MAX_STEPS, Attempt, Policy, run_trial
from clew.environments import Environment
from clew.learning_model import Learning

ARCHIVE = 10
"""Sets of other episodes that a new one is made of. Source: CLIN, section 3.4."""

TRIALS = 5
"""Of one episode. Source: CLIN, section 4: trials 0 to 4."""

PolicyOf = Callable[[int], Policy]
"""Returns who acts in the trial of a number, from 0."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial of an episode.

    Attributes:
        number: from 0.
        given: learnings that it began with.
        attempt: how it went.
        learned: the set written after it, as a whole.
    """

    number: int
    given: tuple[Learning, ...]
    attempt: Attempt
    learned: tuple[Learning, ...]


@dataclass(frozen=True, slots=True)
class Episode:
    """Trials of one task in one place, in their order.

    Attributes:
        task: in words.
        trials: at least one.
    """

    task: str
    trials: tuple[Trial, ...]

    @property
    def scores(self) -> tuple[float, ...]:
        """The final score of each trial."""
        return tuple(each.attempt.score for each in self.trials)

    @property
    def best(self) -> Past:
        """The set that was written after the trial of the highest score; of equal ones, after the later."""
        trial = max(self.trials, key=lambda each: (each.attempt.score, each.number))
        return Past(trial.learned, trial.attempt.score, self.task)


def adapt(
    environment: Environment,
    policy_of: PolicyOf,
    generator: Generator | None,
    *,
    begin: Sequence[Learning] = (),
    trials: int = TRIALS,
    steps: int = MAX_STEPS,
    matcher: ActionMatcher | None = None,
    on_trial: Callable[[Trial], None] | None = None,
) -> Episode:
    """Run the trials of one task in one place, each with what the ones before it taught.

    Args:
        environment: the task in its place, the same after every reset.
        policy_of: who acts.
        generator: writes the learnings; None: nothing is learned.
        begin: what the first trial is given, of other episodes; empty for none.
        trials: how many.
        steps: actions of a trial at most.
        matcher: finds the valid action that is meant.
        on_trial: told of each trial once it is over; a store may keep it there.
    """
    done, given = list[Trial](), tuple(begin)
    sets = [Past(given, 0.0)] if given else []
    for number in range(trials):
        attempt = run_trial(environment, policy_of(number), given, steps=steps, matcher=matcher)
        learned = generator.adapt(environment.task, attempt, sets[-MAX_PAST:]) if generator else ()
        done.append(Trial(number, given, attempt, learned))
        sets.append(Past(learned, attempt.score, environment.task))
        given = learned
        if on_trial:
            on_trial(done[-1])
    return Episode(environment.task, tuple(done))


def archive(episodes: Sequence[Episode], most: int = ARCHIVE) -> tuple[Past, ...]:
    """Return the best set of each episode, the best last; where there are more than `most`, the best of them.

    Of equal scores the later episode's is taken.
    """
    ranked = sorted(enumerate(each.best for each in episodes), key=lambda each: (each[1].score, each[0]))
    return tuple(past for _, past in ranked[-most:]) if most > 0 else ()


def generalised(
    task: str, episodes: Sequence[Episode], generator: Generator, change: Change, *, most: int = ARCHIVE
) -> tuple[Learning, ...]:
    """Return what an episode begins with that is new in its place (GEN-ENV) or in its task (GEN-TASK).

    Args:
        task: of the new episode.
        episodes: earlier ones: of the same task elsewhere, or of other tasks in the same place.
        generator: writes the learnings.
        change: what is new.
        most: sets at most.
    """
    best = archive(episodes, most)
    return generator.generalise(task, best, change) if best else ()
