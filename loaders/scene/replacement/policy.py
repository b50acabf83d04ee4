"""The interface of every replacement policy, its saved state, and the counts of its queries, hits and evictions."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, NonNegativeInt, TypeAdapter

from clew.errors import InvalidInput
from clew.text.arguments import fitted, quoted

MAX_CAPACITY = 100_000  # units; short-term memory is small, and a sketch takes 32 to 128 bytes for each of them
WARM_OCCUPANCY = 0.95  # above this occupancy memory is warm (KARMA, section 4.4)
State = Mapping[str, object]
"""The whole state of a policy and its parameters, as `json.dumps` takes it and `json.loads` gives it back."""


class ReplacementPolicy(ABC):
    """The keys of the units in memory, 1 to `MAX_CAPACITY` of them at most, and the rule that says which one leaves.

    A key names an object, so there is never more than one unit for it. The values are the caller's: it stores what it
    puts, and deletes or archives what `put` returns. Nothing but `put` evicts.

    Raises:
        InvalidInput: the capacity is out of range.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = check_units("capacity", capacity, MAX_CAPACITY)

    @abstractmethod
    def touch(self, key: str) -> bool:
        """Count a query for a key. Return True if its unit is in memory: a hit."""

    @abstractmethod
    def put(self, key: str) -> tuple[str, ...]:
        """Add a key, or merge it with its unit. Return the victims: they are out before the key is in.

        The key itself is never a victim, and no policy here has more than one victim.
        """

    @abstractmethod
    def remove(self, key: str) -> bool:
        """Take a key out for the caller's own reasons. Return False if it was not in."""

    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order: once memory is full, the next victim is the first of them."""

    @abstractmethod
    def clear(self) -> None:
        """Become as new."""

    @abstractmethod
    def state(self) -> State:
        """Return everything that later answers depend on."""

    @abstractmethod
    def restore(self, state: State) -> None:
        """Become the policy that gave the state: from here on both answer alike.

        Raises:
            InvalidInput: the state is of another policy or of other parameters, or is damaged; nothing has changed.
        """

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __contains__(self, key: object, /) -> bool: ...


class SavedState(BaseModel):
    """A part of a saved state; each policy declares the parts that it reads back."""

    model_config = ConfigDict(strict=True)

    @classmethod
    def read(cls, state: State, **parameters: object) -> Self:
        """Read a state that was saved by a policy with the same parameters.

        Raises:
            InvalidInput: a parameter differs, or the state is damaged.
        """
        for name, value in parameters.items():
            if (saved := state.get(name)) != value:
                raise InvalidInput(
                    f"the saved state has {name} {quoted(saved)}, and this policy {quoted(value)}; "
                    "build the policy that it was saved from"
                )
        return fitted(TypeAdapter(cls), dict(state), "the saved state")


def check_keys(name: str, keys: Sequence[str], most: int) -> None:
    """Hold that saved keys are distinct, and at most so many."""
    if len(keys) > most:
        raise InvalidInput(f"{name} of the saved state holds {len(keys)} keys, and {most} are the most")
    if len(set(keys)) < len(keys):
        raise InvalidInput(f"{name} of the saved state holds a key twice; it is damaged")


def check_units(name: str, units: int, most: int) -> int:
    """Return a number of units that is a whole number from 1 to `most`."""
    # a bool is an int, and the caller may be wrong
    if not isinstance(units, int) or isinstance(units, bool) or not 1 <= units <= most:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput(f"{name} is {units!r}; give a whole number from 1 to {most:,}")
    return units


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers since a session began."""

    capacity: int  # most units
    units: int = 0  # units now
    queries: int = 0  # touches
    hits: int = 0  # touches that found their unit
    evictions: int = 0  # units that left for others; removed units are not counted
    cold_queries: int = 0  # queries before memory was warm, and cold_hits of them
    cold_hits: int = 0
    is_warm: bool = False  # whether occupancy once was above 95 %, or a unit was evicted, which only a full memory does

    @property
    def occupancy(self) -> float:
        """Units over capacity, 0 to 1."""
        return self.units / self.capacity

    @property
    def hit_rate(self) -> float | None:
        """Hits over queries (KARMA, section 3.6), 0 to 1; None before the first query."""
        return self.hits / self.queries if self.queries else None

    @property
    def warm_hit_rate(self) -> float | None:
        """The hit rate of the queries since memory is warm; None before the first of them."""
        queries = self.queries - self.cold_queries
        return (self.hits - self.cold_hits) / queries if queries else None


class _SavedCounts(SavedState):
    queries: NonNegativeInt
    hits: NonNegativeInt
    evictions: NonNegativeInt
    cold_queries: NonNegativeInt
    cold_hits: NonNegativeInt
    is_warm: bool


class _SavedCounted(SavedState):
    of: dict[str, Any]
    counts: dict[str, Any]


class CountedPolicy(ReplacementPolicy):
    """A policy whose queries, hits and evictions are counted; a policy itself. Nothing else uses the one in it."""

    def __init__(self, policy: ReplacementPolicy) -> None:
        super().__init__(policy.capacity)
        self._policy = policy
        self.counts = Counts(policy.capacity)
        self._note()

    def touch(self, key: str) -> bool:
        """Count a query, and a hit where it is one. Return True if it is."""
        hit = self._policy.touch(key)
        self._note(queries=1, hits=int(hit))
        return hit

    def refresh(self, key: str) -> None:
        """Touch a key that comes with another one's query: it is used, and no query of its own."""
        self._policy.touch(key)
        self._note()

    def put(self, key: str) -> tuple[str, ...]:
        """Put a key, and count the victims. Return them."""
        victims = self._policy.put(key)
        self._note(evictions=len(victims))
        return victims

    def remove(self, key: str) -> bool:
        """Take a key out."""
        found = self._policy.remove(key)
        self._note()
        return found

    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order."""
        return self._policy.keys()

    def clear(self) -> None:
        """Begin a session: take every key out, and count from 0."""
        self._policy.clear()
        self.counts = Counts(self.capacity)

    def state(self) -> State:
        """Return the policy's state and the numbers."""
        return {"policy": "counted", "of": self._policy.state(), "counts": asdict(self.counts)}

    def restore(self, state: State) -> None:
        """Take the policy's state and the numbers of a state; see `ReplacementPolicy.restore`."""
        saved = _SavedCounted.read(state, policy="counted")
        counts = _SavedCounts.read(saved.counts, capacity=self.capacity)
        if counts.cold_queries > counts.queries or counts.cold_hits > min(counts.cold_queries, counts.hits):
            raise InvalidInput("the saved state counts more while memory was cold than in all; it is damaged")
        self._policy.restore(saved.of)
        self.counts = Counts(self.capacity, **counts.model_dump())
        self._note()

    def _note(self, *, queries: int = 0, hits: int = 0, evictions: int = 0) -> None:
        now, units = self.counts, len(self._policy)
        cold = not now.is_warm
        self.counts = replace(
            now,
            units=units,
            queries=now.queries + queries,
            hits=now.hits + hits,
            evictions=now.evictions + evictions,
            cold_queries=now.cold_queries + queries * cold,
            cold_hits=now.cold_hits + hits * cold,
            is_warm=now.is_warm or evictions > 0 or units / now.capacity > WARM_OCCUPANCY,
        )

    def __len__(self) -> int:
        return len(self._policy)

    def __contains__(self, key: object, /) -> bool:
        return key in self._policy
