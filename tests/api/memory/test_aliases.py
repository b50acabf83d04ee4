"""Speakers have other names: those by which they are greeted, and those that a caller gives; they go with the turns."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.api.opening import prepare_store
from clew.errors import InvalidInput, NotFound
from clew.graph.queries import generated, load
from clew.loaders.upkeep.migrations import BEFORE_ADDRESSES, add_addressed
from clew.model import Turn
from clew.settings import Settings
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


ADDRESSED = """MATCH (turn:Episode {space: $space})-[:ADDRESSES]->(entity:Entity)
RETURN turn.id AS turn, entity.text AS name ORDER BY turn, name"""


def test_a_turn_leads_to_whom_it_addresses_and_to_nobody_else_whom_it_names(memory: Memory) -> None:
    turns = [GREETING, Turn("Thanks, Kit, and hello Ben! I met Ann in Lisbon.", "Ann"), ANSWER]
    memory.remember(turns, session="one")
    one, two = "episode:one/0", "episode:one/1"
    to_kit = [{"turn": one, "name": "Kit"}, {"turn": two, "name": "Kit"}]
    assert rows(memory, ADDRESSED) == to_kit
    memory.forget(ids=two)
    assert rows(memory, ADDRESSED) == to_kit[:1]
    memory.forget(ids=one)
    assert memory.stats().nodes.get("Entity") is None


def test_a_corrected_turn_leads_to_whom_its_new_words_address(memory: Memory) -> None:
    memory.remember([GREETING, ANSWER], session="one")
    corrected = memory.correct("episode:one/0", "Hey Sam! How was the race?")
    assert {"turn": corrected.id, "name": "Sam"} in rows(memory, ADDRESSED)
    assert {"turn": corrected.id, "name": "Kit"} not in rows(memory, ADDRESSED)


@pytest.mark.whole_store
def test_a_store_and_an_export_of_before_get_these_and_again_if_that_was_interrupted(
    memory: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    memory.remember([GREETING, ANSWER], session="one")
    now = rows(memory, ADDRESSED)
    removal = "MATCH (turn:Clew {space: $space})-[addresses:ADDRESSES]->() DELETE addresses"
    memory.space.write(generated("before", removal))
    memory.space.graph.write(load("maintain/set_version"), version=BEFORE_ADDRESSES)
    prepare_store(memory.space, Settings())
    assert rows(memory, ADDRESSED) == now
    assert add_addressed(memory.space) == 1  # as if the migration had ended before it was recorded
    assert rows(memory, ADDRESSED) == now
    memory.space.write(generated("before", removal))
    memory.export(tmp_path / "now.jsonl")
    first, _, rest = (tmp_path / "now.jsonl").read_text("utf-8").partition("\n")
    head = json.dumps(json.loads(first) | {"schema": BEFORE_ADDRESSES})
    (tmp_path / "before.jsonl").write_text(f"{head}\n{rest}", "utf-8")
    restored = open_memory()
    for _ in range(2):  # as after an interruption
        restored.restore(tmp_path / "before.jsonl")
        assert rows(restored, ADDRESSED) == now


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
