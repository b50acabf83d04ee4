"""No answer about places of a space holds what another space has, though ids, names and places are the same."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.api.scene.buildings import held, house, things

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.errors import NotFound
from clew.model.building import Building
from clew.model.scene import Point

DAY = timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)


def otherwise(building: Building, seed: int) -> Building:
    """The same rooms and ids; things lie elsewhere in their rooms and are dirty."""
    random_ = random.Random(seed)
    floors = [
        replace(
            floor,
            rooms=tuple(
                replace(
                    room,
                    layout=replace(
                        room.layout,
                        things=tuple(
                            replace(
                                thing,
                                location=Point(random_.uniform(0, 3), 1.0, random_.uniform(0, 3)),
                                states=("dirty",),
                            )
                            for thing in room.layout.things
                        ),
                    ),
                )
                for room in floor.rooms
            ),
        )
        for floor in building.floors
    ]
    return replace(building, floors=tuple(floors))


def answers(scene: Scene) -> dict[str, object]:
    """Everything that can be asked, over the whole house."""
    here, there, id = Point(1.0, 0.5, 1.0), Point(9.0, 3.5, 2.0), things(house())[0].id
    return {
        "areas": scene.areas(),
        "area": scene.area(there),
        "nearest": scene.nearest(here, limit=50),
        "nearest then": scene.nearest(here, limit=50, as_of=MONDAY),
        "within": scene.nearest(here, limit=50, within=2.0),
        "between": scene.between(here, there, within=2.0),
        "between then": scene.between(here, there, within=2.0, as_of=MONDAY),
        "objects": scene.objects(),
        "objects then": scene.objects(as_of=MONDAY),
        "of ids": scene.objects(ids=[id]),
        "of areas": scene.objects(areas=[area.name for area in scene.areas()[:4]]),
        "history": scene.history(id),
        "words": scene.describe(here),
        "route": scene.route(here, there),
    }


def test_two_spaces_with_the_same_ids_never_answer_for_each_other(
    open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    mine, other = Scene(open_memory()), Scene(open_memory())
    mine.load(house(), at=MONDAY)
    alone, graph = answers(mine), held(mine.memory, tmp_path)
    other.load(otherwise(house(), 1), at=MONDAY)
    other.update([replace(thing, states=("on",)) for thing in things(otherwise(house(), 2))[::2]], at=MONDAY + DAY)
    theirs = answers(other)
    assert answers(mine) == alone
    assert held(mine.memory, tmp_path) == graph
    assert [name for name in alone if alone[name] == theirs[name]] == ["areas", "area", "route"]
    assert not {each.states for each in mine.objects()} & {each.states for each in other.objects()}
    mine.memory.forget(space=True)
    assert answers(other) == theirs
    assert mine.objects() == mine.areas() == mine.nearest(Point(1.0, 0.5, 1.0)) == ()
    with pytest.raises(NotFound, match="no building"):
        mine.area(Point(0.0, 0.0, 0.0))


def test_forgetting_an_object_of_a_space_leaves_that_of_another(open_memory: Callable[..., Memory]) -> None:
    mine, other = Scene(open_memory()), Scene(open_memory())
    for scene in (mine, other):
        scene.load(house(), at=MONDAY)
    theirs, id = answers(other), things(house())[0].id
    mine.memory.forget(ids=[f"object:{id}"])
    assert (mine.objects(ids=[id]), mine.history(id)) == ((), ())
    assert len(mine.objects()) == len(other.objects()) - 1
    assert answers(other) == theirs
