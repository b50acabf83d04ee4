"""Replacement policies of short-term memory: which unit leaves when a new one comes and memory is full.

Source: KARMA, sections 3.4 and 3.6. A policy is pure and deterministic: it stores keys, never values, reads no clock,
draws nothing at random, and hashes keys alike in every process.
"""

from clew.loaders.scene.replacement.choice import DEFAULT_POLICY, DEFAULT_WINDOWS, PolicyName, policy
from clew.loaders.scene.replacement.counts import WARM_OCCUPANCY, CountedPolicy, Counts
from clew.loaders.scene.replacement.policy import MAX_CAPACITY, Policy, State

__all__ = [
    "DEFAULT_POLICY",
    "DEFAULT_WINDOWS",
    "MAX_CAPACITY",
    "WARM_OCCUPANCY",
    "CountedPolicy",
    "Counts",
    "Policy",
    "PolicyName",
    "State",
    "policy",
]
