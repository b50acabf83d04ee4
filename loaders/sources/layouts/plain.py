"""Buildings in a plain JSON form: rooms with offsets, doors, and stairs between floors.

A room is a layout in metres of its own, y up; what has a default may be left out::

    {"name": "kitchen", "step": 0.25, "height": 0.0,
     "reachable": [[0.0, 0.0], [0.25, 0.0]],                   # x and z of a square grid
     "things": [{"id": "Table|1", "type": "Table", "at": [0.5, 0.7, 0.0],
                 "movable": false, "states": [], "inside": "", "viewpoint": null}]}

A building places rooms on floors; `metres` is what one walks from the one point to the other, both in metres of their
rooms::

    {"name": "house",
     "floors": [{"name": "ground", "height": 0.0,
                 "rooms": [{"name": "kitchen", "offset": [0.0, 0.0], "layout": {...}},
                           {"name": "hall", "offset": [4.0, 0.0], "layout": {...}}],
                 "doors": [{"start": ["kitchen", [0.25, 0.0]], "end": ["hall", [0.0, 0.0]], "metres": 1.0}]}],
     "stairs": []}

A file holds either one. Other fields are refused, so that a misspelt one is seen.
"""

from pathlib import Path

from clew.errors import InvalidInput
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.layouts import checked
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import text_of
from clew.model.building import Building, Floor, Passage, Room, building_of
from clew.model.scene import Layout, Spot, Thing


def read_building(path: Path) -> Building:
    """Read a file that holds a building, or one room, which becomes a building of its own."""
    name = called(path)
    value = checked.mapping(decode(text_of(path), name), name)
    return building_of(layout(value, name)) if "reachable" in value else building(value, name)


def building(value: object, place: str) -> Building:
    """Return the building of a JSON value, which the module's text describes."""
    given = checked.fields(value, place, ("name", "floors", "stairs"))
    floors: list[Floor] = []
    for index, each in checked.numbered(given, "floors", place):
        at = f"{place}: floor {index}"
        floor = checked.fields(each, at, ("name", "rooms", "doors", "height"))
        rooms = [_room(room, f"{at}, room {number}") for number, room in checked.numbered(floor, "rooms", at)]
        doors = [_passage(door, f"{at}, door {number}") for number, door in checked.numbered(floor, "doors", at)]
        name = checked.text(floor.get("name"), f"{at}: name")
        height = checked.number(floor.get("height", 0.0), f"{at}: height")
        with checked.named(at):
            floors.append(Floor(name, tuple(rooms), tuple(doors), height))
    stairs = [_passage(each, f"{place}: stair {index}") for index, each in checked.numbered(given, "stairs", place)]
    name = checked.text(given.get("name"), f"{place}: name")
    with checked.named(place):
        return Building(name, tuple(floors), tuple(stairs))


def layout(value: object, place: str) -> Layout:
    """Return the room of a JSON value, which the module's text describes."""
    given = checked.fields(value, place, ("name", "reachable", "things", "step", "height"))
    reachable = [
        checked.spot(each, f"{place}: point {index}") for index, each in checked.numbered(given, "reachable", place)
    ]
    things: list[Thing] = []
    for index, each in checked.numbered(given, "things", place):
        at = f"{place}: thing {index}"
        thing = checked.fields(each, at, ("id", "type", "at", "movable", "states", "inside", "viewpoint"))
        states = [
            checked.text(state, f"{at}: state {number}") for number, state in checked.numbered(thing, "states", at)
        ]
        id, kind = (checked.text(thing.get(field), f"{at}: {field}") for field in ("id", "type"))
        location = checked.point(thing.get("at"), f"{at}: at")
        movable = checked.yes_or_no(thing.get("movable", False), f"{at}: movable")
        inside, viewpoint = thing.get("inside", ""), thing.get("viewpoint")
        holder = checked.text(inside, f"{at}: inside") if inside != "" else ""
        seen_from = checked.spot(viewpoint, f"{at}: viewpoint") if viewpoint is not None else None
        with checked.named(at):
            things.append(Thing(id, kind, location, movable, tuple(states), holder, seen_from))
    name = checked.text(given.get("name"), f"{place}: name")
    step = checked.number(given.get("step", 0.25), f"{place}: step")
    height = checked.number(given.get("height", 0.0), f"{place}: height")
    with checked.named(place):
        return Layout(name, tuple(reachable), tuple(things), step, height)


def _room(value: object, place: str) -> Room:
    given = checked.fields(value, place, ("name", "offset", "layout"))
    name = checked.text(given.get("name"), f"{place}: name")
    offset = checked.spot(given.get("offset", [0.0, 0.0]), f"{place}: offset")
    held = layout(given.get("layout"), f"{place}: layout")
    with checked.named(place):
        return Room(name, held, offset)


def _passage(value: object, place: str) -> Passage:
    given = checked.fields(value, place, ("start", "end", "metres"))
    ends: dict[str, tuple[str, Spot]] = {}
    for name in ("start", "end"):
        at = f"{place}: {name}"
        found = checked.listed(given.get(name), at)
        if len(found) != 2:
            raise InvalidInput(f"{at} has {len(found)} parts; give a room's name and a point of it")
        ends[name] = checked.text(found[0], at), checked.spot(found[1], at)
    metres = checked.number(given.get("metres"), f"{place}: metres")
    with checked.named(place):
        return Passage(ends["start"], ends["end"], metres)
