"""The form of a question says whether many moments are wanted: held against questions that it was not made on, too."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from tests.recorded_answers import Recorded

from clew.llm import LanguageModel
from clew.retrieval.question import asks_breadth
from clew.retrieval.read_question import QUESTION, Posed

ANSWERS = Path(__file__).parents[1] / "cassettes" / "question_forms.json"


def by_model(question: str) -> bool:
    """Return whether a small model took a question for one of many moments (`benchmarks/question_forms.py`)."""
    chain = QUESTION.on(LanguageModel(Recorded(cassette=ANSWERS)))
    return chain.invoke(Posed(question, ("user", "assistant"), date(2024, 5, 8))).many


@pytest.mark.parametrize(
    ("reads", "name", "half", "found", "false"),
    [
        (asks_breadth, "breadth", "shown", 13, 0),
        (asks_breadth, "breadth", "kept", 9, 1),
        (asks_breadth, "breadth_later", "shown", 2, 1),
        (asks_breadth, "breadth_later", "kept", 4, 4),
        (by_model, "breadth", "shown", 8, 2),
        (by_model, "breadth", "kept", 10, 1),
        (by_model, "breadth_later", "shown", 5, 0),
        (by_model, "breadth_later", "kept", 10, 2),
    ],
)
def test_the_page_of_rules_says_how_many_are_known_and_taken_for_many(
    monkeypatch: pytest.MonkeyPatch, reads: Callable[[str], bool], name: str, half: str, found: int, false: int
) -> None:
    """The tables in docs/rules.md; a better form changes both."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    from truth_wordings import wordings  # pyright: ignore[reportMissingImports]

    asked = {"many": list[bool](), "one": list[bool]()}
    for label, question in wordings(name, half):
        asked[label].append(reads(question))
    assert [sum(each) for each in asked.values()] == [found, false]
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
    counts = f"| {found} of {len(asked['many'])} | {false} of {len(asked['one'])} |"
    assert counts in page
