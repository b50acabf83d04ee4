"""What a store cannot take is one error, whatever it is."""

from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from clew.model.items import MAX_DEPTH, NewItem, Unusable, check_filter, dump, fits


def nested(depth: int) -> dict[str, Any]:
    """Objects in each other."""
    found: dict[str, Any] = {}
    for _ in range(depth - 1):
        found = {"a": found}
    return found


@pytest.mark.parametrize("condition", [{1: 2}, {"a": {1: 2}}, {"a": [{1: 2}]}, {"a": {"$eq": 1, 2: 3}}], ids=repr)
def test_a_field_of_a_filter_is_named_by_text(condition: object) -> None:
    with pytest.raises(Unusable, match="which is no text; name fields by str"):
        check_filter(condition)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 2, 5000])
def test_a_filter_is_no_deeper_than_a_value(depth: int) -> None:
    check_filter(nested(MAX_DEPTH))
    for condition in (nested(depth), {"a": [nested(depth)]}):
        with pytest.raises(Unusable, match="filter is nested deeper than 200"):
            check_filter(condition)


def test_a_field_that_cannot_be_shown_is_escaped() -> None:
    with pytest.raises(Unusable, match="JSON cannot hold") as failure:
        dump({"\u202e\ud7fd": {1, 2}})
    assert str(failure.value).isprintable()


def test_a_number_of_more_digits_than_can_be_written_is_no_value() -> None:
    assert dump({"n": 10**4000}) == f'{{"n": 1{"0" * 4000}}}'
    with pytest.raises(Unusable, match=r"value cannot be JSON: .*4300 digits"):
        dump({"n": 10**5000})


@pytest.mark.parametrize("minutes", ["5", True, -1, float("nan"), [1]], ids=repr)
def test_a_time_to_live_is_a_number_of_minutes(minutes: Any) -> None:
    with pytest.raises(Unusable, match=r"ttl is .*; give 0 to"):
        NewItem(("a",), "k", "{}", minutes, ())


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        ({"$price": 5}, {"$price": 5}),
        ({"$price": 5}, {"$price": 6}),
        ({"$eq": 5}, {"$eq": 5}),
        ({"$eq": 5, "a": 1}, {"$eq": 5, "a": 1}),
        ({"$eq": 5, "a": 1}, {"$eq": 5, "a": 2}),
        ({"$gt": 5}, {"$gt": {"$lt": 6}}),
        ({"a": 1}, {"$gt": 0}),
        ({"a": 1}, {"$ne": None}),
        ({"a": {"b": 1}}, {"a": {"$eq": {"b": 1}}}),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": {"$gte": 2}}]}),
        ({"a": 1}, {}),
    ],
    ids=repr,
)
def test_a_filter_means_what_it_means_to_the_reference(value: dict[str, Any], condition: dict[str, Any]) -> None:
    reference = InMemoryStore()
    reference.put(("a",), "k", value)
    check_filter(condition)
    assert fits(value, condition) is bool(reference.search(("a",), filter=condition))
