"""The vector of a question of a group: as asked, and less of the names in it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.retrieval.search import NAME_SHARE, less

SIZE = 6
UNIT = (
    st.lists(st.floats(-1, 1), min_size=SIZE, max_size=SIZE)
    .map(np.array)
    .filter(lambda each: np.linalg.norm(each) > 0.1)
)


@given(UNIT, st.lists(UNIT, min_size=1, max_size=4))
def test_the_question_loses_a_share_of_the_mean_of_its_names(asked: np.ndarray, names: list[np.ndarray]) -> None:
    asked, names = asked / np.linalg.norm(asked), [each / np.linalg.norm(each) for each in names]
    expected = asked - NAME_SHARE * np.mean(names, axis=0)
    found = less(asked.tolist(), [each.tolist() for each in names])
    assert found == pytest.approx((expected / np.linalg.norm(expected)).tolist(), abs=1e-9)


def test_a_question_that_loses_all_stays_as_it_is() -> None:
    assert less([0.0, 0.0], [[0.0, 0.0]]) == [0.0, 0.0]
