"""Facts that speak of something else than their turns are told from those that put it in other words."""

from datetime import UTC, datetime

import pytest

from clew.loaders.knowledge.pending import Said
from clew.loaders.knowledge.source_words import is_grounded

AT = datetime(2024, 1, 14, tzinfo=UTC)


def said(*turns: tuple[str, str], session: str = "s") -> list[Said]:
    return [Said(f"{session}/{place}", session, place, *turn, AT) for place, turn in enumerate(turns)]


TALK = said(
    ("Lena", "How was the first week back at school?"),
    ("Marcus", "Loud. I have two new physics classes at Hillcrest."),
    ("Lena", "And is the old telescope still in your loft?"),
    ("Marcus", "Yes, it is."),
)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Marcus teaches physics.", 1),
        ("Marcus works at Hillcrest.", 1),
        ("Marcus is a physicist.", 1),  # another form of a word
        ("Marcus was back at school in January.", 1),  # a word of the question that he answers
        ("Marcus has a telescope.", 3),
        ("Marcus teaches 2 courses.", 1),  # as he says, two
        ("Marcus gives two courses.", 1),
        ("Marcus likes it.", 1),  # says nothing that could be compared
        ("Lena and Marcus know each other.", 0),
    ],
)
def test_what_a_turn_or_its_question_speaks_of_is_grounded(text: str, turn: int) -> None:
    assert is_grounded(text, [TALK[turn]], TALK)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Lena is a housewife.", 0),
        ("Marcus is a gardener.", 1),
        ("Marcus gives three courses.", 1),
        ("Marcus has a telescope.", 1),  # is asked two turns later
        ("Marcus teaches physics.", 3),  # was said two turns before
        ("Lena has a telescope.", 3),  # he says yes of himself
    ],
)
def test_what_it_does_not_speak_of_is_not(text: str, turn: int) -> None:
    assert not is_grounded(text, [TALK[turn]], TALK)


def test_one_of_several_turns_is_enough() -> None:
    assert is_grounded("Marcus teaches physics.", [TALK[3], TALK[1]], TALK)


def test_a_turn_of_another_session_is_no_question_before() -> None:
    shown = [
        *said(("Ann", "Is your cat ill?"), session="a"),
        said(("Ben", "x"), ("Ben", "Yes, it is."), session="b")[1],
    ]
    assert not is_grounded("Ben has a cat.", shown[1:], shown)


@pytest.mark.parametrize(
    ("spoken", "text"),
    [
        ("Ich habe zwei neue Physikkurse am Gymnasium.", "Marcus teaches science."),
        ("\u79c1\u306f\u6771\u4eac\u306b\u4f4f\u3093\u3067\u3044\u307e\u3059\u3002", "Marcus lives in Tokyo."),
        (
            "\u042f \u043f\u0440\u0435\u043f\u043e\u0434\u0430\u044e \u0444\u0438\u0437\u0438\u043a\u0443.",
            "Marcus is a teacher of physics.",
        ),
        ("\U0001f600\U0001f600", "Marcus is amused by the telescope."),
        ("", "Marcus sent a picture of a harbour."),
    ],
)
def test_other_languages_and_no_words_are_left_alone(spoken: str, text: str) -> None:
    shown = said(("Marcus", spoken))
    assert is_grounded(text, shown, shown)


def test_what_an_image_shows_counts() -> None:
    shown = [Said("s/0", "s", 0, "Ann", "Look at this, it is so good!", AT, caption="a boat in a harbour")]
    assert is_grounded("Ann saw a boat.", shown, shown)
    assert not is_grounded("Ann saw a camel.", shown, shown)
