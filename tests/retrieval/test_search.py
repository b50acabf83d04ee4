"""A question of a group is searched halfway between what it is with and without the names."""

import math

from hypothesis import given
from hypothesis import strategies as st

from clew.retrieval.search import midway

VECTORS = st.lists(st.floats(-1, 1), min_size=3, max_size=3).filter(lambda each: math.hypot(*each) > 0.01)


def unit(vector: list[float]) -> list[float]:
    return [each / math.hypot(*vector) for each in vector]


@given(VECTORS.map(unit), VECTORS.map(unit))
def test_halfway_is_as_close_to_one_as_to_the_other(one: list[float], other: list[float]) -> None:
    found = midway(one, other)
    assert math.isclose(math.hypot(*found), 1, rel_tol=1e-6)
    if math.dist(one, [-each for each in other]) > 0.01:  # of opposites there is no middle
        assert math.isclose(dot(found, one), dot(found, other), abs_tol=1e-6)


def dot(one: list[float], other: list[float]) -> float:
    return sum(first * second for first, second in zip(one, other, strict=True))


def test_of_opposites_the_first_is_taken() -> None:
    assert midway([1.0, 0.0], [-1.0, 0.0]) == [1.0, 0.0]
