"""`clew view`: memory in a browser, to read, search, correct and forget."""

import sys
from typing import Annotated

import typer

from clew.interfaces.cli.console import emit, note, say
from clew.interfaces.cli.options import options
from clew.interfaces.cli.progress import starting
from clew.interfaces.cli.serve_mcp import require_mcp

PORT = 8766


def view(
    context: typer.Context,
    port: Annotated[int, typer.Option(help="Port to listen on; 0 means any free port.", min=0, max=65535)] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open no window.")] = False,
) -> None:
    """Open memory in a browser: sessions, people, search, the graph, corrections and forgetting, until Ctrl+C.

    This machine alone can reach it. The address that is printed lets one browser in, once.
    """
    require_mcp("viewing memory")
    from clew.interfaces.view.serving import prepared, serve_view

    chosen = options(context)
    settings = chosen.settings()

    def told(address: str) -> None:
        if chosen.json:
            emit({"url": address})
        else:
            say(f"memory is at {address}")
            note("the address lets one browser in, once; Ctrl+C ends it")
        sys.stdout.flush()
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    space = settings.space if "space" in chosen.given else ""
    with starting(quiet=chosen.json) as on_progress:
        served = prepared(settings, space, on_progress, is_reader=settings.read_only)
    serve_view(served, port, told)
