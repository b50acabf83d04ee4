"""What a thing has one of at a time, by the class of what is said."""

import pytest

from clew.model.triplet import direction, direction_of, slot

SLOTS = [
    (("is in", "box"), ("is under", "bed")),
    (("is on", "desk"), ("is behind", "door")),
    (("is", "lit"), ("is", "unlit")),
    (("is", "on"), ("is", "turned off")),
    (("is", "solid"), ("is", "gas")),
    (("is", "open"), ("is", "locked")),
    (("is at", "23 degrees"), ("has temperature", "90 degrees celsius")),
    (("is closed to", "hall"), ("is open to", "hall")),
]


@pytest.mark.parametrize(("one", "other"), SLOTS)
def test_one_ends_the_other(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert slot(*one) == slot(*other) != ""


APART = [
    (("is", "open"), ("is", "lit")),
    (("is at", "23 degrees"), ("is at", "desk")),
    (("is closed to", "hall"), ("is open to", "yard")),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_both_hold_together(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert slot(*one) != slot(*other)


@pytest.mark.parametrize(("predicate", "other"), [("has exit", "north"), ("leads to", "hall"), ("has part", "lid")])
def test_any_number_may_hold(predicate: str, other: str) -> None:
    assert slot(predicate, other) == ""


def test_a_way_is_a_direction_or_a_name() -> None:
    assert direction_of("has exit", "north") == direction_of("is north of", "hall") == "north"
    assert direction_of("leads to", "hall") == direction_of("is reached from", "yard", "hall") == "hall"
    assert direction_of("has exit", "hatch") is direction_of("is in", "hall") is None


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("North", "north"),
        ("n", "north"),
        ("north-east", "northeast"),
        ("SW", "southwest"),
        ("u", "up"),
        ("north west", "northwest"),
    ],
)
def test_a_direction_has_many_spellings(word: str, meant: str) -> None:
    assert direction(word) == meant


@pytest.mark.parametrize("word", ["", "norths", "ns", "eastwing", "the"])
def test_other_words_are_none(word: str) -> None:
    assert direction(word) == ""
