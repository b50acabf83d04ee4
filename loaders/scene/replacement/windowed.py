"""The half that both forms of W-TinyLFU share: segments, a sketch of uses, and its ageing."""

from abc import ABC, abstractmethod
from typing import ClassVar

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.policy import (
    MAX_CAPACITY,
    State,
    check_parameters,
    check_units,
    saved_number,
    saved_part,
)
from clew.loaders.scene.replacement.segments import Segments
from clew.loaders.scene.replacement.sketch import Sketch

SAMPLES_OF_UNIT = 10
"""Samples after which counts are halved, for each unit of capacity."""

MAX_SAMPLE = SAMPLES_OF_UNIT * MAX_CAPACITY


class Windowed(ABC):
    """A policy over segments and a sketch. Every query, hit or miss, and every put is a use of its key.

    Counting both keeps one weight for each way of use: a memory that is asked for an object and then stores it
    counts two, whether the object was in or not. The victim is chosen before the new key is counted.

    Args:
        capacity: most units.
        window: units of it that are the window; see `Segments`.
        sample: samples after which all counts are halved; None: 10 for each unit of capacity.

    Raises:
        InvalidInput: one of them is out of range.
    """

    _name: ClassVar[str]
    _has_doorkeeper: ClassVar[bool]
    _keeps_half: ClassVar[bool]

    def __init__(self, capacity: int, window: int, *, sample: int | None = None) -> None:
        self._capacity = check_units("capacity", capacity, MAX_CAPACITY)
        self._window_units = check_units("window", window, capacity)
        self._sample = SAMPLES_OF_UNIT * capacity if sample is None else check_units("sample", sample, MAX_SAMPLE)
        self._segments = Segments(capacity, window)
        self._sketch = Sketch(capacity, doorkeeper=self._has_doorkeeper)
        self._sampled = 0

    @property
    def capacity(self) -> int:
        """Most units at any instant."""
        return self._capacity

    def touch(self, key: str) -> bool:
        """Count a use of a key. Return False if it is not in."""
        hit = self._segments.touch(key)
        self._count(key, is_put=False)
        return hit

    def put(self, key: str) -> tuple[str, ...]:
        """Count a use of a key, which merges or is added. Return the key that had to leave."""
        victims: tuple[str, ...] = ()
        if not self._segments.touch(key):
            if len(self._segments) == self._capacity:
                victims = (self._victim(),)
                self._segments.remove(victims[0])
            self._segments.enter(key)
        self._count(key, is_put=True)
        return victims

    def remove(self, key: str) -> bool:
        """Take a key out; its uses stay counted."""
        return self._segments.remove(key)

    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order, as if nothing were used again and only new keys came."""

    def clear(self) -> None:
        """Take every key out, and forget every use."""
        self._segments.clear()
        self._sketch.clear()
        self._sampled = 0

    def state(self) -> State:
        """Return segments, sketch and samples."""
        parts = {"segments": self._segments.state(), "sketch": self._sketch.state()}
        return {**self._parameters(), "sampled": self._sampled, **parts}

    def restore(self, state: State) -> None:
        """Take segments, sketch and samples of a state; see `Policy.restore`."""
        check_parameters(state, **self._parameters())
        sampled = saved_number(state, "sampled", self._sample - 1)
        segments = Segments(self._capacity, self._window_units)
        segments.restore(saved_part(state, "segments"))
        self._sketch.restore(saved_part(state, "sketch"))
        self._segments, self._sampled = segments, sampled

    @abstractmethod
    def _victim(self) -> str:
        """Choose the key that leaves a full memory."""

    @abstractmethod
    def _is_sample(self, *, is_put: bool) -> bool:
        """Return True if a use brings the next halving nearer."""

    def _count(self, key: str, *, is_put: bool) -> None:
        self._sketch.add(key)
        if self._is_sample(is_put=is_put):
            self._sampled += 1
            if self._sampled == self._sample:
                self._sketch.halve()
                self._sampled = self._sample // 2 if self._keeps_half else 0

    def _parameters(self) -> dict[str, object]:
        return {
            "policy": self._name,
            "capacity": self._capacity,
            "window": self._window_units,
            "sample": self._sample,
        }

    def __len__(self) -> int:
        return len(self._segments)

    def __contains__(self, key: object, /) -> bool:
        return key in self._segments


def window_units(capacity: int, share: float) -> int:
    """Return the units of a window that takes a share of the capacity: the nearest number, at least 1.

    Raises:
        InvalidInput: the share is not above 0 and at most 1.
    """
    if not 0 < share <= 1:
        raise InvalidInput(f"window is {share!r}; give a share of the capacity above 0 and at most 1")
    return max(1, int(share * capacity + 0.5))
