"""What the times of recall are of."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest


def test_the_first_questions_of_a_recall_that_fetches_everything_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    import recall_times  # pyright: ignore[reportMissingImports]

    def whole(*_: object) -> tuple[list[str], dict[str, float]]:
        asked.append("")
        return ["a"], {"total": float(len(asked))}

    def ours(*_: object) -> SimpleNamespace:
        return SimpleNamespace(hits=[])

    asked: list[str] = []
    monkeypatch.setattr(recall_times.whole_space, "recall", whole)
    monkeypatch.setattr(recall_times, "recall", ours)
    space: Any = None
    found = recall_times.fetching_everything(space, 10, 4, seconds=60)
    assert [each["total"] for each in found.times.seconds] == [3, 4, 5, 6]
