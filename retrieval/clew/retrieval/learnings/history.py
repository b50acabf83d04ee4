"""Where learnings come from: what taught them, what they continue, how two versions differ, and what contradicts."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from clew.errors import NotFound
from clew.learning_model import Contradiction, Difference, Relation, StoredLearning, Teaching
from clew.queries import load
from clew.retrieval.learnings import read
from clew.space import Space, SpaceTransaction

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
    found: dict[str, set[str]] = {}
    for row in later:
        known, waiting = set[str](), list(row.continues)
        while waiting:
            known.update(waiting)
            before = read.rows(transaction, waiting)
            waiting = [id for each in before for id in each.continues if id not in known]
        found[row.id] = known
    return found


def _difference(before: list[read.Row], after: list[read.Row], origins: dict[str, set[str]]) -> Difference:
    kept: list[tuple[read.Row, read.Row]] = []
    changed: list[tuple[read.Row, read.Row]] = []
    left, added = list(before), list[read.Row]()
    for row in after:
        same = [old for old in left if old.key == row.key]
        close = same or [old for old in left if old.id in origins[row.id]]
        if not close:
            added.append(row)
            continue
        left.remove(close[0])
        is_kept = same and (close[0].relation, close[0].modality) == (row.relation, row.modality)
        (kept if is_kept else changed).append((close[0], row))
    return Difference(
        tuple((read.stored(old, ()), read.stored(new, ())) for old, new in kept),
        tuple((read.stored(old, ()), read.stored(new, ())) for old, new in changed),
        tuple(read.stored(each, ()) for each in left),
        tuple(read.stored(each, ()) for each in added),
    )


def _missing(space: Space, id: str) -> NotFound:
    return NotFound(f"space {space.name!r} has no learning {id!r}; name one of its own")
