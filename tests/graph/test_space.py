"""A space has one writer at a time: who waits for it waits with an end, and is told for whom."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from clew.api.memory import Memory
from clew.errors import TimedOut
from clew.graph.driver import Waits
from clew.model import Turn
from clew.server import Address

pytestmark = pytest.mark.slow

HOLDER = """
import sys
from clew.embedding import MiniLM
from clew.graph.driver import Graph, Waits
from clew.graph.space import Space

uri, user, password, name, seconds = sys.argv[1:]

def hold(transaction):
    transaction.lock()
    print("locked", flush=True)
    sys.stdin.read()

with Graph.connect(uri, auth=(user, password), waits=Waits(query=float(seconds))) as connected:
    Space(connected, MiniLM(), name).transaction(hold)
"""


@contextmanager
def stopped(server: Address, memory: Memory, seconds: float) -> Generator[int]:
    """A process that holds the lock of the memory's space in a transaction of these seconds, and does nothing more."""
    place = (server.uri, server.user, server.password, memory.space.name, str(seconds))
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, *place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        os.kill(holder.pid, signal.SIGSTOP)
        yield holder.pid
        os.kill(holder.pid, signal.SIGKILL)


def test_who_waits_for_a_stopped_writer_is_told_for_which(server: Address, memory: Memory) -> None:
    with stopped(server, memory, 60) as process:
        memory.space.graph.waits = Waits(query=4.0)  # what the statements before the lock need, many times
        with pytest.raises(TimedOut, match=rf"locked by process {process} on .*, which began \d+ s ago; wait, or end"):
            memory.remember([Turn("Hello.")], session="s")


def test_a_stopped_writer_keeps_the_lock_for_as_long_as_a_transaction_may_take(server: Address, memory: Memory) -> None:
    with stopped(server, memory, 4):
        assert memory.remember([Turn("Hello.")], session="s").appended == 1
