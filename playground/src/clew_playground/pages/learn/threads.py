"""The lineage of learnings as threads: each runs through the versions of what is one learning, in ever other words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.model.learnings import LearningSet, StoredLearning, TrialRecord


@dataclass(slots=True)
class Thread:
    """One learning through the versions.

    Attributes:
        nodes: each with the number of its column, in order.
        joins: learnings of other threads that a node continues, too: column, number of the thread, its column.
    """

    nodes: list[tuple[int, StoredLearning]] = field(default_factory=list[tuple[int, StoredLearning]])
    joins: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])


@dataclass(frozen=True, slots=True)
class Column:
    """A trial, a learning set, or both.

    Attributes:
        trial: None where the set summarises others.
        written: None where nothing was learned of the trial.
    """

    trial: TrialRecord | None
    written: LearningSet | None


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
                    thread.joins.append((column, of[id], _column(found[of[id]], id)))
            thread.nodes.append((column, each))
        of |= {node.id: number for number, thread in enumerate(found) for at, node in thread.nodes if at == column}
    return found


def _taken(one: LearningSet, found: Sequence[Thread], of: dict[str, int]) -> dict[str, int]:
    """Return the thread that each learning goes on with; what is said in the same words comes before other words."""
    taken = dict[str, int]()
    for is_same in (True, False):
        for each in one.learnings:
            fits = [of[id] for id in each.continues if id in of and of[id] not in taken.values()]
            fits = [number for number in fits if not is_same or _key(found[number].nodes[-1][1]) == _key(each)]
            if fits and each.id not in taken:
                taken[each.id] = fits[0]
    return taken


def _key(learning: StoredLearning) -> tuple[str, str]:
    said = learning.learning
    return (said.cause, said.effect) if said.relation else (said.text, "")


def _column(thread: Thread, id: str) -> int:
    return next(column for column, node in thread.nodes if node.id == id)
