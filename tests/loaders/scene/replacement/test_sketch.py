"""Counts in fixed room: never too low, never over their bits, halved."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loaders.scene.replacement.models import few

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.tinylfu import MAX_COUNT, Sketch, WTinyLfu

uses = st.lists(st.integers(0, 300).map(str), max_size=200)


@pytest.mark.parametrize("doorkeeper", [False, True])
@few
@given(keys=uses, capacity=st.integers(1, 20))
def test_an_estimate_is_never_too_low(doorkeeper: bool, keys: list[str], capacity: int) -> None:
    sketch = Sketch(capacity, doorkeeper=doorkeeper)
    for key in keys:
        sketch.add(key)
    for key, number in Counter(keys).items():
        assert min(number, MAX_COUNT) <= sketch.estimate(key) <= MAX_COUNT + doorkeeper


@pytest.mark.parametrize("doorkeeper", [False, True])
def test_a_count_stops_at_what_four_bits_hold(doorkeeper: bool) -> None:
    sketch = Sketch(1, doorkeeper=doorkeeper)
    for _ in range(100):
        sketch.add("a")
    assert sketch.estimate("a") == MAX_COUNT + doorkeeper
    counters = sketch.state()["counters"]
    assert isinstance(counters, str)
    assert sorted(set(counters)) == ["0", "f"]


@few
@given(keys=uses)
def test_halves_are_those_of_exact_counts_or_more(keys: list[str]) -> None:
    sketch = Sketch(10, doorkeeper=False)
    exact: Counter[str] = Counter()
    for number, key in enumerate(keys, 1):
        sketch.add(key)
        exact[key] = min(MAX_COUNT, exact[key] + 1)
        if number % 50 == 0:
            sketch.halve()
            exact = Counter({each: uses // 2 for each, uses in exact.items()})
    assert all(sketch.estimate(key) >= number for key, number in exact.items())


def test_estimates_are_close_where_the_sample_fits() -> None:
    sketch = Sketch(1000, doorkeeper=True)
    keys = [str(number) for number in range(2000) for _ in range(1 + number % 4)]
    for key in keys:
        sketch.add(key)
    wrong = sum(sketch.estimate(key) != number for key, number in Counter(keys).items())
    assert wrong < 20, "1 % of the keys"


def test_a_damaged_sketch_is_refused() -> None:
    memory = WTinyLfu(4, 2)
    memory.put("a")
    kept = memory.state()
    sketch = kept["sketch"]
    assert isinstance(sketch, dict)
    for name in ("counters", "door"):
        text = str(sketch[name])
        for damaged in (text[1:], f"{text[1:]}g", f"{text[1:]}é", f"g{text[1:]}", text.replace("0", " ", 1)):
            with pytest.raises(InvalidInput, match="the saved state"):
                memory.restore({**kept, "sketch": {**sketch, name: damaged}})
    assert memory.state() == kept
