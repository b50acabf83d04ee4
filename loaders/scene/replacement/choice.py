"""A policy by its name, with parameters as settings hold them."""

from collections.abc import Mapping
from typing import Literal, assert_never

from clew.loaders.scene.replacement.fifo import Fifo, MergingFifo
from clew.loaders.scene.replacement.karma import KarmaWTinyLfu
from clew.loaders.scene.replacement.lfu import Lfu
from clew.loaders.scene.replacement.lru import Lru
from clew.loaders.scene.replacement.policy import Policy
from clew.loaders.scene.replacement.tinylfu import WTinyLfu
from clew.loaders.scene.replacement.windowed import window_units
from clew.text.arguments import check_arguments

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
) -> Policy:
    """Build a policy. A parameter that a policy does not have is checked only as to its type.

        policy("w-tinylfu", capacity=10, window=0.1)

    Args:
        name: of the policy.
        capacity: most units, 1 to `MAX_CAPACITY`.
        window: share of the capacity that is the window of W-TinyLFU, above 0 and at most 1, and at least one
            unit; None: the policy's own of `DEFAULT_WINDOWS`.
        sample: samples after which W-TinyLFU halves its counts; None: 10 for each unit of capacity.
        refresh: whether a merge makes a unit the youngest of the queue ``fifo-merge``.

    Raises:
        InvalidInput: the name is unknown, or a parameter has another type or is out of range.
    """
    share = DEFAULT_WINDOWS.get(name, 1.0) if window is None else window
    match name:
        case "fifo":
            return Fifo(capacity)
        case "fifo-merge":
            return MergingFifo(capacity, refresh=refresh)
        case "lru":
            return Lru(capacity)
        case "lfu":
            return Lfu(capacity)
        case "w-tinylfu":
            return WTinyLfu(capacity, window_units(capacity, share), sample=sample)
        case "w-tinylfu-karma":
            return KarmaWTinyLfu(capacity, window_units(capacity, share), sample=sample)
        case _:
            assert_never(name)
