"""Where learnings come from: what taught them, what they continue, how two versions differ, and what contradicts."""

from collections.abc import Mapping, Sequence
from typing import Final

from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.model.learnings import Contradiction, Difference, Relation, StoredLearning, Teaching
from clew.retrieval.learnings import read

HELPING: Final[tuple[Relation, ...]] = ("necessary", "contributes")


_Taught = tuple[str, int, str, str, float, tuple[tuple[str, str], ...]]
"""Id and number of a trial, ids of its task and environment, its score, and id and text of each step that shows it."""


def why(space: Space, id: str) -> tuple[Teaching, ...]:
    """Return the trials that taught a learning, with the steps that show it, in the order of their ends.

    Raises:
        NotFound: the space has no such learning.
    """
    found = space.read(load("learnings/why", _Taught), id=id)
    if not found:
        raise _missing(space, id)
    return tuple(
        Teaching(read.name_of(trial), number, read.name_of(task), read.name_of(environment), score, steps)
        for trial, number, task, environment, score, steps in found
    )


def lineage(space: Space, id: str) -> tuple[StoredLearning, ...]:
    """Return what a learning continues and what continues it, itself included, oldest first.

    Raises:
        NotFound: the space has no such learning.
    """

    def work(transaction: SpaceTransaction) -> tuple[StoredLearning, ...]:
        ids = transaction.run(load("learnings/lineage", str), id=id)
        return read.read_learnings(transaction, ids)

    if not (found := space.reading(work)):
        raise _missing(space, id)
    return found


def diff(space: Space, earlier: str, later: str) -> Difference:
    """Compare two learning sets, by their ids.

    Raises:
        NotFound: the space has no such set.
    """
    one, other = read.the_set(space, earlier), read.the_set(space, later)

    def work(transaction: SpaceTransaction) -> Difference:
        before = read.rows(transaction, [each.id for each in one.learnings])
        after = read.rows(transaction, [each.id for each in other.learnings])
        direct = {row.id: row.continues for row in after}
        while waiting := list(dict.fromkeys(id for each in direct.values() for id in each if id not in direct)):
            found = {row.id: row.continues for row in read.rows(transaction, waiting)}
            direct |= dict.fromkeys(waiting, ()) | found
        return _difference(before, after, {row.id: all_before(row.id, direct) for row in after})

    return space.reading(work)


def contradictions(
    space: Space, task: str = "", environment: str = "", times: read.Times = read.NOW
) -> tuple[Contradiction, ...]:
    """Return the learnings that hold, or held then, and say the opposite of one cause and effect.

    An empty name means any task, or any environment: two places may contradict each other.
    """
    sets = read.held(space, task, environment, times)
    pairs = space.read(
        load("learnings/contradictions", tuple[str, str]), ids=[each.id for each in sets], helping=list(HELPING)
    )
    held = {each.id: each for one in sets for each in one.learnings}
    return tuple(
        Contradiction(held[helps], held[does_not]) for helps, does_not in pairs if helps in held and does_not in held
    )


def all_before(id: str, direct: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the ids of all that a learning continues, by what each continues; however many ways lead to one."""
    known, waiting = set[str](), {*direct[id]}
    while waiting:
        known |= waiting
        waiting = {before for each in waiting for before in direct[each]} - known
    return known


def _difference(
    before: list[read.LearningRow], after: list[read.LearningRow], origins: Mapping[str, set[str]]
) -> Difference:
    """Pair what says the same first, so that nothing in other words takes its place."""
    left, pairs = list(before), dict[str, read.LearningRow]()

    def pair(row: read.LearningRow, fitting: Sequence[read.LearningRow]) -> None:
        if row.id not in pairs and fitting:
            pairs[row.id] = fitting[0]
            left.remove(fitting[0])

    for row in after:
        pair(row, [old for old in left if old.key == row.key])
    for row in after:
        pair(row, [old for old in left if old.id in origins[row.id]])
    both = [(pairs[row.id], row) for row in after if row.id in pairs]
    return Difference(
        tuple((_plain(old), _plain(new)) for old, new in both if _said(old) == _said(new)),
        tuple((_plain(old), _plain(new)) for old, new in both if _said(old) != _said(new)),
        tuple(map(_plain, left)),
        tuple(_plain(row) for row in after if row.id not in pairs),
    )


def _plain(row: read.LearningRow) -> StoredLearning:
    return read.stored(row, ())


def _said(row: read.LearningRow) -> tuple[str, str, str]:
    """Return what is equal for two versions that say the same as surely."""
    return row.key, row.relation, row.modality


def _missing(space: Space, id: str) -> NotFound:
    return NotFound(f"space {space.name!r} has no learning {id!r}; name one of its own")
