"""`clew server` where no server was ever started; it must leave nothing behind."""

import json
from pathlib import Path

import pytest

from clew.interfaces.cli.main import run


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_status_says_where_it_would_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["server", "status", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["running"] is False
    assert said["home"] == str(tmp_path / "data" / "clew" / "server")
    assert run(["server", "status"]) == 0
    assert "Neo4j 2026.01.4, Graph Data Science 2.26.0" in capsys.readouterr().out


def test_path_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["server", "path"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'data' / 'clew' / 'server'}\n"


@pytest.mark.parametrize("command", ["stop", "logs"])
def test_without_a_server_there_is_nothing_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(["server", command]) == 0
    assert run(["server", command, "--json"]) == 0
    assert capsys.readouterr().err.count("\n") <= 1
    assert list(tmp_path.iterdir()) == []


def test_remove_asks_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jar = tmp_path / "cache" / "clew" / "jars" / "some.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"")
    memory = tmp_path / "data" / "clew" / "server" / "data" / "store"
    memory.parent.mkdir(parents=True)
    memory.write_bytes(b"")
    assert run(["server", "remove", "--json"]) == 2
    assert "add --yes" in capsys.readouterr().err
    assert memory.exists()
    assert run(["server", "remove", "--yes", "--json"]) == 0
    assert not memory.exists()
    assert not jar.exists()


def test_a_mirror_that_is_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["server", "start", "--mirror", "maven.example.org"]) == 2
    assert "write it like https://host/maven2" in capsys.readouterr().err


def test_nothing_is_backed_up_and_nothing_restored_of_what_is_no_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "monday.clew"
    assert run(["server", "backup", str(file)]) == 2
    assert "nothing to back up" in capsys.readouterr().err
    assert not file.exists()
    file.write_text("no backup")
    assert run(["server", "backup", str(file)]) == 2
    assert "--force" in capsys.readouterr().err
    assert run(["server", "restore", str(file)]) == 2
    assert "no whole backup" in capsys.readouterr().err


def test_a_restore_asks_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    memory = tmp_path / "data" / "clew" / "server" / "data" / "databases" / "neo4j" / "store"
    memory.parent.mkdir(parents=True)
    memory.write_bytes(bytes(5000))
    (tmp_path / "monday.clew").write_text("no backup")
    assert run(["server", "restore", str(tmp_path / "monday.clew")]) == 2
    assert "add --yes" in capsys.readouterr().err
    assert run(["server", "restore", str(tmp_path / "monday.clew"), "--yes"]) == 2
    assert memory.read_bytes() == bytes(5000)
