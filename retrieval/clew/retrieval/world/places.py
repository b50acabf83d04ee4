"""Where things are, what is unexplored, and how to get there, read from the triplets of a world."""

from collections.abc import Iterable
from datetime import datetime

from clew.errors import NotFound
from clew.naming import normalise
from clew.queries import load
from clew.space import Space
from clew.triplet import INVENTORY, PLAYER
from clew.world_model import Route


def where(space: Space, thing: str, at: datetime) -> tuple[str, ...]:
    """Return what holds a thing, what holds that, and so on; empty where that is unknown.

    A place where the player has been ends it, whatever that is in: a kitchen is a place, though it is in the east wing.
    """
    rows = space.read(load("world/where"), name=normalise(thing), player=PLAYER, at=at)
    return tuple(rows[0]["chain"]) if rows else ()


def inside(space: Space, container: str, at: datetime) -> tuple[str, ...]:
    """Return the things in or on something, in alphabetical order."""
    return tuple(row["name"] for row in space.read(load("world/held"), name=normalise(container), at=at))


def contents(space: Space, container: str, at: datetime) -> dict[str, str]:
    """Return the things in or on something at any depth, each with its direct holder."""
    rows = space.read(load("world/contents"), name=normalise(container), at=at)
    return {row["name"]: row["holder"] for row in rows}


def inventory(space: Space, at: datetime) -> tuple[str, ...]:
    """Return what the player carries."""
    return inside(space, INVENTORY, at)


def unexplored(space: Space, place: str | None, at: datetime) -> dict[str, tuple[str, ...]]:
    """Return the exits that were seen and not gone through, by place; of one place, or of all."""
    rows = space.read(load("world/exits"), name=None if place is None else normalise(place), at=at)
    return {row["place"]: tuple(row["directions"]) for row in rows}


def route(space: Space, start: str | None, goal: str, at: datetime) -> Route | None:
    """Return the shortest way over moves that were made and their ways back.

    Args:
        space: where.
        start: a place; None: where the player is.
        goal: a place, or a thing that stands in one or is carried.
        at: as of when.

    Returns:
        The primitive actions; a closed door is opened on the way, a locked one is none. None: no way is known.
    """
    here = normalise(start) if start is not None else _place(space, PLAYER, at)
    there = _place(space, goal, at)
    rows = space.read(load("world/route"), start=here, goal=there, at=at)
    if not rows:
        return None
    steps: list[tuple[str, str, str | None]] = rows[0]["steps"]
    actions = [action for way, _, door in steps for action in (*([f"open {door}"] if door else []), f"go {way}")]
    return Route(tuple(actions), tuple(place for _, place, _ in steps))


def nearest(space: Space, start: str | None, goals: Iterable[str] | None, at: datetime) -> tuple[str, ...]:
    """Some places by the number of moves that they are away, the nearest first.

    Args:
        space: where.
        start: a place; None: where the player is.
        goals: places; those to which no way is known are left out, and so is the start. None: all.
        at: as of when.
    """
    here = normalise(start) if start is not None else _place(space, PLAYER, at)
    asked = [goals] if isinstance(goals, str) else goals
    there = None if asked is None else sorted({normalise(each) for each in asked})
    rows = space.read(load("world/nearest"), start=here, goals=there, at=at)
    return tuple(row["goal"] for row in rows)


def _place(space: Space, name: str, at: datetime) -> str:
    """Return the place that a thing stands in; of a place, itself; of what is carried, the player's."""
    chain = where(space, name, at)
    if chain[-1:] == (INVENTORY,):
        chain = where(space, PLAYER, at)
    return chain[-1] if chain else normalise(name)


def instant(space: Space, run: str, step: int) -> datetime:
    """Return the instant at which a step of a run was written.

    Raises:
        NotFound: the run has no such step.
    """
    rows = space.read(load("world/step"), run=run, step=step)
    if not rows:
        raise NotFound(f"run {run!r} has no step {step}; give one that was observed")
    return rows[0]["at"]


def length(space: Space, run: str) -> int:
    """Count the steps of a run."""
    return space.read(load("world/length"), run=run)[0]["length"]
