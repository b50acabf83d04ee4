"""Serves the files of Neo4j Browser, which talks to the database itself: over Bolt, by WebSocket.

The files come out of the jar that Neo4j publishes. Neo4j's own HTTP connector stays off and the server is not
restarted; what listens is this process, on loopback, until it ends.
"""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Thread
from typing import cast
from urllib.parse import quote, urlsplit
from zipfile import ZipFile

from clew.interfaces.browser.grass import rules
from clew.server import Address

HOST = "127.0.0.1"
BOLT_PORT = 7687  # the port of an address that names none
FIRST_PORT, PORTS = 17474, 20
"""The same port again where it is free: the Browser keeps history and favourites by address."""

_FOLDER = "browser/"
_STYLE = "clew-style.js"
_MOUNT = '<div id="mount"></div>'


class Site(ThreadingHTTPServer):
    """The files by path, and the database that the Browser is led to."""

    daemon_threads = True
    files: Mapping[str, bytes]
    address: Address

    @property
    def url(self) -> str:
        """The address of the Browser, with the user filled in."""
        bolt = self.bolt.replace("://", f"://{quote(self.address.user, safe='')}@", 1)
        return f"http://{HOST}:{self.server_port}/browser/?dbms={quote(bolt, safe='')}"

    @property
    def bolt(self) -> str:
        """The address that the Browser is given: it does not route, for the policy knows no server of a router's."""
        scheme, host, port = self._parts
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"

    @property
    def policy(self) -> str:
        """The policy of the page: it may load this site's files and reach the database, nothing else.

        A policy cannot name an address of IPv6: where the database has one, the same port of any host is allowed.
        """
        scheme, host, port = self._parts
        schemes = ("wss", "https") if "+" in scheme else ("ws", "http")
        database = " ".join(f"{each}://{'*' if ':' in host else host}:{port}" for each in schemes)
        return (
            "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; "
            f"connect-src 'self' {database}; frame-ancestors 'none'; base-uri 'none'"
        )

    @property
    def _parts(self) -> tuple[str, str, int]:
        parts = urlsplit(self.address.uri)
        return parts.scheme.replace("neo4j", "bolt", 1), parts.hostname or "localhost", parts.port or BOLT_PORT


class _Reply(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        site, path = cast(Site, self.server), urlsplit(self.path).path
        if self.headers.get("Host", "") not in (f"{HOST}:{site.server_port}", f"localhost:{site.server_port}"):
            self._send(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"this site answers to its own name only")
        elif path == "/":
            providers = {"oidc_providers": list[str]()}
            discovery = {"bolt_direct": site.bolt, "neo4j_edition": "community", "auth_config": providers}
            self._send(HTTPStatus.OK, "application/json", json.dumps(discovery).encode())
        else:
            name = path.removeprefix("/browser/") or "index.html"
            content = site.files.get(name) if path.startswith("/browser/") else None
            if content is None:
                self._send(HTTPStatus.NOT_FOUND, "text/plain", b"no such file")
            else:
                self._send(HTTPStatus.OK, guess_type(name)[0] or "application/octet-stream", content)

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", cast(Site, self.server).policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the command line speaks."""


@contextmanager
def serving(jar: Path, address: Address) -> Generator[Site]:
    """Serve the Browser to this machine while the block runs."""
    with ZipFile(jar) as archive:
        names = [name for name in archive.namelist() if name.startswith(_FOLDER) and not name.endswith(("/", ".map"))]
        files = {name.removeprefix(_FOLDER): archive.read(name) for name in names}
    page = files["index.html"].decode().replace(_MOUNT, f'{_MOUNT}<script src="{_STYLE}"></script>', 1)
    style = json.dumps(json.dumps(rules()))  # the Browser has it before it starts
    files |= {"index.html": page.encode(), _STYLE: f"localStorage.setItem('neo4j.grass', {style});".encode()}
    with _listening() as site:
        site.files, site.address = files, address
        thread = Thread(target=site.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield site
        finally:
            site.shutdown()
            thread.join()


def _listening() -> Site:
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        with suppress(OSError):
            return Site((HOST, port), _Reply)
    return Site((HOST, 0), _Reply)
