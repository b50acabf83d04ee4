"""The benchmark of worlds of one's own: all four agents in one of them, by a script and over HTTP."""

import json
import subprocess
import sys
from pathlib import Path

from clew.server import Address

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "own_world.py"


def test_every_agent_wins_and_every_call_is_counted(server: Address, tmp_path: Path) -> None:
    place = ["--uri", server.uri, "--password", server.password, "--json", str(tmp_path / "out.json")]
    command = [sys.executable, str(SCRIPT), "--gate", "--worlds", "warehouse", *place]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert [(each["agent"], each["way"]) for each in found["rows"]] == [
        (agent, way) for agent in ("ariadne", "hiagent", "clin", "karma") for way in ("script", "http")
    ]
    assert all(each["calls"] > 0 for each in found["rows"] if each["way"] == "http")
    assert found["won by chance"].keys() == {"ship", "laboratory", "warehouse"}
