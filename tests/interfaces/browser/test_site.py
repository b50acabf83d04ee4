"""The real Neo4j Browser, driven in Chromium: it shows memory in the colours of every picture, and calls nobody."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.interfaces.conftest import Clew, listen_to_interrupts

from clew import server as managed
from clew.api.memory import Memory
from clew.graph.schema import declared
from clew.interfaces.bloom.perspective import perspective
from clew.interfaces.browser.grass import rules, sheet
from clew.interfaces.browser.site import Site, serving
from clew.interfaces.pages.declaration import RELATIONSHIP_COLOURS, colour_of, ink_on
from clew.interfaces.pages.picture import render
from clew.model import Turn
from clew.server import Address, ServerSettings

LOOK = "MATCH way = (:Clew {space: '%s'})--(:Clew) RETURN way"


@pytest.fixture(scope="module")
def jar(jar_cache: Path | None) -> Path:
    return managed.browser_jar(ServerSettings(cache=jar_cache))


@pytest.fixture(scope="module")
def site(jar: Path, server: Address) -> Iterator[Site]:
    with serving(jar, server) as site:
        yield site


@pytest.fixture(scope="module")
def talk(module_memory: Memory) -> Memory:
    turns = [Turn("I moved to Lisbon with my cat Miso.", "Ann"), Turn("How is Lisbon?", "Ben")]
    module_memory.remember(turns, session="monday")
    module_memory.consolidate()
    return module_memory


@pytest.fixture
def open_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page, and the addresses that it reaches: not those that its policy refuses."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    reached: list[str] = []
    page.on("requestfinished", lambda request: reached.append(request.url))
    page.on("websocket", lambda socket: reached.append(socket.url))
    yield page, reached
    page.close()


@pytest.mark.slow
def test_it_shows_memory_in_clews_colours_and_calls_nobody(
    site: Site, server: Address, talk: Memory, open_page: tuple[Page, list[str]], tmp_path: Path
) -> None:
    page, reached = open_page
    page.goto(site.url)
    page.locator("input[type=password]").fill(server.password, timeout=60_000)
    page.get_by_test_id("connect").click()
    expect(page.get_by_text("You are connected as user")).to_be_visible(timeout=60_000)
    editor = page.locator(".monaco-editor").first
    editor.click()
    page.keyboard.insert_text(LOOK % talk.space.name)
    expect(editor).to_contain_text("RETURN")
    page.get_by_test_id("editor-Run").click()
    expect(page.locator("g.node").first).to_be_visible(timeout=60_000)
    fills = page.locator("g.node circle.b-outline").evaluate_all("nodes => nodes.map(n => n.getAttribute('fill'))")
    page.screenshot(path=tmp_path / "browser.png")
    kinds = [declared().kind(label) for label in ("Session", "Episode", "Fact", "Entity")]
    assert {colour_of(kind) for kind in kinds} <= set(fills) <= {colour_of(kind) for kind in declared().kinds}
    hosts = {urlsplit(address).netloc for address in reached if not address.startswith(("data:", "blob:"))}
    assert hosts <= {urlsplit(site.url).netloc, urlsplit(server.uri).netloc}


def test_colours_are_the_same_everywhere() -> None:
    bloom = {each["labels"][0]: each["color"] for each in perspective()["categories"]}  # pyright: ignore
    drawn = json.loads(re.findall(r'type="application/json"[^>]*>(.*?)</script>', render([], title="x"), re.DOTALL)[0])
    for kind in declared().kinds:
        assert rules()[f"node.{kind.label}"]["color"] == bloom[kind.label] == colour_of(kind)
        if kind.colours:
            assert drawn["declaration"]["kinds"][kind.label][2][0] == colour_of(kind)
    types = {each["id"]: each["color"] for each in perspective()["relationshipTypes"]}  # pyright: ignore
    for each in declared().relationships:
        assert rules()[f"relationship.{each.type}"]["color"] == types[each.type] == RELATIONSHIP_COLOURS[each.role]


@pytest.mark.parametrize(("colour", "ink"), [("#000000", "#ffffff"), ("#ffffff", "#1b1e25"), ("#d0b27d", "#1b1e25")])
def test_words_on_a_colour_can_be_read(colour: str, ink: str) -> None:
    assert ink_on(colour) == ink


def test_the_sheet_holds_the_rules() -> None:
    told = dict(re.findall(r"^(\S+) \{\n(.*?)^\}$", sheet(), re.MULTILINE | re.DOTALL))
    assert set(told) == set(rules())
    for selector, body in told.items():
        pairs = (line.strip().rstrip(";").split(": ", 1) for line in body.splitlines())
        assert {name: value.strip('"') for name, value in pairs} == rules()[selector]


def ask(site: Site, path: str, host: str | None = None, method: str = "GET") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", site.server_port, timeout=30)
    connection.request(method, path, headers={"Host": host or f"127.0.0.1:{site.server_port}"})
    return connection.getresponse()


def test_it_answers_to_its_own_name_only(site: Site) -> None:
    assert ask(site, "/browser/").status == 200
    assert ask(site, "/browser/", "evil.example").status == 421
    assert ask(site, "/", "evil.example:80").status == 421


@pytest.mark.parametrize(
    "path", ["/browser/../../etc/passwd", "/browser/%2e%2e/password", "/password", "/browser/nothing", "//etc/passwd"]
)
def test_there_is_nothing_but_the_browsers_files(path: str, site: Site) -> None:
    assert ask(site, path).status == 404


def test_nothing_can_be_changed(site: Site) -> None:
    assert {ask(site, "/", method=method).status for method in ("POST", "PUT", "DELETE")} == {501}


def test_the_password_is_not_served(site: Site, server: Address) -> None:
    assert server.password.encode() not in b"".join(site.files.values())
    assert json.loads(ask(site, "/").read())["bolt_direct"] == server.uri
    assert server.password not in site.url


REFUSED = """address => new Promise(done => {
  addEventListener("securitypolicyviolation", () => done(true), {once: true});
  const socket = new WebSocket(address);
  socket.onerror = socket.onopen = () => setTimeout(done, 50, false);
})"""
"""Whether the page's policy refuses an address; nobody has to listen there."""


@pytest.mark.parametrize(
    ("uri", "bolt", "socket"),
    [
        ("bolt://localhost:1", "bolt://localhost:1", "ws://localhost:1"),
        ("bolt://localhost", "bolt://localhost:7687", "ws://localhost:7687"),
        ("neo4j+s://localhost:1", "bolt+s://localhost:1", "wss://localhost:1"),
        ("neo4j+ssc://localhost", "bolt+ssc://localhost:7687", "wss://localhost:7687"),
        ("bolt://[::1]:1", "bolt://[::1]:1", "ws://[::1]:1"),
        ("neo4j://me:mine@127.0.0.1:1?policy=eu", "bolt://127.0.0.1:1", "ws://127.0.0.1:1"),
    ],
)
def test_the_page_may_call_the_database_however_its_address_is_written_and_nobody_else(
    uri: str, bolt: str, socket: str, open_page: tuple[Page, list[str]], tmp_path: Path
) -> None:
    jar = tmp_path / "browser.jar"
    with ZipFile(jar, "w") as archive:
        archive.writestr("browser/index.html", "")
    page, _ = open_page
    with serving(jar, Address(uri, "neo4j", "", "neo4j")) as site:
        page.goto(site.url)
        assert parse_qs(urlsplit(site.url).query)["dbms"] == [bolt.replace("://", "://neo4j@")]
        assert page.evaluate(REFUSED, socket) is False
        assert page.evaluate(REFUSED, "ws://localhost:2") is True


def test_two_at_once_have_ports_of_their_own_and_leave_none_open(jar: Path, server: Address) -> None:
    with serving(jar, server) as one, serving(jar, server) as other:
        assert one.server_port != other.server_port
        assert [each.server_address[0] for each in (one, other)] == ["127.0.0.1"] * 2
    with pytest.raises(ConnectionRefusedError):
        ask(one, "/")


@pytest.mark.slow
def test_the_command_serves_until_it_is_interrupted(environment: dict[str, str], jar: Path) -> None:
    assert environment
    assert jar
    command = [str(Path(sys.executable).with_name("clew")), "browser", "--no-open", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ, preexec_fn=listen_to_interrupts
    ) as running:
        assert running.stdout is not None
        said = json.loads("".join(running.stdout.readline() for _ in range(5)))
        port = urlsplit(said["url"]).port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/browser/")
        assert connection.getresponse().status == 200
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 0
    assert environment["CLEW_PASSWORD"] not in json.dumps(said)
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", port, timeout=10).request("GET", "/")


def test_the_command_prints_the_style(clew: Clew) -> None:
    assert clew("browser", "--style").out == sheet()
    assert json.loads(clew("browser", "--style", "--json").out) == {"style": sheet()}
