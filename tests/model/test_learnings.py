"""Which learnings say the same."""

import pytest

from clew.model.learnings import words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("heat above -10", "heat above 10"),
        ("heat above -.5", "heat above .5"),
        ("wait if x > 5", "wait if x < 5"),
        ("wait if x >5", "wait if x <5"),
        ("wait if x>=5", "wait if x<=5"),
        ("x == y", "x != y"),
        ("x > -5", "x > 5"),
        ("x \u2264 5", "x \u2265 5"),
        ("press \U0001f534", "press \U0001f7e2"),
        ("go \u2192", "go \u2190"),
        ("press +", "press ="),
        ("write C++", "write C"),
        ("add 1/2", "add 1.2"),
        ("\u092a\u093f\u0924\u093e", "\u092a\u0940\u0924\u093e"),
        ("\u0e1b\u0e34\u0e14", "\u0e1b\u0e31\u0e14"),
        ("stack a on b", "stack on b"),
        ("take block a", "take block"),
    ],
)
def test_signs_marks_and_a_as_a_name_are_words(one: str, other: str) -> None:
    assert words_of(one) != words_of(other)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The door, once opened, leads to a cellar - or not!", "door once opened leads to cellar or not"),
        ("Use the well-known key no. 5-7 (COVID-19).", "use well known key no 5 7 covid 19"),
        ("kitchen -> hall => cellar", "kitchen hall cellar"),
        ("go <b>north</b>", "go b north b"),
        ("It's 3.5 m; 10% of all.", "it s 3.5 m 10 of all"),
        ("a cafe\u0301, a key", "caf\u00e9 key"),
        ("- wait\n- look", "wait look"),
        ("?!", ""),
        ("\x00", ""),
    ],
)
def test_other_signs_are_none(text: str, words: str) -> None:
    assert words_of(text) == words
