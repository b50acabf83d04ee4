"""The interface of every replacement policy, and the check of its capacity."""

from collections.abc import Mapping
from typing import Protocol

from clew.errors import InvalidInput

MAX_CAPACITY = 100_000
"""Units; short-term memory is small, and a sketch takes 32 to 128 bytes for each of them."""

State = Mapping[str, object]
"""The whole state of a policy and its parameters, as `json.dumps` takes it and `json.loads` gives it back."""


class Policy(Protocol):
    """The keys of the units in memory, at most `capacity` of them, and the rule that says which one leaves.

    A key names an object, so there is never more than one unit for it. The values are the caller's: it stores what it
    puts, and deletes or archives what `put` returns. Nothing but `put` evicts.
    """

    @property
    def capacity(self) -> int:
        """Most units at any instant, 1 to `MAX_CAPACITY`."""
        ...

    def touch(self, key: str) -> bool:
        """Count a query for a key. Return True if its unit is in memory: a hit."""
        ...

    def put(self, key: str) -> tuple[str, ...]:
        """Add a key, or merge it with its unit. Return the victims: they are out before the key is in.

        The key itself is never a victim, and no policy here has more than one victim.
        """
        ...

    def remove(self, key: str) -> bool:
        """Take a key out for the caller's own reasons. Return False if it was not in."""
        ...

    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order: once memory is full, the next victim is the first of them."""
        ...

    def clear(self) -> None:
        """Become as new."""
        ...

    def state(self) -> State:
        """Return everything that later answers depend on."""
        ...

    def restore(self, state: State) -> None:
        """Become the policy that gave the state: from here on both answer alike.

        Raises:
            InvalidInput: the state is of another policy or of other parameters, or is damaged; nothing has changed.
        """
        ...

    def __len__(self) -> int: ...

    def __contains__(self, key: object, /) -> bool: ...


def check_units(name: str, units: int, most: int) -> int:
    """Return a number of units that lies between 1 and `most`.

    Raises:
        InvalidInput: it is no whole number, or lies outside.
    """
    # a bool is an int, and the caller may be wrong
    if not isinstance(units, int) or isinstance(units, bool) or not 1 <= units <= most:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput(f"{name} is {units!r}; give a whole number from 1 to {most:,}")
    return units
