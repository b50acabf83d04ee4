"""W-TinyLFU in both forms: as its authors define it, and as KARMA describes it.

Sources: Einziger, Friedman and Manes, TinyLFU: A Highly Efficient Cache Admission Policy (2017), sections 3 and 4;
KARMA, section 3.6, whose elimination segment is probation.
"""

from abc import abstractmethod
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Annotated, Any, ClassVar

from pydantic import NonNegativeInt, StringConstraints

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.policy import (
    MAX_CAPACITY,
    ReplacementPolicy,
    SavedState,
    State,
    check_keys,
    check_units,
)

MAX_COUNT = 15  # the highest number that 4 bits hold
ROWS = 4
COUNTERS_OF_ROW = 8  # at least so many for each unit of capacity; rounded up to a power of two
DOOR_BITS = 32  # at least so many for each unit of capacity; rounded up to a power of two
REMEMBERED_KEYS = 16_384  # keys whose places are kept, for speed only
SAMPLES_OF_UNIT = 10  # samples after which counts are halved, for each unit of capacity
MAX_SAMPLE = SAMPLES_OF_UNIT * MAX_CAPACITY

_NUMBERS = Struct("<7I")  # independent numbers of 32 bits of a key: one for each row, and three for the doorkeeper
_HALVES = bytes(count // 2 for count in range(256))
_TO_DIGITS = b"0123456789abcdef" + bytes(240)
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
_Digits = Annotated[str, StringConstraints(pattern="^[0-9a-f]*$")]


class _SavedSketch(SavedState):
    rows: int
    width: int
    counters: _Digits
    door: _Digits


class Sketch:
    """How often keys were used, in fixed room: a count-min sketch of 4-bit counters behind a doorkeeper.

    Each key has one counter in each row, and its estimate is the smallest of them. No estimate is too low below
    `MAX_COUNT` while nothing is halved. A use raises only the smallest counters (the paper's minimal increment). With a
    doorkeeper the first use of a key sets bits of a Bloom filter instead. So keys that are used once take no counters;
    an estimate adds that use back. Row and column of a counter follow from BLAKE2b of the key, so they are the same in
    every process, whatever PYTHONHASHSEED is. Its size follows from the capacity of the memory that it serves.
    """

    def __init__(self, capacity: int, *, doorkeeper: bool) -> None:
        self._width = _power_of_two(COUNTERS_OF_ROW * capacity)
        self._door_bits = _power_of_two(DOOR_BITS * capacity) if doorkeeper else 0
        self.clear()

    def add(self, key: str) -> None:
        """Count a use of a key."""
        (a, b, c, d), (e, f, g) = _places(key, self._width, self._door_bits)
        door, counters = self._door, self._counters
        if door and not (door[e] and door[f] and door[g]):
            door[e] = door[f] = door[g] = 1
            return
        least = min(counters[a], counters[b], counters[c], counters[d])
        if least < MAX_COUNT:
            for place in (a, b, c, d):
                if counters[place] == least:
                    counters[place] = least + 1

    def estimate(self, key: str) -> int:
        """Return the uses of a key: 0 to `MAX_COUNT`, and one more with a doorkeeper."""
        (a, b, c, d), (e, f, g) = _places(key, self._width, self._door_bits)
        door, counters = self._door, self._counters
        least = min(counters[a], counters[b], counters[c], counters[d])
        return least + 1 if door and door[e] and door[f] and door[g] else least

    def halve(self) -> None:
        """Halve every counter, odd ones rounded down, and empty the doorkeeper."""
        self._counters = self._counters.translate(_HALVES)
        self._door = bytearray(self._door_bits)

    def clear(self) -> None:
        """Forget every use."""
        self._counters = bytearray(ROWS * self._width)
        self._door = bytearray(self._door_bits)

    def state(self) -> State:
        """Return the counters, one hexadecimal digit each, and the doorkeeper, one for four bits."""
        digits = self._counters.translate(_TO_DIGITS).decode("ascii")
        bits = self._door.translate(_TO_DIGITS).decode("ascii")
        door = f"{int(bits, 2):0{len(bits) // 4}x}" if bits else ""
        return {"rows": ROWS, "width": self._width, "counters": digits, "door": door}

    def restore(self, state: State) -> None:
        """Take the counters of a state; see `ReplacementPolicy.restore`."""
        saved = _SavedSketch.read(state, rows=ROWS, width=self._width)
        if (len(saved.counters), len(saved.door)) != (ROWS * self._width, self._door_bits // 4):
            raise InvalidInput("the sketch of the saved state has another size; it is damaged")
        bits = f"{int(saved.door, 16):0{self._door_bits}b}".encode() if saved.door else b""
        self._counters = bytearray(saved.counters.encode().translate(_DIGITS))
        self._door = bytearray(bits.translate(_DIGITS))


@lru_cache(maxsize=REMEMBERED_KEYS)
def _places(key: str, width: int, door_bits: int) -> tuple[tuple[int, int, int, int], tuple[int, int, int]]:
    """Return where a key has its counters, one in each row, and its bits in the doorkeeper."""
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=_NUMBERS.size).digest()
    a, b, c, d, e, f, g = _NUMBERS.unpack(digest)
    mask, bit = width - 1, max(door_bits - 1, 0)
    counters = (a & mask, width + (b & mask), 2 * width + (c & mask), 3 * width + (d & mask))
    return counters, (e & bit, f & bit, g & bit)


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()


class _SavedSegments(SavedState):
    window: list[str]
    probation: list[str]
    protected: list[str]


class _SavedWindowed(SavedState):
    sampled: NonNegativeInt
    segments: _SavedSegments
    sketch: dict[str, Any]


class Windowed(ReplacementPolicy):
    """Keys in three segments, each in the order of last use, and a sketch of uses that fade.

    A new key enters the window; where that is full, the least recently used key of the window goes to probation. A
    key that is used in probation is protected; where that is full, the least recently used protected key goes back.
    Probation and protected keys are the main part. Protection takes at most 80 % of it, rounded down: none of a main
    part of one unit.

    Every query, hit or miss, and every put is a use of its key. Counting both keeps one weight for each way of use. A
    memory that is asked for an object and then stores it counts two, whether the object was in or not. The victim is
    chosen before the new key is counted.

    Args:
        capacity: most units.
        window: units of it that are the window, 1 to the capacity; the rest is the main part.
        sample: samples after which all counts are halved; None: 10 for each unit of capacity.

    Raises:
        InvalidInput: one of them is out of range.
    """

    name: ClassVar[str]
    _has_doorkeeper: ClassVar[bool]
    _queries_are_samples: ClassVar[bool]
    _keeps_half: ClassVar[bool]
    """True where the end of a sample halves the number of samples with the counts, and does not begin it again at 0."""

    def __init__(self, capacity: int, window: int, *, sample: int | None = None) -> None:
        super().__init__(capacity)
        self._window_units = check_units("window", window, capacity)
        self._protected_units = (capacity - window) * 4 // 5
        self._sample = SAMPLES_OF_UNIT * capacity if sample is None else check_units("sample", sample, MAX_SAMPLE)
        self._parameters = {"policy": self.name, "capacity": capacity, "window": window, "sample": self._sample}
        self._window: OrderedDict[str, None] = OrderedDict()
        self._probation: OrderedDict[str, None] = OrderedDict()
        self._protected: OrderedDict[str, None] = OrderedDict()
        self._sketch = Sketch(capacity, doorkeeper=self._has_doorkeeper)
        self._sampled = 0

    def touch(self, key: str) -> bool:
        """Count a use of a key. Return False if it is not in."""
        hit = self._used(key)
        self._count(key, is_sample=self._queries_are_samples)
        return hit

    def put(self, key: str) -> tuple[str, ...]:
        """Count a use of a key, which merges or is added. Return the key that had to leave."""
        victims: tuple[str, ...] = ()
        if not self._used(key):
            if len(self) == self.capacity:
                victims = (self._victim(),)
                self.remove(victims[0])
            if len(self._window) == self._window_units:
                self._probation[self._window.popitem(last=False)[0]] = None
            self._window[key] = None
        self._count(key, is_sample=True)
        return victims

    def remove(self, key: str) -> bool:
        """Take a key out; its uses stay counted."""
        for segment in (self._window, self._probation, self._protected):
            if key in segment:
                del segment[key]
                return True
        return False

    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order, as if nothing were used again and only new keys came."""

    def clear(self) -> None:
        """Take every key out, and forget every use."""
        for segment in (self._window, self._probation, self._protected):
            segment.clear()
        self._sketch.clear()
        self._sampled = 0

    def state(self) -> State:
        """Return the keys of each segment, the least recently used first, the sketch and the samples."""
        segments = {
            "window": list(self._window),
            "probation": list(self._probation),
            "protected": list(self._protected),
        }
        return {**self._parameters, "sampled": self._sampled, "segments": segments, "sketch": self._sketch.state()}

    def restore(self, state: State) -> None:
        """Take segments, sketch and samples of a state; see `ReplacementPolicy.restore`."""
        saved = _SavedWindowed.read(state, **self._parameters)
        segments = saved.segments
        check_keys("window", segments.window, self._window_units)
        check_keys("protected", segments.protected, self._protected_units)
        check_keys("main part", [*segments.probation, *segments.protected], self.capacity - self._window_units)
        check_keys("segments", [*segments.window, *segments.probation, *segments.protected], self.capacity)
        if saved.sampled >= self._sample:
            raise InvalidInput(f"sampled of the saved state is {saved.sampled}; it is damaged")
        self._sketch.restore(saved.sketch)
        self._window = OrderedDict.fromkeys(segments.window)
        self._probation = OrderedDict.fromkeys(segments.probation)
        self._protected = OrderedDict.fromkeys(segments.protected)
        self._sampled = saved.sampled

    @abstractmethod
    def _victim(self) -> str:
        """Choose the key that leaves a full memory."""

    def _used(self, key: str) -> bool:
        """Move a present key to its place after a use. Return False if it is not in."""
        if key in self._window:
            self._window.move_to_end(key)
        elif key in self._protected:
            self._protected.move_to_end(key)
        elif key not in self._probation:
            return False
        elif not self._protected_units:
            self._probation.move_to_end(key)
        else:
            del self._probation[key]
            if len(self._protected) == self._protected_units:
                self._probation[self._protected.popitem(last=False)[0]] = None
            self._protected[key] = None
        return True

    def _count(self, key: str, *, is_sample: bool) -> None:
        self._sketch.add(key)
        self._sampled += is_sample
        if self._sampled == self._sample:
            self._sketch.halve()
            self._sampled = self._sample // 2 if self._keeps_half else 0

    def __len__(self) -> int:
        return len(self._window) + len(self._probation) + len(self._protected)

    def __contains__(self, key: object, /) -> bool:
        return key in self._window or key in self._protected or key in self._probation


class WTinyLfu(Windowed):
    """W-TinyLFU in its original form: a candidate must be used more often than the victim to take its place.

    The least recently used key of the window is the candidate, the least recently used key of probation the victim.
    The candidate stays, in probation, only where its estimate is strictly greater; else it leaves itself. Every use is
    a sample. At the end of a sample counts and the number of samples are halved, and the doorkeeper is emptied.
    """

    name = "w-tinylfu"
    _has_doorkeeper = True
    _queries_are_samples = True
    _keeps_half = True

    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order: window and main part meet in duels, from their oldest keys on."""
        main = [*self._probation, *self._protected]
        boundary = len(self._probation)
        order: list[str] = []
        for candidate in self._window:
            if main and self._is_admitted(candidate, main[0]):
                order.append(main.pop(0))
                boundary = max(boundary - 1, 0)
                main.insert(boundary, candidate)
                boundary += 1
            else:
                order.append(candidate)
        return (*order, *main)

    def _victim(self) -> str:
        candidate = next(iter(self._window))
        victim = next(iter(self._probation), None)
        return victim if victim is not None and self._is_admitted(candidate, victim) else candidate

    def _is_admitted(self, candidate: str, victim: str) -> bool:
        return self._sketch.estimate(candidate) > self._sketch.estimate(victim)


class KarmaWTinyLfu(Windowed):
    """W-TinyLFU in KARMA's form: of window and elimination segment the least used unit leaves.

    Protected keys never leave directly. Only puts are samples. An eviction asks for the estimate of every such key, so
    its time grows with the capacity.

    The paper leaves open who wins a tie, whether the new unit can leave at once, and where the counter goes on after a
    halving. Here a tie goes against the elimination segment and there against the least recently used. A new unit
    always stays, since otherwise it would nearly always leave at once. The counter begins again at 0.
    """

    name = "w-tinylfu-karma"
    _has_doorkeeper = False
    _queries_are_samples = False
    _keeps_half = False

    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order: by estimate, then the protected keys."""
        return (*sorted([*self._probation, *self._window], key=self._sketch.estimate), *self._protected)

    def _victim(self) -> str:
        return min([*self._probation, *self._window], key=self._sketch.estimate)
