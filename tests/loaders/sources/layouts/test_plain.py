"""Buildings in our own JSON form."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.loaders.sources.layouts import plain
from clew.model.building import links
from clew.model.scene import Point

ROOM: dict[str, Any] = {
    "name": "den",
    "reachable": [[0, 0], [0.25, 0]],
    "things": [
        {"id": "Table|1", "type": "Table", "at": [0.5, 0.7, 0]},
        {"id": "Cup|1", "type": "Cup", "at": [0.5, 0.8, 0], "movable": True, "states": ["dirty"], "inside": "Table|1"},
    ],
}
DOOR = {"start": ["a", [0.25, 0]], "end": ["b", [0, 0]], "metres": 1.0}
HOUSE: dict[str, Any] = {
    "name": "house",
    "floors": [
        {
            "name": "ground",
            "rooms": [{"name": "a", "layout": ROOM}, {"name": "b", "offset": [1.25, 0], "layout": ROOM}],
            "doors": [DOOR],
        },
        {"name": "upstairs", "height": 3, "rooms": [{"name": "c", "layout": ROOM}]},
    ],
    "stairs": [{"start": ["b", [0, 0]], "end": ["c", [0, 0]], "metres": 5}],
}


def test_a_file_of_a_house_is_read(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text(json.dumps(HOUSE), "utf-8")
    house = plain.read_building(path)
    assert [room.name for room in house.rooms] == ["a", "b", "c"]
    assert house.things(house.rooms[2])[1].location == Point(0.5, 3.8, 0.0)
    assert [each for each in links(house) if each[2] != 0.25] == [(1, 2, 1.0), (2, 4, 5.0)]


def test_a_file_of_one_room_is_a_building(tmp_path: Path) -> None:
    path = tmp_path / "den.json"
    path.write_text(json.dumps(ROOM), "utf-8")
    house = plain.read_building(path)
    (room,) = house.rooms
    assert house.things(room)[1].states == ("dirty",)
    assert house.things(room)[1].inside == "Table|1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" ", "broken JSON: .*"),
        ("[]", r"it is \[\]: .*; correct it"),
        ('{"name": "x", "reachable": [[NaN, 0]]}', "broken JSON: NaN is no number; correct it"),
        ('{"name": "x", "reachable": [[1e999, 0]]}', "reachable.0.0 is inf: .* finite number; correct it"),
        ('{"name": "x", "reachable": []}', "x: no point is reachable; .*"),
        ('{"name": "x", "reachable": [[0, 0]], "thing": []}', "thing is .*: there is no such field; correct it"),
        ('{"name": "x", "reachable": [[0, 0]], "things": [{"id": 3}]}', "things.0.id is 3: .*; correct it"),
        ('{"name": "x", "floors": []}', "the building 'x' needs a name and a floor"),
        (
            '{"name": "x", "floors": [{"name": "g", "rooms": [{"name": "a"}]}]}',
            "floors.0.rooms.0.layout is missing; correct it",
        ),
        ("{}", "name is missing; correct it"),
    ],
)
def test_a_bad_file_is_one_clear_error(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidInput, match=rf"bad\.json:? {reason}$") as error:
        plain.read_building(path)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"none\.json does not exist"):
        plain.read_building(tmp_path / "none.json")


def test_a_thing_of_another_room_is_unknown() -> None:
    lost = ROOM | {"things": [ROOM["things"][1]]}
    with pytest.raises(InvalidInput, match=r"^house: floors.0.rooms.0: den: Cup.1 lies in 'Table.1', which"):
        plain.building(HOUSE | {"floors": [{"name": "g", "rooms": [{"name": "a", "layout": lost}]}]}, "house")


FIELDS = ("name", "reachable", "things", "step", "height", "id", "type", "at", "floors", "rooms", "layout", "offset")
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.floats(), st.just(10**400), st.text(max_size=3)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=6))
def test_anything_is_a_layout_or_one_clear_error(value: dict[str, object]) -> None:
    for read in (plain.layout, plain.building):
        with contextlib.suppress(InvalidInput):
            assert read(value, "file").name


@given(st.sampled_from(sorted(HOUSE)), ANYTHING)
def test_a_house_with_one_wrong_part_is_one_clear_error(part: str, value: object) -> None:
    with contextlib.suppress(InvalidInput):
        assert plain.building(HOUSE | {part: value}, "file").rooms
