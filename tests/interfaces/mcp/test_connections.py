"""The HTTP server cuts connections that never end their headers, and takes a bounded number."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from clew.interfaces.mcp import serving, tokens

ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LOCAL = "127.0.0.1"


async def answer(_: Request) -> PlainTextResponse:
    return PlainTextResponse("here")


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(serving, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(serving, "MAX_CONNECTIONS", 3)
    config = uvicorn.Config(
        Starlette(routes=[Route("/", answer)]), http=serving.BoundedConnection, log_config=None, access_log=False
    )
    served = uvicorn.Server(config)
    with socket.create_server((LOCAL, 0)) as bound:
        thread = threading.Thread(target=served.run, kwargs={"sockets": [bound]})
        thread.start()
        yield bound.getsockname()[1]
        served.should_exit = True
        thread.join()


def all_of(connection: socket.socket) -> bytes:
    """What comes until the other side cuts the connection."""
    found = b""
    with suppress(ConnectionError):
        while piece := connection.recv(1000):
            found += piece
    return found


@pytest.mark.parametrize("begin", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: "])
def test_headers_that_never_end_are_cut(port: int, begin: bytes) -> None:
    with socket.create_connection((LOCAL, port)) as connection:
        connection.sendall(begin)
        assert all_of(connection) == b""


def test_a_second_request_that_never_ends_its_headers_is_cut(port: int) -> None:
    with socket.create_connection((LOCAL, port)) as connection:
        connection.sendall(ASK)
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        connection.sendall(b"GET / HTTP/1.1\r\nHo")
        assert all_of(connection).endswith(b"here")


def test_more_connections_than_are_taken_are_cut_and_the_others_are_answered(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HEADER_SECONDS", 3600.0)
    held = [socket.create_connection((LOCAL, port)) for _ in range(3)]
    for each in held:
        each.sendall(b"G")
    with socket.create_connection((LOCAL, port)) as more:
        assert all_of(more) == b""
    for each in held:
        each.sendall(ASK[1:])
        assert each.recv(15) == b"HTTP/1.1 200 OK"
        each.close()


def test_a_token_file_that_others_may_read_is_refused_at_the_next_use(tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    token = tokens.add(file, "laptop", ["ann"])
    known = tokens.TokenFile(file)
    assert known.entry(token)
    file.chmod(0o644)
    assert known.entry(token) is None
    file.chmod(0o600)
    assert known.entry(token)
