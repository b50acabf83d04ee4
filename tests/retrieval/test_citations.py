"""Citations are read in whatever pieces an answer comes, and only numbers that were shown survive."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clew.retrieval.citations import Citations
from clew.text.quotation import uncited

SHOWN = 5
TEXTS = st.text("[]\u3010\u3011\uff0c13590 ,;-\u2013and.\n", max_size=40)


def kept(*pieces: str) -> tuple[str, list[int], int]:
    citations = Citations(SHOWN)
    text = "".join(citations.kept(pieces))
    return text, citations.places, citations.unknown


@pytest.mark.parametrize(
    ("said", "text", "places", "unknown"),
    [
        ("Miso [2].", "Miso [2].", [2], 0),
        ("Miso [2][1], since May [2].", "Miso [2][1], since May [2].", [2, 1], 0),
        ("Miso [1, 3; 5].", "Miso [1, 3; 5].", [1, 3, 5], 0),
        ("Miso [2-4].", "Miso [2-4].", [2, 3, 4], 0),
        ("Miso [4\u20132].", "Miso [4\u20132].", [2, 3, 4], 0),
        ("Miso [7].", "Miso.", [], 1),
        ("Miso [0] [6][5].", "Miso [5].", [5], 2),
        ("Miso[9][5] [9]ned.", "Miso[5]ned.", [5], 2),
        ("Miso [9]a[5].", "Misoa[5].", [5], 1),
        ("Miso [1, 7].", "Miso [1].", [1], 1),
        ("Miso [4-7, 1].", "Miso [4-5, 1].", [4, 5, 1], 2),
        ("[9] Miso [9]", "Miso", [], 2),
        ("Miso\n[9]", "Miso", [], 1),
        ("  Miso \n", "Miso", [], 0),
        ("Miso [5-999999999].", "Miso [5].", [5], 999_999_994),
        ("On [2023-05-08] [said] [1.5] [] [x 1]", "On [2023-05-08] [said] [1.5] [] [x 1]", [], 0),
        ("Miso [1 [9], 2] [3", "Miso (1, 2] (3", [], 1),
        (f"[{'1' * 9999}]", f"[{'1' * 9999}]", [], 0),
        ("\u5c0f\u7c73\u30102\u3011\u3002", "\u5c0f\u7c73[2]\u3002", [2], 0),
        ("\u5c0f\u7c73[1\uff0c4]\uff3b5\u30013\uff3d", "\u5c0f\u7c73[1\uff0c4][5\u30013]", [1, 4, 5, 3], 0),
        ("Miso \u30109\u3011 [1 & 7].", "Miso [1].", [1], 2),
        ("Miso [2\u20114].", "Miso [2\u20114].", [2, 3, 4], 0),
        ("Miso [1 and 3].", "Miso [1 and 3].", [1, 3], 0),
        ("Miso [1, 2, and 9].", "Miso [1, 2].", [1, 2], 1),
        ("Miso [4-7 and 1].", "Miso [4-5, 1].", [4, 5, 1], 2),
        ("[1and 3] [and 3] [3 and] [1 an 3]", "[1and 3] [and 3] [3 and] [1 an 3]", [], 0),
        ("", "", [], 0),
    ],
)
def test_what_was_shown_stays_and_all_else_goes(said: str, text: str, places: list[int], unknown: int) -> None:
    assert kept(said) == (text, places, unknown)
    assert kept(*said) == (text, places, unknown)


@given(TEXTS, st.data())
def test_the_pieces_do_not_matter(said: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(said)), max_size=6)))
    ends = zip([0, *cuts], [*cuts, len(said)], strict=True)
    assert kept(*(said[start:end] for start, end in ends)) == kept(said)


@given(TEXTS)
@example("[1[9]2]")
@example("[[[9]]1]")
def test_nothing_is_cited_that_was_not_shown(said: str) -> None:
    text, places, _ = kept(said)
    assert len(set(places)) == len(places)
    assert set(places) <= set(range(1, SHOWN + 1))
    assert {int(number) for number in re.findall(r"\[(\d+)\]", text)} <= set(places)
    assert text == text.strip()
    assert kept(text)[1:] == (places, 0)


@given(TEXTS)
def test_a_quotation_cites_nothing(said: str) -> None:
    assert kept(uncited(said))[1:] == ([], 0)


def test_a_long_gap_is_read_once() -> None:
    """Where each of its places was a beginning, this took hours."""
    text = f"So{' ' * 300_000}it is [1]."
    assert kept(text) == (text, [1], 0)


@pytest.mark.parametrize("text", [f"So [{'1,' * 150_000}", f"So{' ' * 300_000}it is"])
def test_what_comes_letter_by_letter_is_read_once(text: str) -> None:
    """Where each letter had all that was held looked at again, this took minutes."""
    assert kept(*text) == (text.replace("[", "("), [], 0)
