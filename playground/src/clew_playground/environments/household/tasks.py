"""ALFRED's rooms and tasks, as they come with the package: 120 rooms, and 251 tasks of the split "valid seen".

`household_data.py` made the files from ALFRED's (MIT, see data/LICENSE). A task's house is its room with the objects at
their poses. Tasks that follow each other in one room share a house that has what all of them need.
"""

import lzma
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

from clew.errors import InvalidInput, NotFound
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Layout, Point, Spot
from clew_playground.environments.household import alfred
from clew_playground.environments.household.goals import Goal, Kind
from clew_playground.environments.household.household import Household
from clew_playground.environments.household.skills import Pace

_DATA: Final = "clew_playground.environments.household"


@dataclass(frozen=True, slots=True)
class Task:
    """A task of ALFRED's.

    Attributes:
        id: of the trial it comes from.
        goal: what shall be so.
        floor_plan: name of its room.
        start: where the agent begins, x and z in metres.
        poses: of the objects that move.
        lying: per id of such an object, the receptacle that holds it, where ALFRED's expert tells it.
        is_dirty: whether all that can be dirty is so at the beginning.
        sentences: the goal as people said it, each different.
    """

    id: str
    goal: Goal
    floor_plan: str
    start: Spot
    poses: tuple[alfred.Pose, ...]
    lying: Mapping[str, str] = field(hash=False)
    is_dirty: bool
    sentences: tuple[str, ...]


@cache
def all_tasks() -> tuple[Task, ...]:
    """Return all tasks, in ALFRED's order."""
    return tuple(_task(each) for each in cast("list[dict[str, Any]]", _read("tasks")))


def task_of(id: str) -> Task:
    """Return a task.

    Raises:
        NotFound: there is none with that id.
    """
    for task in all_tasks():
        if task.id == id:
            return task
    raise NotFound(f"there is no task {id!r}; all_tasks() lists them")


def floor_plans() -> tuple[str, ...]:
    """Return the names of all rooms."""
    return tuple(_layouts())


def room_layout(
    floor_plan: str,
    poses: Iterable[alfred.Pose] = (),
    *,
    lying: Mapping[str, str] | None = None,
    is_dirty: bool = False,
) -> Layout:
    """Return a room; see `clew_playground.environments.household.alfred.layout`.

    Raises:
        NotFound: there is no such room.
    """
    if floor_plan not in _layouts():
        raise NotFound(f"there is no room {floor_plan!r}; floor_plans() lists them")
    return alfred.layout(floor_plan, _layouts()[floor_plan], poses, lying=lying, is_dirty=is_dirty)


def furnished(tasks: Sequence[Task]) -> Layout:
    """Return the room of tasks that are to be done one after the other.

    The first task's objects are at their poses. Of a type that a later task needs more of, its objects are added.

    Raises:
        InvalidInput: there is no task, or they are in different rooms.
    """
    if not tasks or len({task.floor_plan for task in tasks}) > 1:
        raise InvalidInput("tasks that share a house need one room; give tasks of one floor plan")
    first, *others = tasks
    poses, lying = list(first.poses), dict(first.lying)
    for task in others:
        for kind, least in _wanted(task):
            if sum(pose.type == kind for pose in poses) < least:
                poses += [pose for pose in task.poses if pose.type == kind and pose not in poses]
                lying = {**task.lying, **lying}
    return room_layout(first.floor_plan, poses, lying=lying, is_dirty=first.is_dirty)


def household_of(tasks: Sequence[Task], pace: Pace | None = None) -> Household:
    """Return the house of tasks, with the first one assigned; `assign` the goals of the others in their turn.

    Raises:
        InvalidInput: see `furnished`.
    """
    house = Household(furnished(tasks), tasks[0].start, pace)
    house.assign(tasks[0].goal)
    return house


def _wanted(task: Task) -> Iterable[tuple[str, int]]:
    yield from task.goal.needs
    if task.goal.is_sliced and not any(pose.type in type_facts().slices for pose in task.poses):
        return
    if task.goal.is_sliced:
        yield next(pose.type for pose in task.poses if pose.type in type_facts().slices), 1


@cache
def _layouts() -> Mapping[str, object]:
    return cast("dict[str, object]", _read("layouts"))


def _read(name: str) -> object:
    packed = (files(_DATA) / "data" / f"{name}.json.xz").read_bytes()
    return decode(lzma.decompress(packed).decode(), f"{name}.json.xz")


def _task(given: dict[str, Any]) -> Task:
    goal = Goal(
        cast("Kind", given["kind"]),
        given["object"],
        given["parent"],
        given["mrecep"],
        given["toggle"],
        given["sliced"],
    )
    return Task(
        given["id"],
        goal,
        given["floor_plan"],
        (given["start"][0], given["start"][1]),
        tuple(alfred.Pose(kind, Point(x, y, z)) for kind, x, y, z in given["poses"]),
        given["lying"],
        given["dirty"],
        tuple(given["sentences"]),
    )
