"""Relevance is absolute: similarity and words decide, small talk asks for nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.embedding import MiniLM
from clew.embedding.e5_small import E5Small
from clew.embedding.multilingual import Multilingual
from clew.retrieval.confidence import is_small_talk, relevances


def relevance(query: str, turns: list[tuple[str, int, float]], encoder: str = MiniLM.identity) -> list[float]:
    """Return the relevance of turns of one session, each a text with its position and its cosine."""
    texts, positions, cosines = zip(*turns, strict=True) if turns else ((), (), ())
    return relevances(query, texts, [("s", each) for each in positions], cosines, encoder)


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks!",
        "Haha, nice",
        "good night",
        "See you later!",
        "thanks a lot, see you tomorrow",
        "Merci beaucoup",
        "ça va ?",
        "danke dir",
        "Vielen Dank, bis später!",
        "hola",
        "谢谢",
        "ありがとうございます",
    ],
)
def test_small_talk_asks_for_nothing(text: str) -> None:
    assert is_small_talk(text)
    assert relevance(text, [("Thanks, good night!", 0, 1.0)]) == [0.0]


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "Who am I?",
        "What did he do?",
        "What do I do tomorrow?",
        "who was there that night",
        "Is it on the same evening?",
        "thanks for the lamp",
        "",
        "?!",
    ],
)
def test_what_may_ask_for_something_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


def test_the_words_tell_what_is_said_from_what_is_only_near() -> None:
    turns = [("I repaired the oboe on Monday.", 0, 0.6), ("I practise scales on Monday.", 9, 0.6)]
    said, near = relevance("Who repaired the oboe?", turns)
    assert said > 2 * near


def test_words_beside_a_hit_count_half() -> None:
    asked = ("It cost forty euros.", 5, 0.6)
    far, _ = relevance("What did the oboe cost?", [asked, ("I repaired the oboe.", 8, 0.1)])
    beside, _ = relevance("What did the oboe cost?", [asked, ("I repaired the oboe.", 7, 0.1)])
    itself, _ = relevance("What did the oboe cost?", [("The oboe cost forty euros.", 5, 0.6), ("The oboe.", 8, 0.1)])
    assert far < beside < itself


def test_a_word_that_few_hits_have_tells_more() -> None:
    days = [(f"Monday was {weather}.", 10 * place, 0.5) for place, weather in enumerate(("mild", "long", "cold"), 1)]
    rare, often, *_ = relevance("Was the oboe played on Monday?", [("I repaired the oboe.", 0, 0.5), *days])
    assert rare > often


def test_one_word_alone_makes_nothing_relevant_that_looks_unlike() -> None:
    assert relevance("Oboe?", [("The oboe of the orchestra was out of tune.", 0, 0.05)])[0] < 0.05


def test_with_nearly_all_words_a_hit_is_relevant_however_unlike_it_looks() -> None:
    found = relevance("Zug nach Bremen?", [("Der Zug nach Bremen fährt um neun.", 0, 0.05), ("Es regnet.", 7, 0.05)])
    assert found[0] > 0.5 > found[1]


@pytest.mark.parametrize("identity", [MiniLM.identity, E5Small.identity, Multilingual.identity])
def test_what_is_unlike_a_question_and_has_none_of_its_words_is_hardly_relevant(identity: str) -> None:
    (far,) = relevance("Which visa does my cousin need?", [("The soup wants more salt.", 0, 0.1)], identity)
    (close,) = relevance("Which visa does my cousin need?", [("Her permit is for students.", 0, 0.6)], identity)
    assert far < 0.05 < 0.25 < close


@pytest.mark.parametrize(
    ("query", "answer", "other"),
    [
        ("Wo ist das Fahrrad von ihr?", "Ihr Fahrrad steht im Keller.", "Das ist von mir, wo auch immer es ist."),
        ("Où est le vélo de la voisine ?", "Son vélo dort à la cave.", "C'est de la part de qui, et il est où ?"),
        ("¿Dónde está la bicicleta de ella?", "Su bicicleta duerme abajo.", "Ella está donde está la de él."),
    ],
)
def test_function_words_of_other_languages_say_nothing(query: str, answer: str, other: str) -> None:
    found = relevance(query, [(answer, 0, 0.4), (other, 9, 0.4)])
    assert found[0] > 1.5 * found[1]


def test_where_words_have_no_spaces_pairs_of_letters_stand_for_them() -> None:
    found = relevance("自行车什么颜色", [("我的自行车是蓝色的", 0, 0.5), ("今天下雨", 7, 0.5)])
    assert found[0] > found[1]


TEXTS = st.text(max_size=40) | st.sampled_from(["oboe", "the oboe", "where is the oboe?", "", "自行车", "?!"])


@given(TEXTS, st.lists(st.tuples(TEXTS, st.floats(-1, 1)), max_size=6), st.sampled_from([MiniLM.identity, "another"]))
def test_it_is_between_0_and_1_and_grows_with_similarity(
    query: str, given: list[tuple[str, float]], encoder: str
) -> None:
    turns = [(text, 10 * place, cosine) for place, (text, cosine) in enumerate(given)]
    found = relevance(query, turns, encoder)
    assert len(found) == len(turns)
    assert all(0 <= each <= 1 for each in found)
    closer = relevance(query, [(text, place, min(1.0, cosine + 0.2)) for text, place, cosine in turns], encoder)
    assert all(one <= two + 1e-12 for one, two in zip(found, closer, strict=True))
