"""The language of a text is told by its words, or it is not told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.language import LANGUAGES, MOST_CHARACTERS, function_words, language

WORDINGS = Path(__file__).parents[2] / "benchmarks" / "wordings" / "languages"


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "zh", "ja"])
def test_most_made_up_sentences_tell_their_language_and_none_tells_another(code: str) -> None:
    lines = (WORDINGS / f"{code}.txt").read_text("utf-8").splitlines()
    said = [text.replace("{a}", "Anna") for line in lines if not line.startswith("#") for text in line.split(" | ")]
    told = [language(text) for text in said]
    assert len(said) >= 160
    assert set(told) <= {code, ""}
    assert told.count(code) >= 0.9 * len(said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ieri sono andato al mercato con mia sorella.", "it"),
        ("Ontem fui ao mercado com a minha irmã.", "pt"),
        ("Gisteren ben ik met mijn zus naar de markt gegaan.", "nl"),
        ("어제 여동생과 시장에 갔어요.", "ko"),
        ("私はPythonとJavaScriptを使っています。", "ja"),
        ("My name is 安娜 and I live in 上海.", "en"),
        ("Igår gick jag till marknaden med min syster.", ""),
        ("Wczoraj poszedłem na targ z siostrą i bratem.", ""),
        ("Dün kız kardeşimle pazara gittim.", ""),  # noqa: RUF001
        ("Вчера я ходил на рынок с сестрой.", ""),  # noqa: RUF001
        ("Eilen kävin torilla siskoni kanssa.", ""),
        ("Tegnap a piacra mentem a nővéremmel és a bátyámmal.", ""),
        ("Ben, Leo, Ann", ""),
        ("ok!", ""),
        ("", ""),
    ],
)
def test_other_languages_and_few_words_tell_only_what_is_sure(text: str, code: str) -> None:
    assert language(text) == code


@given(st.text())
def test_any_text_tells_a_known_language_or_none(text: str) -> None:
    assert language(text) in {*LANGUAGES, ""}


@given(
    st.sampled_from(["Where is the key of my sister?", "Wo ist der Schlüssel von ihr?", "姐姐的钥匙在哪里"]), st.text()
)
def test_only_the_opening_of_a_text_is_read(opening: str, rest: str) -> None:
    long = f"{opening} " * MOST_CHARACTERS
    assert language(long + rest) == language(long) == language(opening)


def test_a_text_that_tells_none_has_the_function_words_of_english() -> None:
    assert function_words("Oslo!") == function_words("Where is the key of my sister?")
    assert function_words("Wo ist der Schlüssel von ihr?") >= {"wo", "ist", "der"}
