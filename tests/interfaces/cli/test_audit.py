"""`clew audit`: who did what in a space."""

import json
from getpass import getuser
from pathlib import Path

import pytest
from tests.interfaces.conftest import Clew


def test_the_log_is_listed_paged_and_written(clew: Clew, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert clew("add", "--session", "monday", "Hello.").code == 0
    assert "Nothing is noted." in clew("audit").out
    monkeypatch.setenv("CLEW_AUDIT", "writes")
    assert clew("add", "--session", "monday", "I live in Porto.").code == 0
    assert clew("forget", "--session", "monday", "--yes").code == 0
    said = clew("audit")
    assert said.out.index("Memory.forget") < said.out.index("Memory.add")
    assert "Porto" not in said.out
    assert getuser() in said.out
    first = clew("audit", "--limit", "1", "--json").json
    second = clew("audit", "--limit", "1", "--after", first["after"], "--json").json
    assert [each["operation"] for each in (*first["entries"], *second["entries"])] == ["Memory.forget", "Memory.add"]
    assert "more follows: --after" in clew("audit", "--limit", "1").err
    file = tmp_path / "audit.jsonl"
    assert clew("audit", "--export", file, "--json").json["entries"] == 2
    assert [json.loads(line)["who"] for line in file.read_text("utf-8").splitlines()] == [getuser()] * 2
