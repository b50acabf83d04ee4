"""What a store cannot take is one error, whatever it is."""

from typing import Any

import pytest

from clew.item_model import MAX_DEPTH, Unusable, check_filter, dump


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


def test_a_number_of_more_digits_than_can_be_written_is_no_value() -> None:
    assert dump({"n": 10**4000}) == f'{{"n": 1{"0" * 4000}}}'
    with pytest.raises(Unusable, match=r"value cannot be JSON: .*4300 digits"):
        dump({"n": 10**5000})
