"""Policies that need no sketch: first in, first out, as it comes and with merging; and exact recency and frequency.

Source: KARMA, section 3.6. In the paper's plain queue an object that is stored again takes a second slot, and merging
is the improvement that saves the slot. A plain queue that dropped the older unit would need no merging. It would be the
least recently stored order, which the paper does not compare. So the plain queue here keeps both slots and one unit:
the older slot is dead room until it reaches the head. The paper merges only once the queue is full; here merging is
always on, since two units of one object are never wanted.
"""

from collections import Counter, OrderedDict, deque
from typing import Annotated

from pydantic import Field, PositiveInt

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.policy import ReplacementPolicy, SavedState, State, check_keys


class _Numbered(ReplacementPolicy):
    """Units in an order, with a number each; both mean what the policy says."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self._units = OrderedDict[str, int]()

    def touch(self, key: str) -> bool:
        """Return True if a key is in; a query changes nothing."""
        return key in self._units

    def remove(self, key: str) -> bool:
        return self._units.pop(key, None) is not None

    def keys(self) -> tuple[str, ...]:
        return tuple(self._units)

    def clear(self) -> None:
        self._units.clear()

    def __len__(self) -> int:
        return len(self._units)

    def __contains__(self, key: object, /) -> bool:
        return key in self._units


class _SavedSlots(SavedState):
    slots: list[str]


class Fifo(_Numbered):
    """A queue of slots, as many as the capacity. Each put takes a slot; a unit leaves with its youngest slot."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)  # the number of a unit is that of its slots
        self._slots: deque[str] = deque()

    def put(self, key: str) -> tuple[str, ...]:
        """Give a key the youngest slot. Return the key that the oldest slot was the last of."""
        left: tuple[str, ...] = ()
        if len(self._slots) == self.capacity:
            oldest = self._slots.popleft()
            self._units[oldest] -= 1
            if not self._units[oldest]:
                del self._units[oldest]
                left = () if oldest == key else (oldest,)
        self._slots.append(key)
        self._units[key] = self._units.get(key, 0) + 1
        return left

    def remove(self, key: str) -> bool:
        """Free every slot of a key."""
        if found := super().remove(key):
            self._slots = deque(each for each in self._slots if each != key)
        return found

    def keys(self) -> tuple[str, ...]:
        """Return the keys by their youngest slots, the oldest first."""
        return tuple(dict.fromkeys(reversed(self._slots)))[::-1]

    def clear(self) -> None:
        """Free every slot."""
        super().clear()
        self._slots.clear()

    def state(self) -> State:
        """Return the slots, the oldest first."""
        return {"policy": "fifo", "capacity": self.capacity, "slots": list(self._slots)}

    def restore(self, state: State) -> None:
        """Take the slots of a state; see `ReplacementPolicy.restore`."""
        slots = _SavedSlots.read(state, policy="fifo", capacity=self.capacity).slots
        if len(slots) > self.capacity:
            raise InvalidInput(f"the saved state holds {len(slots)} slots, and {self.capacity} are the most")
        self._slots, self._units = deque(slots), OrderedDict(Counter(slots))


class _SavedUnits(SavedState):
    keys: list[str]


class MergingFifo(_Numbered):
    """A queue of units. A put of a present key merges; the oldest unit leaves.

    A merged unit keeps its place, as in the paper's code; with `refresh` it becomes the youngest.
    """

    def __init__(self, capacity: int, *, refresh: bool = False) -> None:
        super().__init__(capacity)  # the units are in the order of the queue, and their numbers say nothing
        self._parameters = {"policy": "fifo-merge", "capacity": capacity, "refresh": refresh}
        self._refresh = refresh

    def put(self, key: str) -> tuple[str, ...]:
        """Merge a present key, or add a new one. Return the oldest key if there was no room."""
        if key in self._units:
            if self._refresh:
                self._units.move_to_end(key)
            return ()
        victims = (self._units.popitem(last=False)[0],) if len(self._units) == self.capacity else ()
        self._units[key] = 0
        return victims

    def state(self) -> State:
        """Return the keys, the oldest first."""
        return {**self._parameters, "keys": list(self._units)}

    def restore(self, state: State) -> None:
        """Take the keys of a state; see `ReplacementPolicy.restore`."""
        keys = _SavedUnits.read(state, **self._parameters).keys
        check_keys("keys", keys, self.capacity)
        self._units = OrderedDict.fromkeys(keys, 0)


class Lru(MergingFifo):
    """Least recently used: a hit makes a unit the youngest too, so the first is what nobody used for longest."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity, refresh=True)
        self._parameters = {"policy": "lru", "capacity": capacity}

    def touch(self, key: str) -> bool:
        """Make a present key the last used one. Return False if it is not in."""
        if key not in self._units:
            return False
        self._units.move_to_end(key)
        return True


class _SavedUses(SavedState):
    uses: list[Annotated[tuple[str, PositiveInt], Field(strict=False)]]  # JSON has lists for tuples


class Lfu(_Numbered):
    """Least frequently used, by exact counts: the perfect LFU that W-TinyLFU approximates (KARMA, section 3.6).

    Uses are the put that adds a unit, every hit and every merge. Of equals the oldest unit leaves first. A count ends
    with its unit: a key that comes back begins at 1. An eviction takes time in proportion to the units.
    """

    def touch(self, key: str) -> bool:
        """Count a use of a present key. Return False if it is not in."""
        if key not in self._units:
            return False
        self._units[key] += 1
        return True

    def put(self, key: str) -> tuple[str, ...]:
        """Count a use of a present key, or add a new one. Return the least used key if there was no room."""
        if self.touch(key):
            return ()
        victims: tuple[str, ...] = ()
        if len(self._units) == self.capacity:
            victims = (min(self._units, key=self._units.__getitem__),)
            del self._units[victims[0]]
        self._units[key] = 1
        return victims

    def keys(self) -> tuple[str, ...]:
        """Return the keys, the least used first, and of equals the oldest."""
        return tuple(sorted(self._units, key=self._units.__getitem__))

    def state(self) -> State:
        """Return the keys with their uses, the oldest first."""
        uses = [[key, number] for key, number in self._units.items()]
        return {"policy": "lfu", "capacity": self.capacity, "uses": uses}

    def restore(self, state: State) -> None:
        """Take the keys and uses of a state; see `ReplacementPolicy.restore`."""
        uses = _SavedUses.read(state, policy="lfu", capacity=self.capacity).uses
        check_keys("uses", [key for key, _ in uses], self.capacity)
        self._units = OrderedDict(uses)
