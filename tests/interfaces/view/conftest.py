"""The application on the session's server, in a thread of the tests' process, and a browser that is let in."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect

from clew.interfaces.mcp import tokens
from clew.interfaces.mcp.server import CALLS
from clew.interfaces.mcp.tenants import Tenants
from clew.interfaces.mcp.workers import Workers
from clew.interfaces.view.application import Application
from clew.interfaces.view.live import Live
from clew.interfaces.view.serving import NAMES
from clew.interfaces.view.visitors import Visitors
from clew.server import Address
from clew.settings import Settings

PATIENCE = 60_000  # ms, of a machine that does much else
expect.set_options(timeout=PATIENCE)


@dataclass
class Served:
    """An application that listens."""

    view: Application
    port: int
    running: uvicorn.Server
    thread: threading.Thread

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def invitation(self) -> str:
        return f"{self.url}?key={self.view.visitors.invite()}"

    def at(self, space: str, *place: str) -> str:
        return f"{self.url}#/{'/'.join(quote(each, safe='') for each in ('s', space, *place))}"

    def stop(self) -> None:
        self.running.should_exit = True
        self.thread.join(20)
        for each in self.running.server_state.connections:  # left open: the end of a process would close them
            with suppress(OSError):
                each.transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


def listening(view: Application, port: int = 0) -> Served:
    config = uvicorn.Config(view.asgi(), port=port, log_config=None, access_log=False, timeout_graceful_shutdown=1)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.01)
    return Served(view, running.servers[0].sockets[0].getsockname()[1], running, thread)


@pytest.fixture(scope="module")
def make_view(server: Address) -> Iterator[Callable[..., Application]]:
    """Makes applications on the session's server."""
    settings = Settings.model_validate(
        {"uri": server.uri, "user": server.user, "password": server.password, "database": server.database}
    )
    live = Live()
    tenants = Tenants(settings, live.tell)

    def make(file: Path | None = None, *, is_reader: bool = False) -> Application:
        known = tokens.TokenFile(file) if file else None
        workers = Workers(tenants, None, CALLS)
        return Application(tenants, workers, live, Visitors(), NAMES, tokens=known, is_reader=is_reader)

    yield make
    tenants.close()


@pytest.fixture(scope="module")
def served(make_view: Callable[..., Application]) -> Iterator[Served]:
    """One application for a module."""
    served = listening(make_view())
    yield served
    served.stop()


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """A browser that was let in."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(served.invitation())
    page.get_by_role("heading", name="Spaces").wait_for()
    page.close()
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext, served: Served) -> Iterator[Page]:
    """A page of that browser: no script fails, nothing is logged, and nobody else is called."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith((served.url, "data:", "blob:")) else faults.append(request.url),
    )
    yield page
    assert faults == []
    page.close()
