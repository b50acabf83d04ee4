"""The suites by name, run for so many trials or so long, and the receipt of what was tried."""

import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tests.faults.files import files
from tests.faults.inputs import inputs
from tests.faults.kills import kills
from tests.faults.races import races
from tests.faults.restores import restores
from tests.faults.site import Site

SERVER_SHARE = 0.1
"""Of the kills on a server of our own that take the server too."""

MAX_ADDRESS_BYTES = 12 * 2**30
"""Of this process while a suite runs: an input that takes all memory is an error to report, not the machine's end."""

Suite = Callable[[Site, Random], Iterator[str]]

SUITES: Mapping[str, Suite] = {
    "kills": lambda site, chance: kills(site, chance, server_share=SERVER_SHARE if site.settings else 0.0),
    "races": races,
    "restores": restores,
    "inputs": inputs,
    "files": files,
}


@dataclass
class Receipt:
    """What a suite tried, and what it found wrong."""

    seed: int
    tried: Counter[str] = field(default_factory=Counter[str])
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list[str])

    @property
    def total(self) -> int:
        """Trials, without kills that came too late."""
        return sum(number for name, number in self.tried.items() if not name.endswith("too late"))


def run(name: str, site: Site, seed: int, most: int, seconds: float, told: Callable[[Receipt], None]) -> Receipt:
    """Run a suite until it has tried so much, or so long.

    Args:
        name: of the suite.
        site: where.
        seed: the same seed tries the same.
        most: trials.
        seconds: after which it ends where it has not tried so much.
        told: is given the receipt so far after each trial.
    """
    receipt = Receipt(seed)
    begin = time.monotonic()
    with _bounded(MAX_ADDRESS_BYTES):
        for tried in SUITES[name](site, Random(seed)):
            receipt.tried[tried] += 1
            receipt.seconds = round(time.monotonic() - begin, 1)
            receipt.wrong, site.seen = [*receipt.wrong, *site.seen], []
            told(receipt)
            if receipt.total >= most or receipt.seconds > seconds:
                break
    receipt.wrong, site.seen = [*receipt.wrong, *site.seen], []
    return receipt


@contextmanager
def _bounded(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
