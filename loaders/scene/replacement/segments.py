"""A window before a segmented main part: where the units of both forms of W-TinyLFU stand.

Source: Einziger, Friedman and Manes (2017), section 4; KARMA, section 3.6, whose elimination segment
is probation.
"""

from collections import OrderedDict
from collections.abc import Iterator

from clew.loaders.scene.replacement.policy import State, check_distinct, saved_keys


class Segments:
    """Keys in three segments, each in the order of last use.

    A new key enters the window; where that is full, the least recently used key of the window goes to probation. A
    key that is used in probation is protected; where that is full, the least recently used protected key goes back.
    Protection takes at most 80 % of the main part, rounded down: none of a main part of one unit.

    Attributes:
        window: keys that came last.
        probation: keys of the main part that can leave.
        protected: keys of the main part that were used there.

    Args:
        capacity: most keys in all.
        window_units: of them most in the window, 1 to the capacity; the rest is the main part.
    """

    def __init__(self, capacity: int, window_units: int) -> None:
        self.window: OrderedDict[str, None] = OrderedDict()
        self.probation: OrderedDict[str, None] = OrderedDict()
        self.protected: OrderedDict[str, None] = OrderedDict()
        self._window_units = window_units
        self._main_units = capacity - window_units
        self._protected_units = self._main_units * 4 // 5

    def touch(self, key: str) -> bool:
        """Note a use of a present key. Return False if it is not in."""
        if key in self.window:
            self.window.move_to_end(key)
        elif key in self.protected:
            self.protected.move_to_end(key)
        elif key in self.probation:
            self._protect(key)
        else:
            return False
        return True

    def enter(self, key: str) -> None:
        """Add a new key; there must be room for one in all."""
        if len(self.window) == self._window_units:
            self.probation[self.window.popitem(last=False)[0]] = None
        self.window[key] = None

    def remove(self, key: str) -> bool:
        """Take a key out. Return False if it is not in."""
        for segment in self._all():
            if key in segment:
                del segment[key]
                return True
        return False

    def clear(self) -> None:
        """Take every key out."""
        for segment in self._all():
            segment.clear()

    def state(self) -> State:
        """Return the keys of each segment, the least recently used first."""
        return {
            "window": list(self.window),
            "probation": list(self.probation),
            "protected": list(self.protected),
        }

    def restore(self, state: State) -> None:
        """Take the keys of a state; see `Policy.restore`."""
        window = saved_keys(state, "window", self._window_units)
        protected = saved_keys(state, "protected", self._protected_units)
        probation = saved_keys(state, "probation", self._main_units - len(protected))
        check_distinct("segments", [*window, *probation, *protected])
        self.window, self.probation = OrderedDict.fromkeys(window), OrderedDict.fromkeys(probation)
        self.protected = OrderedDict.fromkeys(protected)

    def _protect(self, key: str) -> None:
        if not self._protected_units:
            self.probation.move_to_end(key)
            return
        del self.probation[key]
        if len(self.protected) == self._protected_units:
            self.probation[self.protected.popitem(last=False)[0]] = None
        self.protected[key] = None

    def _all(self) -> Iterator[OrderedDict[str, None]]:
        yield from (self.window, self.probation, self.protected)

    def __len__(self) -> int:
        return len(self.window) + len(self.probation) + len(self.protected)

    def __contains__(self, key: object, /) -> bool:
        return key in self.window or key in self.protected or key in self.probation
