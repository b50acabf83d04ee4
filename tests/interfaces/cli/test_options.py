"""Options of every command may stand anywhere."""

import pytest

from clew.interfaces.cli.options import hoist


@pytest.mark.parametrize(
    ("given", "ordered"),
    [
        (["recall", "q", "--json"], ["--json", "recall", "q"]),
        (
            ["recall", "q", "--space", "ann", "--limit", "3"],
            ["--space", "ann", "recall", "q", "--limit", "3"],
        ),
        (["recall", "q", "--space=ann"], ["--space=ann", "recall", "q"]),
        (["--uri", "bolt://a", "stats"], ["--uri", "bolt://a", "stats"]),
        (["add", "--", "--json"], ["add", "--", "--json"]),
        (["stats", "--json", "add", "--", "--space"], ["--json", "stats", "add", "--", "--space"]),
        (["stats", "--space"], ["--space"]),
        (["read", "demo", "--json", "--space"], ["--space"]),
        (["stats", "--space", "--json"], ["--space"]),
        (["recall", "q", "--space", "--limit", "3"], ["--space"]),
        (["forget", "--spaces", "x"], ["forget", "--spaces", "x"]),
        ([], []),
    ],
)
def test_options_of_every_command_come_first(given: list[str], ordered: list[str]) -> None:
    assert hoist(given) == ordered
