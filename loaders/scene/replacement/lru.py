"""Least recently used: the unit that nobody asked for or stored for the longest time leaves."""

from collections import OrderedDict

from clew.loaders.scene.replacement.policy import MAX_CAPACITY, State, check_parameters, check_units, saved_keys


class Lru:
    """Units by their last use. A hit and a put are uses.

    Args:
        capacity: most units.

    Raises:
        InvalidInput: the capacity is out of range.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = check_units("capacity", capacity, MAX_CAPACITY)
        self._units: OrderedDict[str, None] = OrderedDict()

    @property
    def capacity(self) -> int:
        """Most units at any instant."""
        return self._capacity

    def touch(self, key: str) -> bool:
        """Make a present key the last used one. Return False if it is not in."""
        if key not in self._units:
            return False
        self._units.move_to_end(key)
        return True

    def put(self, key: str) -> tuple[str, ...]:
        """Make a key the last used one. Return the least recently used key if there was no room for a new one."""
        if self.touch(key):
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
        """Return the keys, the least recently used first."""
        return tuple(self._units)

    def clear(self) -> None:
        """Take every key out."""
        self._units.clear()

    def state(self) -> State:
        """Return the keys, the least recently used first."""
        return {"policy": "lru", "capacity": self._capacity, "keys": list(self._units)}

    def restore(self, state: State) -> None:
        """Take the keys of a state; see `Policy.restore`."""
        check_parameters(state, policy="lru", capacity=self._capacity)
        self._units = OrderedDict.fromkeys(saved_keys(state, "keys", self._capacity))

    def __len__(self) -> int:
        return len(self._units)

    def __contains__(self, key: object, /) -> bool:
        return key in self._units
