"""A command that can go on is told as a shell takes it."""

import shlex
from pathlib import Path

import typer

from clew.interfaces.cli.main import common
from clew_playground.commands.own_space import command


def test_a_command_is_written_as_it_was_given_but_for_defaults_and_passwords() -> None:
    app, said = typer.Typer(), list[str]()
    app.callback()(common)

    @app.command()
    def toil(  # pyright: ignore[reportUnusedFunction]
        context: typer.Context,
        chore: str = typer.Argument("tea"),
        seed: int = 1,
        mode: str = "usual",
        html: Path | None = None,
        resume: str | None = None,
        quick: bool = False,
    ) -> None:
        assert (chore, seed, mode, html, resume, quick) == ("my toast", 7, "usual", Path("a page.html"), "old", True)
        said.append(command(context, resume="run 1"))

    given = ["--space", "it's mine", "--uri", "bolt://me:secret@host:1", "--model-url", "http://key@host/v1"]
    options = ["--seed", "7", "--mode", "usual", "--html", "a page.html", "--resume", "old", "--quick"]
    app(args=[*given, "toil", "my toast", *options], standalone_mode=False)
    words = shlex.split(said[0])
    assert words[:3] == ["clew", "toil", "my toast"]
    assert words[-2:] == ["--resume", "run 1"]
    assert sorted(words[3:-2]) == sorted([
        "--space", "it's mine", "--uri", "bolt://host:1", "--model-url", "http://host/v1",
        "--seed", "7", "--html", "a page.html", "--quick",
    ])  # fmt: skip
