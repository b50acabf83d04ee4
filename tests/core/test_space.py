"""A space has one writer at a time: who waits for it waits with an end, and is told for whom."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from clew import graph as module
from clew.errors import TimedOut
from clew.memory import Memory
from clew.model import Turn
from clew.server import Address

HOLDER = """
import sys
from clew import graph
from clew.graph import Graph
from clew.space import Space

graph.TRANSACTION_SECONDS = 6.0
uri, user, password, name = sys.argv[1:]

def hold(transaction):
    transaction.lock()
    print("locked", flush=True)
    sys.stdin.read()

with Graph.connect(uri, auth=(user, password)) as connected:
    Space(connected, None, name).transaction(hold)
"""


@pytest.fixture
def stopped(server: Address, memory: Memory) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of the memory's space and does nothing more."""
    place = (server.uri, server.user, server.password, memory.space.name)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, *place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        os.kill(holder.pid, signal.SIGSTOP)
        yield holder
        os.kill(holder.pid, signal.SIGKILL)


def test_who_waits_for_a_stopped_writer_is_told_for_which(
    memory: Memory, stopped: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TRANSACTION_SECONDS", 1.0)
    with pytest.raises(TimedOut, match=rf"locked by process {stopped.pid} on .*, which began \d+ s ago; wait, or end"):
        memory.remember([Turn("Hello.")], session="s")


def test_a_stopped_writer_keeps_the_lock_for_as_long_as_a_transaction_may_take(
    memory: Memory,
    stopped: subprocess.Popen[str],  # noqa: ARG001
) -> None:
    assert memory.remember([Turn("Hello.")], session="s").appended == 1
