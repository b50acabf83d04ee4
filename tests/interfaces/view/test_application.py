"""The application over HTTP: who is let in, what is refused, and what each answer says."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.interfaces.conftest import listen_to_interrupts
from tests.interfaces.view.conftest import Served, listening

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.interfaces.mcp import tokens
from clew.interfaces.view.application import Application
from clew.interfaces.view.operations import OPERATIONS, called
from clew.interfaces.view.reads import console_form

CALL = {"X-Clew-View": "1"}


def call(client: httpx.Client, operation: str, given: object = None, space: str = "", **more: str) -> httpx.Response:
    headers = CALL | ({"X-Clew-Space": quote(space)} if space else {}) | more
    return client.post(f"/api/{operation}", json=given or {}, headers=headers)


@pytest.fixture
def stranger(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=60) as client:
        yield client


@pytest.fixture
def owner(served: Served, stranger: httpx.Client) -> httpx.Client:
    assert stranger.get(served.invitation()).status_code == 200
    return stranger


def test_the_key_lets_one_browser_in_once(served: Served, stranger: httpx.Client) -> None:
    address = served.invitation()
    first = stranger.get(address)
    cookie = first.headers["set-cookie"]
    assert {"httponly", "samesite=strict", "path=/"} <= {each.strip().lower() for each in cookie.split(";")}
    assert call(stranger, "who").json()["known"] is True
    with httpx.Client(base_url=served.url) as second:
        assert "set-cookie" not in second.get(address).headers
        assert call(second, "who").json() == {"known": False, "takes_tokens": False}
        assert call(second, "size", space="x").status_code == 401


def test_an_older_key_is_void(served: Served, stranger: httpx.Client) -> None:
    older, newer = served.invitation(), served.invitation()
    assert "set-cookie" not in stranger.get(older).headers
    assert "set-cookie" in stranger.get(newer).headers


@pytest.mark.parametrize("operation", [*OPERATIONS, "spaces"])
def test_a_stranger_is_told_nothing(stranger: httpx.Client, operation: str) -> None:
    answer = call(stranger, operation, space="default")
    assert answer.status_code == 401
    assert answer.json()["error"] == "Unknown"


def test_a_stranger_hears_nothing(stranger: httpx.Client) -> None:
    assert stranger.get("/api/live").status_code == 401


def test_it_answers_to_its_own_name_only(owner: httpx.Client, served: Served) -> None:
    for host in ("evil.example", f"evil.example:{served.port}", "[", ""):
        assert owner.get("/", headers={"Host": host}).status_code in (400, 421), host
    assert owner.get("/", headers={"Host": f"localhost:{served.port}"}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://["])
def test_another_page_may_not_call_it(owner: httpx.Client, memory: Memory, origin: str) -> None:
    answer = call(owner, "forget", {"ids": ["x"]}, memory.space.name, Origin=origin)
    assert answer.status_code in (403, 421)


def test_a_form_cannot_call_it(owner: httpx.Client) -> None:
    for body, kind in (("{}", "text/plain"), ("a=b", "application/x-www-form-urlencoded")):
        answer = owner.post("/api/size", content=body, headers={"Content-Type": kind, "X-Clew-Space": "default"})
        assert answer.status_code == 403


@pytest.mark.parametrize("operation", [*OPERATIONS, "spaces", "enter", "leave"])
def test_nothing_is_called_by_get(owner: httpx.Client, operation: str) -> None:
    assert owner.get(f"/api/{operation}", headers=CALL).status_code in (404, 405)


@pytest.mark.parametrize("path", ["/", "/app.js", "/app.css", "/nothing", "/api/live?x", "/api/who"])
def test_every_answer_says_the_rules(stranger: httpx.Client, path: str) -> None:
    headers = stranger.get(path).headers
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["../tokens.json", "%2e%2e/serving.py", "built/app.js", "sources.sha256", "//etc/passwd"]
)
def test_there_is_nothing_but_the_pages_files(owner: httpx.Client, path: str) -> None:
    assert owner.get(f"/{path}").status_code == 404


def test_who_leaves_is_known_no_more(owner: httpx.Client) -> None:
    cookies = dict(owner.cookies)
    assert call(owner, "leave").status_code == 200
    owner.cookies.update(cookies)
    assert call(owner, "who").json()["known"] is False


def test_a_reader_changes_nothing(make_view: Callable[..., Application], memory: Memory) -> None:
    turn = memory.add("I live in Lisbon.", session="monday", speaker="Ann")
    changes = {"forget": {"ids": [turn]}, "correct": {"id": turn, "text": "I live in Porto."}}
    changes |= {name: {"id": turn} for name in ("retract", "reinstate")}
    served = listening(make_view(is_reader=True))
    try:
        with httpx.Client(base_url=served.url, timeout=60) as reader:
            reader.get(served.invitation())
            for name, tool in OPERATIONS.items():
                if tool.effect != "reads":
                    assert call(reader, name, changes.get(name, {}), memory.space.name).status_code == 403, name
            assert call(reader, "get", {"id": turn}, memory.space.name).json()["text"] == "I live in Lisbon."
    finally:
        served.stop()


def test_a_token_shows_its_own_spaces_alone(
    make_view: Callable[..., Application], open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    own, others = open_memory(), open_memory()
    own.add("Mine.", session="monday", speaker="Ann")
    others.add("Theirs.", session="tuesday", speaker="Ben")
    file = tmp_path / "tokens.json"
    token = tokens.add(file, "laptop", [own.space.name])
    served = listening(make_view(file))
    try:
        with httpx.Client(base_url=served.url, timeout=60) as visitor:
            assert call(visitor, "enter", {"token": "clew_wrong"}).status_code == 403
            assert call(visitor, "enter", {"token": 7}).status_code == 403
            assert call(visitor, "enter", {"token": token}).status_code == 200
            assert [each["name"] for each in call(visitor, "spaces").json()["items"]] == [own.space.name]
            assert call(visitor, "sessions", space=own.space.name).json()["items"][0]["name"] == "monday"
            for name in (others.space.name, "", "default", own.space.name.upper()):
                assert call(visitor, "sessions", space=name).status_code == 403
            tokens.revoke(file, "laptop")
            assert call(visitor, "sessions", space=own.space.name).status_code == 401
            reader = tokens.add(file, "reader", [own.space.name], ["read"])
            assert call(visitor, "enter", {"token": reader}).status_code == 200
            assert call(visitor, "sessions", space=own.space.name).status_code == 200
            assert call(visitor, "who").json()["reads_only"]
            assert call(visitor, "forget", {"session": "monday"}, space=own.space.name).status_code == 403
    finally:
        served.stop()


@pytest.mark.parametrize(
    ("operation", "given", "status"),
    [
        ("nothing", {}, 400),
        ("get", {}, 400),
        ("get", {"id": "none"}, 404),
        ("get", {"id": "none", "space": "other"}, 400),
        ("conversation", {"session": "none"}, 404),
        ("conversation", {"session": "s", "first": -1}, 400),
        ("recall", {"query": "x", "since": "someday"}, 400),
        ("recall", {"query": " "}, 400),
        ("changed", {"since": "2023"}, 400),
        ("search", {"after": "[1]"}, 400),
        ("scene", {}, 404),
    ],
)
def test_a_fault_is_told_in_one_sentence(
    owner: httpx.Client, memory: Memory, operation: str, given: dict[str, Any], status: int
) -> None:
    answer = call(owner, operation, given, memory.space.name)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]


@pytest.mark.parametrize("body", [b"[]", b"\xff", b"[" * 10_000, b'"x"', b'{"id": "' + b"x" * 1_000_001 + b'"}'])
def test_what_is_no_call_is_refused(owner: httpx.Client, body: bytes) -> None:
    assert owner.post("/api/get", content=body, headers=CALL).status_code == 400


@settings(max_examples=30)
@given(
    st.dictionaries(st.text(), st.recursive(st.none() | st.text() | st.integers(), st.lists)),
    st.sampled_from([*OPERATIONS]),
)
def test_arguments_raise_nothing_but_errors_of_ours(given: dict[str, Any], operation: str) -> None:
    with suppress(InvalidInput):
        called(operation, given)


def test_search_says_why(owner: httpx.Client, story: Memory) -> None:
    asked = {"query": "What does Ann drink in the morning?"}
    found = call(owner, "recall", asked, story.space.name).json()
    by_itself = story.recall("What does Ann drink in the morning?", words=1000)
    assert [hit["id"] for hit in found["hits"]] == [hit.id for hit in by_itself.hits]
    assert found["text"] == by_itself.text
    for hit in found["hits"]:
        assert sum(hit["parts"].values()) == pytest.approx(hit["score"])
    assert len(found["picture"]["ids"]) == len(found["picture"]["nodes"])
    assert {hit["id"] for hit in found["hits"][:20]} <= set(found["picture"]["ids"])


def test_the_statement_of_a_search_returns_its_memories(owner: httpx.Client, story: Memory) -> None:
    found = call(owner, "recall", {"query": "Miso's \"cat\" \\ 'x'"}, story.space.name).json()
    lines = found["statement"].splitlines()
    statement = "\n".join(line for line in lines if not line.startswith(":param"))
    for line in lines:
        if line.startswith(":param"):
            name, _, value = line.removeprefix(":param ").partition(" => ")
            statement = statement.replace(f"${name}", f"({value})")
    with story.space.graph.driver.session() as session:
        (row,) = session.run(statement)  # pyright: ignore[reportArgumentType]
    assert {hit["id"] for hit in found["hits"][:30]} <= {node["id"] for node in row["nodes"]}


@given(st.text(max_size=60))
def test_a_text_in_a_statement_is_that_text(text: str) -> None:
    form = console_form("RETURN $x", {"x": text}).split("\n")[0]
    literal = form.removeprefix(":param x => ")
    assert json.loads('"' + literal[1:-1].replace('"', '\\"').replace("\\'", "'") + '"') == text.encode(
        "utf-16", "surrogatepass"
    ).decode("utf-16", "surrogatepass")


def test_spaces_come_in_pages(owner: httpx.Client, open_memory: Callable[..., Memory]) -> None:
    name = open_memory().space.name
    open_memory(name).add("x", session="s")
    seen, after = set[str](), ""
    while True:
        page = call(owner, "spaces", {"after": after}).json()
        seen |= {each["name"] for each in page["items"]}
        if not (after := page["after"]):
            break
    assert name in seen


def test_the_key_is_a_query_of_the_address(served: Served) -> None:
    assert len(parse_qs(urlsplit(served.invitation()).query)["key"][0]) >= 43


@pytest.mark.slow
def test_the_command_serves_until_it_is_interrupted(environment: dict[str, str], memory: Memory) -> None:
    memory.add("I live in Lisbon.", session="monday", speaker="Ann")
    command = [str(Path(sys.executable).with_name("clew")), "view", "--no-open", "--json", "--port", "0"]
    with subprocess.Popen(
        [*command, "--space", memory.space.name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        preexec_fn=listen_to_interrupts,
    ) as running:
        assert running.stdout is not None
        said = json.loads("".join(running.stdout.readline() for _ in range(3)))
        with httpx.Client(base_url=said["url"].partition("?")[0], timeout=60) as client:
            assert client.get(said["url"]).status_code == 200
            assert call(client, "who").json()["space"] == memory.space.name
            assert call(client, "size", space=memory.space.name).json()["nodes"]["Episode"] == 1
            assert environment["CLEW_PASSWORD"] not in call(client, "who").text
            with client.stream("GET", "/api/live") as stream:
                assert next(stream.iter_lines()) == ": open"
                running.send_signal(signal.SIGINT)  # an open page keeps nobody waiting
                assert running.wait(60) in (0, 130)
        assert running.stderr is not None
        assert "Traceback" not in running.stderr.read()
