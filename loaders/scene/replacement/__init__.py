"""Replacement policies of short-term memory: which unit leaves when a new one comes and memory is full.

Source: KARMA, sections 3.4 and 3.6. A policy is pure and deterministic: it stores keys, never values, reads no clock,
draws nothing at random, and hashes keys alike in every process.
"""

from collections.abc import Mapping
from typing import Literal, assert_never

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.policy import MAX_CAPACITY, CountedPolicy, Counts, ReplacementPolicy
from clew.loaders.scene.replacement.queues import Fifo, Lfu, Lru, MergingFifo
from clew.loaders.scene.replacement.tinylfu import KarmaWTinyLfu, WTinyLfu
from clew.text.arguments import check_arguments

__all__ = [
    "DEFAULT_POLICY", "DEFAULT_WINDOWS", "MAX_CAPACITY", "CountedPolicy", "Counts", "PolicyName", "ReplacementPolicy",
    "policy",
]  # fmt: skip

PolicyName = Literal["fifo", "fifo-merge", "lru", "lfu", "w-tinylfu", "w-tinylfu-karma"]

DEFAULT_POLICY: PolicyName = "w-tinylfu-karma"
"""Chosen by `benchmarks/short_term.py` on one half of its tasks, with its window."""

DEFAULT_WINDOWS: Mapping[PolicyName, float] = {"w-tinylfu": 0.1, "w-tinylfu-karma": 0.9}
"""Share of the capacity that is the window; each chosen likewise."""


@check_arguments
def policy(
    name: PolicyName = DEFAULT_POLICY,
    *,
    capacity: int,
    window: float | None = None,
    sample: int | None = None,
    refresh: bool = False,
) -> ReplacementPolicy:
    """Build a policy. A parameter that a policy does not have is checked only as to its type.

        policy("w-tinylfu", capacity=10, window=0.1)

    Args:
        name: of the policy.
        capacity: most units, 1 to `MAX_CAPACITY`.
        window: share of the capacity that is the window of W-TinyLFU, above 0 and at most 1. It is at least one unit.
            None: the policy's own of `DEFAULT_WINDOWS`.
        sample: samples after which W-TinyLFU halves its counts; None: 10 for each unit of capacity.
        refresh: whether a merge makes a unit the youngest of the queue ``fifo-merge``.

    Raises:
        InvalidInput: the name is unknown, or a parameter has another type or is out of range.
    """
    match name:
        case "fifo":
            return Fifo(capacity)
        case "fifo-merge":
            return MergingFifo(capacity, refresh=refresh)
        case "lru":
            return Lru(capacity)
        case "lfu":
            return Lfu(capacity)
        case "w-tinylfu" | "w-tinylfu-karma":
            share = DEFAULT_WINDOWS[name] if window is None else window
            if not 0 < share <= 1:
                raise InvalidInput(f"window is {share!r}; give a share of the capacity above 0 and at most 1")
            units = max(1, int(share * capacity + 0.5))  # the nearest number
            build = WTinyLfu if name == "w-tinylfu" else KarmaWTinyLfu
            return build(capacity, units, sample=sample)
        case _:
            assert_never(name)
