"""Nothing is made up within the time in which clients are measured."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest


def test_what_is_asked_and_told_is_made_before_a_round_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    import concurrency  # pyright: ignore[reportMissingImports]

    def made(*_: object, **__: object) -> list[Any]:
        times.append(time.time())
        return [SimpleNamespace(turns=())]

    def nothing(*_: object, **__: object) -> Any:
        return SimpleNamespace(space=SimpleNamespace(graph=None), remember=nothing, forget=nothing)

    times: list[float] = []
    for name in ("questions", "transcripts"):
        monkeypatch.setattr(concurrency, name, made)
    for name in ("_memory", "_asking", "recall"):
        monkeypatch.setattr(concurrency, name, nothing)
    place: Any = None
    begin = time.time() + 0.2
    took, errors = concurrency._client(place, concurrency.Load("local", "threads", 1), 0, begin, begin + 0.05)
    assert took
    assert not errors
    later = time.time() + 0.2
    assert concurrency._write(place, later, later + 0.05) > 0
    asked, told = times
    assert asked < begin
    assert told < later
