"""The audit log: who did what to a space, how much, and never what it said."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from getpass import getuser
from pathlib import Path

import pytest

from clew.agents.store import ClewStore
from clew.api.audit import acting_as
from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.errors import InvalidInput, NotFound
from clew.graph import schema
from clew.graph.driver import Graph
from clew.graph.queries import generated, load
from clew.model import Turn
from clew.server import Address
from clew.text.instants import later

SECRET = "plumquince"
EVERYTHING = generated("entries", "MATCH (entry:ClewAudit {space: $space}) RETURN properties(entry) AS held")

KILLED = """
import os, sys
from clew import Memory, Settings
from clew.embedding import MiniLM

class Slow(MiniLM):
    def embed_documents(self, texts):
        print("begun", flush=True)
        sys.stdin.read()

uri, user, password, space = sys.argv[1:]
settings = Settings(audit="writes")
memory = Memory.open(uri, auth=(user, password), space=space, encoder=Slow(), settings=settings)
memory.add("Hello.", session="s")
"""


def noted(memory: Memory) -> list[tuple[str, str, dict[str, int], str]]:
    return [(each.who, each.operation, dict(each.counts), each.error) for each in reversed(memory.audit().items)]


def test_each_write_is_noted_with_who_and_how_much_and_no_text(
    open_memory: Callable[..., Memory], graph: Graph
) -> None:
    memory = open_memory(audit="writes")
    turns = [Turn(f"The code is {SECRET}.", SECRET), Turn("So it is.", "Ben")]
    assert memory.remember(turns, session=SECRET).appended == 2
    memory.recall(f"Who knows {SECRET}?")
    with acting_as("nightly job"), pytest.raises(NotFound):
        memory.forget(session=f"{SECRET} {SECRET}")
    World(memory, SECRET).observe(f"You are in the {SECRET}.")
    removed = len(memory.forget(space=True).ids)
    assert noted(memory) == [
        (getuser(), "Memory.remember", {"turns": 2, "unchanged": 0}, ""),
        ("nightly job", "Memory.forget", {}, "NotFound"),
        (getuser(), "World.observe", {}, ""),
        (getuser(), "Memory.forget", {"removed": removed}, ""),
    ]
    first = memory.audit().items[-1]
    assert first.space == memory.space.name
    assert first.seconds
    assert SECRET not in repr(graph.read(EVERYTHING, space=memory.space.name))


def test_items_of_a_store_are_noted(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(audit="writes")
    store = ClewStore(memory)
    store.put(("users",), "code", {"text": f"The code is {SECRET}."})
    assert store.get(("users",), "code")
    assert noted(memory) == [(getuser(), "ClewStore.put", {"items": 1}, "")]


def test_reads_are_noted_where_all_is(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(audit="all")
    memory.add("I live in Oslo.", session="s")
    hits = len(memory.recall("Where?").hits)
    assert noted(memory)[:2] == [(getuser(), "Memory.add", {}, ""), (getuser(), "Memory.recall", {"hits": hits}, "")]


def test_nothing_is_noted_unless_it_is_asked_for(memory: Memory, graph: Graph) -> None:
    memory.add("I live in Oslo.", session="s")
    assert memory.audit().items == ()
    assert graph.read(EVERYTHING, space=memory.space.name) == []


def test_it_comes_in_pages_and_is_of_one_space(open_memory: Callable[..., Memory]) -> None:
    memory, other = open_memory(audit="writes"), open_memory(audit="writes")
    for number in range(5):
        memory.add(f"{number}.", session="s")
    other.add("Hello.", session="s")
    first = memory.audit(limit=2)
    second = memory.audit(limit=2, after=first.after)
    third = memory.audit(limit=2, after=second.after)
    assert [*first, *second, *third] == list(memory.audit())
    assert (len(third), third.after) == (1, "")
    with pytest.raises(InvalidInput, match="after is"):
        memory.audit(after="nonsense")


def test_the_log_is_written_to_a_file(open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    memory, file = open_memory(audit="writes"), tmp_path / "audit.jsonl"
    memory.append([Turn("Hello."), Turn("Hello?")], session="s")
    assert memory.export_audit(file) == 1
    (line,) = map(json.loads, file.read_text("utf-8").splitlines())
    assert (line["operation"], line["counts"], line["who"]) == ("Memory.append", {"items": 2}, getuser())
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InvalidInput, match="cannot write"):
        memory.export_audit(tmp_path / "none" / "audit.jsonl")
    os.mkfifo(tmp_path / "pipe")
    for path in ("", tmp_path / "pipe"):
        with pytest.raises(InvalidInput, match="is no regular file"):
            memory.export_audit(path)
    assert (tmp_path / "pipe").is_fifo()


def test_entries_expire(open_memory: Callable[..., Memory], graph: Graph) -> None:
    memory = open_memory(audit="writes", audit_days=30)
    memory.add("Hello.", session="s")
    with later(timedelta(days=29)):
        assert len(memory.audit()) == 1
    with later(timedelta(days=31)):
        assert memory.audit().items == ()
        memory.add("Hello again.", session="s")
        assert len(graph.read(EVERYTHING, space=memory.space.name)) == 1


def test_it_is_no_part_of_the_space(open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    memory = open_memory(audit="writes")
    memory.add("Hello.", session="s")
    memory.export(tmp_path / "space.jsonl")
    assert "Memory.add" not in (tmp_path / "space.jsonl").read_text("utf-8")
    assert memory.stats().nodes.keys() == {"Space", "Session", "Episode"}
    receipt = memory.forget(space=True, verify=True)
    assert receipt.proof
    assert receipt.proof.is_clean
    assert [each.operation for each in memory.audit()] == ["Memory.forget", "Memory.add"]


def test_a_memory_that_is_only_read_notes_nothing(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(audit="all")
    memory.add("Hello.", session="s")
    own = memory.for_space(memory.space.name, read_only=True)
    own.turns("s")
    assert [each.operation for each in own.audit()] == ["Memory.add"]


@contextmanager
def begun(server: Address, space: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", KILLED, server.uri, server.user, server.password, space]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_what_was_killed_is_noted(open_memory: Callable[..., Memory], server: Address, encoder: MiniLM) -> None:
    del encoder
    memory = open_memory(audit="writes")
    memory.add("Hello.", session="s")
    with begun(server, memory.space.name):
        time.sleep(0)
    killed = memory.audit().items[0]
    assert (killed.operation, killed.seconds, dict(killed.counts), killed.error) == ("Memory.add", None, {}, "")


@pytest.mark.parametrize("who", ["a\nb", "x" * 101])
def test_a_name_that_cannot_be_shown_is_refused(who: str) -> None:
    with pytest.raises(InvalidInput, match="who is"), acting_as(who):
        pass


def test_the_index_of_the_log_is_declared() -> None:
    (index,) = [each for each in schema.INDEXES if each.label != "Clew"]
    assert (index.label, index.properties) == ("ClewAudit", ("space", "at"))


def test_a_log_is_copied_to_another_store_as_it_is(open_memory: Callable[..., Memory], graph: Graph) -> None:
    memory = open_memory(audit="writes")
    memory.add("Hello.", session="s")
    memory.forget(space=True)
    before, after, pages = memory.audit(), "", list[dict[str, object]]()
    while page := graph.read(load("audit/all", dict[str, object]), after=after, limit=1):
        pages += [each for each in page if each["space"] == memory.space.name]
        after = str(page[-1]["id"])
    graph.write(generated("gone", "MATCH (entry:ClewAudit {space: $space}) DELETE entry"), space=memory.space.name)
    assert memory.audit().items == ()
    graph.write(load("audit/keep"), rows=pages)
    assert memory.audit() == before
