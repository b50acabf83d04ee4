"""Serves the application to this machine, for whoever opens the one-time address."""

from collections.abc import Callable
from contextlib import closing

from clew.interfaces.mcp.server import CALLS
from clew.interfaces.mcp.serving import opened, serve
from clew.interfaces.mcp.workers import Workers
from clew.interfaces.view.application import Application
from clew.interfaces.view.live import Live
from clew.interfaces.view.visitors import Visitors
from clew.model import Progress
from clew.settings import Settings

HOST = "127.0.0.1"
NAMES = (HOST, "localhost", "::1")


def prepared(
    settings: Settings, space: str, on_progress: Callable[[Progress], None] | None = None, *, is_reader: bool
) -> Application:
    """Return an application whose store answers; `serve_view` closes it.

    Args:
        settings: which store, encoder and language model.
        space: where the page opens; empty: on the list of spaces.
        on_progress: told while the managed server is fetched and started.
        is_reader: whether nobody changes anything.
    """
    live = Live()
    tenants = opened(settings, live.tell)
    try:
        tenants.memory(settings.space, on_progress)
    except BaseException:
        tenants.close()
        raise
    workers = Workers(tenants, None, CALLS)
    return Application(tenants, workers, live, Visitors(), NAMES, is_reader=is_reader, space=space)


def serve_view(view: Application, port: int, told: Callable[[str], None]) -> None:
    """Serve an application until the process is told to stop; `told` is given the one-time address once it listens.

    Raises:
        InvalidInput: nobody can listen on the port.
    """
    with closing(view.tenants), view.live.hearing():
        serve(
            view.asgi(),
            HOST,
            port,
            lambda address: told(f"{address}/?key={view.visitors.invite()}"),
            ending=view.live.end,
        )
