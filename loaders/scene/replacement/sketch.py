"""How often keys were used, in fixed room: a count-min sketch of 4-bit counters behind a doorkeeper.

Source: Einziger, Friedman and Manes, TinyLFU: A Highly Efficient Cache Admission Policy (2017), section 3. Row and
column of a counter follow from BLAKE2b of the key, so they are the same in every process, whatever PYTHONHASHSEED is.
"""

from functools import lru_cache
from hashlib import blake2b
from struct import Struct

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.policy import State, check_parameters, saved_text

MAX_COUNT = 15
"""What 4 bits hold."""

ROWS = 4
COUNTERS_OF_ROW = 8
"""At least so many for each unit of capacity; rounded up to a power of two."""

DOOR_BITS = 32
"""At least so many for each unit of capacity; rounded up to a power of two."""

REMEMBERED_KEYS = 16_384
"""Keys whose places are kept, for speed only."""

_NUMBERS = Struct("<7I")
"""Independent numbers of 32 bits of a key: one for each row, and three for the doorkeeper."""

_HALVES = bytes(count // 2 for count in range(256))
_TO_DIGITS = b"0123456789abcdef" + bytes(240)
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


class Sketch:
    """Counters of uses that never say too little below `MAX_COUNT` while they are not halved.

    Each key has one counter in each row, and its estimate is the least of them. A use raises only the counters that
    are the least (the paper's minimal increment). With a doorkeeper the first use of a key sets bits of a Bloom filter
    instead, so that keys that are used once take no counters; an estimate adds it back.

    Args:
        capacity: units of the memory that it serves; its size follows.
        doorkeeper: whether it has one.
    """

    def __init__(self, capacity: int, *, doorkeeper: bool) -> None:
        self._width = _power_of_two(COUNTERS_OF_ROW * capacity)
        self._door_bits = _power_of_two(DOOR_BITS * capacity) if doorkeeper else 0
        self._counters = bytearray(ROWS * self._width)
        self._door = bytearray(self._door_bits)

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
        """Take the counters of a state; see `Policy.restore`."""
        check_parameters(state, rows=ROWS, width=self._width)
        counters = _digits("counters", saved_text(state, "counters"), ROWS * self._width)
        door = _digits("door", saved_text(state, "door"), self._door_bits // 4)
        bits = f"{int(door, 16):0{self._door_bits}b}".encode() if door else b""
        self._counters, self._door = bytearray(counters.translate(_DIGITS)), bytearray(bits.translate(_DIGITS))


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


def _digits(name: str, text: str, length: int) -> bytes:
    digits = text.encode("ascii", "replace")
    if len(digits) != length or digits.strip(b"0123456789abcdef"):
        raise InvalidInput(f"{name} of the saved sketch are not {length} hexadecimal digits; the state is damaged")
    return digits
