"""iTHOR's rooms as ALFRED describes them."""

import contextlib
import json
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.loaders.sources.layouts.ithor import type_facts
from clew.loaders.sources.readers.raw import LARGEST
from clew.model.scene import Point
from clew_playground.environments.household import alfred

SINK = "Sink|-00.50|+00.90|00.00|SinkBasin"
ENTRY = {
    "reachable_xz": [[0.0, 0.0], [0.25, 0.0]],
    "objects": ["Fridge", "Sink"],
    "openable": {SINK: [0.0, 0.0, 270, 30], "Fridge|+01.00|+00.00|+00.00": [0.25, 0.0, 90, 30]},
}


def test_an_entry_becomes_a_layout() -> None:
    given = alfred.poses([{"objectName": "Mug_291e6e8a", "position": {"x": -0.45, "y": 0.8, "z": -0.001}}], "task")
    layout = alfred.layout("FloorPlan1", ENTRY, given, is_dirty=True)
    sink, fridge, mug = layout.things
    assert (sink.type, sink.location, sink.viewpoint, sink.states) == (
        "SinkBasin",
        Point(-0.5, 0.9, 0.0),
        (0.0, 0.0),
        (),
    )
    assert (fridge.states, fridge.movable) == (("closed",), False)
    assert (mug.id, mug.inside, mug.movable, mug.states) == ("Mug|-00.45|+00.80|00.00", SINK, True, ("dirty",))


def test_each_pose_is_an_object_and_the_same_pose_is_none_twice() -> None:
    mug = alfred.Pose("Mug", Point(0.5, 1.0, 0.5))
    near = alfred.Pose("Mug", Point(0.501, 1.0, 0.5))
    layout = alfred.layout("FloorPlan1", ENTRY, (mug, near, mug))
    assert [each.id for each in layout.things[2:]] == ["Mug|+00.50|+01.00|+00.50", "Mug|+00.50|+01.00|+00.50#2"]


def test_what_is_known_to_hold_a_thing_is_believed() -> None:
    id = "Mug|+01.00|+01.00|+00.00"
    pose = alfred.Pose("Mug", Point(1.0, 1.0, 0.0))
    assert alfred.layout("FloorPlan1", ENTRY, (pose,)).things[2].inside == "Fridge|+01.00|+00.00|+00.00"
    assert alfred.layout("FloorPlan1", ENTRY, (pose,), lying={id: SINK}).things[2].inside == SINK


def test_what_no_receptacle_admits_lies_in_none() -> None:
    assert alfred.receptacle_of("Boots", Point(0.0, 0.0, 0.0), alfred.layout("FloorPlan1", ENTRY).things) == ""


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ([], r"FloorPlan1: it is \[\]: input should be an object; correct it"),
        ({"openable": {}}, "FloorPlan1: reachable_xz is missing; correct it"),
        ({"reachable_xz": [], "openable": {}}, "FloorPlan1: no point is reachable; .*"),
        (ENTRY | {"reachable_xz": [[0.0]]}, "FloorPlan1: reachable_xz.0.1 is missing; correct it"),
        (ENTRY | {"reachable_xz": [[0.0, "a"]]}, "FloorPlan1: reachable_xz.0.1 is 'a': .*; correct it"),
        (
            ENTRY | {"reachable_xz": [[0.0, float("nan")]]},
            "FloorPlan1: reachable_xz.0.1 is nan: .*finite.*",
        ),
        (ENTRY | {"openable": {"Fridge": [0, 0]}}, "FloorPlan1: the id 'Fridge' holds no coordinates; .*"),
        (ENTRY | {"openable": {"Bed|1|nan|2": [0, 0]}}, "FloorPlan1: the id 'Bed.1.nan.2' holds no coordinates; .*"),
        (ENTRY | {"openable": {SINK: [0]}}, r"FloorPlan1: openable.Sink.* is \[0\]: .*at least 2 items.*; correct it"),
        (
            ENTRY | {"openable": {SINK: [2.0, 0.0]}},
            "FloorPlan1: Sink.* is seen from .*, which is no reachable point; .*",
        ),
        (ENTRY | {"openable": {"Bed|+90|+0|+0": [0, 0]}}, "FloorPlan1: Bed.* is 89.75 m from every reachable point.*"),
    ],
)
def test_a_bad_entry_is_one_clear_error(entry: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=rf"^{message}$"):
        alfred.layout("FloorPlan1", entry)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, r"task: it is {}: .*list; correct it"),
        ([{"objectName": "Mug_1"}], "task: 0.position is missing; correct it"),
        ([{"objectName": 1, "position": {}}], "task: 0.objectName is 1: .*string; correct it"),
        ([{"objectName": "Mug_1", "position": {"x": 0, "y": 0}}], "task: 0.position.z is missing; correct it"),
    ],
)
def test_bad_poses_are_one_clear_error(given: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=rf"^{message}$"):
        alfred.poses(given, "task")


def test_the_table_speaks_of_types_that_it_knows() -> None:
    facts = type_facts()
    movable = {each for types in facts.holds.values() for each in types}
    assert facts.heatable | facts.coolable | facts.cleanable | facts.sliceable | facts.slices <= movable
    assert facts.heats | facts.cools | facts.cleans | facts.opens <= set(facts.holds)
    assert set(facts.holds) - set(facts.spans) <= movable


def test_a_file_of_entries_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "layouts.json.xz"
    path.write_bytes(lzma.compress(json.dumps({"FloorPlan1": ENTRY, "FloorPlan2": ENTRY}).encode()))
    assert [layout.name for layout in alfred.read_layouts(path).values()] == ["FloorPlan1", "FloorPlan2"]
    path.write_bytes(lzma.compress(json.dumps({"FloorPlan1": ENTRY, "FloorPlan2": {}}).encode()))
    with pytest.raises(InvalidInput, match=r"layouts\.json\.xz: FloorPlan2: reachable_xz is missing; correct it$"):
        alfred.read_layouts(path)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.json", b"[]", r"a\.json: it is \[\]: .*; correct it"),
        ("a.json", b"{", r"a\.json: broken JSON: .*"),
        ("a.json", b"\xff", r"a\.json is not UTF-8 text; .*"),
        ("a.json.xz", b"{}", r"a\.json\.xz is not packed by xz: .*; fetch it again"),
        ("a.json.xz", lzma.compress(b"{}")[:-1], r"a\.json\.xz is not packed by xz: .*; fetch it again"),
    ],
)
def test_a_bad_file_is_one_clear_error(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InvalidInput, match=rf"^[^:]*{reason}$"):
        alfred.read_layouts(tmp_path / name)
    with pytest.raises(InvalidInput, match="does not exist"):
        alfred.read_layouts(tmp_path / "none.json")


def test_a_small_file_that_fills_all_memory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json.xz").write_bytes(lzma.compress(b" " * (LARGEST + 1), preset=0))
    with pytest.raises(InvalidInput, match=r"^[^:]*a\.json\.xz unpacks to more than 67,108,864 bytes; split it$"):
        alfred.read_layouts(tmp_path / "a.json.xz")


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.just(SINK)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from((SINK, "Bed|1", "x")), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON, JSON)
def test_any_entry_is_a_layout_or_one_clear_error(reachable: object, openable: object) -> None:
    with contextlib.suppress(InvalidInput):
        assert alfred.layout("FloorPlan1", {"reachable_xz": reachable, "openable": openable}).reachable
