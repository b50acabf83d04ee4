"""Whatever takes steps, a step follows the last one that is left."""

from collections.abc import Callable

import pytest

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.graph.queries import generated

CHAIN = "MATCH (one:Episode {space: $space})-[:NEXT]->(two:Episode) RETURN one.position AS one, two.position AS two"

Step = Callable[[Memory, int], None]


def walk(memory: Memory, number: int) -> None:
    World(memory, "run").observe(f"You see a key {number}.", action="look")


def work(memory: Memory, number: int) -> None:
    working = WorkingMemory(memory)
    if number:
        working.resume("run")
    else:
        working.begin("Open the safe.", name="run")
        working.subgoal("Find the code.")
    working.step("look", f"A key {number}.")


def attempt(memory: Memory, number: int) -> None:
    door = Learnings(memory)
    if number:
        trial = door.resume("run")
    else:
        door.task("boil", "Boil water.")
        door.environment("house", "A house with a kitchen.")
        trial = door.begin("boil", "house", name="run")
    trial.step("look", f"A key {number}.")


@pytest.mark.parametrize("step", [walk, work, attempt])
def test_a_step_follows_the_last_one_that_is_left(memory: Memory, step: Step) -> None:
    for number in range(3):
        step(memory, number)
    memory.forget(ids=["episode:run/1", "episode:run/2"])
    step(memory, 3)
    step(memory, 4)
    found = memory.space.read(generated("test", CHAIN))
    assert sorted((row["one"], row["two"]) for row in found) == [(0, 3), (3, 4)]
