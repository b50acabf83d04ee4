"""Least frequently used, by exact counts: the perfect LFU that KARMA (section 3.6) approximates."""

from heapq import heapify, heappop, heappush, heapreplace
from typing import NamedTuple

from clew.loaders.scene.replacement.policy import MAX_CAPACITY, State, check_parameters, check_units, saved_uses


class _Entry(NamedTuple):
    uses: int
    arrival: int
    key: str


class Lfu:
    """Units by their uses: the put that adds a unit, every hit and every merge. Of equals the oldest unit leaves first.

    A count ends with its unit: a key that comes back begins at 1. Counts only grow while a unit is in, so a heap of
    counts as they once were holds lower bounds; an eviction corrects those at its top.

    Args:
        capacity: most units.

    Raises:
        InvalidInput: the capacity is out of range.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = check_units("capacity", capacity, MAX_CAPACITY)
        self._uses: dict[str, int] = {}
        self._heap: list[_Entry] = []
        self._arrivals = 0

    @property
    def capacity(self) -> int:
        """Most units at any instant."""
        return self._capacity

    def touch(self, key: str) -> bool:
        """Count a use of a present key. Return False if it is not in."""
        if key not in self._uses:
            return False
        self._uses[key] += 1
        return True

    def put(self, key: str) -> tuple[str, ...]:
        """Count a use of a present key, or add a new one. Return the least used key if there was no room."""
        if self.touch(key):
            return ()
        victims = (self._evict(),) if len(self._uses) == self._capacity else ()
        self._add(key, 1)
        return victims

    def remove(self, key: str) -> bool:
        """Take a key out; takes time in proportion to the units."""
        if self._uses.pop(key, 0) == 0:
            return False
        self._heap = [entry for entry in self._heap if entry.key != key]
        heapify(self._heap)
        return True

    def keys(self) -> tuple[str, ...]:
        """Return the keys, the least used first, and of equals the oldest."""
        return tuple(sorted(self._by_arrival(), key=self._uses.__getitem__))

    def clear(self) -> None:
        """Take every key out."""
        self._uses.clear()
        self._heap.clear()
        self._arrivals = 0

    def state(self) -> State:
        """Return the keys with their uses, the oldest first."""
        uses = [[key, self._uses[key]] for key in self._by_arrival()]
        return {"policy": "lfu", "capacity": self._capacity, "uses": uses}

    def restore(self, state: State) -> None:
        """Take the keys and uses of a state; see `Policy.restore`."""
        check_parameters(state, policy="lfu", capacity=self._capacity)
        uses = saved_uses(state, "uses", self._capacity)
        self.clear()
        for key, number in uses.items():
            self._add(key, number)

    def _add(self, key: str, uses: int) -> None:
        self._uses[key] = uses
        heappush(self._heap, _Entry(uses, self._arrivals, key))
        self._arrivals += 1

    def _evict(self) -> str:
        while (top := self._heap[0]).uses < (uses := self._uses[top.key]):
            heapreplace(self._heap, top._replace(uses=uses))
        heappop(self._heap)
        del self._uses[top.key]
        return top.key

    def _by_arrival(self) -> list[str]:
        return list(self._uses)  # a dictionary keeps the order of arrival

    def __len__(self) -> int:
        return len(self._uses)

    def __contains__(self, key: object, /) -> bool:
        return key in self._uses
