"""Policies by name: every parameter is checked at the door."""

from typing import Any, get_args

import pytest

from clew.errors import InvalidInput
from clew.loaders.scene.replacement import MAX_CAPACITY, PolicyName, policy
from clew.loaders.scene.replacement.queues import Fifo, Lfu, Lru, MergingFifo
from clew.loaders.scene.replacement.tinylfu import KarmaWTinyLfu, WTinyLfu


@pytest.mark.parametrize("name", get_args(PolicyName))
@pytest.mark.parametrize("capacity", [1, 2, 10, 100, 1000])
def test_a_name_builds_its_policy(name: PolicyName, capacity: int) -> None:
    built = policy(name, capacity=capacity)
    assert (built.capacity, built.state()["policy"], len(built)) == (capacity, name, 0)


@pytest.mark.parametrize(
    ("capacity", "share", "units"),
    [(10, 0.1, 1), (10, 0.9, 9), (10, 1.0, 10), (1, 0.1, 1), (2, 0.01, 1), (25, 0.1, 3), (1000, 0.01, 10), (5, 0.5, 3)],
)
def test_a_share_of_the_capacity_is_the_window(capacity: int, share: float, units: int) -> None:
    assert policy("w-tinylfu", capacity=capacity, window=share).state()["window"] == units


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": "arc"}, "name is 'arc'"),
        ({"capacity": 0}, "capacity is 0; give a whole number from 1"),
        ({"capacity": -3}, "capacity is -3"),
        ({"capacity": MAX_CAPACITY + 1}, "to 100,000"),
        ({"capacity": 2.5}, "capacity is 2.5"),
        ({"capacity": True}, "capacity is True"),
        ({"capacity": "10"}, "capacity is '10'"),
        ({"window": 0.0}, "window is 0.0"),
        ({"window": 1.5}, "window is 1.5"),
        ({"window": float("nan")}, "window is nan"),
        ({"window": "half"}, "window is 'half'"),
        ({"sample": 0}, "sample is 0"),
        ({"refresh": "no"}, "refresh is 'no'"),
    ],
)
def test_a_wrong_parameter_is_one_clear_error(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        policy(**{"name": "w-tinylfu", "capacity": 10, **wrong})


@pytest.mark.parametrize("build", [Fifo, MergingFifo, Lru, Lfu])
@pytest.mark.parametrize("capacity", [0, True, 1.0, None])
def test_a_class_checks_its_capacity(build: type[Lru], capacity: Any) -> None:
    with pytest.raises(InvalidInput, match="capacity is"):
        build(capacity)


@pytest.mark.parametrize("build", [WTinyLfu, KarmaWTinyLfu])
@pytest.mark.parametrize(("capacity", "window"), [(0, 1), (10, 0), (10, 11), (10, 0.5)])
def test_a_class_checks_its_window(build: type[WTinyLfu], capacity: int, window: Any) -> None:
    with pytest.raises(InvalidInput, match="give a whole number from 1 to"):
        build(capacity, window)
