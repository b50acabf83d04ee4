"""Commands that other distributions bring, and a word on those of the playground where that is not installed."""

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points

import typer

from clew.errors import MissingDependency


def add(app: typer.Typer, group: str, epilog: str, playground: Sequence[str]) -> None:
    """Add the commands of an entry point group.

    Args:
        app: which gets them.
        group: of the entry points; each names the function of a command.
        epilog: of their help.
        playground: the commands that the playground brings; where it does not, they say how to install it.
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
    for name, reason in absent.items():
        app.command(name, hidden=True, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(
            _refusal(reason)
        )


def _refusal(reason: str) -> Callable[[typer.Context], None]:
    """A command that only says why it is not there."""

    def refuse(context: typer.Context) -> None:
        raise MissingDependency(f"{context.command_path} {reason}")

    return refuse
