"""Forgetting in a scene: no name, no word and no copy of what went stays, and what stays can be given back."""

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import NotFound
from clew.graph.queries import generated
from clew.model.building import Building, Floor, Passage, Room
from clew.model.scene import Layout, Point, Thing

DAY = timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
NAMES = generated("names", "MATCH (n:Clew:Entity {space: $space}) RETURN n.name AS name ORDER BY name")
VECTORS = generated(
    "vectors", "MATCH (n:Clew:Sighting {space: $space}) WHERE n.embedding IS NULL RETURN count(*) AS missing"
)
SPOTS = tuple((0.25 * x, 0.0) for x in range(9))
CUP = Thing("Cup|1", "Cup", Point(0.5, 0.8, 0.3), movable=True, inside="Basket|7")
BASKET = Thing("Basket|7", "Wicker Basket", Point(0.5, 0.7, 0.3), movable=True)


def flat(*rooms: str, things: tuple[Thing, ...] = ()) -> Building:
    """Rooms in a row, the things in the first one."""
    row = [Room(name, Layout(name, SPOTS, things if not at else ()), (3.0 * at, 0.0)) for at, name in enumerate(rooms)]
    doors = [Passage((one, (2.0, 0.0)), (other, (0.0, 0.0)), 1.0) for one, other in pairwise(rooms)]
    return Building("flat", (Floor("ground", tuple(row), tuple(doors), 0.0),))


def names(scene: Scene) -> list[str]:
    return [row["name"] for row in scene.memory.space.read(NAMES)]


def exported(memory: Memory, folder: Path) -> str:
    """All that an export says, without vectors."""
    memory.export(folder / "all.jsonl")
    lines = [json.loads(line) for line in (folder / "all.jsonl").read_text("utf-8").splitlines()]
    return json.dumps([{**line, "node": {**line.get("node", {}), "embedding": None}} for line in lines])


def test_a_type_or_a_room_that_was_changed_is_named_no_more(memory: Memory) -> None:
    scene = Scene(memory)
    scene.load(flat("den", things=(BASKET,)), at=MONDAY)
    scene.update([replace(BASKET, type="Crate")], at=MONDAY + DAY)
    assert names(scene) == ["crate", "den"]
    scene.load(flat("study", things=(replace(BASKET, type="Crate"),)), at=MONDAY + 2 * DAY)
    assert names(scene) == ["crate", "study"]
    assert memory.forget(ids=["object:Basket|7"]).removed["Entity"] == 1
    assert names(scene) == ["study"]


def test_what_lay_in_a_forgotten_object_tells_nothing_of_it_and_can_be_given_back(
    memory: Memory, tmp_path: Path
) -> None:
    scene = Scene(memory)
    scene.load(flat("den", things=(BASKET, CUP)), at=MONDAY)
    scene.update([replace(CUP, states=("dirty",))], at=MONDAY + DAY)
    scene.memory.forget(ids=["object:Basket|7"])
    assert [word for word in ("Basket|7", "basket", "Wicker", "wicker") if word in exported(memory, tmp_path)] == []
    assert memory.space.read(VECTORS)[0]["missing"] == 0
    (cup,) = scene.objects()
    assert (cup.inside, cup.states) == ("", ("dirty",))
    assert scene.update([Thing(cup.id, cup.type, cup.location, cup.movable, cup.states, cup.inside)]) == ()
    assert "Cup (dirty) in the room den." in {hit.text for hit in memory.recall("Where is the cup?").hits}


@pytest.mark.parametrize("id", ["area:den/1", "room:den", "floor:ground"])
def test_a_place_can_be_forgotten_and_what_was_seen_there_goes_with_it(memory: Memory, id: str, tmp_path: Path) -> None:
    scene = Scene(memory)
    building = flat("den", "hall", things=(BASKET, CUP))
    scene.load(building, spacing=100.0, at=MONDAY)
    (first, *_) = [area.name for area in scene.areas() if area.room == "den"]
    cup = next(each for each in scene.objects() if each.type == "Cup")
    scene.update([replace(CUP, id=cup.id, location=Point(4.0, 0.8, 0.3), inside="")], at=MONDAY + DAY)
    receipt = memory.forget(ids=[id if id != "area:den/1" else f"area:{first}"])
    assert {"Area", "SceneObject", "Sighting"} <= receipt.removed.keys()
    assert [word for word in ('"den"', "den/1", "room den", "Basket") if word in exported(memory, tmp_path)] == []
    assert [each.id for each in scene.objects()] == ([] if id == "floor:ground" else [cup.id])
    loaded = scene.load(building, spacing=100.0, at=MONDAY + 2 * DAY)
    assert set(loaded.written) >= {first}
    way = scene.route(first, next(area.name for area in scene.areas() if area.room == "hall"))
    assert way is not None
    assert len(way.areas) == 2


def test_a_room_that_is_not_there_and_a_name_of_a_short_term_memory(memory: Memory, tmp_path: Path) -> None:
    scene = Scene(memory)
    scene.load(flat("den", things=(BASKET,)), at=MONDAY)
    ShortTermMemory(memory, name="lately").see([BASKET], at=MONDAY + DAY)
    with pytest.raises(NotFound, match="no room 'attic'"):
        memory.forget(ids=["room:attic"])
    receipt = memory.forget(ids=["short-term memory:lately"])
    assert dict(receipt.removed) == {"ShortTermMemory": 1}
    assert "lately" not in exported(memory, tmp_path)


@dataclass
class Known:
    """What a scene holds, in the simplest words: the type of each thing."""

    types: dict[str, str] = field(default_factory=dict[str, str])
    room: str = "den"


CHANGES = st.lists(
    st.tuples(st.sampled_from(["type", "room", "forget"]), st.sampled_from("abc"), st.sampled_from(["Cup", "Mug"])),
    min_size=2,
    max_size=7,
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_whatever_is_renamed_and_forgotten_the_names_are_those_of_what_is_there(
    memory: Memory, changes: list[tuple[str, str, str]]
) -> None:
    scene, known = Scene(memory), Known()
    scene.load(flat("den"), at=MONDAY)
    for number, (change, id, word) in enumerate(changes, 1):
        if change == "type":
            known.types[id] = word
            scene.update([Thing(id, word, Point(0.5, 0.7, 0.3))], at=MONDAY + number * DAY)
        elif change == "room":
            known.room = f"{word} room"
            there = tuple(Thing(each, sort, Point(0.5, 0.7, 0.3)) for each, sort in known.types.items())
            scene.load(flat(known.room, things=there), at=MONDAY + number * DAY)
        elif known.types.pop(id, None):
            memory.forget(ids=[f"object:{id}"])
        words = {each.lower() for each in (known.room, *known.types.values())}
        assert set(names(scene)) == words
    memory.forget(space=True)
