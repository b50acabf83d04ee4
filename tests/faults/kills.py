"""Clients and the server, killed in the middle of an operation: done again, it leaves what it would have left."""

import time
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from uuid import uuid4

from tests.faults.operations import OPERATIONS, UNDOES, page_small, prepare_move
from tests.faults.site import Site, held, opened

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.server import Address

SPACE_ROUNDS = 12
"""After so many rounds a new space begins, so that comparing stays cheap."""

PATIENCE_SECONDS = 200

_processes = get_context("forkserver")


def kills(site: Site, chance: Random, *, server_share: float = 0.0) -> Iterator[str]:
    """Kill one client, or both sides, after the other.

    Args:
        site: where.
        chance: which operations, and when.
        server_share: of the kills that take the server too.

    Yields:
        What was killed; it says ``too late`` where the operation had ended.
    """
    _processes.set_forkserver_preload(["tests.faults.kills"])
    page_small()
    number = 0
    while True:
        name = uuid4().hex
        for _ in range(SPACE_ROUNDS):
            number += 1
            yield _round(site, chance, (f"faults-{name}-a", f"faults-{name}-b"), number, server_share)
        for each in "ab":
            with site.opened(f"faults-{name}-{each}") as memory:
                OPERATIONS["forget all"](memory, 0, site.folder)


def _round(site: Site, chance: Random, spaces: tuple[str, str], number: int, server_share: float) -> str:
    operation = chance.choice(list(OPERATIONS))
    takes_server = chance.random() < server_share
    when = chance.random()
    with site.opened(spaces[1]) as undisturbed:
        _before(undisturbed, operation, number, site.folder)
        begin = time.perf_counter()
        OPERATIONS[operation](undisturbed, number, site.folder)
        seconds = time.perf_counter() - begin
        expected = held(undisturbed)
    with site.opened(spaces[0]) as disturbed:
        _before(disturbed, operation, number, site.folder)
    returned = _killed(site, spaces[0], operation, number, 1.2 * when * seconds, takes_server=takes_server)
    label = f"{operation}: {'server and client' if takes_server else 'client'}{' too late' if returned else ''}"
    with site.opened(spaces[0]) as disturbed:
        site.check(disturbed, is_interrupted=True)
        if returned and held(disturbed) != expected:
            site.wrong(f"{label} ({number}): what had returned is lost")
        OPERATIONS[operation](disturbed, number, site.folder)
        found = held(disturbed)
        if found != expected:
            site.wrong(f"{label} ({number}): {_difference(found, expected)}")
        site.check(disturbed)
    return label


def _before(memory: Memory, operation: str, number: int, folder: Path) -> None:
    if needed := UNDOES.get(operation):
        OPERATIONS[needed](memory, number, folder)
    if operation == "restore":
        prepare_move(memory, folder)


def _killed(site: Site, space: str, operation: str, number: int, seconds: float, *, takes_server: bool) -> bool:
    """Do an operation in a process that is killed after so long; return whether it had returned by then."""
    receiver, sender = _processes.Pipe(duplex=False)
    process = _processes.Process(
        target=_perform, args=(site.address, space, operation, number, site.folder, sender), daemon=True
    )
    process.start()
    sender.close()
    try:
        if not receiver.poll(PATIENCE_SECONDS) or receiver.recv() != "begun":
            site.wrong(f"{operation} ({number}): the process did not begin")
        time.sleep(seconds)
        if takes_server:
            site.cut_power()
    except EOFError:
        site.wrong(f"{operation} ({number}): the process failed")
    finally:
        process.kill()
        process.join(PATIENCE_SECONDS)
    try:
        return receiver.poll() and receiver.recv() == "done"
    except EOFError:
        return False


def _perform(address: Address, space: str, operation: str, number: int, folder: Path, told: Connection) -> None:
    page_small()
    with opened(address, space, MiniLM()) as memory:
        told.send("begun")
        OPERATIONS[operation](memory, number, folder)
        told.send("done")


def _difference(found: frozenset[str], expected: frozenset[str]) -> str:
    more, less = sorted(found - expected), sorted(expected - found)
    return f"{len(more)} more, {len(less)} fewer, such as {(more + less)[0]:.300}; {(less or more)[0]:.300}"
