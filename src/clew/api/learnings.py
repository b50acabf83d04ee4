"""The door to learnings: what worked and what did not, carried from trial to trial, and to new places and tasks.

with Memory.local(space="robot") as memory:
    learnings = Learnings(memory)
    learnings.task("boil", "Boil water.")
    learnings.environment("house", "A house with a kitchen and a workshop.")
    trial = learnings.begin("boil", "house")
    trial.step("turn on stove", "The stove has no power.")
    trial.end(0)
    trial.learn(["Switching on the power SHOULD BE NECESSARY to use the stove."])
    print(learnings.select("Boil water. You see a stove.", task="boil", environment="house"))
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from clew.api.memory import Memory
from clew.errors import Conflict
from clew.graph.space import MAX_ROUNDS, Changed, subject_as_stored
from clew.loaders.learnings import sets, trials
from clew.model.learnings import (
    Chosen,
    Contradiction,
    Difference,
    Generator,
    LearningSet,
    Lesson,
    Line,
    StoredLearning,
    Teaching,
    TraceStep,
    TrialRecord,
    TrialState,
)
from clew.retrieval.learnings import history, read
from clew.retrieval.learnings.archive import MAX_SETS, archive
from clew.retrieval.learnings.select import Selection, Situation, select
from clew.text.arguments import check_arguments, check_list
from clew.text.instants import as_utc_if_any


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

    @check_arguments
    def step(
        self,
        action: str,
        observation: str,
        *,
        score: float | None = None,
        used: Iterable[int] = (),
        rationale: str = "",
    ) -> str:
        """Append a step, and return the id of its episode; what was written by a step that failed is not written twice.

        Args:
            action: as it was done.
            observation: as it was seen after it.
            score: reached after it, -100 to 100; None where nobody tells.
            used: numbers of the learnings in use, from 1, that the agent says it used.
            rationale: why it was done.

        Raises:
            InvalidInput: the action is blank, the score is out of its range, or a number is of no learning in use.
            NotFound: the trial is forgotten.
            Conflict: it has ended, or another process has gone on with it.
        """
        step = TraceStep(action, observation, score, tuple(check_list("used", used, int)), rationale)
        id = trials.append_step(self.memory.space, self.state, self.length, step, self.in_use)
        self.length += 1
        return id

    @check_arguments
    def end(self, score: float, outcome: str = "") -> None:
        """End the trial; what is learned of it counts from then on.

        Args:
            score: what was reached, -100 to 100.
            outcome: what became of it, in words.

        Raises:
            InvalidInput: the score is out of its range.
            NotFound: the trial is forgotten.
            Conflict: it has ended already.
        """
        link = self.memory.settings.entities
        trials.end(self.memory.space, self.state, score, outcome, link_entities=link)

    @check_arguments
    def lesson(self) -> Lesson:
        """Return what the next learning set is made of: the trace, the score, and the sets before.

        Raises:
            NotFound: the trial is forgotten.
        """
        return read.lesson(self.memory.space, self.name)

    @check_arguments
    def learn(self, lines: str | Iterable[str | Line]) -> LearningSet:
        """Write what was learned, as a whole, in place of the version before; see `clew.loaders.learnings.sets.learn`.

        Args:
            lines: in order; or a model's whole reply, which is split into its lines.

        Raises:
            InvalidInput: a line is blank or too long, there are too many, one names a step that the trial has not, or a
                reply holds none.
            NotFound: the trial is forgotten.
            Conflict: it goes on, or has its learnings already.
        """
        return self._learn(lines, self.lesson())

    @check_arguments
    def generate(self, generator: Generator) -> LearningSet:
        """Write what a generator makes of the lesson of this trial; as `learn`. A conflict costs no generator.

        Where another trial was learned from meanwhile, or one was forgotten, it makes it anew of the lesson by then.
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


class Learnings:
    """What a space has learned of its tasks and environments.

    Attributes:
        memory: where it is kept; its language model selects, where it is asked to.
    """

    @check_arguments
    def __init__(self, memory: Memory) -> None:
        """Open the learnings of a memory's space."""
        self.memory = memory

    @check_arguments
    def task(self, name: str, text: str = "") -> str:
        """Describe a task, and return its name; see `clew.loaders.learnings.trials.describe`.

        Args:
            name: by which trials name it.
            text: what is to be done, in words; empty: the name.

        Raises:
            InvalidInput: the name cannot be used.
            Conflict: it has another description.
        """
        return trials.describe(self.memory.space, "Task", self._pair(name, "")[0], text)

    @check_arguments
    def environment(self, name: str, text: str = "") -> str:
        """Describe an environment, and return its name; as `task`."""
        return trials.describe(self.memory.space, "Environment", self._pair("", name)[1], text)

    @check_arguments
    def begin(self, task: str, environment: str, *, name: str | None = None) -> Trial:
        """Begin a trial, with the learnings that hold for its task in its environment.

        Args:
            task: name of a task that is described.
            environment: name of an environment that is described.
            name: of the trial and of its session; None: a new one.

        Raises:
            InvalidInput: the name cannot be used.
            NotFound: there is no such task, or no such environment.
            Conflict: the space has a session of that name.
        """
        state = trials.begin(self.memory.space, *self._pair(task, environment), name)
        return self._handle(state)

    @check_arguments
    def resume(self, name: str) -> Trial:
        """Take up a trial where it stands; one that has ended can be learned from.

        Raises:
            NotFound: the space has no such trial.
        """
        return self._handle(read.trial(self.memory.space, name))

    @check_arguments
    def trials(self, task: str, environment: str) -> tuple[TrialRecord, ...]:
        """Return how the trials of a task in an environment went, in order; one that never ended is among them."""
        return read.records(self.memory.space, *self._pair(task, environment))

    @check_arguments
    def versions(self, task: str, environment: str) -> tuple[LearningSet, ...]:
        """Return all learning sets of a task in an environment, oldest first."""
        return read.versions(self.memory.space, *self._pair(task, environment))

    @check_arguments
    def current(self, task: str, environment: str, *, as_of: datetime | None = None) -> LearningSet | None:
        """Return the learning set that holds for a task in an environment; None where there is none.

        Args:
            task: its name.
            environment: its name.
            as_of: at that time; None: now.
        """
        when = as_utc_if_any(as_of)
        return read.current(self.memory.space, *self._pair(task, environment), when)

    @check_arguments
    def select(
        self,
        situation: str,
        k: int = 5,
        *,
        mode: Selection = "graph",
        task: str = "",
        environment: str = "",
        across: bool = False,
        as_of: datetime | None = None,
    ) -> tuple[Chosen, ...]:
        """Return the learnings that fit a situation, best first; see `clew.retrieval.learnings.select.select`.

        Args:
            situation: what is to be done, and what is seen.
            k: learnings at most; ``all`` returns all.
            mode: ``all``; ``similarity``: the closest in meaning; ``graph``: what the graph leads to from the
                situation, weighed by what came of its use; ``model``: what the language model chooses.
            task: name of the present task; only what was learned of it is returned.
            environment: name of the present environment; likewise.
            across: whether what was learned of others is returned too.
            as_of: at that time; None: now.

        Raises:
            InvalidInput: the situation is blank, or `k` is less than 1.
            NoModel: a model shall choose, and this memory has none.
        """
        when = as_utc_if_any(as_of)
        asked = Situation(situation, *self._pair(task, environment), across, when)
        memory = self.memory
        chosen = memory.settings.recall if memory.has_gds else memory.settings.recall.changed(engine="local")
        return select(memory.space, asked, chosen, k=k, mode=mode, model=memory.standing_model)

    @check_arguments
    def archive(self, *, task: str = "", environment: str = "", most: int = MAX_SETS) -> tuple[LearningSet, ...]:
        """Return the best learning sets, of each task in each environment one; see `clew.retrieval.learnings.archive`.

        Args:
            task: of this task, in any environment.
            environment: of any task, in this environment.
            most: sets, 1 to 10.

        Raises:
            InvalidInput: `most` is out of its range.
        """
        return archive(self.memory.space, *self._pair(task, environment), most)

    @check_arguments
    def summarise(
        self, task: str, environment: str, lines: str | Iterable[str | Line], archived: Iterable[LearningSet]
    ) -> LearningSet:
        """Write what sets of other places or tasks say together, as the set that a new episode begins with.

        Args:
            task: name of the task that it is for.
            environment: name of the environment that it is for.
            lines: in order; or a model's whole reply.
            archived: the sets that it was made of.

        Raises:
            InvalidInput: a line cannot be used, a reply holds none, or no set is given.
            NotFound: there is no such task or environment, or a set is of another space.
        """
        ids = [each.id for each in check_list("archived", archived, LearningSet)]
        link = self.memory.settings.entities
        pair = self._pair(task, environment)
        id = sets.summarise(self.memory.space, *pair, lines, ids, link_entities=link)
        return read.the_set(self.memory.space, id)

    @check_arguments
    def why(self, learning: str) -> tuple[Teaching, ...]:
        """Return the trials and steps that taught a learning, which is named by its id.

        Raises:
            NotFound: the space has no such learning.
        """
        return history.why(self.memory.space, learning)

    @check_arguments
    def lineage(self, learning: str) -> tuple[StoredLearning, ...]:
        """Return all versions of a learning, which is named by its id, oldest first.

        Raises:
            NotFound: the space has no such learning.
        """
        return history.lineage(self.memory.space, learning)

    @check_arguments
    def diff(self, earlier: str, later: str) -> Difference:
        """Return what a learning set kept, changed, dropped and added beside another; both are named by their ids.

        Raises:
            NotFound: the space has no such set.
        """
        return history.diff(self.memory.space, earlier, later)

    @check_arguments
    def contradictions(self, *, task: str = "", environment: str = "") -> tuple[Contradiction, ...]:
        """Return the learnings that hold and say the opposite of one cause and effect.

        Args:
            task: of this task alone.
            environment: of this environment alone; else two places may contradict each other.
        """
        return history.contradictions(self.memory.space, *self._pair(task, environment))

    def _pair(self, task: str, environment: str) -> tuple[str, str]:
        """Return the names of both in the spellings of Unicode that the space has; an empty one stays empty."""
        run = self.memory.space.read
        return subject_as_stored(run, "task", task), subject_as_stored(run, "environment", environment)

    def _handle(self, state: TrialState) -> Trial:
        began = read.begun_at(self.memory.space, state.name)
        return Trial(self.memory, state, read.current(self.memory.space, state.task, state.environment, began))
