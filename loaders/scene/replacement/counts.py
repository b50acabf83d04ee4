"""What is counted about a policy: queries, hits, evictions, and when memory is warm."""

from dataclasses import asdict, dataclass, replace

from clew.loaders.scene.replacement.policy import Policy, State, check_parameters, saved_number, saved_part

WARM_OCCUPANCY = 0.95
"""Above this occupancy memory is warm (KARMA, section 4.4)."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers since a session began.

    Attributes:
        capacity: most units.
        units: units now.
        queries: touches.
        hits: touches that found their unit.
        evictions: units that left for others; removed units are not counted.
        cold_queries: queries before memory was warm, and cold_hits of them.
        is_warm: whether occupancy once was above 95 %, or a unit was evicted, which only a full memory does.
    """

    capacity: int
    units: int = 0
    queries: int = 0
    hits: int = 0
    evictions: int = 0
    cold_queries: int = 0
    cold_hits: int = 0
    is_warm: bool = False

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


class CountedPolicy:
    """A policy whose queries, hits and evictions are counted; a policy itself.

    Args:
        policy: decides; use it through this one only.
    """

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._counts = Counts(policy.capacity)
        self._note()

    @property
    def capacity(self) -> int:
        """Most units at any instant."""
        return self._policy.capacity

    @property
    def counts(self) -> Counts:
        """The numbers as they are now."""
        return self._counts

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
        self._counts = Counts(self.capacity)

    def state(self) -> State:
        """Return the policy's state and the numbers."""
        return {"policy": "counted", "of": self._policy.state(), "counts": asdict(self._counts)}

    def restore(self, state: State) -> None:
        """Take the policy's state and the numbers of a state; see `Policy.restore`."""
        check_parameters(state, policy="counted")
        counts = _saved_counts(saved_part(state, "counts"), self.capacity)
        self._policy.restore(saved_part(state, "of"))
        self._counts = counts
        self._note()

    def _note(self, *, queries: int = 0, hits: int = 0, evictions: int = 0) -> None:
        now, units = self._counts, len(self._policy)
        cold = not now.is_warm
        self._counts = replace(
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


def _saved_counts(state: State, capacity: int) -> Counts:
    check_parameters(state, capacity=capacity)
    queries, hits, evictions = (saved_number(state, name) for name in ("queries", "hits", "evictions"))
    cold_queries = saved_number(state, "cold_queries", queries)
    return Counts(
        capacity,
        queries=queries,
        hits=hits,
        evictions=evictions,
        cold_queries=cold_queries,
        cold_hits=saved_number(state, "cold_hits", min(cold_queries, hits)),
        is_warm=state.get("is_warm") is True,
    )
