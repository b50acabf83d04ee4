"""A world as it is drawn: names by number, cells of places, and what stands open."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clew.interfaces.pages.world import numbers, plan, standing
from clew.interfaces.pages.world_map import OFFSETS, places
from clew.model.triplet import HAS_EXIT, OPPOSITE, Triplet, door_to, is_direction

KITCHEN = (
    Triplet("player", "is in", "kitchen"),
    Triplet("kitchen", HAS_EXIT, "north"),
    Triplet("kitchen", HAS_EXIT, "west"),
    Triplet("kitchen", door_to("east"), "oak door"),
    Triplet("hall", is_direction("north"), "kitchen"),
    Triplet("hall", "leads to", "garden"),
    Triplet("lamp", "is", "lit"),
    Triplet("lamp", "is in", "inventory"),
)


def test_a_plan_tells_names_by_number() -> None:
    cells = places(KITCHEN)
    found: dict[str, Any] = plan(KITCHEN, cells)
    names = found["names"]
    told = [(names[subject], predicate, names[object]) for subject, predicate, object in found["triplets"]]
    assert told == [(each.subject, each.predicate, each.object) for each in KITCHEN]
    kinds = dict(zip(names, found["kinds"], strict=True))
    assert (kinds["player"], kinds["kitchen"], kinds["lamp"], kinds["lit"]) == ("player", "room", "thing", "value")
    assert cells["hall"][1] < cells["kitchen"][1]
    assert names[found["inventory"]] == "inventory"


def test_an_exit_through_which_a_place_is_known_is_open_no_more() -> None:
    number = numbers(KITCHEN, places(KITCHEN))
    found = standing(KITCHEN, number)
    assert found["place"] == number["kitchen"]
    assert found["visited"] == [number["kitchen"]]
    assert found["exits"] == [(number["kitchen"], "west"), (number["kitchen"], "east")]


ROOMS = st.sampled_from("abcde")


@given(
    st.lists(st.builds(lambda a, way, b: Triplet(a, is_direction(way), b), ROOMS, st.sampled_from([*OPPOSITE]), ROOMS))
)
def test_every_place_has_a_cell_of_its_own_whatever_is_said(said: list[Triplet]) -> None:
    cells = places(said)
    assert cells.keys() == {name for each in said for name in (each.subject, each.object)}
    assert len({*cells.values()}) == len(cells)
    assert OPPOSITE.keys() == OFFSETS.keys()
