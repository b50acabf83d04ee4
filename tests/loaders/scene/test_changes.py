"""In which area a thing is, of rooms beside and above each other."""

import pytest

from clew.loaders.scene.areas import areas
from clew.loaders.scene.changes import Reached
from clew.model.building import Building, Floor, Passage, Room
from clew.model.places import floor_heights, floor_of
from clew.model.scene import Layout, Point, Thing

HALL = Layout("hall", tuple((0.5 * x, 0.5 * z) for x in range(5) for z in range(5)), step=0.5)
HOUSE = Building(
    "house",
    (Floor("ground", (Room("hall", HALL),)), Floor("upper", (Room("bath", HALL, (0.5, 0.0)),), height=3.0)),
    (Passage(("hall", (0.0, 0.0)), ("bath", (0.0, 0.0)), 5.0),),
)


@pytest.mark.parametrize(
    ("height", "floor"),
    [(-0.7, 0.0), (0.0, 0.0), (2.48, 0.0), (2.9, 3.0), (3.0, 3.0), (5.4, 3.0), (5.9, 6.0), (9.0, 6.0)],
)
def test_a_height_belongs_to_the_floor_that_it_is_above(height: float, floor: float) -> None:
    assert floor_of(height, (3.0, 0.0, 6.0)) == floor


def test_a_floor_is_as_high_as_its_lowest_place() -> None:
    assert floor_heights(areas(HOUSE)) == {"ground": 0.0, "upper": 3.0}


@pytest.mark.parametrize(
    ("height", "room"), [(0.9, "hall"), (1.8, "hall"), (2.4, "hall"), (3.0, "bath"), (4.8, "bath")]
)
def test_a_thing_is_handled_from_its_floor(height: float, room: str) -> None:
    """The cabinet hangs where one can stand in the bath alone."""
    assert Reached(areas(HOUSE)).area_of(Thing("Cabinet", "Cabinet", Point(2.5, height, 1.0))).room == room
