"""In a chat with an assistant what the user wants of all answers comes early; among people it does not."""

from datetime import UTC, datetime

import pytest

from clew.api.memory import Memory
from clew.model import Turn

START = datetime(2024, 3, 1, tzinfo=UTC)
WISH = "Always give the weights in grams when I ask about cooking."
PREFERENCE = "I prefer cooking without butter."
QUESTION = "How do I make a sponge cake that rises well?"


def talk(first: str, second: str) -> list[Turn]:
    """Twelve turns of cakes, each answered, after a wish."""
    turns = [Turn(WISH, first, START), Turn("I will.", second, START), Turn(PREFERENCE, first, START)]
    for cake in ("sponge", "carrot", "chocolate", "lemon", "plum", "almond"):
        turns += [
            Turn(f"How do I make a {cake} cake that rises?", first, START),
            Turn(f"A {cake} cake rises well if you beat the eggs for ten minutes and bake it at once.", second, START),
        ]
    return turns


def gains(memory: Memory) -> dict[str, float]:
    return {hit.text: hit.parts.wish for hit in memory.recall(QUESTION).hits}


def test_a_wish_is_lifted_and_its_gain_is_a_part_of_the_score(memory: Memory) -> None:
    memory.remember(talk("user", "assistant"), session="cakes")
    weight = memory.settings.recall.wish_weight
    gained = gains(memory)
    assert gained.pop(WISH) == pytest.approx(weight)
    assert gained.pop(PREFERENCE) == pytest.approx(weight / 3)
    assert set(gained.values()) == {0}
    plain = memory.settings.recall.changed(wish_weight=0.0)
    places = [
        [hit.text for hit in memory.recall(QUESTION, settings=settings).hits].index(WISH)
        for settings in (plain, memory.settings.recall)
    ]
    assert places[1] < places[0]


def test_the_same_hits_come_first_however_many_are_wanted(memory: Memory) -> None:
    memory.remember(talk("user", "assistant"), session="cakes")
    every, few = memory.recall(QUESTION).hits, memory.recall(QUESTION, limit=4).hits
    assert [hit.id for hit in few] == [hit.id for hit in every[:4]]


@pytest.mark.parametrize("speakers", [("assistant", "user"), ("Ann", "Ben")])
def test_neither_the_assistant_nor_people_have_standing_wishes(memory: Memory, speakers: tuple[str, str]) -> None:
    memory.remember(talk(*speakers), session="cakes")
    assert set(gains(memory).values()) == {0}


def test_a_long_turn_that_is_shortened_shows_its_wish(memory: Memory) -> None:
    beside = "The train to the coast was late again on Monday. " * 16
    about = "My aunt bakes a sponge cake that rises well every week. " * 24
    long = f"{beside}From now on, answer in German. {about}"
    memory.remember([Turn(long, "user", START), *talk("user", "assistant")], session="cakes")
    found = memory.recall(QUESTION, settings=memory.settings.recall.changed(words=300))
    (hit,) = (each for each in found.hits if each.text == long)
    assert hit.id in found.shortened
    assert "From now on, answer in German." in found.text
