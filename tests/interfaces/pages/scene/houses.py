"""Houses to draw."""

import json
import math
from datetime import UTC, datetime, timedelta
from pathlib import Path

from clew.interfaces.pages.scene.drawing import Scenery
from clew.loaders.scene.areas import areas
from clew.loaders.sources.layouts import plain
from clew.model.building import Building, Floor, Passage, Room, building_of
from clew.model.places import Placed
from clew.model.scene import Layout, Thing
from clew.model.short_term import Unit

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def scenery(building: Building) -> Scenery:
    things = [thing for room in building.rooms for thing in building.things(room)]
    return Scenery(building.name, areas(building), things)


ROOMS = json.loads(Path(__file__).with_name("rooms.json").read_text("utf-8"))


def floor_plan(name: str) -> Layout:
    """One of four of iTHOR's rooms, or the room of a task, which is `furnished` with what moves."""
    return plain.layout(ROOMS[name], name)


def room(name: str = "FloorPlan1") -> Scenery:
    return scenery(building_of(floor_plan(name)))


def furnished() -> Scenery:
    return room("furnished")


def house() -> Building:
    """Two floors of two rooms."""
    plans = {"kitchen": "FloorPlan1", "living room": "FloorPlan201", "bedroom": "FloorPlan301", "bath": "FloorPlan401"}
    offsets = ((0.0, 0.0), (7.5, -3.0), (0.0, 0.0), (7.0, -1.0))
    rooms = [Room(name, floor_plan(plan), offset) for (name, plan), offset in zip(plans.items(), offsets, strict=True)]
    ground = Floor("ground floor", tuple(rooms[:2]), (passage(rooms[0], rooms[1]),))
    upper = Floor("upper floor", tuple(rooms[2:]), (passage(rooms[2], rooms[3]),), height=3.0)
    return Building("house", (ground, upper), (passage(rooms[1], rooms[2], 3.0),))


def passage(one: Room, other: Room, climb: float = 0.0) -> Passage:
    """A way between the points of two rooms that are nearest to each other."""
    metres, start, end = min(
        (math.dist(_moved(one, start), _moved(other, end)), start, end)
        for start in one.layout.reachable
        for end in other.layout.reachable
    )
    return Passage((one.name, start), (other.name, end), round(math.hypot(metres, climb) + 0.1, 2))


def _moved(room: Room, spot: tuple[float, float]) -> tuple[float, float]:
    return spot[0] + room.offset[0], spot[1] + room.offset[1]


def unit(thing: Thing, seen_at: datetime = NOON - timedelta(seconds=90)) -> Unit:
    placed = Placed(thing.id, thing.type, thing.location, thing.states, True, "1", "kitchen", thing.inside, seen_at)
    return Unit(placed, seen_at)


def layout(*things: Thing) -> Layout:
    """A room of 1 by 2 metres."""
    return Layout("room", tuple((0.5 * x, 0.5 * z) for x in range(3) for z in range(5)), things, step=0.5)
