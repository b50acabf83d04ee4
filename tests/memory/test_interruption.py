"""Two writers at once, and a server that is killed in the middle: the graph is that of an undisturbed run."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clew import server as managed
from clew.embedding import MiniLM
from clew.errors import DatabaseError
from clew.memory import Memory
from clew.queries import generated
from clew.server import Address, ServerSettings

REMEMBER = """
import sys
from clew.memory import Memory
uri, password, space, path = sys.argv[1:]
with Memory.open(uri, auth=("neo4j", password), space=space) as memory:
    memory.remember_file(path)
"""


def remembering(server: Address, memory: Memory, path: Path) -> subprocess.Popen[bytes]:
    arguments = [sys.executable, "-c", REMEMBER, server.uri, server.password, memory.space.name, str(path)]
    return subprocess.Popen(arguments, stderr=subprocess.PIPE)


def talk(path: Path, sessions: range) -> Path:
    lines = [
        {"session": f"s{number:03}", "speaker": speaker, "text": f"On day {number} we spoke of tea and {topic}.",
         "at": f"2023-05-{number % 28 + 1:02}T10:00:00Z"}
        for number in sessions
        for speaker, topic in (("Ann", "gardens"), ("Ben", "telescopes"), ("Ann", "rivers"))
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_two_processes_remember_into_one_space_at_once(
    server: Address, open_memory: Callable[..., Memory], contents: Callable[[Memory], object], tmp_path: Path
) -> None:
    shared, undisturbed = open_memory(), open_memory()
    first, second = talk(tmp_path / "a.jsonl", range(40)), talk(tmp_path / "b.jsonl", range(20, 60))
    writers = [remembering(server, shared, path) for path in (first, second)]
    for writer in writers:
        _, complaint = writer.communicate(timeout=200)
        assert writer.returncode == 0, complaint.decode()
    for path in (first, second):
        undisturbed.remember_file(path)
    assert contents(shared) == contents(undisturbed)


def test_a_killed_client_leaves_whole_sessions_and_the_next_run_completes_them(
    server: Address, open_memory: Callable[..., Memory], contents: Callable[[Memory], object], tmp_path: Path
) -> None:
    disturbed, undisturbed = open_memory(), open_memory()
    path = talk(tmp_path / "a.jsonl", range(60))
    writer = remembering(server, disturbed, path)
    _wait_for_some(disturbed)
    writer.kill()
    writer.communicate()
    stored = disturbed.space.read(
        generated("count", "MATCH (n:Episode {space: $space}) RETURN n.session AS s, count(*) AS number")
    )
    assert {row["number"] for row in stored} == {3}
    disturbed.remember_file(path)
    undisturbed.remember_file(path)
    assert contents(disturbed) == contents(undisturbed)


@pytest.fixture
def own_server(tmp_path: Path, jar_cache: Path | None) -> Iterator[ServerSettings]:
    settings = ServerSettings(home=tmp_path / "server", cache=jar_cache, heap_mb=512, page_cache_mb=64)
    yield settings
    managed.stop(settings)


def test_a_server_killed_in_the_middle_loses_nothing_that_was_returned(
    own_server: ServerSettings,
    encoder: MiniLM,
    open_memory: Callable[..., Memory],
    contents: Callable[[Memory], object],
    tmp_path: Path,
) -> None:
    path = talk(tmp_path / "a.jsonl", range(60))
    returned: list[int] = []

    def kill_half_way(done: int) -> None:
        returned.append(done)
        if done >= 60:
            pid = managed.status(own_server).pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)

    with opened(own_server, encoder) as memory, pytest.raises(DatabaseError):
        memory.remember_file(path, on_progress=lambda progress: kill_half_way(progress.done))
    with opened(own_server, encoder) as memory:
        kept = memory.stats().nodes["Episode"]
        assert returned[-1] <= kept < 180
        memory.remember_file(path)
        undisturbed = open_memory()
        undisturbed.remember_file(path)
        assert contents(memory) == contents(undisturbed)
        assert memory.recall("telescopes").hits


def opened(settings: ServerSettings, encoder: MiniLM) -> Memory:
    address = managed.start(settings)
    return Memory.open(address.uri, auth=(address.user, address.password), space="talk", encoder=encoder)


def _wait_for_some(memory: Memory) -> None:
    deadline = time.monotonic() + 100
    while memory.stats().nodes.get("Episode", 0) < 6:
        assert time.monotonic() < deadline
        time.sleep(0.02)
