"""Where the nodes of a drawn graph stand."""

import math
import time
from itertools import pairwise
from statistics import mean

import pytest

from clew.interfaces.pages.force_layout import springs


def chain(count: int) -> dict[tuple[int, int], float]:
    return dict.fromkeys(pairwise(range(count)), 1.0)


@pytest.mark.parametrize("count", [12, 110, 500])
def test_what_is_joined_stands_together_within_the_picture_the_same_each_time(count: int) -> None:
    spots = springs(count, chain(count))
    assert spots == springs(count, chain(count))
    assert all(0 <= each <= 1 for spot in spots for each in spot)
    joined = mean(math.dist(one, other) for one, other in pairwise(spots))
    apart = mean(math.dist(spots[place], spots[place - count // 2]) for place in range(count))
    assert joined < apart / 2


def test_hundreds_of_nodes_are_placed_in_a_moment() -> None:
    began = time.process_time()
    springs(500, chain(500))
    assert time.process_time() - began < 1.5
