"""Speakers have other names: those by which they are greeted, and those that a caller gives; they go with the turns."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.model import Turn
from clew.text.names.vocatives import addressed

AT = datetime(2024, 3, 1, tzinfo=UTC)
GREETING = Turn("Hey Kit! How was the race?", "Benjamin", AT)
ANSWER = Turn("I came in third, and I am happy.", "Katherine", AT)
QUESTION = "What did Kit come in?"


def speaker_share(memory: Memory, question: str) -> dict[str, float]:
    return {hit.speaker: hit.parts.speaker for hit in memory.recall(question).hits}


def test_a_name_by_which_one_of_two_greets_the_other_is_an_alias(memory: Memory) -> None:
    memory.remember([GREETING, ANSWER], session="one")
    assert memory.stats().aliases == {"Katherine": ("Kit",)}
    share = speaker_share(memory, QUESTION)
    assert share["Katherine"] > 0 == share["Benjamin"]


def test_it_is_known_when_the_other_speaks_later(memory: Memory) -> None:
    memory.remember([GREETING], session="one")
    assert memory.stats().aliases == {}
    memory.remember([GREETING, ANSWER], session="one")
    assert memory.stats().aliases == {"Katherine": ("Kit",)}


def test_among_three_a_greeting_says_nothing(memory: Memory) -> None:
    memory.remember([GREETING, ANSWER, Turn("I was there, too.", "Carl", AT)], session="one")
    assert memory.stats().aliases == {}


def test_a_name_for_two_speakers_and_the_name_of_another_mean_nobody(memory: Memory) -> None:
    memory.remember([Turn("Hi Honey!", "Ann", AT), Turn("Thanks, Honey!", "Ben", AT)], session="one")
    memory.remember([Turn("Hello Ben!", "Ben", AT), Turn("What?", "Ann", AT)], session="two")
    assert memory.stats().aliases == {}


def test_an_alias_goes_with_the_turns_that_show_it(memory: Memory) -> None:
    memory.remember([GREETING, ANSWER], session="one")
    memory.forget(ids="episode:one/0")
    assert memory.stats().aliases == {}
    assert set(speaker_share(memory, QUESTION).values()) == {0.0}


def test_a_caller_gives_aliases(memory: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    memory.remember([ANSWER], session="one")
    memory.alias("Katherine", ["Aunt Dodo", "KD"])
    assert memory.stats().aliases == {"Katherine": ("Aunt Dodo", "KD")}
    assert speaker_share(memory, "What did Aunt Dodo come in?")["Katherine"] > 0
    memory.export(tmp_path / "space.jsonl")
    other = open_memory()
    other.restore(tmp_path / "space.jsonl")
    assert other.stats().aliases == {"Katherine": ("Aunt Dodo", "KD")}
    memory.alias("Katherine", [])
    assert memory.stats().aliases == {}


def test_a_given_alias_goes_with_its_speaker(memory: Memory) -> None:
    memory.remember([ANSWER], session="one")
    memory.remember([GREETING], session="two")
    memory.alias("Katherine", "KD")
    memory.forget(session="one")
    memory.remember([ANSWER], session="three")
    assert memory.stats().aliases == {}


@pytest.mark.parametrize("names", [[""], ["a = b"], ["x" * 300], [f"name {number}" for number in range(60)]])
def test_an_alias_that_cannot_be_kept_is_refused(memory: Memory, names: list[str]) -> None:
    memory.remember([ANSWER], session="one")
    with pytest.raises(InvalidInput):
        memory.alias("Katherine", names)


def test_an_alias_of_nobody_is_refused(memory: Memory) -> None:
    memory.remember([ANSWER], session="one")
    with pytest.raises(NotFound, match="it has Katherine"):
        memory.alias("Zoe", "Z")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Hey Mel! Good to see you.", ["Mel"]),
        ("Thanks, Jo.", ["Jo"]),
        ("Wow. Congrats Tim, you did it!", ["Tim"]),
        ("Good morning, Mrs. Brown.", ["Brown"]),
        ("Thanks, Dr.!", []),
        ("Hello there! Nice day.", []),
        ("Thanks everyone!", []),
        ("Thanks Ann for the book.", []),
        ("I met Ann, who lives in Lisbon.", []),
        ("Please correct my letter.\n" * 5 + "\nDear Matthew,\n", []),
    ],
)
def test_greetings_and_thanks_name_whom_they_are_for(text: str, names: list[str]) -> None:
    assert addressed(text) == names
