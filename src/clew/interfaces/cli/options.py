"""The options of every command, and the memory that they name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clew.interfaces.cli.console import emit, say

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from clew.api.memory import Memory
    from clew.settings import Settings

FLAGS = ("--json", "--read-only")
VALUED = ("--space", "--uri", "--user", "--database", "--zone", "--encoder", "--model", "--model-url")

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
"""The option of a command that cannot be undone, and so asks first."""


@dataclass(frozen=True)
class Options:
    """The options before or after the command's name; the environment has those that were not given."""

    json: bool = False
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def settings(self, **instead: object) -> "Settings":
        """Return the environment's settings, overridden by the options and then by `instead`."""
        from clew.settings import Settings

        return Settings.from_env().changed(**(dict(self.given) | instead))

    def memory(self, **instead: object) -> "Memory":
        """Open the memory that the settings name; without an address, on the managed server."""
        from clew.api.memory import Memory
        from clew.interfaces.cli.progress import starting

        settings = self.settings(**instead)
        with starting(quiet=self.json) as on_progress:
            return Memory.from_settings(settings, on_progress=on_progress)

    @cached_property
    def zone(self) -> "tzinfo | None":
        """The zone of times without an offset: that of the settings, else of the space; None where neither has one."""
        from clew.text.instants import zone_named

        if named := self.settings().zone:
            return zone_named(named)
        with self.memory() as memory:
            return None if memory.space.zone is UTC else memory.space.zone

    def show(self, value: object, text: str, tell: Callable[[str], None] = say) -> None:
        """Print a result as JSON if that was asked for, else `tell` its text: as a line of markup, a note, or `raw`."""
        emit(value) if self.json else tell(text)


def options(context: typer.Context) -> Options:
    """Return the options of the running command."""
    found = context.find_object(Options)
    return found or Options()


def instant(text: str | None, option: str, chosen: Options) -> "datetime | None":
    """Return the time that an option names; None where it is not given."""
    from clew.text.instants import parse_instant

    if text is None:
        return None
    parse_instant(text, option, UTC)  # refused before a server is asked for the zone
    return parse_instant(text, option, chosen.zone)


def end(text: str | None, option: str, chosen: Options, *, is_included: bool = False) -> "datetime | None":
    """Return the end of a time that an option names, as `parse_end` reads it; None where the option is not given."""
    from clew.text.instants import parse_end

    if text is None:
        return None
    parse_end(text, option, UTC, is_included=is_included)
    return parse_end(text, option, chosen.zone, is_included=is_included)


def hoist(arguments: list[str]) -> list[str]:
    """Move the options of every command to the front, so that they may stand anywhere before ``--``.

    One that lacks its value goes there alone, to be refused: else it would take the command, or another option, for it.
    """
    front: list[str] = []
    rest: list[str] = []
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            return [*front, *rest, word, *waiting]
        if word in VALUED:
            if not waiting or waiting[0].startswith("--"):
                return [word]
            front += [word, waiting.pop(0)]
        elif word in FLAGS or ("=" in word and word.partition("=")[0] in VALUED):
            front.append(word)
        else:
            rest.append(word)
    return [*front, *rest]
