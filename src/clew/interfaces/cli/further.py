"""Commands that other distributions bring, and a word on those of the playground where that is not installed."""

from collections.abc import Sequence
from importlib.metadata import entry_points

import typer


def add(app: typer.Typer, group: str, epilog: str, playground: Sequence[str]) -> None:
    """Add the commands of an entry point group.

    Args:
        app: which gets them.
        group: of the entry points; each names the function of a command.
        epilog: of their help.
        playground: the commands that the playground brings; where it does not, they say how to install it.
    """
    found = {each.name: each for each in entry_points(group=group)}
    for each in found.values():
        app.command(each.name, epilog=epilog)(each.load())
    for name in playground:
        if name not in found:
            app.command(name, hidden=True, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(
                _missing
            )


def _missing(context: typer.Context) -> None:
    """Say how to install the playground.

    Raises:
        MissingDependency: always.
    """
    from clew.errors import MissingDependency

    raise MissingDependency(
        f"{context.command_path} comes with the playground, which is not installed: in a clone of Clew, "
        "run: make playground, or: pip install ./playground"
    )
