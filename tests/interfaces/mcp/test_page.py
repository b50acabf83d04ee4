"""`clew mcp --http` serves the page of memory for its tokens, beside the protocol."""

from urllib.parse import urlsplit

import httpx
from tests.interfaces.mcp.conftest import Served
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
