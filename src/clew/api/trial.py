"""A trial: one attempt at a task, what the agent did in it, and what is learned of it."""

from collections.abc import Iterable
from contextlib import suppress

from clew.api.memory import Memory
from clew.api.operations import operations, writes
from clew.errors import Conflict
from clew.graph.space import MAX_ROUNDS, Changed
from clew.loaders.learnings import sets, trials
from clew.model.learnings import Generator, LearningSet, Lesson, Line, TraceStep, TrialState
from clew.retrieval.learnings import read
from clew.text.arguments import check_list


@operations("Trial")
class Trial:
    """One attempt at a task, written to the graph step by step. Not thread-safe: a trial is one thread of work.

    Attributes:
        memory: where it is kept.
        state: its name, number, task and environment; the steps and the score as of when it was begun or resumed here.
        in_use: the learning set that it began with; None where there was none.
        length: steps that it has had.
    """

    def __init__(self, memory: Memory, state: TrialState, in_use: LearningSet | None) -> None:
        self.memory = memory
        self.state = state
        self.in_use = in_use
        self.length = state.length

    @property
    def name(self) -> str:
        """Of the trial and of its session."""
        return self.state.name

    @writes
    def step(
        self,
        action: str,
        observation: str,
        *,
        score: float | None = None,
        used: Iterable[int] = (),
        rationale: str = "",
    ) -> str:
        """Append a step; what was written by a step that failed is not written twice.

        Args:
            action: as it was done.
            observation: as it was seen after it.
            score: reached after it, -100 to 100; None where nobody tells.
            used: numbers of the learnings in use, from 1, that the agent says it used.
            rationale: why it was done.

        Returns:
            The id of the step's episode.

        Raises:
            InvalidInput: the action is blank, the score is out of its range, or a number is of no learning in use.
            NotFound: the trial is forgotten.
            Conflict: it has ended, or another process has gone on with it.

        Example:
            trial.step("turn on stove", "The stove has no power.")
        """
        step = TraceStep(action, observation, score, tuple(check_list("used", used, int)), rationale)
        id = trials.append_step(self.memory.space, self.state, self.length, step, self.in_use)
        self.length += 1
        return id

    @writes
    def end(self, score: float, outcome: str = "") -> None:
        """End the trial; what is learned of it counts from then on.

        Args:
            score: what was reached, -100 to 100.
            outcome: what became of it, in words.

        Raises:
            InvalidInput: the score is out of its range.
            NotFound: the trial is forgotten.
            Conflict: it has ended already.

        Example:
            trial.end(75)
        """
        link = self.memory.settings.entities
        trials.end(self.memory.space, self.state, score, outcome, link_entities=link)

    def lesson(self) -> Lesson:
        """Return what the next learning set is made of: the trace, the score, and the sets before.

        Returns:
            The trial with its steps, the descriptions, and the sets before.

        Raises:
            NotFound: the trial is forgotten.

        Example:
            trial.lesson().before
        """
        return read.lesson(self.memory.space, self.name)

    @writes
    def learn(self, lines: str | Iterable[str | Line]) -> LearningSet:
        """Write what was learned, as a whole, in place of the version before.

        Args:
            lines: in order; or a model's whole reply, which is split into its lines.

        Returns:
            The set that was written.

        Raises:
            InvalidInput: a line is blank or too long, there are too many, one names a step that the trial has not, or a
                reply holds none.
            NotFound: the trial is forgotten.
            Conflict: it goes on, or has its learnings already.

        Example:
            trial.learn(["Switching on the power SHOULD BE NECESSARY to use the stove."])
        """
        return self._learn(lines, self.lesson())

    @writes
    def generate(self, generator: Generator) -> LearningSet:
        """Write what a generator makes of the lesson of this trial; see `learn`.

        Where others learned meanwhile, or forgot a trial, it is made anew of the lesson by then. A conflict that is
        known before costs no generator.

        Args:
            generator: makes lines of a lesson: a language model, or rules.

        Returns:
            The set that was written.

        Raises:
            InvalidInput: the lines cannot be used.
            NotFound: the trial is forgotten.
            Conflict: it goes on, has its learnings already, or others learned 10 times meanwhile.

        Example:
            trial.generate(lambda lesson: ["Power SHOULD BE NECESSARY to use the stove."])
        """
        for _ in range(MAX_ROUNDS):
            lesson = self.lesson()
            sets.check_unlearned(self.memory.space, lesson.trial)
            with suppress(Changed):
                return self._learn(generator(lesson), lesson, lesson.number)
        raise Conflict(f"others learned {MAX_ROUNDS} times while trial {self.name!r} was; try again later")

    def _learn(self, lines: str | Iterable[str | Line], lesson: Lesson, number: int | None = None) -> LearningSet:
        link = self.memory.settings.entities
        id = sets.learn(self.memory.space, lesson.trial, lines, number=number, link_entities=link)
        return read.the_set(self.memory.space, id)
