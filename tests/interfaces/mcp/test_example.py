"""The example client runs, and leaves nothing behind."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interfaces.mcp.conftest import variables

from clew.server import Address

EXAMPLE = Path(__file__).parents[3] / "examples" / "mcp_client.py"


@pytest.mark.slow
def test_the_example_remembers_recalls_and_forgets(server: Address, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLE)]
    environment = variables(server, tmp_path)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "tools: add, " in done.stdout
    assert "Ann: Ann has moved to Lisbon and works there as a nurse." in done.stdout
    assert "forgotten: " in done.stdout
    assert "episode:today/" in done.stdout.rsplit("forgotten: ", 1)[1]


def test_its_server_has_the_memory_that_a_shell_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable that moves the user's data folder it would start another server."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server = runpy.run_path(str(EXAMPLE))["SERVER"]
    assert server.env["XDG_DATA_HOME"] == str(tmp_path)
