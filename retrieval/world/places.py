"""Where things are, what is unexplored, and how to get there, read from the triplets of a world."""

from collections.abc import Iterable
from datetime import datetime

from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.triplet import INVENTORY, PLAYER, action_of
from clew.model.world import Route
from clew.retrieval.world.moments import Moment
from clew.text.names import normalise

_Move = tuple[str, str, str | None, bool, str]
"""Direction, the place that it leads to, the door on the way, whether that is closed, and the predicate of the move."""


def where(space: Space, thing: str, moment: Moment) -> tuple[str, ...]:
    """Return what holds a thing, what holds that, and so on; empty where that is unknown.

    A place where the player has been ends it, whatever that is in: a kitchen is a place, though it is in the east wing.
    """
    rows = space.read(load("world/where", tuple[str, ...]), name=normalise(thing), player=PLAYER, **moment.given)
    return rows[0] if rows else ()


def inside(space: Space, container: str, moment: Moment) -> tuple[str, ...]:
    """Return the things in or on something, in alphabetical order."""
    return tuple(space.read(load("world/held", str), name=normalise(container), **moment.given))


def contents(space: Space, container: str, moment: Moment) -> dict[str, str]:
    """Return the things in or on something at any depth, each with its direct holder."""
    return dict(space.read(load("world/contents", tuple[str, str]), name=normalise(container), **moment.given))


def inventory(space: Space, moment: Moment) -> tuple[str, ...]:
    """Return what the player carries."""
    return inside(space, INVENTORY, moment)


def unexplored(space: Space, place: str | None, moment: Moment) -> dict[str, tuple[str, ...]]:
    """Return the exits that were seen and not gone through, by place; of one place, or of all."""
    query, name = load("world/exits", tuple[str, tuple[str, ...]]), None if place is None else normalise(place)
    return dict(space.read(query, name=name, **moment.given))


def route(space: Space, start: str | None, goal: str, moment: Moment) -> Route | None:
    """Return the shortest way over moves that were made and their ways back.

    The start is where the player is, if None is given. The goal is a place, or a thing that stands in one or is
    carried.

    Returns:
        The primitive actions, in their own words where another action led there. A closed door is opened on the way, a
        locked one is none. None: no way is known.
    """
    here = normalise(start) if start is not None else _place(space, PLAYER, moment)
    there = _place(space, goal, moment)
    for moves in space.read(load("world/route", list[_Move]), start=here, goal=there, **moment.given):
        steps: list[tuple[str, str]] = []
        for direction, place, door, is_closed, predicate in moves:
            if door or is_closed:
                steps.append((f"open {door or f'door to {direction}'}", ""))
            steps.append((action_of(predicate) or f"go {direction}", place))
        return Route(tuple(steps))
    return None


def nearest(space: Space, start: str | None, goals: Iterable[str] | None, moment: Moment) -> tuple[str, ...]:
    """Return places by the number of moves that they are away, the nearest first.

    The start is left out, and so are places to which no way is known. It is where the player is, if None is given;
    None for the goals means all places.
    """
    here = normalise(start) if start is not None else _place(space, PLAYER, moment)
    there = None if goals is None else sorted({normalise(each) for each in goals})
    return tuple(space.read(load("world/nearest", str), start=here, goals=there, **moment.given))


def _place(space: Space, name: str, moment: Moment) -> str:
    """Return the place that a thing stands in; of a place, itself; of what is carried, the player's."""
    chain = where(space, name, moment)
    if chain[-1:] == (INVENTORY,):
        chain = where(space, PLAYER, moment)
    return chain[-1] if chain else normalise(name)


def instant(space: Space, run: str, step: int) -> datetime:
    """Return the instant at which a step of a run was written.

    Raises:
        NotFound: the run has no such step.
    """
    for at in space.read(load("world/step", datetime), run=run, step=step):
        return at
    raise NotFound(f"run {run!r} has no step {step}; give one that was observed")


def length(space: Space, run: str) -> int:
    """Count the steps of a run."""
    return space.read(load("world/length", int), run=run)[0]
