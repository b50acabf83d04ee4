"""The table of operations in docs/interfaces.md: every operation is in it, under the name that each interface has."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
import typer.main

from clew import AsyncMemory, Memory
from clew.agents.tool_table import TOOLS
from clew.interfaces.cli.main import app

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
STATE = {"bookmarks", "close", "follow", "from_settings", "language_model", "local", "model", "on_event", "open",
         "reranker", "usage"}  # fmt: skip
"""Names of `Memory` that open, close or set one, and ask nothing of what it holds."""


class Row(NamedTuple):
    operation: str
    command: str
    mcp: str
    agents: str
    test: str


def rows() -> list[Row]:
    text = (ROOT / "docs" / "interfaces.md").read_text("utf-8")
    (section,) = re.findall(r"\n## Operations\n(.+?)\n## ", text, re.DOTALL)
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [Row(*(cell.strip(" `") for cell in line.strip("|").split("|"))) for line in lines]


def called(folder: str, pattern: str) -> set[str]:
    """Return the names that the tests of a folder call by a pattern."""
    texts = (path.read_text("utf-8") for path in sorted((TESTS / folder).rglob("test_*.py")))
    return {name for text in texts for name in re.findall(pattern, text)}


def test_every_operation_is_in_the_table() -> None:
    public = {name for name in dir(Memory) if not name.startswith("_")}
    assert [row.operation for row in rows() if row.operation not in public] == []
    assert {row.operation for row in rows()} == public - STATE
    assert {row.operation for row in rows()} <= set(dir(AsyncMemory))


def test_every_tool_is_in_the_table_under_the_name_of_a_method() -> None:
    for only, named in (("agents", {row.mcp for row in rows()}), ("mcp", {row.agents for row in rows()})):
        assert {tool.name for tool in TOOLS if tool.only != only} == named - {""}
    assert {tool.name for tool in TOOLS} <= set(dir(Memory))


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.operation)
def test_each_interface_has_it_and_tests_it(row: Row) -> None:
    file, _, test = row.test.partition("::")
    assert re.search(rf"def {test}\(", (TESTS / "api" / "memory" / file).read_text("utf-8"))
    if row.command.startswith("clew "):
        name = row.command.split()[1]
        assert name in typer.main.get_group(app).commands
        assert name in called("interfaces/cli", r'clew\(\s*"([\w-]+)"')
    if row.mcp:
        assert row.mcp in called("interfaces/mcp", r'call(?:_tool\(|\(client, )"(\w+)"')
    if row.agents:
        assert row.agents in called("agents", r'own\["(\w+)"\]')
