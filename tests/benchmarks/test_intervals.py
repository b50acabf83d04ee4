"""Bootstrap intervals: held against SciPy's, and paired question by question."""

import numpy as np
import pytest
from benchmarks.intervals import Estimate, differences, estimates, savings
from scipy.stats import bootstrap


@pytest.mark.parametrize(("questions", "tolerance"), [(50, 0.4), (1000, 0.15)])
def test_an_interval_is_scipys(questions: int, tolerance: float) -> None:
    values = 100 * np.random.default_rng(5).random(questions) ** 0.3
    found = estimates([{"recall": value / 100} for value in values.tolist()])["recall"]
    rng = np.random.default_rng(6)
    wanted = bootstrap((values,), np.mean, n_resamples=10_000, batch=50, method="percentile", rng=rng)
    assert found.mean == pytest.approx(values.mean())
    assert found.low == pytest.approx(wanted.confidence_interval.low, abs=tolerance)
    assert found.high == pytest.approx(wanted.confidence_interval.high, abs=tolerance)


def test_a_difference_is_paired() -> None:
    rows = [{"recall": value} for value in np.random.default_rng(7).random(40).tolist()]
    better = [{"recall": row["recall"] + 0.1} for row in rows]
    found = differences(better, rows)["recall"]
    assert (found.mean, found.low, found.high) == pytest.approx((10.0, 10.0, 10.0))


def test_an_interval_holds_the_mean_where_all_values_are_alike() -> None:
    found = list[Estimate]()
    for value in (0.1, 0.2, 0.3, 0.7):
        for size in (3, 7, 49):
            found += [estimates([{"recall": value}] * size)["recall"], savings([value] * size, [3 * value] * size)]
    assert all(each.low <= each.mean <= each.high for each in found)
