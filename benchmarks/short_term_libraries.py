"""Plain accesses: hit rate of our policies beside theine's."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from short_term_traces import zipf_numbers
from theine import Cache

from clew.loaders.scene.replacement import PolicyName, ReplacementPolicy, policy

CAPACITIES = (100, 1_000)
DISTINCT = 10
"""Keys for each unit of capacity."""

ACCESSES = 100_000
SEEDS = 5
THEINE = "theine, W-TinyLFU"
SMALL_WINDOW = 0.01
"""The share that the authors of W-TinyLFU give the window, with which theine begins as well."""

OURS: dict[str, tuple[PolicyName, float]] = {
    "W-TinyLFU, window 1 %": ("w-tinylfu", SMALL_WINDOW),
    "W-TinyLFU, window 10 %": ("w-tinylfu", 0.1),
    "W-TinyLFU, window 50 %": ("w-tinylfu", 0.5),
    "KARMA's W-TinyLFU, window 10 %": ("w-tinylfu-karma", 0.1),
    "LFU": ("lfu", 1.0),
    "LRU": ("lru", 1.0),
    "FIFO, merging": ("fifo-merge", 1.0),
}
SLOW = "KARMA's W-TinyLFU, window 10 %"
"""Its evictions take time in proportion to the capacity, so it is asked at the smaller capacity only."""

Access = Callable[[str], bool]
"""Ask for a key, and store it where it is missing. Return whether it was there."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Hit rates of one trace.

    Attributes:
        capacity: most units.
        seed: of the trace.
        rates: 0 to 1, by name.
    """

    capacity: int
    seed: int
    rates: dict[str, float]


def hit_rates(seeds: int) -> Iterator[Rates]:
    """Measure the hit rates of Zipf's numbers at both capacities."""
    for capacity in CAPACITIES:
        for seed in range(seeds):
            trace = zipf_numbers(DISTINCT * capacity, ACCESSES, seed)
            rates = {
                name: _share(access_of(policy(kind, capacity=capacity, window=window)), map(str, trace))
                for name, (kind, window) in OURS.items()
                if name != SLOW or capacity == CAPACITIES[0]
            }
            with closing(Cache[int, bool](capacity)) as cache:
                yield Rates(capacity, seed, {**rates, THEINE: _share(access_of_theine(cache), trace)})


def access_of(policy: ReplacementPolicy) -> Access:
    """Return an access to a policy."""

    def access(key: str) -> bool:
        hit = policy.touch(key)
        if not hit:
            policy.put(key)
        return hit

    return access


def access_of_theine(cache: "Cache[int, bool]") -> Callable[[int], bool]:
    """Return an access to theine's cache. Its keys are numbers, whose hashes do not vary."""

    def access(key: int) -> bool:
        found = cache.get(key)[1]
        if not found:
            cache.set(key, True)
        return found

    return access


def _share(access: Callable[..., bool], keys: Iterable[object]) -> float:
    hits = [access(key) for key in keys]
    return sum(hits) / len(hits)
