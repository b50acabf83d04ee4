"""The examples of the doors that need no extra run without a key."""

import runpy
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.interfaces.bloom.perspective import perspective

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_cypher(memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Memory, "local", lambda **_: nullcontext(memory))  # the tests' server, not the user's
    runpy.run_path(str(EXAMPLES / "cypher.py"), run_name="__main__")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "monday ['Ann', 'Ben'] 2"
    assert any("I moved to Lisbon" in line for line in said[1:-2])
    assert said[-2:] == ["Ann 8", "Ben 3"]


def test_bloom(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", ["bloom_file.py", str(tmp_path)])
    runpy.run_path(str(EXAMPLES / "bloom_file.py"), run_name="__main__")
    assert (tmp_path / "clew-perspective.json").stat().st_size > len(str(perspective()))
    assert (tmp_path / "clew.grass").read_text("utf-8").startswith("node {")
