"""Commands that other distributions bring, and the message of those that are not installed."""

from collections.abc import Sequence
from importlib.metadata import entry_points

import typer

from clew.errors import MissingDependency


def add(app: typer.Typer, group: str, epilog: str, playground: Sequence[str]) -> None:
    """Add the commands of an entry point group.

    A command of the playground that is absent tells how to install the playground.
    """
    absent = dict.fromkeys(
        playground,
        "comes with the playground, which is not installed: in a clone of Clew, "
        "run: make playground, or: pip install ./playground",
    )
    for each in entry_points(group=group):
        absent.pop(each.name, None)
        try:
            app.command(each.name, epilog=epilog)(each.load())
        except (ImportError, AttributeError) as error:  # one broken distribution takes no other command with it
            absent[each.name] = f"cannot be loaded from {each.value}: {error}; install its distribution anew"

    def refuse(context: typer.Context) -> None:
        raise MissingDependency(f"{context.command_path} {absent[context.info_name or '']}")

    for name in absent:
        app.command(name, hidden=True, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(
            refuse
        )
