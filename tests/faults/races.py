"""Several clients at once on one space: each ends well or by an error of ours, and what is left is sound."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from uuid import uuid4

from tests.faults.operations import OPERATIONS, page_small
from tests.faults.site import Site

from clew.errors import ClewError

CLIENTS = 3
CALLS = 5
"""Of each client in a race."""

LASTING = ("remember", "add", "remember_file", "read", "remember_facts", "consolidate", "observe", "work", "keep")


def races(site: Site, chance: Random) -> Iterator[str]:
    """Run one race after the other, each in a space of its own."""
    page_small()
    while True:
        space = f"faults-race-{uuid4().hex}"
        calls = [[(chance.choice(list(OPERATIONS)), chance.randrange(3)) for _ in range(CALLS)] for _ in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(lambda each, space=space: _run(site, space, each), calls))
        with site.opened(space) as memory:
            site.check(memory)
            for name in LASTING:
                OPERATIONS[name](memory, 7, site.folder)
            site.check(memory)
            OPERATIONS["forget all"](memory, 0, site.folder)
            if memory.stats().nodes:
                site.wrong(f"a race left nodes: {memory.stats().nodes}")
        yield f"{CLIENTS} clients, {CLIENTS * CALLS} operations"


def _run(site: Site, space: str, calls: list[tuple[str, int]]) -> None:
    with site.opened(space) as memory:
        for name, number in calls:
            try:
                OPERATIONS[name](memory, number, site.folder)
            except ClewError:
                continue
            except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
                site.wrong(f"{name} in a race: {type(error).__name__}: {error}")
