"""The form of a question says whether many moments are wanted: held against questions that it was not made on, too."""

from pathlib import Path

import pytest

from clew.retrieval.question import asks_breadth


@pytest.mark.parametrize(
    ("name", "half", "found", "false"),
    [
        ("breadth", "shown", 13, 0),
        ("breadth", "kept", 9, 1),
        ("breadth_later", "shown", 2, 1),
        ("breadth_later", "kept", 4, 4),
    ],
)
def test_the_page_of_rules_says_how_many_are_known_and_taken_for_many(
    monkeypatch: pytest.MonkeyPatch, name: str, half: str, found: int, false: int
) -> None:
    """The table in docs/rules.md; a better form changes both."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    from truth_wordings import wordings  # pyright: ignore[reportMissingImports]

    asked = {"many": list[bool](), "one": list[bool]()}
    for label, question in wordings(name, half):
        asked[label].append(asks_breadth(question))
    assert [sum(each) for each in asked.values()] == [found, false]
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
    counts = f"| {found} of {len(asked['many'])} | {false} of {len(asked['one'])} |"
    assert counts in page
