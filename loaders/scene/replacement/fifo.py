"""First in, first out: as it comes, and with merging.

Source: KARMA, section 3.6. In the paper's plain queue an object that is stored again takes a second slot, and merging
is the improvement that saves the slot. A plain queue that dropped the older unit would need no merging: it would be the
least recently stored order, which the paper does not compare. So the plain queue here keeps both slots and one unit:
the older slot is dead room until it reaches the head. The paper merges only once the queue is full; here merging is
always on, since two units of one object are never wanted.
"""

from collections import Counter, OrderedDict, deque

from clew.loaders.scene.replacement.policy import (
    MAX_CAPACITY,
    State,
    check_parameters,
    check_units,
    saved_keys,
    saved_slots,
)


class Fifo:
    """A queue of slots. Each put takes a slot; a unit leaves with its youngest slot.

    Args:
        capacity: slots, and so most units.

    Raises:
        InvalidInput: the capacity is out of range.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = check_units("capacity", capacity, MAX_CAPACITY)
        self._slots: deque[str] = deque()
        self._slots_of: Counter[str] = Counter()

    @property
    def capacity(self) -> int:
        """Most units at any instant."""
        return self._capacity

    def touch(self, key: str) -> bool:
        """Return True if a key is in; a query changes nothing."""
        return key in self._slots_of

    def put(self, key: str) -> tuple[str, ...]:
        """Give a key the youngest slot. Return the key that the oldest slot was the last of."""
        left = self._free_slot() if len(self._slots) == self._capacity else None
        self._slots.append(key)
        self._slots_of[key] += 1
        return () if left in (None, key) else (left,)

    def remove(self, key: str) -> bool:
        """Free every slot of a key."""
        if not self._slots_of.pop(key, 0):
            return False
        self._slots = deque(each for each in self._slots if each != key)
        return True

    def keys(self) -> tuple[str, ...]:
        """Return the keys by their youngest slots, the oldest first."""
        return tuple(dict.fromkeys(reversed(self._slots)))[::-1]

    def clear(self) -> None:
        """Free every slot."""
        self._slots.clear()
        self._slots_of.clear()

    def state(self) -> State:
        """Return the slots, the oldest first."""
        return {"policy": "fifo", "capacity": self._capacity, "slots": list(self._slots)}

    def restore(self, state: State) -> None:
        """Take the slots of a state; see `Policy.restore`."""
        check_parameters(state, policy="fifo", capacity=self._capacity)
        slots = saved_slots(state, "slots", self._capacity)
        self._slots, self._slots_of = deque(slots), Counter(slots)

    def _free_slot(self) -> str | None:
        """Free the oldest slot. Return its key if the key has no other."""
        oldest = self._slots.popleft()
        self._slots_of[oldest] -= 1
        if self._slots_of[oldest]:
            return None
        del self._slots_of[oldest]
        return oldest

    def __len__(self) -> int:
        return len(self._slots_of)

    def __contains__(self, key: object, /) -> bool:
        return key in self._slots_of


class MergingFifo:
    """A queue of units. A put of a present key merges; the oldest unit leaves.

    Args:
        capacity: most units.
        refresh: False: a merged unit keeps its place, as in the paper's code; True: it becomes the youngest.

    Raises:
        InvalidInput: the capacity is out of range.
    """

    def __init__(self, capacity: int, *, refresh: bool = False) -> None:
        self._capacity = check_units("capacity", capacity, MAX_CAPACITY)
        self._refresh = refresh
        self._units: OrderedDict[str, None] = OrderedDict()

    @property
    def capacity(self) -> int:
        """Most units at any instant."""
        return self._capacity

    def touch(self, key: str) -> bool:
        """Return True if a key is in; a query changes nothing."""
        return key in self._units

    def put(self, key: str) -> tuple[str, ...]:
        """Merge a present key, or add a new one. Return the oldest key if there was no room."""
        if key in self._units:
            if self._refresh:
                self._units.move_to_end(key)
            return ()
        victims = (self._units.popitem(last=False)[0],) if len(self._units) == self._capacity else ()
        self._units[key] = None
        return victims

    def remove(self, key: str) -> bool:
        """Take a key out."""
        found = key in self._units
        self._units.pop(key, None)
        return found

    def keys(self) -> tuple[str, ...]:
        """Return the keys, the oldest first."""
        return tuple(self._units)

    def clear(self) -> None:
        """Take every key out."""
        self._units.clear()

    def state(self) -> State:
        """Return the keys, the oldest first."""
        return {"policy": "fifo-merge", "capacity": self._capacity, "refresh": self._refresh, "keys": list(self._units)}

    def restore(self, state: State) -> None:
        """Take the keys of a state; see `Policy.restore`."""
        check_parameters(state, policy="fifo-merge", capacity=self._capacity, refresh=self._refresh)
        self._units = OrderedDict.fromkeys(saved_keys(state, "keys", self._capacity))

    def __len__(self) -> int:
        return len(self._units)

    def __contains__(self, key: object, /) -> bool:
        return key in self._units
