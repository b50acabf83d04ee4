"""The page on planning worlds says what happens."""

import re
import tomllib
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "environments.md").read_text("utf-8")


@pytest.mark.parametrize(
    "example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL), ids=("strips", "household", "chores")
)
def test_an_example_runs_and_prints_what_it_says(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # (.*)", example)


def test_the_templates_are_those_of_blocksworld() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    domain = Path(__file__).parents[3] / "src/clew_playground/environments/strips/domains/blocksworld.toml"
    shown, ours = tomllib.loads(example), tomllib.loads(domain.read_text("utf-8"))
    assert shown["predicates"].items() <= ours["predicates"].items()
    assert shown["actions"].items() <= ours["actions"].items()
