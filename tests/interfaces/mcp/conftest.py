"""`clew mcp` as a process of its own on the session's server, and the SDK's own client for it."""

import os
import re
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from clew.interfaces.mcp import tokens
from clew.server import Address

CLEW = str(Path(sys.executable).with_name("clew"))

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@dataclass(frozen=True)
class Served:
    """A server over HTTP: where it listens, its tokens, its process, and what it said until it listened."""

    url: str
    file: Path
    process: subprocess.Popen[str]

    def token(self, *spaces: str) -> str:
        return tokens.add(self.file, f"token {uuid.uuid4()}", spaces)


def variables(server: Address, folder: Path, **more: str) -> dict[str, str]:
    """The environment of a process that finds the tests' server, and nothing of the user's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
    return kept | {
        "CLEW_URI": server.uri,
        "CLEW_USER": server.user,
        "CLEW_PASSWORD": server.password,
        "XDG_DATA_HOME": str(folder),
        **more,
    }


def listening(process: subprocess.Popen[str]) -> str:
    """The address that a server prints when it listens."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"listening on (\S+)", line):
            return found[1]
    raise AssertionError("it never listened")


def stopped(process: subprocess.Popen[str]) -> str:
    """End a server as a service manager does, and return what is left of its stderr."""
    process.terminate()
    return process.communicate(timeout=60)[1]


@pytest.fixture(scope="module")
def http(server: Address, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for a module, whose tests have tokens and spaces of their own."""
    folder = tmp_path_factory.mktemp("mcp")
    file = folder / "tokens.json"
    tokens.add(file, "first", ["nobody's"])
    command = [CLEW, "mcp", "--http", "--port", "0", "--tokens", str(file), "--origin", "https://Page.example/"]
    with subprocess.Popen(
        command,
        env=variables(server, folder, CLEW_AUDIT="writes"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield Served(listening(process), file, process)
        said = stopped(process)
        assert process.returncode == -signal.SIGTERM, said
        assert "clew_" not in said  # no token is written anywhere


@pytest.fixture
def space() -> str:
    return f"mcp {uuid.uuid4()}"


@asynccontextmanager
async def over_http(url: str, token: str, *, mode: str = "auto", **headers: str) -> AsyncGenerator[Client]:
    given = {"Authorization": f"Bearer {token}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    async with (
        create_mcp_http_client(headers=given) as http_client,
        Client(streamable_http_client(url, http_client=http_client), mode=mode) as client,
    ):
        yield client


@asynccontextmanager
async def over_stdio(environment: dict[str, str], *, mode: str = "auto") -> AsyncGenerator[Client]:
    async with Client(StdioServerParameters(command=CLEW, args=["mcp"], env=environment), mode=mode) as client:
        yield client


@pytest.fixture(params=[pytest.param("stdio", marks=pytest.mark.slow), "http"])
def connect(request: pytest.FixtureRequest, server: Address, space: str, tmp_path: Path) -> Connect:
    """Connect a client to the test's space over one transport after the other; over stdio each is a process."""
    if request.param == "stdio":
        environment = variables(server, tmp_path, CLEW_SPACE=space)
        return lambda **how: over_stdio(environment, **how)
    http: Served = request.getfixturevalue("http")
    token = http.token(space)
    return lambda **how: over_http(http.url, token, **how)
