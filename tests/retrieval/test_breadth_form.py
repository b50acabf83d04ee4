"""The form of a question says whether many moments are wanted: held against questions that it was not made on, too."""

from pathlib import Path

import pytest

from clew.retrieval.question import asks_breadth


@pytest.mark.parametrize(("half", "least_found", "most_false"), [("shown", 0.9, 0.0), ("kept", 0.45, 0.1)])
def test_most_that_want_many_are_known_and_single_facts_do_not_pay(
    monkeypatch: pytest.MonkeyPatch, half: str, least_found: float, most_false: float
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    from truth_wordings import wordings  # pyright: ignore[reportMissingImports]

    asked = {"many": list[bool](), "one": list[bool]()}
    for label, question in wordings("breadth", half):
        asked[label].append(asks_breadth(question))
    found, false = (sum(each) / len(each) for each in asked.values())
    assert found >= least_found
    assert false <= most_false
