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

_LAYOUT = ("name", "reachable", "things", "step", "height")
_THING = ("id", "type", "at", "movable", "states", "inside", "viewpoint")


def read_building(path: Path) -> Building:
    """Read a file that holds a building, or one room, which becomes a building of its own.

    Raises:
        InvalidInput: the file cannot be read, or holds something else; names the file, the place and the reason.
    """
    name = called(path)
    value = checked.mapping(decode(text_of(path), name), name)
    if "reachable" in value:
        return building_of(layout(value, name))
    return building(value, name)


def building(value: object, place: str) -> Building:
    """Return the building of a JSON value.

    Args:
        value: see the module.
        place: what errors call it.

    Raises:
        InvalidInput: it is something else; names the place and the reason.
    """
    given = checked.fields(value, place, ("name", "floors", "stairs"))
    floors = [_floor(each, f"{place}: floor {index}") for index, each in _numbered(given, "floors", place)]
    stairs = [_passage(each, f"{place}: stair {index}") for index, each in _numbered(given, "stairs", place)]
    name = checked.text(given.get("name"), f"{place}: name")
    with checked.named(place):
        return Building(name, tuple(floors), tuple(stairs))


def layout(value: object, place: str) -> Layout:
    """Return the room of a JSON value.

    Args:
        value: see the module.
        place: what errors call it.

    Raises:
        InvalidInput: it is something else; names the place and the reason.
    """
    given = checked.fields(value, place, _LAYOUT)
    reachable = [checked.spot(each, f"{place}: point {index}") for index, each in _numbered(given, "reachable", place)]
    things = [_thing(each, f"{place}: thing {index}") for index, each in _numbered(given, "things", place)]
    name = checked.text(given.get("name"), f"{place}: name")
    step = checked.number(given.get("step", 0.25), f"{place}: step")
    height = checked.number(given.get("height", 0.0), f"{place}: height")
    with checked.named(place):
        return Layout(name, tuple(reachable), tuple(things), step, height)


def _thing(value: object, place: str) -> Thing:
    given = checked.fields(value, place, _THING)
    states = [checked.text(each, f"{place}: state {index}") for index, each in _numbered(given, "states", place)]
    inside, viewpoint = given.get("inside", ""), given.get("viewpoint")
    made = (
        checked.text(given.get("id"), f"{place}: id"),
        checked.text(given.get("type"), f"{place}: type"),
        checked.point(given.get("at"), f"{place}: at"),
        checked.yes_or_no(given.get("movable", False), f"{place}: movable"),
        tuple(states),
        checked.text(inside, f"{place}: inside") if inside != "" else "",
        checked.spot(viewpoint, f"{place}: viewpoint") if viewpoint is not None else None,
    )
    with checked.named(place):
        return Thing(*made)


def _floor(value: object, place: str) -> Floor:
    given = checked.fields(value, place, ("name", "rooms", "doors", "height"))
    rooms = [_room(each, f"{place}, room {index}") for index, each in _numbered(given, "rooms", place)]
    doors = [_passage(each, f"{place}, door {index}") for index, each in _numbered(given, "doors", place)]
    name = checked.text(given.get("name"), f"{place}: name")
    height = checked.number(given.get("height", 0.0), f"{place}: height")
    with checked.named(place):
        return Floor(name, tuple(rooms), tuple(doors), height)


def _room(value: object, place: str) -> Room:
    given = checked.fields(value, place, ("name", "offset", "layout"))
    name = checked.text(given.get("name"), f"{place}: name")
    offset = checked.spot(given.get("offset", [0.0, 0.0]), f"{place}: offset")
    held = layout(given.get("layout"), f"{place}: layout")
    with checked.named(place):
        return Room(name, held, offset)


def _passage(value: object, place: str) -> Passage:
    given = checked.fields(value, place, ("start", "end", "metres"))
    start, end = (_end(given.get(name), f"{place}: {name}") for name in ("start", "end"))
    metres = checked.number(given.get("metres"), f"{place}: metres")
    with checked.named(place):
        return Passage(start, end, metres)


def _end(value: object, place: str) -> tuple[str, Spot]:
    found = checked.listed(value, place)
    if len(found) != 2:
        raise InvalidInput(f"{place} has {len(found)} parts; give a room's name and a point of it")
    return checked.text(found[0], place), checked.spot(found[1], place)


def _numbered(given: dict[str, object], field: str, place: str) -> enumerate[object]:
    return enumerate(checked.listed(given.get(field, []), f"{place}: {field}"), 1)
