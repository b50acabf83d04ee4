"""What a filter is refused for, before a memory is asked."""

from datetime import UTC, datetime

import pytest

from clew.errors import InvalidInput
from clew.model import Filter

MAY, JUNE = datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(("since", "until"), [(JUNE, MAY), (MAY, MAY)])
def test_a_range_that_holds_no_instant_is_refused(since: datetime, until: datetime) -> None:
    with pytest.raises(InvalidInput, match=r"since 2023.* is not before until 2023-05-01.*give an earlier since"):
        Filter(since=since, until=until)


def test_what_was_said_later_than_as_of_cannot_be_asked_for() -> None:
    with pytest.raises(InvalidInput, match=r"since 2023-06-01.* is after as_of 2023-05-01.*give an earlier since"):
        Filter(since=JUNE, as_of=MAY)
    assert Filter(since=MAY, as_of=MAY).as_of == MAY
