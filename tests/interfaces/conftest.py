"""The command line as a shell would call it, on the session's server and in a space of each test's own."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from clew.embedding import MiniLM
from clew.interfaces.cli.main import run
from clew.server import Address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TURNS = (
    ("monday", "Ann", "I adopted a kitten called Miso.", "2023-05-08T13:56:00Z"),
    ("monday", "Ben", "How lovely! How old is she?", "2023-05-08T13:57:00Z"),
    ("monday", "Ann", "Ten weeks, and she sleeps in the laundry basket.", "2023-05-08T13:58:00Z"),
    ("friday", "Ben", "Did you find a vet in Lisbon?", "2023-06-02T09:00:00Z"),
    ("friday", "Ann", "Yes, Doctor Almeida, near the river.", "2023-06-02T09:01:00Z"),
)

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
]
HOSTILE = (
    "</script><script>window.owned = 1</script><img src=x onerror='window.owned = 2'>"
    "<!-- <script> \u2028 \ud83d \x00 {{7*7}} SCRIPT_HASH DATA ${window.owned = 3}"
)


@dataclass(frozen=True)
class Said:
    """The exit code and the two streams of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


Clew = Callable[..., Said]


def own_space(said: str) -> str:
    """Return the space of its own that a command names on stderr."""
    named = re.search(r"^space (\S+), which is forgotten at the end;", said, re.MULTILINE)
    assert named, said
    return named[1]


@pytest.fixture
def environment(server: Address, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """The variables that lead to the server; the space is new, and so is the folder of the user's data."""
    for name in [name for name in os.environ if name.startswith("CLEW_")]:
        monkeypatch.delenv(name)
    variables = {
        "CLEW_URI": server.uri,
        "CLEW_USER": server.user,
        "CLEW_PASSWORD": server.password,
        "CLEW_DATABASE": server.database,
        "CLEW_SPACE": f"cli {uuid.uuid4()}",
        "XDG_DATA_HOME": str(tmp_path / "user data"),
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return variables


@pytest.fixture
def clew(
    environment: dict[str, str],
    encoder: MiniLM,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Clew:
    """Runs a command in this process, which loads the model once."""
    assert environment
    encoder.load()

    def call(*arguments: str | Path, stdin: str = "") -> Said:
        capsys.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode())))
            code = run([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        return Said(code, streams.out, streams.err)

    return call


@pytest.fixture
def shell(environment: dict[str, str]) -> Clew:
    """Runs a command in a process of its own, with `stdin` as its input."""
    assert environment

    def call(*arguments: str, stdin: str = "") -> Said:
        command = [str(Path(sys.executable).with_name("clew")), *arguments]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
        return Said(done.returncode, done.stdout, done.stderr)

    return call


def listen_to_interrupts() -> None:
    """A test run in the background of a shell is told to ignore them, and would pass that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def conversation(tmp_path: Path) -> Path:
    """Five turns in two sessions."""
    file = tmp_path / "chat.jsonl"
    lines = [dict(zip(("session", "speaker", "text", "at"), turn, strict=True)) for turn in TURNS]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return file


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install chromium to see the pages tested")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A page on which no script fails and nothing is logged."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.faults = []  # pyright: ignore[reportAttributeAccessIssue]
    page.on("pageerror", lambda error: page.faults.append(str(error)))  # pyright: ignore
    page.on("console", lambda message: page.faults.append(message.text))  # pyright: ignore
    yield page
    assert page.faults == []  # pyright: ignore
    page.close()
