"""Dates as people write them, as instants in UTC."""

import warnings
from datetime import UTC, date, datetime

import pytest

from clew.errors import InvalidInput
from clew.text.instants import NaiveTimeWarning, as_utc, parse_end, parse_instant


@pytest.mark.parametrize("text", ["2024-02-01", "1 February 2024", "February 1, 2024"])
def test_a_day_alone_needs_no_zone(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_instant(text) == datetime(2024, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        *("1.2.2024", "01.02.24", "1.2.2024, 00:00 +0000", "2/1/2024", "2024/02/01", "2024.02.01"),
        *("1. 2. 2024", "01. 02. 24", "1. 2. 2024 00:00 +0000", "2024. 2. 1.", "2024. 2. 1. 00:00Z", "1.2.2024."),
    ],
)
def test_of_numbers_with_dots_the_day_comes_first(text: str) -> None:
    assert parse_instant(text) == datetime(2024, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        *("2024-02-01 13:05", "2024-02-01T13:05:00", "1:05 pm on 1 February, 2024", "2024/02/01 (Thu) 13:05"),
        *("202402011305", "20240201130500", "20240201 1305", "1 February 2024 13h05", "1. 2. 2024 13:05"),
    ],
)
def test_a_time_without_a_zone_is_read_as_utc_and_says_so(text: str) -> None:
    with pytest.warns(NaiveTimeWarning):
        assert parse_instant(text) == datetime(2024, 2, 1, 13, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2024-02-01T13:05:00+02:00",
        "2024-02-01 11:05Z",
        "Thu Feb 01 2024 13:05:00 GMT+0200",
        "Thu Feb 01 2024 13:05:00 GMT+0200 (Eastern European Standard Time)",
        "2024-02-01 13:05:00 UTC+02:00",
        "2024-02-01 06:05:00 UTC -05:00",
        "1 February 2024 13:05 gmt+2",
        "Thu, 01 Feb 2024 11:05:00 GMT",
        "1 February 2024 (Thursday), 11:05 (UTC)",
        "2024-02-01T13:05:00,0000+02:00",
    ],
)
def test_an_offset_counts(text: str) -> None:
    assert parse_instant(text) == datetime(2024, 2, 1, 11, 5, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["EST", "EST+5", " CET-1", "Z+5"])
def test_a_zone_of_letters_is_refused(zone: str) -> None:
    with pytest.raises(InvalidInput, match="is not a full date; write it like"):
        parse_instant(f"2024-02-01 13:05{zone}")


@pytest.mark.parametrize(
    ("text", "follows", "last"),
    [
        ("2024-02-29", datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 2, 29, 23, 59, 59, 999999, UTC)),
        ("29 February 2024", datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 2, 29, 23, 59, 59, 999999, UTC)),
        ("2024-02-29T00:00:00Z", datetime(2024, 2, 29, tzinfo=UTC), datetime(2024, 2, 29, tzinfo=UTC)),
    ],
)
def test_a_day_alone_that_ends_a_time_counts_whole(text: str, follows: datetime, last: datetime) -> None:
    assert parse_end(text) == follows
    assert parse_end(text, is_included=True) == last


def test_the_last_day_of_all_can_end_a_time() -> None:
    assert as_utc(parse_end("9999-12-31")).date() == date(9999, 12, 31)
    assert as_utc(parse_end("9999-12-31", is_included=True)).date() == date(9999, 12, 31)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1-2 February 2024",
            "February 1-2, 2024",
            "1-2 February 2000",
            "1-2 February 2024 13:05",
            "1/2 February 2024",
        ),
        *("2024-02-01/2024-02-05", "2024-02-01 - 2024-02-02", "2024-02-01/2025-01-01", "2024-02-01/2024-02-05T13:05"),
        *("2024-02-01-05", "2024-02-01 2025", "1 February 2024 - 2025"),
        *("2023-05-08 13.56", "2023-05-08T13,56", "2023-05-08 00.30"),  # a part of an hour is no minute
        "-0044-03-15",
    ],
)
def test_neither_a_range_of_days_nor_a_part_of_an_hour_is_an_instant(text: str) -> None:
    with pytest.raises(InvalidInput, match=f"'{text}' is not a full date"):
        parse_instant(text)


@pytest.mark.filterwarnings("ignore::clew.text.instants.NaiveTimeWarning")
def test_behind_a_day_of_iso_8601_the_hour_may_stand_alone() -> None:
    assert parse_instant("2024-02-01 13") == datetime(2024, 2, 1, 13, tzinfo=UTC)


@pytest.mark.parametrize("given", ["2024-02-01", date(2024, 2, 1), 1706745600])
def test_what_is_no_datetime_is_no_instant(given: object) -> None:
    with pytest.raises(InvalidInput, match="give a datetime"):
        as_utc(given)  # pyright: ignore[reportArgumentType]
