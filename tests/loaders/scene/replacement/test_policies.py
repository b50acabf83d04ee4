"""What holds of every policy and every trace: held against brute force, and by property."""

import json
import os
import random
import subprocess
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loaders.scene.replacement.models import BUILT, KEYS, PAIRS, Operation, apply, few, operations

from clew.errors import InvalidInput
from clew.loaders.scene.replacement import CountedPolicy, ReplacementPolicy
from clew.loaders.scene.replacement.tinylfu import Windowed, WTinyLfu

CAPACITIES = (1, 2, 10, 100, 1000)


@pytest.mark.parametrize("name", PAIRS)
@few
@given(data=st.data(), trace=operations)
def test_a_policy_does_what_brute_force_does(name: str, data: st.DataObject, trace: list[Operation]) -> None:
    capacity = data.draw(st.integers(1, 8))
    window, sample = data.draw(st.integers(1, capacity)), data.draw(st.integers(1, 60))
    policy, model = PAIRS[name](capacity, window, sample)
    for operation in trace:
        assert apply(policy, [operation]) == apply(model, [operation])
        assert set(policy.keys()) == model.members()


@pytest.mark.parametrize("name", BUILT)
@few
@given(capacity=st.integers(1, 8), trace=operations)
def test_units_are_few_distinct_and_leave_once(name: str, capacity: int, trace: list[Operation]) -> None:
    policy = BUILT[name](capacity)
    for verb, key in trace:
        before = policy.keys()
        answer = getattr(policy, verb)(key)
        keys = policy.keys()
        assert len(policy) == len(keys) == len(set(keys)) <= capacity
        assert all(each in policy for each in keys)
        assert verb != "touch" or (answer == (key in before) and set(keys) == set(before))
        if verb == "put":
            assert set(answer) == set(before) - set(keys)
            assert set(keys) == {*before, key} - set(answer)
            assert set(answer) <= set(before[:1]), "the victim is the first in eviction order"
            assert name == "fifo" or bool(answer) == (key not in before and len(before) == capacity)


@pytest.mark.parametrize("capacity", CAPACITIES)
@pytest.mark.parametrize("name", BUILT)
def test_capacity_is_never_exceeded_for_an_instant(name: str, capacity: int) -> None:
    """After every line of a policy that is run."""
    policy = BUILT[name](capacity)
    lines = 0

    def watch(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if "replacement" not in frame.f_code.co_filename:
            return None
        if event == "line":
            lines += 1
            assert len(policy) <= capacity
        return watch

    fill(policy, range(capacity))
    watched, tracer = policy.keys(), sys.gettrace()
    sys.settrace(watch)
    try:
        apply(policy, [(verb, key) for key in (*watched[:5], *KEYS) for verb in ("put", "touch", "put")])
    finally:
        sys.settrace(tracer)
    assert lines > 20
    assert len(policy) == capacity or name == "fifo"


def fill(policy: ReplacementPolicy, numbers: range) -> None:
    for number in numbers:
        policy.put(f"n{number}")


@few
@given(data=st.data(), trace=operations)
def test_segments_keep_their_shares(data: st.DataObject, trace: list[Operation]) -> None:
    capacity = data.draw(st.integers(1, 10))
    window = data.draw(st.integers(1, capacity))
    policy = data.draw(st.sampled_from([PAIRS["w-tinylfu"], PAIRS["w-tinylfu-karma"]]))(capacity, window, 20)[0]
    assert isinstance(policy, Windowed)
    for operation in trace:
        apply(policy, [operation])
        segments = policy.state()["segments"]
        assert isinstance(segments, dict)
        assert len(segments["window"]) <= window
        assert len(segments["protected"]) <= 0.8 * (capacity - window)
        assert len(segments["probation"]) + len(segments["protected"]) <= capacity - window


@pytest.mark.parametrize("name", BUILT)
@few
@given(capacity=st.integers(1, 8), before=operations, after=operations, noise=operations)
def test_a_restored_policy_goes_on_alike(
    name: str, capacity: int, before: list[Operation], after: list[Operation], noise: list[Operation]
) -> None:
    policy, other = CountedPolicy(BUILT[name](capacity)), CountedPolicy(BUILT[name](capacity))
    apply(policy, before)
    apply(other, noise)
    other.restore(json.loads(json.dumps(policy.state())))
    assert other.state() == policy.state()
    assert apply(other, after) == apply(policy, after)
    assert other.keys() == policy.keys()
    assert other.counts == policy.counts


@pytest.mark.parametrize("name", BUILT)
@few
@given(trace=operations, after=operations)
def test_a_cleared_policy_is_as_new(name: str, trace: list[Operation], after: list[Operation]) -> None:
    policy, new = CountedPolicy(BUILT[name](4)), CountedPolicy(BUILT[name](4))
    apply(policy, trace)
    policy.clear()
    assert len(policy) == 0
    assert policy.state() == new.state()
    assert apply(policy, after) == apply(new, after)


@pytest.mark.parametrize("name", BUILT)
@few
@given(keys=st.lists(st.text(st.characters(), max_size=3), max_size=20))
def test_any_text_is_a_key(name: str, keys: list[str]) -> None:
    policy = BUILT[name](50)
    for key in keys:
        assert policy.touch(key) == (key in policy)
        policy.put(key)
    assert set(policy.keys()) == set(keys)
    policy.restore(json.loads(json.dumps(policy.state())))
    assert set(policy.keys()) == set(keys)


SCRIPT = """
import json
from tests.loaders.scene.replacement.test_policies import evictions
print(json.dumps(evictions()))
"""


def evictions() -> dict[str, list[object]]:
    """All answers and the last state of every policy on one long trace."""
    draw = random.Random(5)
    trace = [(draw.choice(["touch", "put"]), f"key {int(draw.paretovariate(0.7))}") for _ in range(600)]
    found: dict[str, list[object]] = {}
    for name, build in BUILT.items():
        policy = build(10)
        found[name] = [*apply(policy, trace), policy.state()]
    return found


@pytest.mark.slow
def test_evictions_do_not_depend_on_the_hash_seed() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert json.loads(told[0]) == json.loads(json.dumps(evictions()))


@pytest.mark.parametrize("name", BUILT)
def test_a_state_of_another_policy_is_refused(name: str) -> None:
    policy = BUILT[name](4)
    fill(policy, range(6))
    kept = policy.state()
    for other, build in BUILT.items():
        if other != name:
            with pytest.raises(InvalidInput, match="build the policy that it was saved from"):
                policy.restore(build(4).state() if other.split()[0] != name.split()[0] else build(5).state())
    assert policy.state() == kept


DAMAGE: list[object] = [
    None,
    7,
    -1,
    "x",
    [1],
    ["a", "a"],
    [["a", 0]],
    [["a", 1], ["a", 2]],
    list(KEYS * 9),
    {},
    {"a": 1},
]


@pytest.mark.parametrize("name", BUILT)
def test_a_damaged_state_is_refused_and_changes_nothing(name: str) -> None:
    policy = CountedPolicy(BUILT[name](4))
    fill(policy, range(6))
    kept = json.dumps(policy.state())
    refused = 0
    for path in paths(json.loads(kept)):
        for value in DAMAGE:
            damaged = json.loads(kept)
            part = damaged
            for step in path[:-1]:
                part = part[step]
            part[path[-1]] = value
            try:
                policy.restore(damaged)
            except InvalidInput:
                refused += 1
                assert json.dumps(policy.state()) == kept, "nothing has changed"
            else:
                assert len(policy.keys()) <= 4
                policy.restore(json.loads(kept))
    assert refused > 30


def paths(value: object, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Of every field of nested dictionaries."""
    if not isinstance(value, dict):
        return []
    return [found for name, own in value.items() for found in ((*before, name), *paths(own, (*before, name)))]


def test_a_key_in_two_segments_is_refused() -> None:
    policy = WTinyLfu(4, 2)
    segments = {"window": ["a"], "probation": ["a"], "protected": []}
    with pytest.raises(InvalidInput, match="holds a key twice"):
        policy.restore({**policy.state(), "segments": segments})
