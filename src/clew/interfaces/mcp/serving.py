"""Serves over stdio, or over HTTP to whoever has a token; what a process prints beside the protocol goes to stderr."""

import asyncio
import gc
import ipaddress
import logging
import re
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import anyio
import uvicorn
from anyio import CapacityLimiter, to_thread
from mcp.server.auth.provider import AccessToken
from mcp.server.transport_security import TransportSecuritySettings
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from clew.errors import InvalidInput
from clew.interfaces.mcp import tokens
from clew.interfaces.mcp.server import CALLS, make
from clew.interfaces.mcp.tenants import SPACE_HEADER, Tenants
from clew.interfaces.mcp.workers import Workers
from clew.interfaces.view.application import Application
from clew.interfaces.view.live import Live
from clew.interfaces.view.visitors import Visitors
from clew.model import Operation
from clew.settings import Settings
from clew.text.arguments import quoted

PATH = "/mcp"
VIEW = "/view"  # memory in a browser, for whoever names a token
HEALTH = "/health"  # takes no token, and says whether the database answers
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
DEFAULT_PORTS = MappingProxyType({"http": 80, "https": 443})  # the ports of addresses that a browser names without one
ALLOWED_HEADERS = ("authorization", "content-type", "mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name")
_HOST = re.compile(r"(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?")
"""Matches the values that a client may send in the header Host."""

STOP_SECONDS = 5  # seconds that a stopped server waits for answers that are under way
HEADER_SECONDS = 10.0  # seconds in which the headers of a request must end, from its connection or its first byte on
MAX_CONNECTIONS = 1000  # open at once; more are cut as they come, and a request beyond them is answered with 503


class BoundedConnection(H11Protocol):
    """An HTTP connection that is cut where a request does not begin to be answered in time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **kwargs)
        self._cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Take the connection, or cut it where too many are open."""
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the watch with the connection."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Cut it in some seconds if no request of it is being answered; else let it be."""
        if self.cycle is not None and not self.cycle.response_complete:  # pyright: ignore[reportUnnecessaryComparison]
            self._stop()
        elif self._cut is None:
            self._cut = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


class _Verifier(tokens.TokenFile):
    """Tells the protocol whom a bearer token is from; `clew mcp-token` loads nothing of the protocol."""

    async def verify_token(self, token: str) -> AccessToken | None:
        if (entry := self.entry(token)) is None:
            return None
        return AccessToken(
            token="", client_id=entry.name, scopes=[], claims={"spaces": entry.spaces, "rights": entry.rights}
        )


@dataclass(frozen=True, slots=True)
class Listening:
    """The address of an HTTP server, and the clients that it accepts."""

    host: str  # an address of this machine; on loopback nobody else can connect
    port: int  # 0: any that is free
    file: Path  # of tokens
    # names by which others may call this machine, beside those of loopback: a page that points its own name at it is
    # refused
    hosts: Sequence[str] = ()
    origins: Sequence[str] = ()  # addresses of pages whose scripts may ask; a program that is no browser names none


def serve_stdio(settings: Settings) -> None:
    """Serve the process that started this one, until it closes its end; it reaches the settings' space."""
    with closing(opened(settings)) as tenants:
        make(tenants, space=settings.space, calls=CALLS).run("stdio")


def serve_http(settings: Settings, listening: Listening, told: Callable[[str], None]) -> None:
    """Serve everybody who has a token, until the process is told to stop; `told` is given the address once it listens.

    The space of the settings is not used: each token has its own.
    """
    if not tokens.read(listening.file):
        raise InvalidInput(f"nobody could ask: {listening.file} holds no tokens; run: clew mcp-token NAME SPACE")
    live = Live()
    with closing(opened(settings, live.tell)) as tenants, live.hearing():
        serve(
            _application(tenants, listening, live),
            listening.host,
            listening.port,
            lambda url: told(f"{url}{PATH}"),
            ending=live.end,
        )


class _Server(uvicorn.Server):
    """Ends what would never end by itself, such as a stream of events, when it is told to stop."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._ending()
        super().handle_exit(sig, frame)


def serve(app: Any, host: str, port: int, told: Callable[[str], None], *, ending: Callable[[], None]) -> None:  # noqa: ANN401
    """Serve an ASGI application until the process is told to stop.

    Args:
        app: the application.
        host: an address of this machine.
        port: 0: any that is free.
        told: is given the address once it listens.
        ending: called when the process is told to stop, in the handler of the signal.

    Raises:
        InvalidInput: nobody can listen there.
    """
    is_v6 = ":" in host
    try:
        bound = socket.create_server((host, port), family=socket.AF_INET6 if is_v6 else socket.AF_INET)
    except (OSError, OverflowError, UnicodeError) as error:
        fault = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"host {host!r} and port {port} cannot be listened on: {fault}; choose others") from None
    with bound:
        told(f"http://{f'[{host}]' if is_v6 else host}:{bound.getsockname()[1]}")
        config = uvicorn.Config(
            app,
            http=BoundedConnection,
            limit_concurrency=MAX_CONNECTIONS,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        anyio.run(lambda: _Server(config, ending).serve(sockets=[bound]))


def _application(tenants: Tenants, listening: Listening, live: Live) -> Any:  # noqa: ANN401 - any callable is one
    """Return the HTTP application: it checks the bearer token, then host and origin, then MCP or a page answers."""
    origins = list(map(as_sent, listening.origins))
    names = [*LOOPBACK, *map(as_called, listening.hosts)]
    server = make(tenants, space=None, verifier=_Verifier(listening.file))
    security = TransportSecuritySettings(
        allowed_hosts=[*names, *(f"{name}:*" for name in names)], allowed_origins=origins
    )
    checks = CapacityLimiter(1)  # nobody without a token opens many connections

    @server.custom_route(HEALTH, methods=["GET"])
    async def health(_: Request) -> Response:
        reason = await to_thread.run_sync(tenants.failure, limiter=checks)
        return JSONResponse({"status": "down", "reason": reason}, 503) if reason else JSONResponse({"status": "ok"})

    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
    hosts = [urlsplit(f"//{name}").hostname or "" for name in names]
    known = tokens.TokenFile(listening.file)
    view = Application(tenants, Workers(tenants, None, CALLS), live, Visitors(), hosts, tokens=known)
    app.mount(VIEW, view.asgi())
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=[*ALLOWED_HEADERS, SPACE_HEADER],
        expose_headers=["mcp-session-id"],
    )


def as_sent(address: str) -> str:
    """Return the address of a page as a browser sends it: scheme and host in lower case, a port that is not usual."""
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        parts, host, port = urlsplit(""), "", None
    if not parts.scheme or not host or not host.isascii() or "*" in host:
        raise InvalidInput(f"origin {quoted(address)} is no address of a page; give one such as https://page.example")
    host = f"[{host}]" if ":" in host else host
    sent = f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, DEFAULT_PORTS.get(parts.scheme)) else "")
    if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise InvalidInput(f"origin {quoted(address)} holds more than a browser sends; give {sent}")
    return sent


def as_called(name: str) -> str:
    """Return a name of this machine as clients send it: in lower case, an address of IPv6 in brackets; a port stays."""
    host = name.strip().lower()
    host = f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host
    if not _HOST.fullmatch(host):
        raise InvalidInput(f"allowed host {quoted(name)} is no name of a machine; give one such as memory.example")
    return host


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def opened(settings: Settings, on_event: Callable[[Operation], None] | None = None) -> Tenants:
    """Return memory for as long as this process serves, which says faults on stderr: stdout is the protocol's."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.ERROR)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    for name in ("mcp", "clew", "uvicorn"):
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.ERROR)
    gc.freeze()  # else a full collection of garbage, which walks all that is loaded, stops every call for 50 ms
    return Tenants(settings, on_event)
