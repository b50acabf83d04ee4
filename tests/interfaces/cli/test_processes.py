"""Every command as a process of its own, with nothing of a test around it."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from clew.interfaces.cli.main import app

pytestmark = pytest.mark.slow

COMMANDS = sorted(typer.main.get_group(app).commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_runs_where_nothing_is_imported_yet(name: str) -> None:
    command = [sys.executable, "-W", "error", str(Path(sys.executable).with_name("clew")), name, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"clew {name}" in done.stdout
