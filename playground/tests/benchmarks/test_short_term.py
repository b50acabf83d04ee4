"""Traces of tasks, and our W-TinyLFU beside another's."""

import json
import lzma
from contextlib import closing
from pathlib import Path

import pytest
from benchmarks.short_term_traces import DRAWS, halves, own_tasks, read_tasks, zipf_numbers
from theine import Cache

from clew.loaders.scene.replacement import policy


@pytest.mark.parametrize("name", ["tasks.json", "tasks.json.xz"])
def test_a_task_is_the_types_that_it_names(name: str, tmp_path: Path) -> None:
    named = {"object_target": "Cup", "mrecep_target": "", "parent_target": "Sink", "toggle_target": "Cup"}
    content = json.dumps([{"pddl_params": {**named, "object_sliced": False}}]).encode()
    path = tmp_path / name
    path.write_bytes(lzma.compress(content) if name.endswith("xz") else content)
    assert read_tasks(path) == [("Cup", "Sink")]


def test_the_tasks_that_come_with_clew_are_told_like_those_of_alfreds_file() -> None:
    tasks = own_tasks()
    assert tasks[0] == ("AlarmClock", "DeskLamp")
    assert {len(task) for task in tasks} == {2, 3}


def test_halves_share_no_task() -> None:
    assert halves([("a",), ("b",), ("c",)]) == ([("a",), ("c",)], [("b",)])


@pytest.mark.parametrize("name", DRAWS)
def test_a_seed_says_which_tasks_are_drawn(name: str) -> None:
    tasks = [(f"object {number}",) for number in range(40)]
    drawn = DRAWS[name](tasks, 200, 3)
    assert (len(drawn), set(drawn) <= set(tasks)) == (200, True)
    assert drawn == DRAWS[name](tasks, 200, 3) != DRAWS[name](tasks, 200, 4)


def test_most_of_a_recent_draw_is_recent() -> None:
    drawn = DRAWS["60 % from the last 6 tasks"]([(f"object {number}",) for number in range(1000)], 2000, 1)
    again = sum(task in drawn[max(0, place - 6) : place] for place, task in enumerate(drawn))
    assert again / len(drawn) == pytest.approx(0.6, abs=0.05)


def test_w_tinylfu_hits_as_often_as_theines() -> None:
    trace = zipf_numbers(1000, 20_000, 7)
    memory = policy("w-tinylfu", capacity=100, window=0.01)
    ours = theirs = 0
    with closing(Cache[int, bool](100)) as cache:
        for key in trace:
            if memory.touch(str(key)):
                ours += 1
            else:
                memory.put(str(key))
            if cache.get(key)[1]:
                theirs += 1
            else:
                cache.set(key, True)
    assert ours / len(trace) == pytest.approx(theirs / len(trace), abs=0.03)
