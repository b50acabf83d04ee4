"""The processes of rivals: one that dies takes nothing with it."""

import time
from pathlib import Path

import pytest

from clew.server import Address


def test_the_server_of_a_rival_that_died_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    import peers_systems  # pyright: ignore[reportMissingImports]

    def start(_: object) -> Address:
        return Address("bolt://nowhere", "", "", "")

    def rival(says: str) -> peers_systems.Worker:
        python = tmp_path / "python"
        python.write_text(f"#!/bin/sh\n{says}\n")
        python.chmod(0o755)
        return peers_systems.Worker(peers_systems.System("X", "x", "", "", has_server=True), tmp_path, tmp_path)

    stopped: list[object] = []
    monkeypatch.setattr(peers_systems, "environment", lambda _: str(tmp_path / "python"))
    monkeypatch.setattr(peers_systems.server, "start", start)
    monkeypatch.setattr(peers_systems.server, "stop", stopped.append)
    with pytest.raises(peers_systems.Failed):
        rival("exit 1")
    assert len(stopped) == 1
    worker = rival("""echo '{"ways": [""]}'""")
    time.sleep(0.5)
    with pytest.raises(peers_systems.Failed):
        worker.ask("recall")
    assert worker.memory_mb()["process"] == 0
    worker.end()
    assert len(stopped) == 2
