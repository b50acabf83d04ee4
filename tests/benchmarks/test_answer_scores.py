"""Exact match and F1 as SQuAD counts them, against cases worked out by hand."""

import pytest
from benchmarks.answer_scores import scores, words
from benchmarks.sampling import spread
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("answer", "right", "exact", "f1"),
    [
        ("Spain", ["Spain"], 1, 1),
        ("  the SPAIN. ", ["Spain"], 1, 1),
        ("Hank Williams Jr", ["Hank Williams, Jr."], 1, 1),
        ("U.S.", ["US"], 1, 1),
        ("a spirit", ["an evil spirit"], 0, 2 / 3),  # 1 shared, of 1 and 2
        ("New York City", ["New York"], 0, 4 / 5),  # 2 shared, of 3 and 2
        ("York York", ["York"], 0, 2 / 3),  # a word counts as often as both have it: 1 shared, of 2 and 1
        ("It was in Spain in 1881", ["Spain"], 0, 2 / 7),  # 1 shared, of 6 and 1
        ("Stanley Hall", ["G. Stanley Hall", "Stanley Hall"], 1, 1),  # the best of the right ones
        ("no", ["yes"], 0, 0),
        ("", ["Spain"], 0, 0),
        ("The", ["an"], 1, 1),  # nothing is left of either
    ],
)
def test_by_hand(answer: str, right: list[str], exact: float, f1: float) -> None:
    assert scores(answer, right) == {"EM": exact, "F1": pytest.approx(f1)}


def test_articles_are_whole_words() -> None:
    assert words("An anthem, a theory: the Athens!") == ["anthem", "theory", "athens"]


@given(st.text(), st.lists(st.text(), min_size=1))
def test_bounds(answer: str, right: list[str]) -> None:
    found = scores(answer, right)
    assert 0 <= found["EM"] <= found["F1"] <= 1
    assert scores(right[0], right) == {"EM": 1, "F1": 1}


@given(st.lists(st.integers(), unique=True, min_size=1), st.integers(0, 40))
def test_a_sample_is_spread_from_the_first_on(asked: list[int], most: int) -> None:
    sample = spread(asked, most)
    assert spread([], most) == ()
    assert len(sample) == (min(most, len(asked)) if most else len(asked))
    places = [asked.index(each) for each in sample]
    gaps = {after - before for before, after in zip(places, [*places[1:], len(asked)], strict=True)}
    assert places[0] == 0
    assert max(gaps) - min(gaps) <= 1
