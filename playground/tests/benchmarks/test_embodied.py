"""The benchmark of embodied agents: sequences, vague words, figures, and a few tasks from end to end."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from clew.agents.karma.body import Skill
from clew.agents.karma.planner import KarmaSituation
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.model.scene import Layout, Point, Thing
from clew.model.short_term import TaskMemory
from clew.server import Address
from clew_playground.environments.household import Goal, all_tasks

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "embodied.py"


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of sequences."""
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import embodied_tasks  # pyright: ignore[reportMissingImports]

    return embodied_tasks


def test_simple_sequences_are_all_tasks(tasks: Any) -> None:
    assert [each.tasks for each in tasks.sequences("simple")] == [(task,) for task in all_tasks()]


@pytest.mark.parametrize("sort", ["room", "composite", "complex"])
def test_tasks_of_a_sequence_share_types_and_no_goal(tasks: Any, sort: str) -> None:
    found = tasks.sequences(sort)
    used = [task for each in found for task in each.tasks]
    assert len(used) == len(set(used)) > 100
    for each in found:
        types = [{kind for kind, _ in task.goal.needs} for task in each.tasks]
        assert all(types[place] & set().union(*types[:place]) for place in range(1, len(types)))
        assert len({task.goal for task in each.tasks}) == len(each.tasks) > 1
        assert len({tasks.home_of(task) for task in each.tasks}) == 1


def test_a_home_has_its_rooms_and_what_its_tasks_need(tasks: Any) -> None:
    for each in tasks.sequences("composite")[::10]:
        house, bare = each.house(), each.building(is_bare=True)
        assert [room.name for room in bare.rooms] == [room.name for room in house.building.rooms]
        assert len(house.ways.part(house.place)) > 0.9 * sum(len(room.layout.reachable) for room in bare.rooms)
        assert not any(thing.movable for room in bare.rooms for thing in bare.things(room))
        for task in each.tasks:
            house.assign(task.goal)


def test_a_vague_sentence_does_not_name_the_object(tasks: Any) -> None:
    for each in tasks.sequences("complex"):
        for task, sentence in zip(each.tasks, each.sentences, strict=True):
            assert not tasks._noun(task.goal.object).search(sentence)
    apple = next(task for task in all_tasks() if task.goal.object == "Apple" and "apple" in task.sentences[0].lower())
    mug = next(task for task in all_tasks() if task.goal.object == "Mug")
    assert "food" in tasks.vague([apple])
    assert "container" in tasks.vague([mug])
    assert "used before" in tasks.vague([apple, mug, apple])
    assert {"it", "one"} & set(tasks.vague([apple, apple]).lower().replace(".", "").split())


def test_a_complex_task_is_planned_from_its_words_and_from_what_is_recalled(
    monkeypatch: pytest.MonkeyPatch, memory: Memory
) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    from embodied_words import WordsPlanner  # pyright: ignore[reportMissingImports]

    at, here = datetime(2026, 1, 1, tzinfo=UTC), Point(0.0, 0.0, 0.0)
    things = [Thing(f"{kind}|1", kind, here, movable=True) for kind in ("Apple", "Mug", "Knife")]
    Scene(memory).load(Layout("kitchen", ((0.0, 0.0),)))
    lately = ShortTermMemory(memory)
    lately.see(things, at=at)

    def planned(words: str, recalled: TaskMemory | None, *, wrong: str = "Egg") -> Any:
        goal = Goal("pick_cool_then_place_in_recep", wrong, "CounterTop")
        known = {each.id: each for each in things[:2]} if recalled else {}
        seen = frozenset(known)
        situation = KarmaSituation(words, known, seen, seen, "", here, recalled, None, (), "")
        return WordsPlanner(goal).plan(situation)

    recalled = lately.recall("the apple and the mug and the knife", k=2, at=at)
    assert {unit.object.type for unit in recalled.units} == {"Apple", "Mug", "Knife"}
    assert planned("cool the food", recalled) == planned("cool the food", recalled, wrong="Pan")
    assert planned("cool the food", recalled)[0] == Skill("pick", "Apple|1")
    assert planned("cool the container", recalled)[0] == Skill("pick", "Mug|1")
    assert planned("cool the tool", recalled) is None  # a knife is not cooled
    assert planned("cool it", None) is None


def test_savings_are_shares_of_a_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    from intervals import savings  # pyright: ignore[reportMissingImports]

    saved = savings([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])
    assert (saved.mean, saved.low, saved.high) == pytest.approx((50.0, 50.0, 50.0))
    uneven = savings([0.0, 4.0], [4.0, 4.0])
    assert uneven.low == pytest.approx(0.0)
    assert uneven.mean == pytest.approx(50.0)
    assert uneven.high == pytest.approx(100.0)
    nothing = savings([1.0, 2.0], [0.0, 4.0])  # a resample may hold the first pair alone
    assert (nothing.mean, nothing.low, nothing.high) == pytest.approx((25.0, 0.0, 50.0))
    assert savings([1.0], [0.0]).mean == 0


@pytest.mark.timeout(600)
def test_a_few_tasks_are_played_by_all_agents(server: Address, tmp_path: Path) -> None:
    place = ["--uri", server.uri, "--password", server.password]
    files = ["--json", str(tmp_path / "out.json"), "--plot", str(tmp_path / "out.png")]
    arms = ["--arms", "none", "long-term", "both, lru", "both, w-tinylfu-karma"]
    few = ["--sorts", "simple", "composite", "--sequences", "1", *arms]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *few, *place, *files], capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert found["commit"]
    assert set(found["all"]) == {"simple", "composite"}
    assert set(found["all"]["composite"]) == set(arms[1:])
    assert set(found["all"]["simple"]) == {"none", "long-term", "both, w-tinylfu-karma"}
    assert found["all"]["composite"]["both, lru"]["MHR"] is not None
    assert len(found["gates"]) == 6
    assert (tmp_path / "out.png").stat().st_size > 0
