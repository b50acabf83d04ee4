"""Documents cut into passages."""

import json
import lzma
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.embedding.text import MAX_TOKENS, Tokens
from clew.loaders.documents.documents import MAX_TITLE_TOKENS, forgotten_note, heading, passage_id, split
from clew.loaders.language.splitting import MAX_STRETCH_TOKENS, spans, tokens, visible

SHARED = Path(__file__).parents[4] / "shared"
MULTIHOP = [SHARED / "data" / "multihop" / f"{name}_dev.json.xz" for name in ("hotpotqa", "musique")]

WORDS = ["A", "boat", "Mr.", "U.S.", "reconnaissance", "Zürich", "1,024", "https://a.example/b?c=d", "東京。", "한국어"]
SPACES = [" ", "  ", "\n", "\n\n", ". ", '." ', "; ", "\n# ", "\u200b", "\r\n\r\n"]
prose = st.lists(st.sampled_from(WORDS + SPACES + [" and then ", ". The "]), max_size=600).map("".join)
anything = prose | st.text(max_size=2000) | st.text("ab .\n한a\u0301", max_size=2000)


def bare(text: str) -> str:
    """What can be seen of a text, without the spaces between."""
    return "".join(each for each in text if visible(each))


@given(st.text(max_size=100), anything)
def test_nothing_visible_is_lost_added_or_moved(title: str, text: str) -> None:
    assert bare("".join(split(title, text))) == bare(text)


@given(anything)
def test_stretches_stand_where_they_say(text: str) -> None:
    ends = [0, *(end for _, end in spans(text))]
    for (begin, end), before in zip(spans(text), ends, strict=False):
        assert before <= begin < end
        assert not visible(text[before:begin])
        assert text[begin:end] == text[begin:end].strip()
    assert not visible(text[ends[-1] :])


@given(st.text(max_size=500) | prose, anything)
def test_no_passage_is_blank_or_over_the_limit(title: str, text: str) -> None:
    for passage in split(title, text):
        assert visible(passage)
        assert passage == passage.strip()
        assert tokens(f"{heading(title)}\n{passage}") <= MAX_STRETCH_TOKENS


@given(anything)
def test_a_short_document_is_one_passage(text: str) -> None:
    if visible(text) and tokens(text) <= MAX_STRETCH_TOKENS - 2:
        assert split("A title", text) == [text.strip()]


@given(prose, prose)
def test_what_is_appended_changes_the_last_passages_only(text: str, more: str) -> None:
    before, after = split("T", text), split("T", text + more)
    assert after[: len(before) - 3] == before[: len(before) - 3]


@given(anything, anything)
def test_joining_texts_makes_them_no_longer(one: str, other: str) -> None:
    assert tokens(one + other) <= tokens(one) + tokens(other)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n\t", 0),
        ("boat", 1),
        ("seventy", 1),
        ("eighteen", 2),
        ("Zürich", 1),
        ("1998", 2),
        ("U.S.", 4),
        ("東京", 2),
        ("한국", 6),
        ("a\u0301b", 1),
    ],
)
def test_tokens_are_counted_by_characters(text: str, count: int) -> None:
    assert tokens(text) == count


def test_passages_end_with_paragraphs_then_with_sentences() -> None:
    sentence = "Dr. J. Smith of the U.S. sailed past the lighthouse on Monday. "
    long = split("T", "First.\n\n" + sentence * 40 + "\n\n## Next\n\nLast.")
    assert long[0].startswith("First.")
    assert all(passage.endswith("Monday.") for passage in long[1:-1])
    assert long[-1].endswith("## Next\n\nLast.")
    paragraphs = [sentence.strip() * 4 for _ in range(9)]
    for passage in split("T", "\n\n".join(paragraphs)):
        assert set(passage.split("\n\n")) <= set(paragraphs)


def test_a_heading_begins_a_passage_rather_than_ends_one() -> None:
    section = "# About boats\n\n" + "They float on water and sail. " * 15
    assert all(passage.startswith("# About boats") for passage in split("T", f"{section}\n\n" * 3))


def test_a_monstrous_word_is_split() -> None:
    passages = split("T", "x" * 10_000)
    assert "".join(passages) == "x" * 10_000
    assert all(tokens(passage) > MAX_STRETCH_TOKENS // 2 for passage in passages[:-1])


def test_a_long_title_is_cut_between_words() -> None:
    title = "The history of everything that floats " * 20
    assert title.startswith(heading(title))
    assert heading(title).split()[-1] in title.split()
    assert MAX_TITLE_TOKENS - 3 <= tokens(heading(title)) <= MAX_TITLE_TOKENS
    assert heading(" Boats ") == "Boats"
    assert 0 < tokens(heading("x" * 1000)) <= MAX_TITLE_TOKENS


def test_a_text_without_anything_visible_has_no_passage() -> None:
    assert split("T", " \n\u200b") == []


@pytest.mark.parametrize(
    "text", ["." * 300_000, " " * 300_000 + "x", "\n" * 300_000 + "x", "x" * 300_000, "é" * 300_000]
)
def test_no_text_takes_forever(text: str) -> None:
    began = time.monotonic()
    assert bare("".join(split("T", text))) == bare(text)
    assert time.monotonic() - began < 20


@pytest.mark.skipif(not MULTIHOP[0].exists() and "CI" not in os.environ, reason="needs shared/data/multihop")
@pytest.mark.parametrize("path", MULTIHOP, ids=lambda path: path.name)
def test_the_encoder_reads_passages_of_an_encyclopedia_to_their_ends(path: Path) -> None:
    tokenizer = Tokens()._tokenizer
    with lzma.open(path) as file:
        documents = [(each["title"], each["text"]) for each in json.load(file)["paragraphs"]]
    documents.append(("All of it", " ".join(words for _, words in documents)))
    inputs = [f"{heading(title)}\n{passage}" for title, words in documents for passage in split(title, words)]
    pieces = [len(each.ids) for each in tokenizer.encode_batch(inputs, add_special_tokens=False)]
    assert len(inputs) > len(documents)
    assert max(pieces) + 2 <= MAX_TOKENS
    assert sum(map(tokens, inputs)) / sum(pieces) < 1.15


def test_a_forgotten_passage_is_told_by_its_text_and_not_by_its_title() -> None:
    def note(title: str, text: str, repeated: int = 1) -> str:
        return forgotten_note(passage_id("/notes/mill.md#2", title, text, repeated), text)

    assert note("Mill", "It turns.") == note("River", "It turns.")
    assert len({note("Mill", "It turns."), note("Mill", "It stands."), note("Mill", "It turns.", 2)}) == 3
