"""The command line over a memory that is only read."""

import pytest
from tests.interfaces.conftest import Clew

WRITES = (
    ("add", "--session", "friday", "Hello."),
    ("forget", "--session", "monday", "--yes"),
    ("consolidate",),
    ("reembed", "--encoder", "minilm", "--yes"),
)


def test_commands_that_read_answer_and_others_are_refused(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clew("add", "--session", "monday", "--speaker", "Ann", "I live in Porto.").code == 0
    stats = clew("stats", "--json").json
    for command in WRITES:
        said = clew(*command, "--read-only")
        assert said.code == 15, command
        assert "read only" in said.err
    monkeypatch.setenv("CLEW_READ_ONLY", "1")
    assert clew("recall", "Where does Ann live?", "--json").json["hits"][0]["text"] == "I live in Porto."
    assert clew("add", "--session", "friday", "Hello.").code == 15
    assert clew("stats", "--json").json == stats
