"""Relevance is absolute: similarity and words decide, small talk asks for nothing."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.embedding import MiniLM
from clew.model import Hit, ScoreParts
from clew.retrieval.confidence import is_small_talk, relevances

NOON = datetime(2024, 5, 8, 12, tzinfo=UTC)


def hit(text: str, position: int = 0, session: str = "s") -> Hit:
    return Hit(f"{session}/{position}", "Episode", text, "Ann", NOON, session, position, "", {}, 1.0, ScoreParts(), ())


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks!",
        "Haha, nice",
        "good night",
        "See you later!",
        "Merci beaucoup",
        "danke dir",
        "hola",
        "谢谢",
        "ありがとう",
    ],
)
def test_small_talk_asks_for_nothing(text: str) -> None:
    assert is_small_talk(text)
    assert relevances(text, [hit("Thanks, good night!")], {"s/0": 1.0}, MiniLM.identity) == [0.0]


@pytest.mark.parametrize("text", ["Where do I live?", "Who am I?", "What did he do?", "thanks for the lamp", "", "?!"])
def test_what_may_ask_for_something_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


def test_the_words_tell_what_is_said_from_what_is_only_near() -> None:
    hits = [hit("I repaired the oboe on Monday."), hit("I practise scales on Monday.", 9)]
    said, near = relevances("Who repaired the oboe?", hits, {"s/0": 0.6, "s/9": 0.6}, MiniLM.identity)
    assert said > 2 * near


def test_words_beside_a_hit_count_half() -> None:
    alone = [hit("It cost forty euros.", 5), hit("The weather is mild.", 8)]
    beside = [hit("It cost forty euros.", 5), hit("I repaired the oboe.", 6)]
    similarity = {"s/5": 0.6}
    first, *_ = relevances("What did the oboe cost?", alone, similarity, MiniLM.identity)
    second, *_ = relevances("What did the oboe cost?", beside, similarity, MiniLM.identity)
    assert second > first


def test_with_nearly_all_words_a_hit_is_relevant_however_unlike_it_looks() -> None:
    hits = [hit("Der Zug nach Bremen fährt um neun."), hit("Es regnet.", 7)]
    found = relevances("Zug nach Bremen?", hits, {"s/0": 0.05, "s/7": 0.05}, MiniLM.identity)
    assert found[0] > 0.5 > found[1]


def test_where_words_have_no_spaces_pairs_of_letters_stand_for_them() -> None:
    hits = [hit("我的自行车是蓝色的"), hit("今天下雨", 7)]
    found = relevances("自行车什么颜色", hits, {"s/0": 0.5, "s/7": 0.5}, MiniLM.identity)
    assert found[0] > found[1]


TEXTS = st.text(max_size=40) | st.sampled_from(["oboe", "the oboe", "where is the oboe?", "", "自行车", "?!"])


@given(TEXTS, st.lists(st.tuples(TEXTS, st.floats(-1, 1)), max_size=6), st.sampled_from([MiniLM.identity, "another"]))
def test_it_is_between_0_and_1_and_grows_with_similarity(
    query: str, given: list[tuple[str, float]], encoder: str
) -> None:
    hits = [hit(text, 10 * place) for place, (text, _) in enumerate(given)]
    similarity = {each.id: cosine for each, (_, cosine) in zip(hits, given, strict=True)}
    found = relevances(query, hits, similarity, encoder)
    assert len(found) == len(hits)
    assert all(0 <= each <= 1 for each in found)
    closer = relevances(query, hits, {id: min(1.0, cosine + 0.2) for id, cosine in similarity.items()}, encoder)
    assert all(one <= two + 1e-12 for one, two in zip(found, closer, strict=True))


def test_a_hit_of_the_day_that_is_asked_for_is_relevant() -> None:
    (found,) = relevances("What did I do on 8 May?", [replace(hit("Ran."), parts=ScoreParts(date=0.3))], {}, "another")
    assert found >= 0.5
