"""The reasons to refuse a filter before a memory is asked."""

from datetime import UTC, date, datetime, timedelta, timezone

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
        Filter(since=JUNE, as_of=MAY, by="said")
    assert Filter(since=MAY, as_of=MAY, by="said").as_of == MAY
    assert Filter(since=JUNE, as_of=MAY).since == JUNE  # what was planned by then


def test_what_happens_and_what_is_said_are_told_apart_only_within_bounds() -> None:
    with pytest.raises(InvalidInput, match=r"by is 'happened'; give 'either', or .* with since or until"):
        Filter(by="happened")
    with pytest.raises(InvalidInput, match="by is 'written'"):
        Filter(since=MAY, by="written")  # pyright: ignore[reportArgumentType]


def test_the_days_of_a_filter_are_those_of_its_zone() -> None:
    midnight = datetime(2023, 5, 1, tzinfo=timezone(timedelta(hours=-7)))
    day = Filter(since=midnight, until=midnight + timedelta(days=1))
    assert day.days == (date(2023, 5, 1), date(2023, 5, 1))
    assert Filter(since=MAY).days == (date(2023, 5, 1), date.max)
    assert Filter(until=MAY).days == (date.min, date(2023, 4, 30))
    assert Filter(session="s").days is None
