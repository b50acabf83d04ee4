"""A process that is killed between any two writes leaves a run that opens and goes on."""

import signal
import subprocess
import sys
import time

import pytest

from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.server import Address

pytestmark = pytest.mark.slow

ACTING = """
import sys
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
uri, password, space = sys.argv[1:]
with Memory.open(uri, auth=("neo4j", password), space=space) as memory:
    working = WorkingMemory(memory)
    working.begin("Count for ever.", name="counting")
    print("begun", flush=True)
    for number in range(10_000):
        if number % 3 == 0:
            working.subgoal(f"Reach {number + 3}.")
            working.retrieve([1]) if number else None
        working.step(f"say {number}", f"{number} was said.")
"""


@pytest.mark.parametrize("milliseconds", [40, 170, 330])
def test_it_opens_and_goes_on(memory: Memory, server: Address, milliseconds: int) -> None:
    command = [sys.executable, "-c", ACTING, server.uri, server.password, memory.space.name]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(milliseconds / 1000)
        process.send_signal(signal.SIGKILL)
    working = WorkingMemory(memory)
    run = working.resume("counting")
    assert [step.action for step in run.steps] == [f"say {number}" for number in range(run.length)]
    assert all(len(each.steps) == 3 and each.summary for each in run.closed)
    if not run.open:
        working.subgoal("Begin.")
    working.step("say more", "More was said.")
    working.end("Counted.")
    assert WorkingMemory(memory).resume("counting") == working.run
