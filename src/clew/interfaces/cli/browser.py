"""`clew browser`: Neo4j Browser on memory, in Clew's colours."""

import sys
from contextlib import suppress
from threading import Event
from typing import Annotated

import typer

from clew.interfaces.cli.console import emit, note, raw, say
from clew.interfaces.cli.options import options
from clew.interfaces.cli.progress import starting


def browser(
    context: typer.Context,
    style: Annotated[
        bool, typer.Option("--style", help="Print the style sheet for a Browser of your own, and end.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open no window.")] = False,
) -> None:
    """Open Neo4j Browser on the managed server, in Clew's colours, until Ctrl+C ends it.

    This command serves the Browser to this machine only. It does not restart the server, and the server opens no port.
    """
    from clew.interfaces.browser.grass import sheet

    chosen = options(context)
    if style:
        chosen.show({"style": sheet()}, sheet(), raw)
        return
    from clew import server
    from clew.interfaces.browser.site import serving

    settings = chosen.settings()
    managed = server.ServerSettings.of(settings)
    with starting(quiet=chosen.json) as on_progress:
        if settings.uri:
            address = server.Address(settings.uri, settings.user, "", settings.database)
            where = "the one of CLEW_PASSWORD"
        else:
            address = server.start(managed, on_progress)
            where = f"in the file {server.home(managed) / 'password'}"
        jar = server.browser_jar(managed, on_progress)
    with serving(jar, address) as site, suppress(KeyboardInterrupt):
        if chosen.json:
            emit({"url": site.url, "user": address.user, "password": where})
        else:
            say(f"Neo4j Browser is at {site.url}")
            note(f"user {address.user}, password: {where}; Ctrl+C ends it")
        sys.stdout.flush()
        if not no_open:
            import webbrowser

            webbrowser.open(site.url)
        Event().wait()
