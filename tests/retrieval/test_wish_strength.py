"""Which turns are standing wishes."""

import pytest

from clew.retrieval.families import PREFERENCE, wish_strength

INSTRUCTIONS = [
    "Always name your sources when I ask about history.",
    "Please never use tables.",
    "Thanks, that worked! Also, always write dates as day, month, year.",
    "From now on answer in two sentences.",
    "I'd like you to always show the units.",
    "Give me metric values whenever I ask for a recipe.",
    "Here is my draft. If I request a review, begin with the worst fault.",
    "That is it for today\nAlways greet me by my first name",
    "That is it for today\n\n \n  Always greet me by my first name",
]
PREFERENCES = [
    "I prefer trains to planes, how do I get to Oslo?",
    "I'd rather work in the mornings.",
    "I really much prefer short answers.",
    "My preference is a room with a view.",
]
NEITHER = [
    "Never mind, I found it.",
    "Never again will I buy that brand.",
    "He always says that.",
    "It has always been like that.",
    "Always a pleasure to talk with you!",
    "When I asked her, she laughed.",
    "Never heard of it.",
    "Never tried it before.",
    "What do people prefer in Oslo?",
    "The always-on display drains the battery.",
    "",
]


@pytest.mark.parametrize("text", INSTRUCTIONS)
def test_an_instruction_for_all_answers_weighs_in_full(text: str) -> None:
    assert wish_strength(text) == 1


@pytest.mark.parametrize("text", PREFERENCES)
def test_a_preference_weighs_less(text: str) -> None:
    assert wish_strength(text) == PREFERENCE


@pytest.mark.parametrize("text", NEITHER)
def test_what_asks_nothing_of_later_answers_weighs_nothing(text: str) -> None:
    assert wish_strength(text) == 0


@pytest.mark.timeout(10)
def test_a_long_text_is_read_at_once() -> None:
    assert wish_strength("please also and so just but ok okay " * 50_000) == 0
    assert wish_strength("I really " * 50_000 + "went") == 0
    assert wish_strength("\n" * 50_000) == wish_strength("\n \t" * 20_000) == wish_strength(".\n" * 20_000) == 0
