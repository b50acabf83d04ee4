import warnings
from datetime import UTC, datetime

import pytest

from clew.errors import InvalidInput
from clew.loaders.sources.dates import Dates
from clew.text.instants import NaiveTimeWarning

NOON = datetime(2023, 5, 8, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "2023-05-08T12:00:00Z",
        "2023-05-08T14:00+02:00",
        " 2023-05-08 07:00:00-05:00 ",
        "Mon, 08 May 2023 12:00:00 GMT",
        "8 May 2023 2:00 pm +0200",
        "8. 5. 2023 14:00 +0200",
        "2023-05-08 14:00 Europe/Berlin",
        "2023-05-08T08:00:00-04:00[America/New_York]",
        "8 May 2023 8:00 am America/New_York",
        1683547200000000,
        "1683547200000000",
        "1683547200",
        "1683547200.0",
        "1683547200000",
        1683547200,
        1683547200.0,
        1683547200000,
        NOON,
    ],
)
def test_reads_what_people_and_programs_write(value: object) -> None:
    assert Dates("file").read(value, "at") == NOON


@pytest.mark.parametrize(
    ("value", "at"),
    [
        (20230508, datetime(2023, 5, 8, tzinfo=UTC)),
        (20230508120000, NOON),
        (19991231, datetime(1999, 12, 31, tzinfo=UTC)),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (946684800, datetime(2000, 1, 1, tzinfo=UTC)),
    ],
)
@pytest.mark.filterwarnings("ignore::clew.text.instants.NaiveTimeWarning")
def test_a_number_may_be_a_written_day(value: int, at: datetime) -> None:
    assert Dates("file").read(value, "at") == at


@pytest.mark.parametrize("value", [None, "", "  "])
def test_nothing_is_no_date(value: object) -> None:
    assert Dates("file").read(value, "at") is None


@pytest.mark.parametrize(
    "value",
    [
        "next Friday",
        "May 2023",
        "12:30",
        "5",
        "2023-02-30",
        "2023-05-08/2023-05-12",
        "2023-05-08 12:00 EST",
        "2023-05-08 12:00 Europe/Atlantis",
        "0000-01-01",
        "9" * 400,
        True,
        10**400,
        45054,
        45054.58,
        2023,
        20231345,
        100_000_000,
        [2023],
        1e300,
        float("nan"),
        "9999-12-31T23:59:59Z",
        "0001-01-01T00:00:00+05:00",
        "\0",
        "\ud800",
    ],
)
def test_says_which_date_cannot_be_read(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"^turn 3: at .*write it like 2023-05-08T13:56:00Z$"):
        Dates("file").read(value, "turn 3: at")


def test_says_once_that_times_have_no_zone() -> None:
    dates = Dates("notes.jsonl")
    with pytest.warns(NaiveTimeWarning, match="line 1: at '2023-05-08 12:00' has no zone; such times of notes.jsonl"):
        assert dates.read("2023-05-08 12:00", "line 1: at") == NOON
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert dates.read("2023-05-08 12:00:00", "line 2: at") == NOON
        assert dates.read("12 pm on 8 May, 2023", "line 3: at") == NOON
        assert dates.read(datetime(2023, 5, 8, 12), "line 4: at") == NOON
    assert not caught


def test_is_silent_where_the_format_has_no_zones() -> None:
    assert Dates("file", silent=True).read("12:00 pm on 8 May, 2023", "date") == NOON


@pytest.mark.parametrize("shows", ["13/06/2023", "31-12-23 14:05", "Mon 22/5/2023"])
def test_a_date_that_shows_that_the_day_comes_first_counts_for_its_source(shows: str) -> None:
    dates = Dates("file", silent=True)
    written = ("8/5/2023 12:00", "08-05-23 12:00", "2023/05/08 12:00", "2023-05-08 12:00:00")
    assert [dates.read(each, "at") for each in written[:2]] == [datetime(2023, 8, 5, 12, tzinfo=UTC)] * 2
    dates.see(shows, "at")
    assert [dates.read(each, "at") for each in written] == [NOON] * len(written)


@pytest.mark.parametrize("dates", [("13/06/2023", "06/13/2023"), ("6-13-23", "5/8/2023", "13-6-23")])
def test_a_source_with_both_orders_is_refused(dates: tuple[str, ...]) -> None:
    *before, last = dates
    day, month = sorted((dates[0], last), key=lambda each: not each.startswith("13"))
    source = Dates("file", silent=True)
    for each in before:
        source.read(each, "line 2")
    with pytest.raises(
        InvalidInput, match=f"^line 3: file has the day first in '{day}' and the month in '{month}'; wr"
    ):
        source.read(last, "line 3")
