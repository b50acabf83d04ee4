"""Readers beside writers: what another transaction changes meanwhile is read again, and no traceback comes of it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from clew.api.memory import Memory
from clew.errors import Conflict, NotFound
from clew.model import Fact, Turn

ROUNDS = 6
TALK = [Turn(f"Lisbon is warm, said number {number} of the tea garden.", "Ann") for number in range(40)]


@pytest.mark.slow
def test_recalls_beside_writers_and_forgetters_end_well(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember(TALK, session="kept")
    is_over = Event()

    def read() -> int:
        asked = 0
        while not is_over.is_set():
            recalled = memory.recall("What is said of the tea garden in Lisbon?")
            assert all(hit.id and hit.text for hit in recalled.hits)
            memory.subgraph(recalled)
            memory.stats()
            asked += 1
        return asked

    def write(session: str) -> None:
        for _ in range(ROUNDS):
            memory.remember(TALK, session=session)
            memory.remember_facts([Fact(f"It is warm in {session}.", (f"episode:{session}/0",), concepts=("weather",))])
            memory.forget(session=session)

    def add() -> None:
        for _ in range(ROUNDS):
            try:
                memory.remember(TALK[:20], session="both")
                memory.forget(session="both")
            except (Conflict, NotFound):  # the other of the two forgot it first
                continue

    with ThreadPoolExecutor(5) as threads:
        readers = [threads.submit(read) for _ in range(2)]
        writers = [threads.submit(write, "mine"), threads.submit(add), threads.submit(add)]
        try:
            for writer in writers:
                writer.result()
        finally:
            is_over.set()
        assert sum(reader.result() for reader in readers) > 10
    assert memory.stats().nodes["Episode"] == len(TALK)
