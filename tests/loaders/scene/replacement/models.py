"""Every policy once more, by lists and brute force, with exact counts: what the real ones are held against."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Protocol

from hypothesis import settings
from hypothesis import strategies as st

from clew.loaders.scene.replacement import ReplacementPolicy, policy
from clew.loaders.scene.replacement.tinylfu import KarmaWTinyLfu, WTinyLfu

KEYS = "abcdefghijkl"
Operation = tuple[str, str]

operations = st.lists(st.sampled_from([*product(["touch", "put"], KEYS), *product(["remove"], "adgj")]), max_size=80)
few = settings(max_examples=40)
"""A machine that others use is slow at times, and there are eleven policies."""

BUILT: dict[str, Callable[[int], ReplacementPolicy]] = {
    "fifo": lambda capacity: policy("fifo", capacity=capacity),
    "fifo-merge": lambda capacity: policy("fifo-merge", capacity=capacity),
    "fifo-merge refresh": lambda capacity: policy("fifo-merge", capacity=capacity, refresh=True),
    "lru": lambda capacity: policy("lru", capacity=capacity),
    "lfu": lambda capacity: policy("lfu", capacity=capacity),
    **{
        f"{name} {share}": lambda capacity, name=name, share=share: policy(
            name, capacity=capacity, window=share, sample=20
        )
        for name in ("w-tinylfu", "w-tinylfu-karma")
        for share in (0.01, 0.5, 1.0)
    },
}


def apply(policy: "ReplacementPolicy | Model", operations: Iterable[Operation]) -> list[object]:
    """The answers to operations."""
    return [getattr(policy, verb)(key) for verb, key in operations]


class Model(Protocol):
    def touch(self, key: str) -> bool: ...
    def put(self, key: str) -> tuple[str, ...]: ...
    def remove(self, key: str) -> bool: ...
    def members(self) -> set[str]: ...


class FifoModel:
    """The last arrivals, repeated ones included."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.arrivals: list[str] = []

    def touch(self, key: str) -> bool:
        return key in self.arrivals

    def put(self, key: str) -> tuple[str, ...]:
        before = self.members()
        self.arrivals = [*self.arrivals, key][-self.capacity :]
        return tuple(before - self.members())

    def remove(self, key: str) -> bool:
        found = key in self.arrivals
        self.arrivals = [each for each in self.arrivals if each != key]
        return found

    def members(self) -> set[str]:
        return set(self.arrivals)


class OrderModel:
    """The least recently stored of present keys, or with `hits` the least recently used one, leaves."""

    def __init__(self, capacity: int, *, moves_on_put: bool, moves_on_hit: bool) -> None:
        self.capacity, self.moves_on_put, self.moves_on_hit = capacity, moves_on_put, moves_on_hit
        self.units: OrderedDict[str, None] = OrderedDict()

    def touch(self, key: str) -> bool:
        if key in self.units and self.moves_on_hit:
            self.units.move_to_end(key)
        return key in self.units

    def put(self, key: str) -> tuple[str, ...]:
        if key in self.units and not self.moves_on_put:
            return ()
        self.units[key] = None
        self.units.move_to_end(key)
        return (self.units.popitem(last=False)[0],) if len(self.units) > self.capacity else ()

    def remove(self, key: str) -> bool:
        return key in self.units and self.units.pop(key) is None

    def members(self) -> set[str]:
        return set(self.units)


class LfuModel:
    """Units as [uses, arrival, key]; the least one leaves."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.units: list[list[int | str]] = []
        self.clock = 0

    def touch(self, key: str) -> bool:
        for unit in self.units:
            if unit[2] == key:
                unit[0] = int(unit[0]) + 1
                return True
        return False

    def put(self, key: str) -> tuple[str, ...]:
        if self.touch(key):
            return ()
        victims = [min(self.units)] if len(self.units) == self.capacity else []
        self.clock += 1
        self.units = [*(unit for unit in self.units if unit not in victims), [1, self.clock, key]]
        return tuple(str(unit[2]) for unit in victims)

    def remove(self, key: str) -> bool:
        found = key in self.members()
        self.units = [unit for unit in self.units if unit[2] != key]
        return found

    def members(self) -> set[str]:
        return {str(unit[2]) for unit in self.units}


class KarmaModel:
    """KARMA's rule over three lists, with exact counts."""

    def __init__(self, capacity: int, window: int, sample: int) -> None:
        self.capacity, self.window_units, self.sample = capacity, window, sample
        self.protected_units = int(0.8 * (capacity - window))
        self.window: list[str] = []
        self.elimination: list[str] = []
        self.protected: list[str] = []
        self.uses: Counter[str] = Counter()
        self.puts = 0

    def touch(self, key: str) -> bool:
        self.count(key)
        return self.found(key)

    def found(self, key: str) -> bool:
        if key in self.window:
            self.window = [*without(self.window, key), key]
        elif key in self.elimination or key in self.protected:
            self.elimination, self.protected = without(self.elimination, key), [*without(self.protected, key), key]
            while len(self.protected) > self.protected_units:
                self.elimination.append(self.protected.pop(0))
        else:
            return False
        return True

    def put(self, key: str) -> tuple[str, ...]:
        victims: list[str] = []
        if not self.found(key):
            if len(self.members()) == self.capacity:
                victims = [self.victim()]
                self.remove(victims[0])
            self.window.append(key)
            while len(self.window) > self.window_units:
                self.elimination.append(self.window.pop(0))
        self.count(key)
        self.age()
        return tuple(victims)

    def victim(self) -> str:
        return min(self.elimination + self.window, key=lambda key: self.uses[key])

    def count(self, key: str) -> None:
        self.uses[key] = min(15, self.uses[key] + 1)

    def age(self) -> None:
        self.puts += 1
        if self.puts == self.sample:
            self.puts, self.uses = 0, Counter({key: uses // 2 for key, uses in self.uses.items()})

    def remove(self, key: str) -> bool:
        found = key in self.members()
        self.window, self.elimination = without(self.window, key), without(self.elimination, key)
        self.protected = without(self.protected, key)
        return found

    def members(self) -> set[str]:
        return {*self.window, *self.elimination, *self.protected}


class OriginalModel(KarmaModel):
    """The original's rule: two keys meet, uses behind a doorkeeper, every use a sample."""

    def __init__(self, capacity: int, window: int, sample: int) -> None:
        super().__init__(capacity, window, sample)
        self.door: set[str] = set()

    def victim(self) -> str:
        candidate = self.window[0]
        if self.elimination and self.estimate(candidate) > self.estimate(self.elimination[0]):
            return self.elimination[0]
        return candidate

    def estimate(self, key: str) -> int:
        return self.uses[key] + (key in self.door)

    def count(self, key: str) -> None:
        if key in self.door:
            super().count(key)
        self.door.add(key)
        self.puts += 1
        if self.puts == self.sample:
            self.puts, self.door = self.sample // 2, set()
            self.uses = Counter({each: uses // 2 for each, uses in self.uses.items()})

    def age(self) -> None:
        pass


def without(keys: Sequence[str], key: str) -> list[str]:
    return [each for each in keys if each != key]


PAIRS: dict[str, Callable[[int, int, int], tuple[ReplacementPolicy, Model]]] = {
    "fifo": lambda capacity, _window, _sample: (BUILT["fifo"](capacity), FifoModel(capacity)),
    "fifo-merge": lambda capacity, _window, _sample: (
        BUILT["fifo-merge"](capacity),
        OrderModel(capacity, moves_on_put=False, moves_on_hit=False),
    ),
    "fifo-merge refresh": lambda capacity, _window, _sample: (
        BUILT["fifo-merge refresh"](capacity),
        OrderModel(capacity, moves_on_put=True, moves_on_hit=False),
    ),
    "lru": lambda capacity, _window, _sample: (
        BUILT["lru"](capacity),
        OrderModel(capacity, moves_on_put=True, moves_on_hit=True),
    ),
    "lfu": lambda capacity, _window, _sample: (BUILT["lfu"](capacity), LfuModel(capacity)),
    "w-tinylfu": lambda capacity, window, sample: (
        WTinyLfu(capacity, window, sample=sample),
        OriginalModel(capacity, window, sample),
    ),
    "w-tinylfu-karma": lambda capacity, window, sample: (
        KarmaWTinyLfu(capacity, window, sample=sample),
        KarmaModel(capacity, window, sample),
    ),
}
