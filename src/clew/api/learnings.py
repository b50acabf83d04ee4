"""Learnings: what worked and what did not, carried from trial to trial, and to new places and tasks."""

from collections.abc import Iterable
from datetime import datetime

from clew.api.memory import Memory
from clew.api.operations import operations, writes
from clew.api.trial import Trial
from clew.graph.space import subject_as_stored
from clew.loaders.learnings import sets, trials
from clew.model.learnings import (
    Chosen,
    Contradiction,
    Difference,
    LearningSet,
    Line,
    StoredLearning,
    Teaching,
    TrialRecord,
    TrialState,
)
from clew.retrieval.learnings import history, read
from clew.retrieval.learnings.read import MAX_SETS, Times, archive
from clew.retrieval.learnings.select import LearningQuery, Selection, select
from clew.text.arguments import check_arguments, check_list
from clew.text.instants import as_utc_if_any


@operations("Learnings")
class Learnings:
    """The learnings of a space about its tasks and environments.

    Example:
        learnings = Learnings(memory)
    """

    @check_arguments
    def __init__(self, memory: Memory) -> None:
        """Open the learnings of a memory's space.

        Args:
            memory: of the space; its language model selects, where it is asked to.
        """
        self.memory = memory

    @writes
    def task(self, name: str, text: str = "") -> str:
        """Describe a task.

        Args:
            name: by which trials name it, 1 to 200 characters.
            text: what is to be done, in words; empty: the name.

        Returns:
            Its name.

        Raises:
            InvalidInput: the name cannot be used.
            Conflict: it has another description.

        Example:
            learnings.task("boil", "Boil water.")
        """
        return trials.describe(self.memory.space, "Task", self._pair(name, "")[0], text)

    @writes
    def environment(self, name: str, text: str = "") -> str:
        """Describe an environment.

        Args:
            name: by which trials name it, 1 to 200 characters.
            text: what it is, in words; empty: the name.

        Returns:
            Its name.

        Raises:
            InvalidInput: the name cannot be used.
            Conflict: it has another description.

        Example:
            learnings.environment("house", "A house with a kitchen.")
        """
        return trials.describe(self.memory.space, "Environment", self._pair("", name)[1], text)

    @writes
    def begin(self, task: str, environment: str, *, name: str | None = None) -> Trial:
        """Begin a trial, with the learnings that hold for its task in its environment.

        Args:
            task: name of a task that is described.
            environment: name of an environment that is described.
            name: of the trial and of its session, 1 to 200 characters; None: a new one.

        Returns:
            The trial.

        Raises:
            InvalidInput: the name cannot be used.
            NotFound: there is no such task, or no such environment.
            Conflict: the space has a session of that name.

        Example:
            trial = learnings.begin("boil", "house")
        """
        return self._handle(trials.begin(self.memory.space, *self._pair(task, environment), name))

    def resume(self, name: str) -> Trial:
        """Take up a trial where it stands; one that has ended can be learned from.

        Args:
            name: of the trial.

        Returns:
            The trial.

        Raises:
            NotFound: the space has no such trial.

        Example:
            trial = learnings.resume("boil-1")
        """
        return self._handle(read.trial(self.memory.space, name))

    def trials(self, task: str, environment: str) -> tuple[TrialRecord, ...]:
        """Return how the trials of a task in an environment went; one that never ended is among them.

        Args:
            task: its name.
            environment: its name.

        Returns:
            The trials without their steps, in order.

        Example:
            [trial.score for trial in learnings.trials("boil", "house")]
        """
        return read.records(self.memory.space, *self._pair(task, environment))

    def versions(self, task: str, environment: str, *, known_at: datetime | None = None) -> tuple[LearningSet, ...]:
        """Return all learning sets of a task in an environment.

        Args:
            task: its name.
            environment: its name.
            known_at: as memory believed at this instant, whatever it learned since; None: now.

        Returns:
            The sets, the oldest first.

        Example:
            learnings.versions("boil", "house")[-1].learnings
        """
        return read.versions(self.memory.space, *self._pair(task, environment), _times(None, known_at))

    def current(
        self, task: str, environment: str, *, as_of: datetime | None = None, known_at: datetime | None = None
    ) -> LearningSet | None:
        """Return the learning set that holds for a task in an environment; None where there is none.

        Args:
            task: its name.
            environment: its name.
            as_of: an instant with a zone; None: now.
            known_at: as memory believed at this instant, whatever it learned since; None: now.

        Returns:
            The set, or None.

        Example:
            learnings.current("boil", "house")
        """
        return read.current(self.memory.space, *self._pair(task, environment), _times(as_of, known_at))

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
        known_at: datetime | None = None,
    ) -> tuple[Chosen, ...]:
        """Return the learnings that fit a situation.

        Args:
            situation: what is to be done, and what is seen.
            k: learnings at most, 1 or more; `mode` ``all`` returns all.
            mode: ``all``; ``similarity``: the closest in meaning. ``graph``: those that the graph leads to from the
                situation, weighed by their success. ``model``: those that the language model chooses.
            task: name of the present task; only what was learned of it is returned.
            environment: name of the present environment; likewise.
            across: whether what was learned of others is returned too.
            as_of: an instant with a zone; None: now.
            known_at: as memory believed at this instant, whatever it learned since; None: now.

        Returns:
            The learnings, best first.

        Raises:
            InvalidInput: the situation is blank, or `k` is less than 1.
            NoModel: a model shall choose, and this memory has none.

        Example:
            learnings.select("Boil water. You see a stove.", task="boil", environment="house")
        """
        asked = LearningQuery(situation, *self._pair(task, environment), across, _times(as_of, known_at))
        memory = self.memory
        chosen = memory.settings.recall if memory.has_gds else memory.settings.recall.changed(engine="local")
        return select(memory.space, asked, chosen, k=k, mode=mode, model=memory.standing_model)

    def archive(
        self, *, task: str = "", environment: str = "", most: int = MAX_SETS, known_at: datetime | None = None
    ) -> tuple[LearningSet, ...]:
        """Return the best learning sets, one of each task in each environment.

        Args:
            task: of this task, in any environment.
            environment: of any task, in this environment.
            most: sets, 1 to 10.
            known_at: as memory believed at this instant, whatever it learned since; None: now.

        Returns:
            The sets, best first.

        Raises:
            InvalidInput: `most` is out of its range.

        Example:
            learnings.archive(task="boil", most=3)
        """
        return archive(self.memory.space, *self._pair(task, environment), most, _times(None, known_at))

    @writes
    def summarise(
        self, task: str, environment: str, lines: str | Iterable[str | Line], archived: Iterable[LearningSet]
    ) -> LearningSet:
        """Write what sets of other places or tasks say together, as the set that a new episode begins with.

        Args:
            task: name of the task that it is for.
            environment: name of the environment that it is for.
            lines: in order; or a model's whole reply.
            archived: the sets that it was made of.

        Returns:
            The set that was written.

        Raises:
            InvalidInput: a line cannot be used, a reply holds none, or no set is given.
            NotFound: there is no such task or environment, or a set is of another space.

        Example:
            learnings.summarise("boil", "flat", ["A stove SHOULD BE NECESSARY to boil water."], learnings.archive())
        """
        ids = [each.id for each in check_list("archived", archived, LearningSet)]
        link, pair = self.memory.settings.entities, self._pair(task, environment)
        id = sets.summarise(self.memory.space, *pair, lines, ids, link_entities=link)
        return read.the_set(self.memory.space, id)

    def why(self, learning: str) -> tuple[Teaching, ...]:
        """Return the trials and steps that taught a learning.

        Args:
            learning: its id.

        Returns:
            The trials, each with its steps.

        Raises:
            NotFound: the space has no such learning.

        Example:
            learnings.why(chosen.stored.id)
        """
        return history.why(self.memory.space, learning)

    def lineage(self, learning: str) -> tuple[StoredLearning, ...]:
        """Return all versions of a learning.

        Args:
            learning: its id.

        Returns:
            The versions, the oldest first.

        Raises:
            NotFound: the space has no such learning.

        Example:
            learnings.lineage(chosen.stored.id)
        """
        return history.lineage(self.memory.space, learning)

    def diff(self, earlier: str, later: str) -> Difference:
        """Return what a learning set kept, changed, dropped and added beside another.

        Args:
            earlier: id of a set.
            later: id of a set.

        Returns:
            The learnings by what became of them.

        Raises:
            NotFound: the space has no such set.

        Example:
            learnings.diff(before.id, after.id).added
        """
        return history.diff(self.memory.space, earlier, later)

    def contradictions(
        self, *, task: str = "", environment: str = "", known_at: datetime | None = None
    ) -> tuple[Contradiction, ...]:
        """Return the learnings that hold and say the opposite of one cause and effect.

        Args:
            task: of this task alone.
            environment: of this environment alone; else two places may contradict each other.
            known_at: as memory believed at this instant, whatever it learned since; None: now.

        Returns:
            Pairs of learnings.

        Example:
            learnings.contradictions(task="boil")
        """
        return history.contradictions(self.memory.space, *self._pair(task, environment), _times(None, known_at))

    def _pair(self, task: str, environment: str) -> tuple[str, str]:
        """Return the names of both in the spellings of Unicode that the space has; an empty one stays empty."""
        run = self.memory.space.read
        return subject_as_stored(run, "task", task), subject_as_stored(run, "environment", environment)

    def _handle(self, state: TrialState) -> Trial:
        began = read.begun_at(self.memory.space, state.name)
        return Trial(self.memory, state, read.current(self.memory.space, state.task, state.environment, Times(began)))


def _times(as_of: datetime | None, known_at: datetime | None) -> Times:
    return Times(as_utc_if_any(as_of), as_utc_if_any(known_at))
