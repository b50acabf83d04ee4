"""The baseline that fetches everything finds what recall finds."""

from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.model import Filter, Turn
from clew.settings import RecallSettings


def test_it_finds_what_recall_finds(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    import whole_space  # pyright: ignore[reportMissingImports]

    texts = ("I adopted a cat, Miso.", "How old is she?", "Ten weeks.", "The train to Lisbon was late.")
    memory.remember([Turn(text, speaker) for text, speaker in zip(texts, ("Ann", "Ben") * 2, strict=True)], session="s")
    question, settings = "What is Ann's cat called?", RecallSettings()
    best, _ = whole_space.recall(memory.space, question, settings)
    assert best == [hit.id for hit in memory.recall(question, Filter(kinds=("Episode",)), settings=settings).hits]
