"""The benchmark of places: its buildings are whole, brute force is right, and a small run answers alike."""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import networkx as nx
from benchmarks.scene_buildings import ROOMS_PER_FLOOR, building
from benchmarks.scene_report import BRUTE, OURS, QUERIES, Measured, figures, gates

from clew.model.building import links
from clew.server import Address

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "scene.py"

FAST = {query: {OURS: [0.001, 0.003, 0.001], BRUTE: [0.02] * 3} for query in QUERIES}
TEN = Measured(10, 1, 60, 600, 2.0, 1.0, FAST, 0, [0.05], 3, 4)
HUNDRED = replace(TEN, rooms=100, floors=4, areas=600, objects=6000)


def test_rooms_of_a_building_are_apart_and_one_can_walk_to_each() -> None:
    house = building(ROOMS_PER_FLOOR + 2)
    assert [len(floor.rooms) for floor in house.floors] == [ROOMS_PER_FLOOR, 2]
    points = [point for room in house.rooms for point in house.points(room)]
    assert len(set(points)) == len(points)
    first, walked = [0], nx.Graph((one, other) for one, other, _ in links(house))
    for room in house.rooms:
        first.append(first[-1] + len(room.layout.reachable))
    component = max(nx.connected_components(walked), key=len)
    assert all(component.intersection(range(start, end)) for start, end in pairwise(first))
    assert any(thing.movable for room in house.rooms for thing in room.layout.things)


def test_each_gate_fails_where_its_figure_is_missed() -> None:
    assert all(gates([TEN, HUNDRED]).values())
    slow = {query: {OURS: [0.03], BRUTE: [0.02]} for query in QUERIES}
    missed = {
        "faster": (replace(HUNDRED, seconds=slow), 3),
        "grows": (replace(HUNDRED, seconds=FAST | {"within 2 m": {OURS: [0.0021], BRUTE: [0.02]}}), 1),
        "same answers": (replace(HUNDRED, differing=1), 1),
        "touches": (replace(HUNDRED, change_nodes=4), 1),
    }
    for name, (last, times) in missed.items():
        found = [gate for gate, passes in gates([TEN, last]).items() if name in gate and not passes]
        assert len(found) == times


def test_figures_are_percentiles_in_milliseconds() -> None:
    found = cast("list[Any]", figures([replace(TEN, change_seconds=[0.01, 0.03])])["buildings"])[0]
    assert found["ms"]["route"][OURS] == {"calls": 3, "p50": 1.0, "p95": 2.8}
    assert found["change of one object"]["ms"] == {"calls": 2, "p50": 20.0, "p95": 29.0}


def test_a_small_run_answers_as_brute_force_does(server: Address, tmp_path: Path) -> None:
    few = ["--rooms", "1", "3", "--queries", "4", "--brute-queries", "4", "--warm-up", "1", "--changes", "2"]
    place = ["--uri", server.uri, "--password", server.password]
    files = ["--json", str(tmp_path / "scene.json"), "--plot", str(tmp_path / "scene.png")]
    done = subprocess.run([sys.executable, SCRIPT, *few, *place, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "scene.json").read_text("utf-8"))
    assert [each["rooms"] for each in found["buildings"]] == [1, 3]
    assert [each["answers that differ"] for each in found["buildings"]] == [0, 0]
    assert [each["change of one object"]["nodes"] for each in found["buildings"]] == [3, 3]
    assert [each["ms"]["route"][BRUTE]["calls"] for each in found["buildings"]] == [4, 4]
    assert server.password not in json.dumps(found)
    assert (tmp_path / "scene.png").stat().st_size > 1000
