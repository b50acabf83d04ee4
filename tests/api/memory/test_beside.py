"""Readers beside writers: what another transaction changes meanwhile is read again, and no traceback comes of it."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from threading import Event

import pytest

from clew.api.memory import Memory
from clew.errors import Conflict, NotFound
from clew.model import Fact, Turn

ROUNDS, MOST_ROUNDS, RECALLS = 6, 200, 10
TALK = [Turn(f"Lisbon is warm, said number {number} of the tea garden.", "Ann") for number in range(40)]


def rounds(asked: Sequence[str]) -> Iterator[int]:
    """Count on until readers have asked something meanwhile, however slow they are."""
    return takewhile(lambda number: number < ROUNDS or len(asked) < RECALLS, range(MOST_ROUNDS))


@pytest.mark.slow
def test_recalls_beside_writers_and_forgetters_end_well(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember(TALK, session="kept")
    is_over, asked = Event(), list[str]()

    def read() -> None:
        while not is_over.is_set():
            recalled = memory.recall("What is said of the tea garden in Lisbon?")
            assert all(hit.id and hit.text for hit in recalled.hits)
            memory.subgraph(recalled)
            memory.stats()
            asked.append(recalled.text)

    def write(session: str) -> None:
        for _ in rounds(asked):
            memory.remember(TALK, session=session)
            memory.remember_facts([Fact(f"It is warm in {session}.", (f"episode:{session}/0",), concepts=("weather",))])
            memory.forget(session=session)

    def add() -> None:
        for _ in rounds(asked):
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
        for reader in readers:
            reader.result()
    assert len(asked) >= RECALLS
    assert memory.stats().nodes["Episode"] == len(TALK)
