"""Whether a sentence is in the first person."""

import pytest

from clew.loaders.language.first_person import is_in_first_person


@pytest.mark.parametrize(
    "text",
    [
        "I live in Leeds.",
        "Yesterday I moved to Leeds.",
        "On weekends we\u2019re in Leeds.",
        "Leeds is where my sister lives.",
        "Ich wohne in Leeds.",
        "J\u2019habite à Leeds.",
        "Yo vivo en Leeds.",
        "Я живу в Лидсе.",
        "我住在利兹。",
    ],
)
def test_who_says_i_or_we_speaks_of_themselves(text: str) -> None:
    assert is_in_first_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ann lives in Leeds.",
        "Mia lives in Leeds.",
        'Ann said: "I live in Leeds."',
        "Ann reads about World War I in Leeds.",
        "Ann wohnt in Leeds.",
        "安住在利兹。",
        "",
    ],
)
def test_who_is_named_does_not(text: str) -> None:
    assert not is_in_first_person(text)
