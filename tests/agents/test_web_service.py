"""The example of a web service: each user has a memory of their own, and an answer streams."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.scripted import Scripted

from clew import AsyncMemory, Memory, Settings
from clew.errors import Unreachable

EXAMPLES = Path(__file__).parents[2] / "examples"
ANSWER = "You live in Lisbon [1], near the river. " * 8


@pytest.fixture
def client(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client of the service, whose memory is on the tests' server."""

    async def from_settings(settings: Settings) -> AsyncMemory:
        assert settings.space
        return AsyncMemory(memory)

    monkeypatch.setattr(AsyncMemory, "from_settings", from_settings)
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.delitem(sys.modules, "web_service", raising=False)
    import web_service  # pyright: ignore[reportMissingImports]

    with TestClient(web_service.app) as client:  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
        yield client


def test_users_share_a_connection_and_no_memory(client: TestClient, memory: Memory) -> None:
    ann, ben = (f"{memory.space.name}-{name}" for name in ("ann", "ben"))
    client.post(f"/users/{ann}/turns", json={"text": "I moved to Lisbon.", "session": "monday"}).raise_for_status()
    client.post(f"/users/{ben}/turns", json={"text": "I moved to Oslo.", "session": "monday"}).raise_for_status()
    assert client.get(f"/users/{ann}/memories", params={"query": "home"}).json() == ["I moved to Lisbon."]
    assert client.get(f"/users/{ben}/memories", params={"query": "home"}).json() == ["I moved to Oslo."]
    assert client.delete(f"/users/{ann}").json() >= 3
    assert client.delete(f"/users/{ann}").status_code == 404
    assert client.get(f"/users/{ben}/memories", params={"query": "home"}).json() == ["I moved to Oslo."]
    assert client.get(f"/users/{ben}/memories", params={"query": " "}).status_code == 422
    client.delete(f"/users/{ben}")


def test_an_answer_streams(client: TestClient, memory: Memory) -> None:
    user = f"{memory.space.name}-ann"
    assert client.get(f"/users/{user}/answer", params={"question": "Where do I live?"}).status_code == 501
    memory.model = Scripted(answers=[ANSWER])
    client.post(f"/users/{user}/turns", json={"text": "I moved to Lisbon.", "session": "monday"})
    with client.stream("GET", f"/users/{user}/answer", params={"question": "Where do I live?"}) as answer:
        assert "".join(answer.iter_text()) == ANSWER.strip()
    client.delete(f"/users/{user}")


def test_a_server_that_is_down_is_no_fault_of_the_request(
    client: TestClient, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_: Memory, space: str, **_given: bool) -> Memory:
        raise Unreachable(f"{space}: nothing answers; start Neo4j")

    monkeypatch.setattr(Memory, "for_space", down)
    told = client.get(f"/users/{memory.space.name}/memories", params={"query": "home"})
    assert (told.status_code, told.json()["detail"]) == (503, f"{memory.space.name}: nothing answers; start Neo4j")
