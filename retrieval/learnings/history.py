"""Where learnings come from: what taught them, what they continue, how two versions differ, and what contradicts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.model.learnings import Contradiction, Difference, Relation, StoredLearning, Teaching
from clew.retrieval.learnings import read

HELPING: Final[tuple[Relation, ...]] = ("necessary", "contributes")


class _Step(NamedTuple):
    id: str
    text: str


class _Taught(NamedTuple):
    trial: str
    number: int
    task: str
    environment: str
    score: float
    steps: tuple[_Step, ...]


class _Pair(NamedTuple):
    helps: str
    does_not: str


def why(space: Space, id: str) -> tuple[Teaching, ...]:
    """Return the trials that taught a learning, with the steps that show it, in the order of their ends.

    Raises:
        NotFound: the space has no such learning.
    """
    found = space.read(load("learnings/why", _Taught), id=id)
    if not found:
        raise _missing(space, id)
    return tuple(
        Teaching(
            read.name_of(each.trial),
            each.number,
            read.name_of(each.task),
            read.name_of(each.environment),
            each.score,
            tuple((step.id, step.text) for step in each.steps),
        )
        for each in found
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
        return _difference(before, after, _origins(transaction, after))

    return space.reading(work)


def contradictions(space: Space, task: str = "", environment: str = "") -> tuple[Contradiction, ...]:
    """Return the learnings that hold and say the opposite of one cause and effect.

    Args:
        space: where.
        task: name of the task; empty: any.
        environment: name of the environment; empty: any, so that two places may contradict each other.
    """
    ids = read.held_ids(space, task, environment)
    pairs = space.read(load("learnings/contradictions", _Pair), ids=ids, helping=list(HELPING))
    held = {each.id: each for each in read.learnings(space, list(dict.fromkeys(id for pair in pairs for id in pair)))}
    return tuple(
        Contradiction(held[pair.helps], held[pair.does_not])
        for pair in pairs
        if pair.helps in held and pair.does_not in held
    )


def _origins(transaction: SpaceTransaction, later: Iterable[read.Row]) -> dict[str, set[str]]:
    """Return the ids of all that each learning continues, however far back."""
    direct = {row.id: row.continues for row in later}
    wanted = list(direct)
    while waiting := list(dict.fromkeys(id for each in direct.values() for id in each if id not in direct)):
        direct |= dict.fromkeys(waiting, ()) | {row.id: row.continues for row in read.rows(transaction, waiting)}
    return {id: all_before(id, direct) for id in wanted}


def all_before(id: str, direct: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the ids of all that a learning continues, by what each continues; however many ways lead to one."""
    known, waiting = set[str](), {*direct[id]}
    while waiting:
        known |= waiting
        waiting = {before for each in waiting for before in direct[each]} - known
    return known


def _difference(before: list[read.Row], after: list[read.Row], origins: Mapping[str, set[str]]) -> Difference:
    """Pair what says the same first, so that nothing in other words takes its place."""
    left, pairs = list(before), dict[str, read.Row]()

    def pair(row: read.Row, fitting: Sequence[read.Row]) -> None:
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


def _plain(row: read.Row) -> StoredLearning:
    return read.stored(row, ())


def _said(row: read.Row) -> tuple[str, str, str]:
    """Return what is equal for two versions that say the same as surely."""
    return row.key, row.relation, row.modality


def _missing(space: Space, id: str) -> NotFound:
    return NotFound(f"space {space.name!r} has no learning {id!r}; name one of its own")
