"""Scenes as values: what they refuse, and where one can walk."""

import math
from collections.abc import Callable
from dataclasses import replace
from time import process_time

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.model.building import Building, Floor, Passage, Room, building_of, links
from clew.model.places import type_words
from clew.model.scene import REPLACED, STATES, Layout, Point, Spot, Thing

SQUARE: tuple[Spot, ...] = ((0.0, 0.0), (0.25, 0.0), (0.0, 0.25), (0.25, 0.25))
TABLE = Thing("Table|1", "Table", Point(0.5, 0.7, 0.0))


def thing(id: str = "Cup|1", inside: str = "", at: tuple[float, float, float] = (0.5, 0.8, 0.0)) -> Thing:
    return Thing(id, "Cup", Point(*at), movable=True, inside=inside)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("CoffeeMachine", "coffee machine"),
        ("TVStand", "tv stand"),
        ("counter_top-2", "counter top 2"),
        ("Floor2Lamp", "floor2 lamp"),
        ("КофеМашина", "кофе машина"),
        ("TableBasseÉmaillée", "table basse émaillée"),
        ("CaféTable", "café table"),
        ("咖啡机", "咖啡机"),
        ("", ""),
    ],
)
def test_the_humps_of_a_name_are_words_in_any_script(name: str, words: str) -> None:
    assert type_words(name) == words


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no reachable point": (lambda: Layout("den", ()), r"den: no point is reachable; .*"),
    "no name": (lambda: Layout(" ", SQUARE), "a layout has no name; give it one"),
    "a point that is not a number": (
        lambda: Layout("den", ((math.nan, 0.0),)),
        r"den: .*\(nan, 0.0\) is not finite, .*",
    ),
    "an endless point": (lambda: Layout("den", ((0.0, math.inf),)), r"den: .*\(0.0, inf\) is not finite, .*"),
    "a point beyond all houses": (lambda: Layout("den", ((0.0, 0.0), (1e308, 0.0))), r"den: .* is not finite, .*"),
    "a grid too fine": (lambda: Layout("den", SQUARE, step=1e-300), "den: a grid of 1e-300 m .*"),
    "a viewpoint beyond all houses": (
        lambda: Thing("t", "Table", Point(0.0, 0.0, 0.0), viewpoint=(1e200, 0.0)),
        r"t is seen from \(1e\+200, 0.0\), which is not finite, or beyond 1e\+06 m; give metres",
    ),
    "a viewpoint that is not a number": (
        lambda: Thing("t", "Table", Point(0.0, 0.0, 0.0), viewpoint=(0.0, math.nan)),
        r"t is seen from \(0.0, nan\), which is not finite, .*",
    ),
    "off the grid": (
        lambda: Layout("den", ((0.0, 0.0), (0.3, 0.0))),
        r"den: .*\(0.3, 0.0\) is off the grid of 0.25 m.*",
    ),
    "a point twice": (lambda: Layout("den", (*SQUARE, (0.25, 0.25))), r"den: .*\(0.25, 0.25\) is there twice; .*"),
    "no step": (lambda: Layout("den", SQUARE, step=0.0), "den: a grid of 0.0 m .*"),
    "a floor that is not a number": (lambda: Layout("den", SQUARE, height=math.nan), "den: .* floor at nan m .*"),
    "an id twice": (lambda: Layout("den", SQUARE, (TABLE, TABLE)), "den: the thing 'Table|1' is there 2 times; .*"),
    "a thing nowhere": (
        lambda: thing(at=(math.nan, 0.0, 0.0)),
        r"the point \(nan, 0.0, 0.0\) is not finite, .*",
    ),
    "a thing far away": (
        lambda: Layout("den", SQUARE, (thing(at=(9.0, 0.0, 0.25)),)),
        "den: Cup.1 is 8.75 m from every reachable point; 4 m are allowed",
    ),
    "a thing in the air": (
        lambda: Layout("den", SQUARE, (thing(at=(0.0, 7.0, 0.0)),)),
        "den: Cup.1 is 7.00 m above the floor; -1 to 5 m are allowed",
    ),
    "an unknown receptacle": (
        lambda: Layout("den", SQUARE, (thing(inside="Table|2"),)),
        "den: Cup.1 lies in 'Table.2', which is not there; .*",
    ),
    "a receptacle that holds itself": (lambda: thing(inside="Cup|1"), "Cup.1 lies in itself; .*"),
    "receptacles that hold each other": (
        lambda: Layout("den", SQUARE, (thing("a", "b"), thing("b", "a"))),
        "den: a lies in 'b', and over others in itself; .*",
    ),
    "a viewpoint in the wall": (
        lambda: Layout("den", SQUARE, (Thing("t", "Table", Point(0.0, 0.0, 0.0), viewpoint=(1.0, 0.0)),)),
        r"den: t is seen from \(1.0, 0.0\), which is no reachable point; .*",
    ),
    "an unknown state": (
        lambda: Thing("t", "Table", Point(0, 0, 0), states=("rusty",)),
        "t: the state 'rusty' is unknown.*",
    ),
    "opposite states": (lambda: Thing("t", "Table", Point(0, 0, 0), states=("on", "off")), "t is both off and on; .*"),
    "a thing without a type": (lambda: Thing("t", "", Point(0, 0, 0)), "the thing 't' of type '' needs both .*"),
    "no floor": (lambda: Building("house", ()), "the building 'house' needs a name and a floor"),
    "no room": (lambda: Floor("ground", ()), "the floor 'ground' needs .*"),
    "a room's name twice": (
        lambda: Building("house", (Floor("ground", (room("a"), room("a"))),)),
        "house: the room 'a' is there 2 times; .*",
    ),
    "an id of a room's thing twice": (
        lambda: Building("house", (Floor("ground", (holding("a", "b/c"), holding("a/b", "c")), (door("a", "a/b"),)),)),
        "house: the thing 'a/b/c' is there 2 times; .*",
    ),
    "a room apart": (
        lambda: Building("house", (Floor("ground", (room("a"), room("b"))),)),
        "house: no door or stair leads from 'a' to 'b'; name one",
    ),
    "a door into the wall": (
        lambda: Building("house", (Floor("ground", (room("a"), room("b")), (door("a", "b", (3.0, 0.0)),)),)),
        r"house: a way leads to \(3.0, 0.0\) of 'b', where nobody can stand; .*",
    ),
    "a door elsewhere": (
        lambda: Floor("ground", (room("a"),), (door("a", "b"),)),
        "floor 'ground': a door leads to 'b', which is no room of it; .*",
    ),
    "a stair to nowhere": (
        lambda: Building("house", (Floor("ground", (room("a"),)),), (door("a", "attic"),)),
        "house: a way leads to 'attic', which is no room; there are a",
    ),
    "a door of no length": (lambda: door("a", "b", metres=0.0), "the way from .* is 0.0 m long; give more than 0"),
    "a door into its own room": (lambda: door("a", "a"), "the way from .* joins a room to itself; .*"),
}


def named(**fields: str) -> Thing:
    return replace(TABLE, **fields)  # pyright: ignore[reportArgumentType]


TOO_LONG: dict[str, tuple[Callable[[], object], str]] = {
    "an id": (lambda: named(id="é" * 501), r"the thing 'é+…? cannot be held: object has 1,002 bytes; .*1,000"),
    "a type": (lambda: named(type="T" * 801), "the thing 'Table.1' cannot be held: object_type has 801 .*800"),
    "a holder": (lambda: named(inside="x" * 1001), "the thing 'Table.1' cannot be held: inside has 1,001 .*1,000"),
    "a room": (lambda: room("r" * 801), "the room 'r+… cannot be held: room has 801 bytes; give at most 800"),
    "an area": (lambda: room("r" * 799), "the room 'r+… cannot be held: area has 801 bytes; give at most 800"),
    "a floor": (lambda: Floor("f" * 801, (room("a"),)), "the floor 'f+… cannot be held: floor has 801 .*800"),
    "an id with its room": (
        lambda: Building(
            "house", (Floor("ground", (holding("r" * 700, "t" * 301), room("b")), (door("r" * 700, "b"),)),)
        ),
        "house: the thing 'r+… cannot be held: object has 1,002 bytes; give at most 1,000",
    ),
    "no text": (lambda: named(id="\ud800"), r"the thing '.+' holds half of a surrogate pair; give valid Unicode"),
}


@pytest.mark.parametrize(("make", "message"), TOO_LONG.values(), ids=TOO_LONG)
def test_what_memory_cannot_hold_is_one_clear_error(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidInput, match=rf"^{message}$"):
        make()


@pytest.mark.parametrize("number", [np.float32, np.float64, np.int64])
def test_numbers_of_numpy_are_numbers(number: Callable[[float], float]) -> None:
    """Of any type: a detector's are float32."""
    x, y, z = map(number, (1.0, 2.0, 3.0))
    cup = Thing("Cup|1", "Cup", Point(x, y, z), viewpoint=(x, z))
    den = Layout("den", ((x, z),), (cup,), step=number(1.0), height=number(2.0))
    assert repr(den) == repr(
        Layout("den", ((1.0, 3.0),), (replace(cup, location=Point(1.0, 2.0, 3.0), viewpoint=(1.0, 3.0)),), 1.0, 2.0)
    )
    assert type(Passage(("a", (x, z)), ("b", (x, z)), y).metres) is float
    with pytest.raises(InvalidInput, match="not finite"):
        Point(number(1e9), y, z)


def test_what_memory_can_just_hold_is_taken() -> None:
    assert holding("r" * 700, "t" * 299).layout.things[0].id == "t" * 299
    assert len(named(id="é" * 500, type="T" * 800).type) == 800


def test_many_things_on_a_large_floor_are_checked_at_once() -> None:
    spots = tuple((0.25 * x, 0.25 * z) for x in range(140) for z in range(140))
    things = tuple(thing(f"Cup|{each}", at=(each % 35, 0.8, each // 35 % 35)) for each in range(3000))
    began = process_time()
    Layout("hall", spots, things)
    assert process_time() - began < 5
    with pytest.raises(InvalidInput, match=r"Cup.far is 4\.01 m from"):
        Layout("hall", spots, (*things, thing("Cup|far", at=(-4.01, 0.8, 20.0))))
    Layout("hall", spots, (thing("Cup|far", at=(-3.99, 0.8, 20.0)),))


def room(name: str, offset: Spot = (0.0, 0.0)) -> Room:
    return Room(name, Layout("den", SQUARE, (TABLE, thing(inside="Table|1"))), offset)


def holding(name: str, id: str) -> Room:
    return Room(name, Layout("den", SQUARE, (thing(id),)))


def door(start: str, end: str, at: Spot = (0.0, 0.0), metres: float = 4.0) -> Passage:
    return Passage((start, (0.25, 0.25)), (end, at), metres)


@pytest.mark.parametrize(("make", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_is_one_clear_error(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidInput, match=rf"^{message}$") as error:
        make()
    assert "\n" not in str(error.value)


@given(st.lists(st.sampled_from(sorted(STATES))))
def test_a_thing_never_has_opposite_states(given: list[str]) -> None:
    found = TABLE
    for state in given:
        found = found.having(state)
        assert state in found.states
        assert not any(set(pair) <= set(found.states) for pair in REPLACED)
    for state in given:
        found = found.lacking(state)
    assert set(found.states) <= set(STATES) - set(given)


def test_a_thing_of_an_earlier_store_may_be_filled_and_used_up_until_it_is_seen_again() -> None:
    before = replace(TABLE, states=("filled", "used up"))
    assert before.having("filled").states == ("filled",)


@given(st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1), st.sampled_from((0.25, 0.1, 0.5)))
def test_neighbours_on_the_grid_are_joined(cells: set[tuple[int, int]], step: float) -> None:
    layout = Layout("den", tuple((0.05 + x * step, z * step) for x, z in sorted(cells)), step=step)
    grid = nx.grid_graph((range(-5, 6), range(-5, 6)))
    kept = nx.subgraph(grid, cells)
    assert len(links(building_of(layout))) == kept.number_of_edges()
    spots = layout.reachable
    for start, end, metres in links(building_of(layout)):
        assert start < end
        assert metres == pytest.approx(math.dist(spots[start], spots[end]))


def test_rooms_and_floors_make_one_building() -> None:
    ground = Floor("ground", (room("a"), room("b", (4.0, 0.0))), (door("a", "b"),))
    house = Building("house", (ground, Floor("upstairs", (room("c"),), height=3.0)), (door("b", "c", metres=6.0),))
    cup = house.things(house.rooms[1])[1]
    assert (cup.id, cup.inside, cup.location) == ("b/Cup|1", "b/Table|1", Point(4.5, 0.8, 0.0))
    assert house.points(house.rooms[2])[1] == Point(0.25, 3.0, 0.0)
    found = links(house)
    assert (3, 4, 4.0) in found
    assert (7, 8, 6.0) in found
    assert len(found) == 3 * 4 + 2


def test_a_layout_is_a_building_with_the_same_ids() -> None:
    house = building_of(room("a").layout)
    assert house.things(house.rooms[0]) == room("a").layout.things
