"""The lineage of learnings as threads: each runs through the versions of what is one learning, in ever other words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clew.api.learnings import Learnings
from clew.model.learnings import LearningSet, StoredLearning, Teaching, TrialRecord

MAX_STEP_CHARACTERS = 300
"""Of a step that shows a learning."""


@dataclass(slots=True)
class Thread:
    """One learning through the versions.

    Attributes:
        nodes: each with the number of its column, in order.
        joins: learnings of other threads that a node continues, too: column, number of the thread, its column.
    """

    nodes: list[tuple[int, StoredLearning]] = field(default_factory=list[tuple[int, StoredLearning]])
    joins: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])

    def drawn(self, taught: Sequence[Teaching], numbers: Mapping[str, int]) -> dict[str, object]:
        """Return it as it is drawn.

        Args:
            taught: the trials that taught it.
            numbers: of the trials of the same task and place.
        """
        nodes = [
            [column, each.learning.text, each.learning.relation, each.learning.modality == "may", each.id]
            for column, each in self.nodes
        ]
        why = [
            {
                "trial": numbers.get(each.trial),
                "of": f"{each.task} in {each.environment}, trial {each.number - 1}",
                "score": each.score,
                "steps": [text[:MAX_STEP_CHARACTERS] for _, text in each.steps],
            }
            for each in taught
        ]
        return {"nodes": nodes, "joins": self.joins, "why": why}


@dataclass(frozen=True, slots=True)
class Column:
    """A trial, a learning set, or both.

    Attributes:
        trial: None where the set summarises others.
        written: None where nothing was learned of the trial.
    """

    trial: TrialRecord | None
    written: LearningSet | None


def lineage(learnings: Learnings, task: str, environment: str) -> dict[str, object]:
    """Return what was learned of a task in an environment as it is drawn: each trial, and each learning's versions."""
    shown = columns(learnings.trials(task, environment), learnings.versions(task, environment))
    found = threads([(number, each.written) for number, each in enumerate(shown) if each.written])
    numbers = trial_numbers(shown)
    drawn = [
        {
            "trial": numbers[each.trial.name] if each.trial else None,
            "score": each.trial.score if each.trial else None,
            "steps": each.trial.length if each.trial else 0,
            "stop": each.trial.outcome if each.trial else "",
            "learns": each.written is not None,
        }
        for each in shown
    ]
    told = [each.drawn(learnings.why(each.nodes[-1][1].id), numbers) for each in found]
    return {"columns": drawn, "threads": told}


def trial_numbers(shown: Sequence[Column]) -> dict[str, int]:
    """Return the number of each trial, from 0: those that were broken off are not counted."""
    ended = sorted((each.trial for each in shown if each.trial), key=lambda trial: trial.number)
    return {trial.name: number for number, trial in enumerate(ended)}


def columns(trials: Sequence[TrialRecord], versions: Sequence[LearningSet]) -> list[Column]:
    """Return learning sets in their order, each with its trial; ended trials without a set stand where they were."""
    waiting = {each.name: each for each in trials if each.score is not None}
    teaching = {each.trial for each in versions}
    found = list[Column]()
    for one in versions:
        trial = waiting.pop(one.trial, None)
        if trial:
            vain = [each for each in waiting.values() if each.number < trial.number and each.name not in teaching]
            found += [Column(waiting.pop(each.name), None) for each in vain]
        found.append(Column(trial, one))
    return [*found, *(Column(each, None) for each in waiting.values())]


def threads(versions: Sequence[tuple[int, LearningSet]]) -> list[Thread]:
    """Return the threads of learning sets, each with the number of its column, in the order of their beginning."""
    found, of = list[Thread](), dict[str, int]()
    for column, one in versions:
        taken = _taken(one, found, of)
        for each in one.learnings:
            own = taken.get(each.id)
            if own is None:
                found.append(Thread())
                own = len(found) - 1
            thread = found[own]
            for id in each.continues:
                if id in of and of[id] != own:
                    begun = next(at for at, node in found[of[id]].nodes if node.id == id)
                    thread.joins.append((column, of[id], begun))
            thread.nodes.append((column, each))
        of |= {node.id: number for number, thread in enumerate(found) for at, node in thread.nodes if at == column}
    return found


def _taken(one: LearningSet, found: Sequence[Thread], of: dict[str, int]) -> dict[str, int]:
    """Return the thread that each learning goes on with; what is said in the same words comes before other words."""

    def words(stored: StoredLearning) -> tuple[str, str]:
        said = stored.learning
        return (said.cause, said.effect) if said.relation else (said.text, "")

    taken = dict[str, int]()
    for is_same in (True, False):
        for each in one.learnings:
            fits = [of[id] for id in each.continues if id in of and of[id] not in taken.values()]
            fits = [number for number in fits if not is_same or words(found[number].nodes[-1][1]) == words(each)]
            if fits and each.id not in taken:
                taken[each.id] = fits[0]
    return taken
