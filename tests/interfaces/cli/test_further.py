"""Commands that another distribution brings, and what is said where it is not installed."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest
import typer
from typer.testing import CliRunner

from clew.errors import MissingDependency
from clew.interfaces.cli import further


def called(monkeypatch: pytest.MonkeyPatch, *found: EntryPoint) -> typer.Typer:
    app = typer.Typer()
    app.command("other")(lambda: None)
    monkeypatch.setattr(further, "entry_points", lambda group: EntryPoints(found).select(group=group))
    further.add(app, "clew.commands", "", ("play",))
    return app


def test_a_command_that_is_not_installed_says_how_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    said = CliRunner().invoke(called(monkeypatch), ["play", "hunt", "--seed", "3"])
    assert isinstance(said.exception, MissingDependency)
    assert "make playground" in str(said.exception)
    assert "pip install ./playground" in str(said.exception)
    assert "play" not in CliRunner().invoke(called(monkeypatch), ["--help"]).stdout


def test_one_that_is_installed_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("play", "clew.interfaces.cli.server:status", "clew.commands")
    assert "play" in CliRunner().invoke(called(monkeypatch, point), ["--help"]).stdout


def test_one_that_cannot_be_loaded_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = called(monkeypatch, EntryPoint("play", "nowhere_at_all.cli:play", "clew.commands"))
    assert "other" in CliRunner().invoke(app, ["--help"]).stdout
    said = CliRunner().invoke(app, ["play"])
    assert isinstance(said.exception, MissingDependency)
    assert "nowhere_at_all" in str(said.exception)
