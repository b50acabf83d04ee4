"""A gate that nothing was measured for is missed."""

from pathlib import Path
from typing import Any

import pytest
from benchmarks.gating import missed


def test_a_gate_is_missed_where_nothing_was_measured() -> None:
    assert [missed(gates) for gates in ({}, {"a": True}, {"a": True, "b": False})] == [True, False, True]


def test_a_goal_beside_a_rival_that_gave_no_figure_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    from peers_figures import Answer, Result, Row, Stored  # pyright: ignore[reportMissingImports]
    from peers_report import LIMITS, LOCAL, gates  # pyright: ignore[reportMissingImports]

    lance, corpus = Row("LanceDB", "exact"), "10,000 turns"
    result: Any = Result({}, rows=[LOCAL, lance])
    assert gates(result) == {}
    result.sizes.update({"LoCoMo": 500, corpus: 10_000})
    result.answers[LOCAL, corpus, LIMITS[0]] = [Answer(10, ("a",))] * 8
    found = gates(result)
    assert [name.rpartition(": ")[2] for name in found] == ["not measured"] * 3
    assert not any(found.values())
    result.answers[lance, corpus, LIMITS[0]] = [Answer(20, ("a",))] * 8
    result.stored.extend([Stored("Clew", "LoCoMo", 25, 1, 0), Stored("graphiti", "LoCoMo", 25, 9, 0)])
    assert [*gates(result).values()] == [True, False, True]
