"""`clew browser`: Neo4j Browser on memory, in Clew's colours."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, note, raw, say
from clew.interfaces.cli.options import options
from clew.interfaces.cli.progress import starting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from clew.model import Progress
    from clew.server import Address
    from clew.settings import Settings

    Report = Callable[[Progress], None]


def browser(
    context: typer.Context,
    style: Annotated[
        bool, typer.Option("--style", help="Print the style sheet, for a Browser of your own, and end.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open no window.")] = False,
) -> None:
    """Open Neo4j Browser on the managed server, in Clew's colours, until Ctrl+C ends it.

    It is served to this machine only, by this command: the server is not restarted and opens no port.
    """
    from clew.interfaces.browser.grass import sheet

    chosen = options(context)
    if style:
        if chosen.json:
            emit({"style": sheet()})
        else:
            raw(sheet())
        return
    from clew.interfaces.browser.site import serving

    settings = chosen.settings()
    with starting(quiet=chosen.json) as on_progress:
        address, password = _address(settings, on_progress)
        jar = _jar(settings, on_progress)
    with serving(jar, address) as site, suppress(KeyboardInterrupt):
        if chosen.json:
            emit({"url": site.url, "user": address.user, "password": password})
        else:
            say(f"Neo4j Browser is at {site.url}")
            note(f"user {address.user}, password: {password}; Ctrl+C ends it")
        _wait(site.url, opened=not no_open)


def _address(settings: "Settings", on_progress: "Report | None") -> "tuple[Address, str]":
    """Return where the database is, and where its password is to be found."""
    from clew import server

    if settings.uri:
        return server.Address(settings.uri, settings.user, "", settings.database), "the one of CLEW_PASSWORD"
    managed = server.ServerSettings.of(settings)
    return server.start(managed, on_progress), f"in the file {server.home(managed) / 'password'}"


def _jar(settings: "Settings", on_progress: "Report | None") -> "Path":
    from clew import server

    return server.browser_jar(server.ServerSettings.of(settings), on_progress)


def _wait(url: str, *, opened: bool) -> None:
    """Open the window if asked to, and wait for an interrupt."""
    import sys
    from threading import Event

    sys.stdout.flush()
    if opened:
        import webbrowser

        webbrowser.open(url)
    Event().wait()
