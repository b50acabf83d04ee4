"""A question about people of a group finds what they tell each other and what others tell of them."""

from itertools import product

import pytest

from clew import Memory

CHATTER = (
    ("Olaf", "The bakery was out of bread again."),
    ("Magda", "I saw the first swallows today."),
    ("Quin", "My alarm clock is too loud."),
    ("Tarek", "Is the pool open on Sunday?"),
    ("Magda", "It is, from nine."),
    ("Olaf", "I may come along."),
    ("Quin", "Bring a towel then."),
    ("Tarek", "What a long week."),
)


@pytest.fixture
def group(memory: Memory) -> Memory:
    told = (
        ("Quin", "Olaf, I knitted you a grey scarf."),
        ("Quin", "Magda, I knitted you a pair of red mittens."),
        ("Tarek", "Olaf, I knitted you a striped hat."),
        ("Tarek", "Imagine, Magda came home with a motorboat."),
        ("Quin", "Imagine, Tarek came home with a kiln."),
    )
    memory.remember([{"speaker": who, "text": text} for who, text in (*CHATTER, *told)], session="chat")
    return memory


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What did Quin make for Olaf?", "Olaf, I knitted you a grey scarf."),
        ("What did Quin make for Magda?", "Magda, I knitted you a pair of red mittens."),
        ("What did Tarek make for Olaf?", "Olaf, I knitted you a striped hat."),
        ("What did Magda bring home?", "Imagine, Magda came home with a motorboat."),
        ("Hey Quin, who bought a motorboat?", "Imagine, Magda came home with a motorboat."),
    ],
)
def test_of_several_alike_the_one_about_the_named_is_first(group: Memory, question: str, text: str) -> None:
    assert group.recall(question).hits[0].text == text


def test_a_turn_gains_by_each_of_the_named_who_speaks_in_it_or_whom_it_mentions(group: Memory) -> None:
    gained = {hit.text: hit.parts.speaker for hit in group.recall("What did Quin make for Olaf?").hits}
    both, one = "Olaf, I knitted you a grey scarf.", "Olaf, I knitted you a striped hat."
    assert gained[both] == pytest.approx(group.settings.recall.speaker_weight)
    assert 0 < gained[one] < gained[both]
    assert gained["Imagine, Magda came home with a motorboat."] == 0


@pytest.mark.parametrize(
    "size", [3, pytest.param(40, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.slow)]
)
def test_of_any_number_of_people_who_say_the_same_the_two_named_are_told_apart(memory: Memory, size: int) -> None:
    people = ["".join(letters) for letters in product("BDFGKLMNPRSTVZ", "aeiou", "klr", "u")][:size]
    told = [(who, people[place - 1]) for place, who in enumerate(people)]
    turns = [{"speaker": who, "text": f"{to}, I knitted you a scarf."} for who, to in told]
    memory.remember(turns, session="gifts")
    for who, to in told[:: max(1, size // 4)]:
        hits = memory.recall(f"What did {who} make for {to}?").hits
        gains = {(hit.speaker, hit.text.partition(",")[0]): hit.parts.speaker for hit in hits}
        assert hits[0].id == f"episode:gifts/{told.index((who, to))}"
        assert gains[who, to] == max(gains.values()) == pytest.approx(memory.settings.recall.speaker_weight)
        assert all((gain == 0) == {who, to}.isdisjoint(pair) for pair, gain in gains.items())


@pytest.mark.parametrize("name", ["A.*", "Q\\E)(?i", "Ann|.", "[x", "C++", "Zo\u00eb", "\u674e\u96f7", "O'Neil", "_"])
def test_a_name_of_any_signs_is_a_name(memory: Memory, name: str) -> None:
    texts = [f"Ask {name} about it.", "Ask Berta about it.", "Ask nobody about it."]
    memory.remember([{"speaker": "Cy", "text": each} for each in texts], session="one")
    memory.remember([{"speaker": who, "text": "Good evening."} for who in (name, "Berta")], session="two")
    hits = {hit.text: hit.parts.speaker for hit in memory.recall(f"Who was asked about {name} then?").hits}
    assert hits[texts[1]] == hits[texts[2]] == 0
    assert hits[texts[0]] >= 0
