"""A learner whose process ends before any statement leaves a history that can be read and gone on with."""

from itertools import count
from random import Random

import pytest
from tests.api.learnings.mortal import Killed, Mortal

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.trial import Trial
from clew.embedding import MiniLM
from clew.graph.queries import load
from clew.server import Address

pytestmark = pytest.mark.slow

THERE = load("learnings/there", str)

TRIALS = 3
STEPS = ("open the door", "take the key")


def go_on(memory: Memory) -> None:
    """Learn in three trials, from wherever the life before came to."""
    learnings = Learnings(memory)
    learnings.task("leave", "Leave the house.")
    learnings.environment("house")
    for number in range(TRIALS):
        trial = taken_up(learnings, f"trial-{number}")
        for action in STEPS[trial.length :]:
            trial.step(action, "Done.", used=[1] if trial.in_use else [])
        if trial.state.score is None:
            trial.end(10 * number)
        found = learnings.current("leave", "house")
        if not found or found.number <= number:
            trial.learn(lines(number))


def taken_up(learnings: Learnings, name: str) -> Trial:
    is_there = f"trial:{name}" in learnings.memory.space.read(THERE, ids=[f"trial:{name}"])
    return learnings.resume(name) if is_there else learnings.begin("leave", "house", name=name)


def lines(number: int) -> list[str]:
    return ["Opening the door SHOULD BE NECESSARY to leave the house.", f"Try {number} times."]


def check(memory: Memory) -> int:
    """Hold that what is there is whole. Return how many trials have begun."""
    learnings, begun = Learnings(memory), memory.stats().nodes.get("Trial", 0)
    for number in range(begun):
        state = learnings.resume(f"trial-{number}").state
        assert [step.action for _, step in state.steps] == list(STEPS[: state.length])
        assert state.length == len(STEPS) or state.score is None
    found = learnings.current("leave", "house") if begun else None
    if found:
        assert [each.learning.text for each in found.learnings] == lines(found.number - 1)
        assert [each.trial for each in learnings.why(found.learnings[0].id)] == ["trial-0"]
        assert found.number in {begun - 1, begun}
    return begun


def test_killed_before_any_statement_it_can_be_read_and_gone_on_with(
    server: Address, encoder: MiniLM, memory: Memory
) -> None:
    random, deaths, is_done = Random(0), 0, False
    with Mortal.connect(server.uri, auth=(server.user, server.password)) as graph:
        graph.left = 1_000_000
        mortal = Memory(graph, encoder, memory.space.name)
        while not is_done:
            graph.left = random.randrange(2, 12)
            try:
                go_on(mortal)
                is_done = True
            except Killed:
                deaths += 1
            check(memory)
    assert check(memory) == TRIALS
    assert deaths > TRIALS
    assert memory.stats().nodes["Learning"] == TRIALS * 2
    assert memory.stats().nodes["Episode"] == TRIALS * len(STEPS)


def test_a_summary_killed_before_any_statement_is_there_whole_or_not_at_all(
    server: Address, encoder: MiniLM, memory: Memory
) -> None:
    go_on(memory)
    door = Learnings(memory)
    door.environment("barn")
    best, before, deaths = door.archive(), memory.stats(), 0
    with Mortal.connect(server.uri, auth=(server.user, server.password)) as graph:
        graph.left = 1_000_000
        mortal = Learnings(Memory(graph, encoder, memory.space.name))
        for left in count():
            graph.left = left
            try:
                mortal.summarise("leave", "barn", lines(7), best)
                break
            except Killed:
                deaths += 1
                assert door.current("leave", "barn") is None
                assert memory.stats() == before
    assert deaths > 2
    found = door.current("leave", "barn")
    assert found
    assert [each.learning.text for each in found.learnings] == lines(7)
