"""A building is loaded whole or not at all: bad ones leave nothing behind, and a writer that is killed likewise."""

import json
import os
import signal
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tests.api.learnings.mortal import Mortal
from tests.api.scene.buildings import held, house
from tests.api.scene.test_isolation import otherwise

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.embedding import MiniLM
from clew.errors import Conflict, InvalidInput
from clew.graph.space import Space
from clew.loaders.scene.areas import SPACING_M
from clew.loaders.scene.write import load_building
from clew.loaders.sources.layouts import plain
from clew.server import Address

DAY = timedelta(days=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
SQUARE = [[0.0, 0.0], [0.25, 0.0], [0.0, 0.25], [0.25, 0.25]]
TABLE = {"id": "Table|1", "type": "Table", "at": [0.25, 0.7, 0.25]}
CUP = {"id": "Cup|1", "type": "Cup", "at": [0.0, 0.8, 0.0], "movable": True, "inside": "Table|1"}

BAD: dict[str, Mapping[str, object]] = {
    "no reachable point": {"reachable": []},
    "a point that is no number": {"reachable": [*SQUARE, [float("nan"), 0.0]]},
    "a point without end": {"reachable": [*SQUARE, [float("inf"), 0.0]]},
    "a point twice": {"reachable": [*SQUARE, SQUARE[0]]},
    "a thing twice": {"things": [CUP, TABLE, CUP]},
    "a thing nowhere": {"things": [TABLE, {**CUP, "at": [0.0, float("nan"), 0.0]}]},
    "a thing outside the floor": {"things": [TABLE, {**CUP, "at": [9.0, 0.8, 0.0]}]},
    "a thing above the floor": {"things": [TABLE, {**CUP, "at": [0.0, 9.0, 0.0]}]},
    "a thing in nothing": {"things": [CUP]},
    "a grid of no step": {"step": 0.0},
}


@pytest.mark.parametrize("wrong", BAD.values(), ids=BAD)
def test_a_bad_layout_leaves_the_graph_as_it_was(
    wrong: Mapping[str, object], module_memory: Memory, tmp_path: Path
) -> None:
    scene, file = Scene(module_memory), tmp_path / "den.json"
    scene.load(house(), at=MONDAY)
    before = held(module_memory, tmp_path)
    good: dict[str, object] = {"name": "den", "reachable": SQUARE, "things": [TABLE, CUP]}
    file.write_text(json.dumps({**good, **wrong}), "utf-8")
    with pytest.raises(InvalidInput, match="den"):
        scene.load(plain.read_building(file), at=MONDAY + DAY)
    assert held(module_memory, tmp_path) == before
    file.write_text(json.dumps(good), "utf-8")
    assert plain.read_building(file).rooms


@pytest.mark.parametrize(
    ("wrong", "error"), [({"spacing": float("nan")}, InvalidInput), ({"at": MONDAY - DAY}, Conflict)]
)
def test_a_load_that_is_refused_leaves_the_graph_as_it_was(
    wrong: Mapping[str, Any], error: type[Exception], memory: Memory, tmp_path: Path
) -> None:
    scene = Scene(memory)
    scene.load(house(), at=MONDAY)
    before = held(memory, tmp_path)
    with pytest.raises(error):
        scene.load(otherwise(house(), 1), **wrong)
    assert held(memory, tmp_path) == before


class MortalGraph(Mortal):
    """A graph; it kills its process in a write transaction, before the statement of that number."""

    def end(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def load_and_die(server: Address, space: str, statements: int) -> None:
    with MortalGraph.connect(server.uri, auth=(server.user, server.password)) as graph:
        graph.left = statements
        load_building(Space(graph, MiniLM(), space), otherwise(house(), 1), SPACING_M, MONDAY + DAY)


def died(server: Address, space: str, statements: int) -> bool:
    """Load in a process of its own; whether it was killed, for a failure is none."""
    process = get_context("spawn").Process(target=load_and_die, args=(server, space, statements), daemon=True)
    process.start()
    process.join(200)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


@pytest.mark.slow
def test_killed_in_the_middle_of_a_load_the_old_building_is_there_or_the_new_one(
    server: Address, memory: Memory, tmp_path: Path
) -> None:
    scene, deaths = Scene(memory), 0
    scene.load(house(), at=MONDAY)
    old = held(memory, tmp_path)
    for statements in (3, 5, 1000):
        dead = died(server, memory.space.name, statements)
        deaths += dead
        assert (held(memory, tmp_path) == old) == dead
    assert deaths == 2
    new = otherwise(house(), 1)
    assert scene.load(new, at=MONDAY + 2 * DAY).objects == ()
    assert {each.states for each in scene.objects()} == {("dirty",)}
    assert {each.states for each in scene.objects(as_of=MONDAY)} == {()}
