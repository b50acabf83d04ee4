"""A walk is made only where something else than turns is there to be reached."""

from collections.abc import Callable

import pytest

from clew.api.memory import Memory
from clew.model import Fact, Turn

PEOPLE = (("user", "assistant"), ("Ann", "Ben"))


def remember(memory: Memory, *speakers: str) -> Memory:
    said = ("My sister moved to Lisbon.", "How does she like Lisbon?", "She likes the trams.")
    memory.remember([Turn(text, speakers[place % 2]) for place, text in enumerate(said)], session="s")
    return memory


def walks(memory: Memory, **changed: object) -> bool:
    settings = memory.settings.recall.changed(**changed)
    return memory.recall("Who moved to Lisbon?", settings=settings).engine is not None


@pytest.mark.parametrize("speakers", PEOPLE)
def test_turns_alone_are_not_walked_unless_that_is_asked_for(memory: Memory, speakers: tuple[str, ...]) -> None:
    remember(memory, *speakers)
    assert not walks(memory)
    assert walks(memory, turns_walk=True)


@pytest.mark.parametrize("speakers", PEOPLE)
@pytest.mark.parametrize(
    "fill",
    [
        lambda memory: memory.read("Lisbon has trams.", title="Lisbon"),
        lambda memory: memory.remember_facts([Fact("Somebody's sister lives in Lisbon.", sources=("episode:s/0",))]),
    ],
)
def test_what_was_read_or_made_of_turns_is_reached(
    memory: Memory, fill: Callable[[Memory], object], speakers: tuple[str, ...]
) -> None:
    fill(remember(memory, *speakers))
    assert walks(memory)
