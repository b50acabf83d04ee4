"""The course that `clew learn` is asked for: the chore, the house, and which other episodes teach before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from clew.agents.clin.loops import PlayedTrial, Writer
    from clew.agents.clin.matching import ActionMatcher
    from clew.agents.clin.trial import TrialPolicy
    from clew.api.learnings import Learnings
    from clew.model.learnings import Change, LearningSet, TrialRecord
    from clew_playground.environments.chores import Chores

Mode = Literal["off", "adapt", "gen-env", "gen-task", "gen-env+adapt", "gen-task+adapt"]

OTHERS = 3
"""Episodes that teach first, unless it is said otherwise."""

TRAINING = 1_000_000
"""Is added to the seeds of scripted policies in episodes that only teach."""


@dataclass(frozen=True, slots=True)
class Course:
    """The options that say what is run.

    Attributes:
        chore: its name.
        seed: of the house and of a scripted policy's choices.
        mode: what is carried on, and where from.
        trials: of each episode.
        steps: of each trial at most.
        others: episodes that teach first; None: as many as usual.
    """

    chore: str
    seed: int
    mode: Mode
    trials: int
    steps: int
    others: int | None

    @property
    def change(self) -> "Change | None":
        """The part of the episode that those that teach first lack; None where none teach."""
        return "place" if self.mode.startswith("gen-env") else "task" if self.mode.startswith("gen-task") else None

    @property
    def adapts(self) -> bool:
        """True if each trial begins with the learnings of the one before it."""
        return self.mode.endswith("adapt")

    @property
    def title(self) -> str:
        """In words."""
        return f"{self.chore}, seed {self.seed}, {self.mode}"

    def game(self) -> "Chores":
        """Return the chore in its house."""
        from clew_playground.environments import chores

        return chores.game_of(self.chore, self.seed, steps=self.steps)

    def teachers(self) -> "Sequence[Chores]":
        """Return the episodes that teach first.

        Raises:
            InvalidInput: the mode has none and their number is given, or there are not so many other chores.
        """
        from clew.errors import InvalidInput
        from clew_playground.environments import chores

        if self.change is None:
            if self.others is not None:
                raise InvalidInput(
                    f"--others {self.others} is for the gen modes, and the mode is {self.mode}; leave it out"
                )
            return ()
        wanted = self.others or OTHERS
        if self.change == "place":
            return chores.elsewhere(self.game(), wanted)
        found = chores.others(self.game())
        if wanted > len(found):
            raise InvalidInput(f"--others is {wanted}, and there are {len(found)} other chores; give at most so many")
        return found[:wanted]


@dataclass(frozen=True, slots=True)
class Learner:
    """The actor and the learner of a course.

    Attributes:
        learnings: where it is kept.
        policy_of: who acts, by a seed and the number of a trial.
        generator: writes what is learned.
        matcher: finds the valid action that is meant.
    """

    learnings: "Learnings"
    policy_of: "Callable[[int, int], TrialPolicy]"
    generator: "Writer"
    matcher: "ActionMatcher"

    def teach(self, course: Course, on_episode: "Callable[[Chores, Sequence[TrialRecord]], object] | None") -> None:
        """Run the episodes that teach first, and tell how each went where it is asked for."""
        for number, game in enumerate(course.teachers()):
            self._play(game, course, TRAINING + course.seed * 100 + number, learns=True)
            if on_episode:
                on_episode(game, self.learnings.trials(game.name, place_of(game)))

    def begin(self, course: Course) -> "LearningSet | None":
        """Return what the course's own episode begins with; it is written where it is not there."""
        from clew.agents.clin.loops import generalise

        game = course.game()
        self._describe(game)
        if course.change is None:
            return None
        return generalise(self.learnings, game.name, place_of(game), game.task, self.generator, course.change)

    def run(self, course: Course, on_trial: "Callable[[PlayedTrial], object] | None" = None) -> None:
        """Run the trials of the course's own episode."""
        self._play(course.game(), course, course.seed, learns=course.adapts, on_trial=on_trial)

    def _play(
        self,
        game: "Chores",
        course: Course,
        seed: int,
        *,
        learns: bool,
        on_trial: "Callable[[PlayedTrial], object] | None" = None,
    ) -> None:
        from clew.agents.clin.loops import Clin

        self._describe(game)
        Clin(
            self.learnings,
            place=place_of(game),
            task_name=game.name,
            player=lambda number: self.policy_of(seed, number),
            generator=self.generator if learns else None,
            trials=course.trials,
            matcher=self.matcher,
            on_trial=on_trial,
            most_steps=course.steps,
        ).run(game)

    def _describe(self, game: "Chores") -> None:
        self.learnings.task(game.name, game.task)
        self.learnings.environment(place_of(game))


def place_of(game: "Chores") -> str:
    """Return the name of a game's house as an environment."""
    return f"house-{game.house}"
