"""Chunks: every turn once and whole, within a budget, never over a gap, and the same wherever work is resumed."""

from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clew.loaders.knowledge.pending import EARLIER, Said, chunks, fitting
from clew.loaders.language.splitting import tokens

MAY = datetime(2023, 5, 8, tzinfo=UTC)

SENTENCES = st.lists(st.sampled_from(["cat", "on", "a", "sofa", "1234", "Ünal", "!"]), min_size=1, max_size=30).map(
    lambda words: f"{' '.join(words)}."
)
TEXTS = st.lists(SENTENCES, min_size=1, max_size=5).map(" ".join)
BUDGETS = st.integers(20, 80)


def said(position: int, text: str) -> Said:
    return Said(f"episode:s/{position}", "s", position, "Ann", text, MAY)


@st.composite
def sessions(draw: st.DrawFn) -> list[Said]:
    """The turns of a session in order, some of them missing."""
    texts = draw(st.lists(TEXTS, max_size=15))
    gaps = draw(st.lists(st.sampled_from([1, 1, 1, 2, 5]), min_size=len(texts), max_size=len(texts)))
    return [said(sum(gaps[: number + 1]), text) for number, text in enumerate(texts)]


@given(sessions(), BUDGETS)
def test_every_turn_is_in_one_chunk_in_order(turns: list[Said], budget: int) -> None:
    made = list(chunks(turns, budget))
    assert [turn for chunk in made for turn in chunk.turns] == turns
    assert all(chunk.turns for chunk in made)


@given(sessions(), BUDGETS)
def test_the_budget_is_kept_and_used(turns: list[Said], budget: int) -> None:
    made = list(chunks(turns, budget))
    for chunk in made:
        assert len(chunk.turns) == 1 or sum(turn.tokens for turn in chunk.turns) <= budget
        for part in chunk.parts:
            assert sum(turn.tokens for turn in part) <= budget
    for chunk, following in pairwise(made):
        is_gap = following.turns[0].position > chunk.turns[-1].position + 1
        assert is_gap or sum(turn.tokens for turn in (*chunk.turns, following.turns[0])) > budget


@given(sessions(), BUDGETS)
def test_no_chunk_reaches_over_a_gap(turns: list[Said], budget: int) -> None:
    for chunk in chunks(turns, budget):
        positions = [turn.position for turn in chunk.turns]
        assert positions == list(range(positions[0], positions[0] + len(positions)))


@given(sessions(), BUDGETS, st.sets(st.integers(0, 14)))
def test_what_is_done_does_not_move_the_borders_of_what_is_not(turns: list[Said], budget: int, done: set[int]) -> None:
    left = [chunk for number, chunk in enumerate(chunks(turns, budget)) if number not in done]
    assert list(chunks([turn for chunk in left for turn in chunk.turns], budget)) == left


@given(sessions(), BUDGETS)
def test_the_parts_of_a_chunk_hold_all_of_its_words(turns: list[Said], budget: int) -> None:
    for chunk in chunks(turns, budget):
        read = " ".join(turn.text for part in chunk.parts for turn in part)
        assert read.split() == " ".join(turn.text for turn in chunk.turns).split()
        assert {turn.id for part in chunk.parts for turn in part} == {turn.id for turn in chunk.turns}


def test_a_long_turn_is_read_by_its_sentences() -> None:
    long = said(1, "I have a cat. It is black. It sleeps all day.")
    (short, alone, last) = chunks([said(0, "Hi."), long, said(2, "Nice.")], 19)
    assert [len(chunk.parts) for chunk in (short, alone, last)] == [1, 2, 1]
    # "Ann: I have a cat. It is black." is 2 + 5 + 4 word pieces, and 4 for its number; the next sentence has 5.
    assert [part[0].text for part in alone.parts] == ["I have a cat. It is black.", "It sleeps all day."]


def test_a_row_of_words_that_never_ends_is_read_in_pieces() -> None:
    (chunk,) = chunks([said(0, f"Hi. {'cat ' * 90}. Bye.")], 50)
    assert " ".join(part[0].text for part in chunk.parts).split() == ["Hi.", *["cat"] * 90, ".", "Bye."]
    (chunk,) = chunks([said(0, "x9" * 5000)], 50)
    assert "".join(part[0].text for part in chunk.parts) == "x9" * 5000


def test_what_an_image_shows_is_read_with_its_turn() -> None:
    pictured = Said("episode:s/0", "s", 0, "Ann", "Look!", MAY, "a black cat on a sofa")
    (chunk,) = chunks([pictured], 100)
    assert chunk.parts == ((pictured,),)
    assert pictured.shown == "Look! [image: a black cat on a sofa]"
    (small,) = chunks([pictured], 17)
    assert [part[0].shown for part in small.parts] == ["Look!", "[image: a black cat on a sofa]"]


def test_a_chunk_is_called_by_its_place() -> None:
    (chunk,) = chunks([said(3, "Hi."), said(4, "Hello.")], 100)
    assert (chunk.name, chunk.at, chunk.ids) == ("s, turns 3 to 4", MAY, ["episode:s/3", "episode:s/4"])


def test_no_turns_make_no_chunk() -> None:
    assert list(chunks([], 100)) == []


@given(sessions(), BUDGETS)
def test_earlier_turns_take_no_more_than_a_chunk(turns: list[Said], budget: int) -> None:
    shown = fitting(turns[:EARLIER], budget)
    whole = sum(tokens(turn.shown) for turn in turns[:EARLIER])
    assert [turn.id for turn in shown] == [turn.id for turn in turns[:EARLIER]]
    assert sum(tokens(turn.shown) for turn in shown) <= budget
    assert (shown == turns[:EARLIER]) == (whole <= budget)
    assert all(whole.text.startswith(cut.text) for whole, cut in zip(turns, shown, strict=False))


def test_short_earlier_turns_are_shown_whole_beside_a_long_one() -> None:
    long, short = said(0, "The ball of thread lay there. " * 9000), said(1, "I liked the novel about the thread.")
    cut, whole = fitting([long, short], 500)
    assert whole == short
    assert 450 < tokens(cut.shown) < 500
