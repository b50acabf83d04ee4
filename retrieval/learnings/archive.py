"""The best learning sets, of which a summary for a new place or task is made.

Source: CLIN, section 3.4: the best trial of each episode, ten at most. An episode is all trials of a task in an
environment. Ties go to the later trial. A set without a learning teaches nothing, and is passed over.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from clew.errors import InvalidInput
from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.learnings import LearningSet
from clew.retrieval.learnings import read

MAX_SETS: Final = 10


class Archived(NamedTuple):
    """A set that an ended trial produced.

    Attributes:
        id: of the set.
        task: id of its task.
        environment: id of its environment.
        score: of its trial.
        number: of its trial, within the episode.
        at: when its trial began.
    """

    id: str
    task: str
    environment: str
    score: float
    number: int
    at: datetime


def archive(space: Space, task: str = "", environment: str = "", most: int = MAX_SETS) -> tuple[LearningSet, ...]:
    """Return the best sets of a task and an environment, best first; an empty name means any.

    Raises:
        InvalidInput: more than 10 were asked for, or less than one.
    """
    if not 1 <= most <= MAX_SETS:
        raise InvalidInput(f"an archive of {most} sets was asked for; give 1 to {MAX_SETS}")
    found = space.read(load("learnings/archive", Archived), task=task, environment=environment)
    return read.sets(space, [each.id for each in best(found, most)])


def best(given: Iterable[Archived], most: int = MAX_SETS) -> list[Archived]:
    """Return the best set of each episode, best first, and not more than `most`."""
    episodes: dict[tuple[str, str], Archived] = {}
    for each in sorted(given, key=lambda each: (each.score, each.number)):
        episodes[each.task, each.environment] = each
    return sorted(episodes.values(), key=lambda each: (each.score, each.at), reverse=True)[:most]
