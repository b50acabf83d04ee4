"""The words of a question that full text looks for, in each language."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.model import Turn
from clew.retrieval.question import asked_words, is_phrase, parse_question

WRITTEN = st.text("ab d你好吗々りんごチェロー'é") | st.sampled_from(["der", "las", "qui", "the", "什么", "wer"])


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("wer hat mir das buch über die inseln geliehen", "buch inseln geliehen"),
        ("où est le jardin que mon oncle a vendu", "jardin oncle vendu"),
        ("quién le enseñó a nadar a la vecina", "enseñó nadar vecina"),
        ("who lent me the book about the islands", "lent book islands"),
        ("who is in die hard", "who is in die hard"),  # as many are Dutch
        ("who knits", "who knits"),
        ("what is it about", "what is it about"),
        ("der die das", "der die das"),
        ("vendu où", "vendu où"),
        ("你在哪里学游泳", "你在 在哪 里学 学游 游泳"),
        ("猫叫什么名字", "猫叫 叫什 么名 名字"),
        ("弟はどこで泳ぎを習いましたか", "弟 泳 習"),
        ("スイカを食べたのは誰", "スイカ 食 誰"),
        ("りんご", "りん んご"),
        ("猫", "猫"),
    ],
)
def test_function_words_of_the_questions_language_are_left_out(question: str, left: str) -> None:
    assert asked_words(question.split()) == left.split()


def test_english_ones_stay_where_an_assistant_answers_because_instructions_have_them() -> None:
    asked, others = "When is the essay due for the course?", "Wann ist der Aufsatz für den Kurs fällig?"
    in_chat = [parse_question(each, ["user", "assistant"]).words for each in (asked, others)]
    assert set(in_chat[0]) == set(asked.lower().strip("?").split())
    assert in_chat[1] == parse_question(others, ["Ann", "Ben"]).words == ("aufsatz", "kurs", "fällig")
    assert parse_question(asked, ["Ann", "Ben"]).words == ("essay", "due", "course")


@given(st.lists(WRITTEN.filter(bool), min_size=1))
def test_something_is_always_looked_for_and_each_piece_was_asked(words: list[str]) -> None:
    found = asked_words(words)
    assert found
    assert all(any(piece in word for word in words) for piece in found)
    assert all(len(piece) == 2 for piece in found if is_phrase(piece) and piece not in words)


def test_characters_count_side_by_side(memory: Memory) -> None:
    told = ("星期天我们去爬山", "天上的星星按期出现", "猫睡了一整天")
    turns = [Turn(text, "李", datetime(2024, 5, 1, 9, number, tzinfo=UTC)) for number, text in enumerate(told)]
    memory.remember(turns, session="chat")
    found = {hit.text: hit.parts.text for hit in memory.recall("星期天").hits}
    assert found[told[0]] > 0 == found[told[1]] == found[told[2]]
