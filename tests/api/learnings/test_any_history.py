"""Whatever the order in which trials are played, sets are whole, of their own place, and taught by their own trials."""

from random import Random

import pytest

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.trial import Trial
from clew.retrieval.learnings.select import Selection

TASKS, PLACES = ("boil", "melt"), ("house", "ship")
MODES: tuple[Selection, ...] = ("all", "similarity", "graph")


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_sets_of_two_places_never_mix_and_no_set_grows(memory: Memory, seed: int) -> None:
    random, door = Random(seed), described(memory)
    going = list[Trial]()
    taught: dict[tuple[str, str], list[tuple[str, list[str]]]] = {}
    for number in range(14):
        if not going or random.random() < 0.6:
            going.append(door.begin(random.choice(TASKS), random.choice(PLACES), name=f"trial-{number}"))
            going[-1].step("wait", f"It is {number} o'clock.")
            continue
        trial = going.pop(random.randrange(len(going)))
        episode = (trial.state.task, trial.state.environment)
        trial.end(random.randrange(-100, 100))
        lines = [line(episode, random.randrange(3)) for _ in range(random.randrange(1, 3))]
        trial.learn(lines)
        taught.setdefault(episode, []).append((trial.name, list(dict.fromkeys(lines))))
        hold(door, taught)
    assert taught


def hold(door: Learnings, taught: dict[tuple[str, str], list[tuple[str, list[str]]]]) -> None:
    """Hold every episode against what its own trials wrote: the last one's lines and nothing else."""
    for (task, environment), written in taught.items():
        found = door.current(task, environment)
        assert found
        assert [each.learning.text for each in found.learnings] == written[-1][1]
        names = {name for name, _ in written}
        for each in found.learnings:
            assert {one.trial for one in door.why(each.id)} <= names
            assert door.why(each.id)
        ids = {each.id for each in found.learnings}
        for mode in MODES:
            chosen = door.select(
                "It is o'clock in the house and on the ship.", 9, mode=mode, task=task, environment=environment
            )
            assert {each.stored.id for each in chosen} <= ids
    assert len(door.archive()) == len(taught)


def line(episode: tuple[str, str], number: int) -> str:
    return f"Waiting {number} hours in the {episode[1]} MAY CONTRIBUTE to {episode[0]} it."


def described(memory: Memory) -> Learnings:
    door = Learnings(memory)
    for task in TASKS:
        door.task(task)
    for place in PLACES:
        door.environment(place)
    return door


def test_nothing_of_another_space_is_told(memory: Memory, module_memory: Memory) -> None:
    theirs = described(module_memory)
    trial = theirs.begin("boil", "house", name="theirs")
    trial.end(50)
    trial.learn(["Waiting in the house SHOULD BE NECESSARY to boil water."])
    ours = described(memory)
    assert all(ours.select("Waiting in the house.", mode=mode) == () for mode in MODES)
    assert (ours.current("boil", "house"), ours.trials("boil", "house"), ours.versions("boil", "house")) == (
        None,
        (),
        (),
    )
    assert (ours.archive(), ours.contradictions()) == ((), ())
    assert ours.begin("boil", "house").in_use is None
