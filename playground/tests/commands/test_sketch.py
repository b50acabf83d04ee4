"""Maps: where rooms stand on the grid, and how a terminal shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from clew.interfaces.pages.world_map import OFFSETS, Cell, neighbours, placed
from clew.model.triplet import HAS_EXIT, OPPOSITE, Triplet, is_direction
from clew_playground.commands.sketch import sketch

FLAT = tuple(way for way in OPPOSITE if way not in {"up", "down"})
ROOMS = st.sampled_from("abcdefgh")
ANYHOW = st.lists(
    st.tuples(ROOMS, st.sampled_from(tuple(OPPOSITE)), ROOMS).filter(lambda each: each[0] != each[2]), max_size=30
)


def lies(room: str, way: str, of: str) -> Triplet:
    return Triplet(room, is_direction(way), of)


def walked(ways: list[str]) -> tuple[dict[str, Cell], list[Triplet]]:
    """The rooms of a walk over squared paper, each named by its cell, and what is learnt on it."""
    here = (0, 0)
    cells: dict[str, Cell] = {"0,0": here}
    triplets: list[Triplet] = []
    for way in ways:
        there = (here[0] + OFFSETS[way][0], here[1] + OFFSETS[way][1])
        one, other = (f"{x},{y}" for x, y in (here, there))
        cells[other] = there
        triplets += [lies(other, way, one), lies(one, OPPOSITE[way], other)]
        here = there
    return cells, triplets


@given(st.lists(st.sampled_from(FLAT), max_size=60))
def test_rooms_of_a_walk_stand_where_its_moves_led(ways: list[str]) -> None:
    cells, triplets = walked(ways)
    left, top = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    expected = {room: (x - left, y - top) for room, (x, y) in cells.items()}
    assert placed(triplets, ["0,0"]) == expected


@given(ANYHOW, st.lists(ROOMS))
def test_whatever_the_directions_say_each_room_has_a_cell_of_its_own(
    ways: list[tuple[str, str, str]], more: list[str]
) -> None:
    triplets = [lies(*each) for each in ways]
    cells = placed(triplets, more)
    assert set(cells) == {*more, *(name for one, _, other in ways for name in (one, other))}
    assert len(set(cells.values())) == len(cells)
    assert not cells or [min(cell[axis] for cell in cells.values()) for axis in (0, 1)] == [0, 0]
    assert placed(triplets, more) == cells


@given(ANYHOW)
def test_what_stands_on_a_straight_way_stands_in_its_direction(ways: list[tuple[str, str, str]]) -> None:
    """Of two rooms alone, for with more the directions may contradict each other."""
    for room, way, of in ways:
        cells = placed([lies(room, way, of)])
        assert tuple(a - b for a, b in zip(cells[room], cells[of], strict=True)) == OFFSETS[way]


def test_a_room_whose_cell_is_taken_stands_farther_off() -> None:
    cells = placed([lies("b", "north", "a"), lies("c", "north", "a")], ["a"])
    assert cells == {"a": (0, 2), "b": (0, 1), "c": (0, 0)}


def test_what_no_way_joins_stands_apart() -> None:
    cells = placed([lies("b", "east", "a"), lies("d", "south", "c")], ["e"])
    assert cells == {"e": (0, 0), "a": (1, 0), "b": (2, 0), "c": (3, 0), "d": (3, 1)}


def test_only_directions_are_read() -> None:
    triplets = [Triplet("hall", HAS_EXIT, "north"), Triplet("hall", "is fond of", "attic"), lies("a", "west", "b")]
    assert neighbours(triplets) == [("b", "west", "a")]


CELLS = {"hall": (1, 1), "attic": (1, 0), "kitchen": (2, 1), "conservatory": (2, 2), "yard": (1, 2)}
WAYS = [("hall", "attic"), ("hall", "kitchen"), ("conservatory", "kitchen")]


def test_a_map_shows_rooms_ways_and_where_nobody_has_gone() -> None:
    drawn = sketch(CELLS, WAYS, {"hall": ("south", "west"), "kitchen": ("east",), "yard": ("east",)}, "hall")
    assert drawn == [
        "       attic",
        "         │",
        " ?─   [hall]    ───   kitchen   ─?",
        "         ?               │",
        "       yard     ─?  conservato…",
    ]


def test_only_what_is_near_is_shown_and_ways_lead_out_of_it() -> None:
    drawn = sketch(CELLS, WAYS, {}, "attic", width=20)
    assert drawn == ["      [attic]", "         │", "       hall     ───"]


@pytest.mark.parametrize("room", ["\u53a8\u623f", "\u53a8\u623f" * 9, "\N{EUROPEAN CASTLE} keep", "cafe\u0301", "hall"])
def test_wide_letters_take_their_space(room: str) -> None:
    """As many cells as a terminal gives them, so that nothing is shifted."""
    (drawn,) = sketch({room: (0, 0), "yard": (1, 0)}, [(room, "yard")], {}, room, width=60)
    before, _, after = drawn.partition("\u2500\u2500\u2500")
    assert cell_len(before) == 3 + 13
    assert after.strip() == "yard"


@pytest.mark.parametrize("here", ["", "nowhere"])
def test_an_unknown_place_has_no_map(here: str) -> None:
    assert sketch(CELLS, WAYS, {}, here) == []


@given(st.lists(st.sampled_from(FLAT), max_size=40), st.integers(16, 200), st.integers(0, 5))
def test_a_map_never_is_wider_or_higher_than_it_may_be(ways: list[str], width: int, around: int) -> None:
    _, triplets = walked(ways)
    joined = [(one, other) for one, _, other in neighbours(triplets)]
    drawn = sketch(placed(triplets, ["0,0"]), joined, {}, "0,0", width=width, around=around)
    assert any("[0,0]" in each for each in drawn)
    assert max(map(len, drawn)) <= max(width, 19)
    assert len(drawn) <= 2 * (2 * around + 1) + 1
