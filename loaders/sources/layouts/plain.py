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

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Strict, StringConstraints, TypeAdapter

from clew.errors import InvalidInput
from clew.loaders.sources.json_stream import decode, fields_of
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import text_of
from clew.model.building import Building, Floor, Passage, Room, building_of
from clew.model.scene import Layout, Point, Thing
from clew.text.arguments import fitted

Text = Annotated[str, StringConstraints(pattern=r"\S")]
"""A text that is not blank."""

Spot = Annotated[tuple[float, float], Strict(strict=False)]
"""A point of the plane, as a list of x and z."""


class Form(BaseModel):
    """The form of a JSON object of a layout: no other fields, no text in place of a number, and no infinite one."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Thing(Form):
    id: Text
    type: Text
    at: Annotated[tuple[float, float, float], Strict(strict=False)]
    movable: bool = False
    states: list[Text] = []
    inside: str = ""
    viewpoint: Spot | None = None


class _Layout(Form):
    name: Text
    reachable: list[Spot] = []
    things: list[_Thing] = []
    step: float = 0.25
    height: float = 0.0


class _Room(Form):
    name: Text
    layout: _Layout
    offset: Spot = (0.0, 0.0)


class _Passage(Form):
    start: Annotated[tuple[Text, Spot], Strict(strict=False)]
    end: Annotated[tuple[Text, Spot], Strict(strict=False)]
    metres: float


class _Floor(Form):
    name: Text
    rooms: list[_Room] = []
    doors: list[_Passage] = []
    height: float = 0.0


class _Building(Form):
    name: Text
    floors: list[_Floor] = []
    stairs: list[_Passage] = []


_ROOM, _HOUSE = TypeAdapter(_Layout), TypeAdapter(_Building)


def read_building(path: Path) -> Building:
    """Read a file that holds a building, or one room, which becomes a building of its own."""
    name = called(path)
    value = decode(text_of(path), name)
    return building_of(layout(value, name)) if "reachable" in fields_of(value) else building(value, name)


def building(value: object, place: str) -> Building:
    """Return the building of a JSON value, which the module's text describes."""
    given, floors = fitted(_HOUSE, value, place), list[Floor]()
    for number, floor in enumerate(given.floors):
        at, rooms = f"{place}: floors.{number}", list[Room]()
        for index, room in enumerate(floor.rooms):
            with named(f"{at}.rooms.{index}"):
                rooms.append(Room(room.name, _layout(room.layout), room.offset))
        with named(at):
            floors.append(Floor(floor.name, tuple(rooms), _passages(floor.doors), floor.height))
    with named(place):
        return Building(given.name, tuple(floors), _passages(given.stairs))


def layout(value: object, place: str) -> Layout:
    """Return the room of a JSON value, which the module's text describes."""
    given = fitted(_ROOM, value, place)
    with named(place):
        return _layout(given)


def _layout(given: _Layout) -> Layout:
    things = [
        Thing(each.id, each.type, Point(*each.at), each.movable, tuple(each.states), each.inside, each.viewpoint)
        for each in given.things
    ]
    return Layout(given.name, tuple(given.reachable), tuple(things), given.step, given.height)


def _passages(given: Sequence[_Passage]) -> tuple[Passage, ...]:
    return tuple(Passage(each.start, each.end, each.metres) for each in given)


@contextmanager
def named(place: str) -> Generator[None]:
    """Name the place in an error of what is made in the block."""
    try:
        yield
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}") from None
