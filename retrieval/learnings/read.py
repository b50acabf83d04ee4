"""Trials, learning sets and learnings from the graph, as values."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple, cast

from clew.errors import InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction, spellings
from clew.model.learnings import (
    Learning,
    LearningSet,
    Lesson,
    Modality,
    Relation,
    StoredLearning,
    TraceStep,
    TrialRecord,
    TrialState,
)
from clew.model.working import observation_of
from clew.retrieval.learnings.family import used
from clew.text.instants import FOREVER

SETS_BEFORE = 3  # earlier sets that a generator sees. Source: CLIN, section 3.4.
MAX_SETS: Final = 10  # of an archive. Source: CLIN, section 3.4.
_Step = tuple[int, str, str, float | None, str | None, tuple[int, ...]]
"""Place, action, text, score, rationale, and the numbers of the learnings that it used."""


class _Trial(NamedTuple):
    number: int
    at: datetime
    task: str
    task_text: str
    environment: str
    environment_text: str
    length: int
    score: float | None
    outcome: str | None
    steps: tuple[_Step, ...]


class _Set(NamedTuple):
    id: str
    number: int
    task: str
    environment: str
    trial: str | None
    score: float | None
    valid_from: datetime
    valid_to: datetime
    learnings: tuple[str, ...]


class LearningRow(NamedTuple):
    """A learning as `learnings/learnings` returns it."""

    id: str
    number: int
    text: str
    cause: str
    effect: str
    relation: str
    modality: str
    key: str
    task: str
    environment: str
    set: str
    continues: tuple[str, ...]


_VERSION = tuple[str, bool]  # the id of a set, and whether it is a summary of others


def trial(space: Space, name: str) -> TrialState:
    """Read a trial, by its name in any spelling of Unicode.

    Raises:
        NotFound: the space has none of that name.
    """
    return _state(*_trial(space, name))


def records(space: Space, task: str, environment: str) -> tuple[TrialRecord, ...]:
    """Read how the trials of a task in an environment went, in order."""
    columns = tuple[str, int, int, float | None, str | None, str | None]
    found = space.read(load("learnings/trials", columns), task=task, environment=environment)
    return tuple(
        TrialRecord(name_of(id), number, length, score, outcome or "", set_ or "")
        for id, number, length, score, outcome, set_ in found
    )


def begun_at(space: Space, name: str) -> datetime:
    """Return when a trial was begun.

    Raises:
        NotFound: the space has none of that name.
    """
    return _trial(space, name)[1].at


def lesson(space: Space, name: str) -> Lesson:
    """Read what a generator makes the learning set of a trial of: its trace, and the sets before it.

    Raises:
        NotFound: the space has no such trial.
    """
    name, found = _trial(space, name)
    state = _state(name, found)
    found_sets = space.read(load("learnings/versions", _VERSION), task=state.task, environment=state.environment)
    others = [(id, is_summary) for id, is_summary in found_sets if id != f"learning set:{name}"]
    before = [id for id, is_summary in others if not is_summary][-SETS_BEFORE:]
    meta = [id for id, is_summary in others if is_summary][-1:]
    held = {each.id: each for each in sets(space, [*before, *meta])}
    return Lesson(
        state,
        found.task_text,
        found.environment_text,
        tuple(held[id] for id in before if id in held),
        held.get(meta[0]) if meta else None,
    )


class Times(NamedTuple):
    """When learnings shall hold, and by what was believed when; None: now. A set is believed from when on it holds."""

    as_of: datetime | None = None
    known_at: datetime | None = None

    @property
    def holding(self) -> datetime:
        """When they hold; the open end for now."""
        return min(self.as_of or FOREVER, self.known_at or FOREVER)

    @property
    def believed(self) -> datetime:
        """By when they were learned, and not retracted; the open end for now."""
        return self.known_at or self.holding


NOW = Times()


def current(space: Space, task: str, environment: str, times: Times = NOW) -> LearningSet | None:
    """Return the learning set of a task in an environment that holds, or held then; None without one."""
    query = load("learnings/current", str)
    ids = space.read(query, task=task, environment=environment, as_of=times.holding, forever=FOREVER)
    return next(iter(sets(space, ids, times)), None)


def versions(space: Space, task: str, environment: str, times: Times = NOW) -> tuple[LearningSet, ...]:
    """Return all learning sets of a task in an environment, by then, oldest first."""
    found = space.read(load("learnings/versions", _VERSION), task=task, environment=environment)
    return tuple(each for each in sets(space, [id for id, _ in found], times) if each.valid_from <= times.believed)


def held(space: Space, task: str, environment: str, times: Times = NOW) -> tuple[LearningSet, ...]:
    """Return the sets that hold, or held then, oldest first; an empty name means any task or environment."""
    query = load("learnings/held", str)
    ids = space.read(query, task=task, environment=environment, as_of=times.holding, forever=FOREVER)
    return sets(space, ids, times)


def sets(space: Space, ids: Sequence[str], times: Times = NOW) -> tuple[LearningSet, ...]:
    """Read learning sets as they were by then, by their ids, in that order; those that are gone are left out."""
    if not ids:
        return ()

    def work(transaction: SpaceTransaction) -> tuple[LearningSet, ...]:
        found = transaction.run(load("learnings/sets", _Set), ids=list(ids), known_at=times.believed)
        wanted = [id for each in found for id in each.learnings]
        held = {each.id: each for each in read_learnings(transaction, wanted, times.holding)}
        return tuple(
            LearningSet(
                each.id,
                each.number,
                name_of(each.task),
                name_of(each.environment),
                tuple(held[id] for id in each.learnings if id in held),
                name_of(each.trial or ""),
                each.score,
                each.valid_from,
                None if each.valid_to == FOREVER or each.valid_to > (times.known_at or FOREVER) else each.valid_to,
            )
            for each in found
        )

    return space.reading(work)


def the_set(space: Space, id: str) -> LearningSet:
    """Read a learning set.

    Raises:
        NotFound: the space has none of that id.
    """
    for found in sets(space, [id]):
        return found
    raise NotFound(f"space {space.name!r} has no learning set {id!r}; name one of its own")


def rows(transaction: SpaceTransaction, ids: Sequence[str]) -> list[LearningRow]:
    """Read the rows of learnings by their ids, in that order."""
    return transaction.run(load("learnings/learnings", LearningRow), ids=list(ids)) if ids else []


def read_learnings(
    transaction: SpaceTransaction, ids: Sequence[str], as_of: datetime = FOREVER
) -> tuple[StoredLearning, ...]:
    """Read learnings with what came of their use by then."""
    if not (found := rows(transaction, ids)):
        return ()
    _, scores = used(transaction.run, [row.id for row in found], as_of)
    return tuple(stored(row, scores.get(row.id, ())) for row in found)


def stored(row: LearningRow, scores: Sequence[float]) -> StoredLearning:
    """Return a row as a value, with the scores of the trials that used it."""
    said = Learning(row.text, row.cause, row.effect, cast(Relation, row.relation), cast(Modality, row.modality))
    mean = sum(scores) / len(scores) if scores else None
    return StoredLearning(
        row.id,
        row.number,
        said,
        name_of(row.task),
        name_of(row.environment),
        row.set,
        len(scores),
        mean,
        tuple(row.continues),
    )


def name_of(id: str) -> str:
    """Return the name in the id of a task, an environment or a trial."""
    return id.partition(":")[2]


def _trial(space: Space, name: str) -> tuple[str, _Trial]:
    for written in dict.fromkeys((name, *spellings(name))):
        for found in space.read(load("learnings/trial", _Trial), trial=written):
            return written, found
    raise NotFound(f"space {space.name!r} has no trial {name!r}; begin it, or name another")


def _state(name: str, found: _Trial) -> TrialState:
    steps = tuple(
        (place, TraceStep(action, observation_of(action, text), score, numbers, rationale or ""))
        for place, action, text, score, rationale, numbers in found.steps
    )
    return TrialState(
        name,
        found.number,
        name_of(found.task),
        name_of(found.environment),
        steps,
        found.length,
        found.score,
        found.outcome or "",
    )


class Archived(NamedTuple):
    """A set that an ended trial produced."""

    id: str  # of the set
    task: str  # id of its task
    environment: str  # id of its environment
    score: float  # of its trial
    number: int  # of its trial, within the episode
    at: datetime  # when its trial began


def archive(
    space: Space, task: str = "", environment: str = "", most: int = MAX_SETS, times: Times = NOW
) -> tuple[LearningSet, ...]:
    """Return the best sets of a task and an environment by then, best first; an empty name means any.

    An episode is all trials of a task in an environment. The set of its best trial is returned; of equal trials the
    later is better. A set without a learning teaches nothing, and is passed over.

    Raises:
        InvalidInput: more than 10 were asked for, or less than one.
    """
    if not 1 <= most <= MAX_SETS:
        raise InvalidInput(f"an archive of {most} sets was asked for; give 1 to {MAX_SETS}")
    query = load("learnings/archive", Archived)
    found = space.read(query, task=task, environment=environment, known_at=times.believed)
    return sets(space, [each.id for each in best(found, most)], times)


def best(given: Iterable[Archived], most: int = MAX_SETS) -> list[Archived]:
    """Return the best set of each episode, best first, and not more than `most`."""
    episodes: dict[tuple[str, str], Archived] = {}
    for each in sorted(given, key=lambda each: (each.score, each.number)):
        episodes[each.task, each.environment] = each
    return sorted(episodes.values(), key=lambda each: (each.score, each.at), reverse=True)[:most]
