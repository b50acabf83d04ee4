"""A walker that is killed, at any moment, and goes on from what is stored: the graph is that of an undisturbed walk."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest
from langchain_core.embeddings import Embeddings
from tests.api.world.walks import held, observe, walk

from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.server import Address

WALK = walk()


class Mortal(Embeddings):
    """The encoder; it kills its process after so many calls, which is in the middle of an observation's transaction."""

    def __init__(self, calls: int) -> None:
        self.encoder, self.calls = MiniLM(), calls
        self.identity = self.encoder.identity

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if not self.calls:
            os.kill(os.getpid(), signal.SIGKILL)
        self.calls -= 1
        return self.encoder.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.encoder.embed_query(text)


@contextmanager
def living(server: Address, space: str, calls: int) -> Iterator[World]:
    auth = (server.user, server.password)
    with Memory.open(server.uri, auth=auth, space=space, encoder=Mortal(calls)) as memory:
        yield World(memory)


def go_on(server: Address, space: str, calls: int = -1) -> None:
    """Say the last stored step again, for nobody knows whether its writer was told, and take those that are left."""
    with living(server, space, calls) as world:
        for step in range(max(0, world.steps() - 1), len(WALK)):
            action, text = WALK[step]
            assert world.observe(text, action=action, step=step).step == step


def started(work: Callable[..., None], *arguments: object) -> BaseProcess:
    process = get_context("spawn").Process(target=work, args=arguments, daemon=True)
    process.start()
    return process


def died(process: BaseProcess) -> bool:
    """Wait for the end; whether it was a kill, for a failure is none."""
    process.join(200)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


@pytest.fixture
def twins(open_memory: Callable[..., Memory], tmp_path: Path) -> tuple[World, Callable[[], int]]:
    """A world to disturb, and a check that it is what an undisturbed one is after as many steps, which it returns."""
    disturbed, undisturbed = World(open_memory()), World(open_memory())

    def same() -> int:
        steps = disturbed.steps()
        observe(undisturbed, WALK[undisturbed.steps() : steps])
        if steps:
            assert held(disturbed.memory, tmp_path) == held(undisturbed.memory, tmp_path)
        else:
            assert disturbed.memory.stats().nodes == {}
        return steps

    return disturbed, same


@pytest.mark.slow
def test_killed_in_the_middle_of_an_observation_it_is_absent(
    server: Address, twins: tuple[World, Callable[[], int]]
) -> None:
    disturbed, same = twins
    stored = [0]
    for calls in (0, 1, 5, len(WALK)):
        dead = died(started(go_on, server, disturbed.memory.space.name, calls))
        stored.append(same())
        assert dead == (stored[-1] < len(WALK))
    assert stored[:3] == [0, 0, 1]
    assert 1 < stored[3] < stored[4] == len(WALK)


@pytest.mark.slow
def test_killed_whenever_the_run_goes_on_at_the_right_step(
    server: Address, twins: tuple[World, Callable[[], int]]
) -> None:
    disturbed, same = twins
    random, kills = Random(0), 0
    while (stored := same()) < len(WALK):
        process = started(go_on, server, disturbed.memory.space.name)
        while process.is_alive() and disturbed.steps() < min(stored + 3, len(WALK)):
            time.sleep(0.01)
        time.sleep(random.random() / 20)
        process.kill()
        kills += died(process)
    assert kills >= 2
