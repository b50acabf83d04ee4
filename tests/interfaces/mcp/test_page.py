"""`clew mcp --http` serves the page of memory for its tokens, beside the protocol."""

import json
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx
from tests.interfaces.mcp.conftest import Served, over_http
from tests.interfaces.view.test_application import call

from clew.api.memory import Memory


def test_mcp_serves_the_page_for_a_token(http: Served, memory: Memory) -> None:
    memory.add("Mine.", session="monday", speaker="Ann")
    parts = urlsplit(http.url)
    with httpx.Client(base_url=f"http://{parts.netloc}/view", timeout=60) as visitor:
        assert '<div id="app">' in visitor.get("/").text
        assert call(visitor, "sessions", space=memory.space.name).status_code == 401
        entered = call(visitor, "enter", {"token": http.token(memory.space.name)})
        assert "Path=/view/" in entered.headers["set-cookie"]
        assert call(visitor, "sessions", space=memory.space.name).json()["items"][0]["name"] == "monday"
        assert call(visitor, "sessions", space="nobody's").status_code == 403


def test_a_page_hears_of_the_calls_on_its_own_spaces_alone(http: Served, memory: Memory) -> None:
    own, others = memory.space.name, f"{memory.space.name} of others"
    parts = urlsplit(http.url)
    tokens = {space: http.token(space) for space in (own, others)}

    async def ask(space: str) -> None:
        async with over_http(http.url, tokens[space]) as client:
            await client.call_tool("add", {"text": f"A secret of {space}.", "session": "monday"})
            await client.call_tool("recall", {"query": "Which secret?"})

    with httpx.Client(base_url=f"http://{parts.netloc}/view", timeout=60) as visitor:
        call(visitor, "enter", {"token": tokens[own]})
        heard = list[dict[str, Any]]()
        with visitor.stream("GET", "/api/live") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.iter_lines()
            assert next(lines) == ": open"
            for space in (others, own):
                anyio.run(ask, space)
            for line in lines:
                if line.startswith("data: "):
                    heard.append(json.loads(line.removeprefix("data: ")))
                if heard and heard[-1]["name"] == "Memory.recall":
                    break
    assert {each["space"] for each in heard} == {own}
    assert [each["name"] for each in heard] == ["Memory.add", "Memory.recall"]
    assert {"encode", "seeds", "total"} <= heard[-1]["stages"].keys()
    assert "secret" not in json.dumps(heard).replace(own, "")
