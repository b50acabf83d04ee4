"""Two writers at once, and a client or a server killed in the middle: the graph is that of an undisturbed run."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from clew import server as managed
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import DatabaseError
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.loaders.documents import documents
from clew.model import Progress
from clew.server import Address, ServerSettings

pytestmark = pytest.mark.slow

GROUP_PASSAGES = 9
"""Passages in a transaction, so that a small corpus has many."""

WRITING = """
import sys
from pathlib import Path
from clew.loaders.documents import documents
from clew.api.memory import Memory
documents.GROUP_PASSAGES = int(sys.argv[6])
uri, password, space, method, path = sys.argv[1:6]
with Memory.open(uri, auth=("neo4j", password), space=space) as memory:
    getattr(memory, method)(Path(path))
"""

PARTS = """
    MATCH (n:Clew {space: $space})
    WHERE n.kind IN ['Episode', 'Passage']
    RETURN coalesce(n.session, n.document) AS whole, count(*) AS number
"""


@dataclass(frozen=True)
class Source:
    """Something that memory takes in, in many transactions, each of wholes that have three parts."""

    method: str
    write: Callable[[Path, range], Path]
    whole: int
    """The units that progress counts of a whole."""


def talk(path: Path, sessions: range) -> Path:
    lines = [
        {"session": f"s{number:03}", "speaker": speaker, "text": f"On day {number} we spoke of tea and {topic}.",
         "at": f"2023-05-{number % 28 + 1:02}T10:00:00Z"}
        for number in sessions
        for speaker, topic in (("Ann", "gardens"), ("Ben", "telescopes"), ("Ann", "rivers"))
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def corpus(path: Path, records: range) -> Path:
    paragraphs = ("Its abbot, Otto of Melk, kept telescopes. ", "It traded with Lake Tana. ", "Its river froze over. ")
    lines = [
        {"title": f"Abbey {number}", "text": "\n\n".join(f"{about}{'It was a calm and quiet place. ' * 22}"
                                                         for about in paragraphs)}
        for number in records
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


SOURCES = {
    "remember": Source("remember_file", talk, whole=3),
    "read": Source("read", corpus, whole=1),
}


@pytest.fixture(params=SOURCES)
def source(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.setattr(documents, "GROUP_PASSAGES", GROUP_PASSAGES)
    return SOURCES[request.param]


def writing(server: Address, memory: Memory, source: Source, path: Path) -> subprocess.Popen[bytes]:
    arguments = [server.uri, server.password, memory.space.name, source.method, str(path), str(GROUP_PASSAGES)]
    return subprocess.Popen([sys.executable, "-c", WRITING, *arguments], stderr=subprocess.PIPE)


def take_in(memory: Memory, source: Source, path: Path, told: Callable[[Progress], None] | None = None) -> None:
    getattr(memory, source.method)(path, on_progress=told)


def parts(memory: Memory) -> dict[str, int]:
    return {row["whole"]: row["number"] for row in memory.space.read(generated("parts", PARTS))}


def test_two_processes_write_into_one_space_at_once(
    source: Source,
    server: Address,
    open_memory: Callable[..., Memory],
    contents: Callable[[Memory], object],
    tmp_path: Path,
) -> None:
    shared, undisturbed = open_memory(), open_memory()
    first = source.write(tmp_path / "a.jsonl", range(10))
    second = source.write(tmp_path / "b.jsonl", range(5, 15))
    writers = [writing(server, shared, source, path) for path in (first, second, first)]
    for writer in writers:
        _, complaint = writer.communicate(timeout=200)
        assert writer.returncode == 0, complaint.decode()
    for path in (first, second):
        take_in(undisturbed, source, path)
    assert contents(shared) == contents(undisturbed)


def test_a_killed_client_leaves_wholes_and_the_next_run_completes_them(
    source: Source,
    server: Address,
    open_memory: Callable[..., Memory],
    contents: Callable[[Memory], object],
    tmp_path: Path,
) -> None:
    disturbed, undisturbed = open_memory(), open_memory()
    path = source.write(tmp_path / "a.jsonl", range(20))
    writer = writing(server, disturbed, source, path)
    _wait_for_some(disturbed)
    writer.kill()
    writer.communicate()
    stored = parts(disturbed)
    assert set(stored.values()) == {3}
    assert len(stored) < 20
    take_in(disturbed, source, path)
    take_in(undisturbed, source, path)
    assert contents(disturbed) == contents(undisturbed)


@pytest.mark.parametrize("source", ["read"], indirect=True)  # both write by the same transactions
def test_a_server_killed_in_the_middle_loses_nothing_that_was_returned(
    source: Source,
    own_server: ServerSettings,
    encoder: MiniLM,
    open_memory: Callable[..., Memory],
    contents: Callable[[Memory], object],
    tmp_path: Path,
) -> None:
    path = source.write(tmp_path / "a.jsonl", range(12))
    returned: list[int] = []

    def kill_half_way(progress: Progress) -> None:
        returned.append(progress.done // source.whole)
        if returned[-1] >= 4:
            pid = managed.status(own_server).pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)

    with opened(own_server, encoder) as memory, pytest.raises(DatabaseError):
        take_in(memory, source, path, kill_half_way)
    with opened(own_server, encoder) as memory:
        stored = parts(memory)
        assert set(stored.values()) == {3}
        assert returned[-1] <= len(stored) < 12
        take_in(memory, source, path)
        undisturbed = open_memory()
        take_in(undisturbed, source, path)
        assert contents(memory) == contents(undisturbed)
        assert memory.recall("telescopes").hits


def test_a_local_server_that_was_stopped_is_started_by_the_next_call(
    own_server: ServerSettings, encoder: MiniLM
) -> None:
    start = partial(managed.start, own_server)
    address = start()
    auth = (address.user, address.password)
    with Memory(Graph.connect(address.uri, auth=auth, revive=start), encoder, "talk") as memory:
        memory.add("The telescope is in the attic.", session="monday")
        managed.stop(own_server)
        assert memory.recall("Where is the telescope?").hits
        pid = managed.status(own_server).pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        memory.add("It has a new lens.", session="monday")
        assert memory.stats().nodes["Episode"] == 2


def opened(settings: ServerSettings, encoder: MiniLM) -> Memory:
    address = managed.start(settings)
    return Memory.open(address.uri, auth=(address.user, address.password), space="talk", encoder=encoder)


def _wait_for_some(memory: Memory) -> None:
    deadline = time.monotonic() + 100
    while len(parts(memory)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
