"""Buildings of any number of rooms out of iTHOR's, which come with the playground."""

import math
from collections.abc import Sequence
from itertools import pairwise

from clew.model.building import Building, Floor, Passage, Room
from clew.model.scene import Layout
from clew_playground.environments.household import all_tasks, floor_plans, room_layout

ROOMS_PER_FLOOR = 25
COLUMNS = 5
PITCH_M = 10.0
"""From room to room: the largest is 8.5 m long."""

STOREY_M = 4.0
WALK_SHARE = 1.2
"""A door or a stair is so much longer than the straight line between its ends."""


def building(rooms: int) -> Building:
    """Return a building of so many rooms, 25 to a floor in rows of five; doors join neighbours, stairs the floors.

    Of each kind it has as many, so that buildings of all sizes are alike: kitchens hold the most.
    Things that move are at the poses of the room's first task, where ALFRED has one for the room.

    Args:
        rooms: at most 120, all that there are.
    """
    layouts = [_furnished(name) for name in sorted(floor_plans(), key=_mixed)[:rooms]]
    starts = range(0, rooms, ROOMS_PER_FLOOR)
    floors = [_floor(number, layouts[start : start + ROOMS_PER_FLOOR]) for number, start in enumerate(starts)]
    stairs = [_passage(one.rooms[0], other.rooms[0], STOREY_M) for one, other in pairwise(floors)]
    return Building(f"{rooms} rooms", tuple(floors), tuple(stairs))


def _mixed(name: str) -> tuple[int, int]:
    """Return what sorts rooms so that kinds take turns: iTHOR numbers 30 of each, from 1, 201, 301 and 401."""
    number = int(name.removeprefix("FloorPlan"))
    return number % 100, number


def _furnished(name: str) -> Layout:
    task = next((task for task in all_tasks() if task.floor_plan == name), None)
    return room_layout(name, task.poses, lying=task.lying) if task else room_layout(name)


def _floor(number: int, layouts: Sequence[Layout]) -> Floor:
    rooms = [Room(each.name, each, _offset(each, place)) for place, each in enumerate(layouts)]
    doors = list[Passage]()
    for place, room in enumerate(rooms):
        if place % COLUMNS:
            doors.append(_passage(rooms[place - 1], room))
        if place >= COLUMNS:
            doors.append(_passage(rooms[place - COLUMNS], room))
    return Floor(f"floor {number}", tuple(rooms), tuple(doors), number * STOREY_M)


def _offset(layout: Layout, place: int) -> tuple[float, float]:
    """Return what puts a room's corner on its place of the grid of rooms."""
    row, column = divmod(place, COLUMNS)
    west, south = (min(spot[axis] for spot in layout.reachable) for axis in (0, 1))
    return column * PITCH_M - west, row * PITCH_M - south


def _passage(one: Room, other: Room, height: float = 0.0) -> Passage:
    """Join the points of two rooms that are nearest to each other."""
    metres, start, end = min(
        (math.hypot(x + one.offset[0] - u - other.offset[0], z + one.offset[1] - v - other.offset[1]), (x, z), (u, v))
        for x, z in one.layout.reachable
        for u, v in other.layout.reachable
    )
    return Passage((one.name, start), (other.name, end), WALK_SHARE * math.hypot(metres, height))
