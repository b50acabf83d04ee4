"""Means with 95 % bootstrap intervals: the same seeded resamples of the questions for everything compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 20_250_101

Rows = Sequence[Mapping[str, float]]
"""Per question, figure to value."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its interval, all in percent; the interval holds the mean, which rounding may put a hair outside."""

    mean: float
    low: float
    high: float

    @property
    def signed(self) -> str:
        """As a difference: ``+8.6 [+6.7, +10.5]``."""
        return f"{self.mean:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"

    def rounded(self, digits: int) -> list[float]:
        """Mean, low and high, for JSON."""
        return [round(number, digits) for number in (self.mean, self.low, self.high)]

    def __str__(self) -> str:
        return f"{self.mean:.1f} [{self.low:.1f}, {self.high:.1f}]"


def estimates(rows: Rows) -> dict[str, Estimate]:
    """The mean of each figure over the questions."""
    return _estimates(list(rows[0]), np.array([list(row.values()) for row in rows]))


def differences(ours: Rows, theirs: Rows) -> dict[str, Estimate]:
    """The mean difference, question by question, of each figure that both have."""
    names = [name for name in ours[0] if name in theirs[0]]
    pairs = zip(ours, theirs, strict=True)
    return _estimates(names, np.array([[mine[name] - other[name] for name in names] for mine, other in pairs]))


def _estimates(names: Sequence[str], values: NDArray[np.float64]) -> dict[str, Estimate]:
    means = 100 * values.mean(axis=0)
    low, high = np.percentile(100 * (_resamples(len(values)) @ values), (2.5, 97.5), axis=0)
    numbers = zip(means.tolist(), np.minimum(low, means).tolist(), np.maximum(high, means).tolist(), strict=True)
    return {name: Estimate(*number) for name, number in zip(names, numbers, strict=True)}


@cache
def _resamples(size: int) -> NDArray[np.float64]:
    """How often each question is drawn, over the number drawn; shape (resamples, size)."""
    draws = np.random.default_rng(SEED).multinomial(size, np.full(size, 1 / size), RESAMPLES)
    return draws / size


def savings(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """The share of a sum that is saved, (theirs - ours) / theirs, resampled pair by pair; 0 where theirs is 0."""
    sums = _resamples(len(ours)) @ np.array([ours, theirs]).T
    saved = 100 * np.divide(sums[:, 1] - sums[:, 0], sums[:, 1], out=np.zeros(len(sums)), where=sums[:, 1] > 0)
    low, high = np.percentile(saved, (2.5, 97.5)).tolist()
    mean = 100 * (1 - sum(ours) / sum(theirs)) if sum(theirs) else 0.0
    return Estimate(mean, min(low, mean), max(high, mean))
