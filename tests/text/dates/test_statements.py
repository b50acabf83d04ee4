"""Dates in a text: what they mean on a given day, what is no date, and that nothing breaks the reader."""

import time
import warnings
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.dates import DateInText, dates_in, resolve_dates
from clew.text.instants import BEGINNING, FOREVER, NaiveTimeWarning

MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)

PIECES = [
    *("yesterday", "Yesterday", "today", "last night", "the day before yesterday", "tomorrow's", "this morning"),
    *("two weeks ago", "a couple of", "days", "ago", "in", "10", "years", "from now", "half", "or", "in two weeks"),
    *("last", "this", "next", "past", "week", "weekend", "month", "the", "my", "of", "on", "Friday", "Sat", "the week"),
    *("before last", "summer", "fall", "winter", "May", "March", "7", "31st", "2023", "2000", "words", "2023-05-07"),
    *("since", "7 May", "29 February", "I'll", "was", "will", "went", "(7 May 2023)", "(see 5)", "(", ")", "'s", "-5"),
    *(".", "!", ",", "\n", "\u00a0", "\u017funday", "\u0130", "Mr.", "😀", "\u3002"),
]
TEXT = st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)
JOINED = st.lists(st.sampled_from([*PIECES, " ", " "]), max_size=40).map("".join)
INSTANT = st.datetimes(max_value=datetime(9999, 12, 31), timezones=st.just(UTC))


def only(text: str, at: datetime | None = MONDAY) -> DateInText:
    (found,) = dates_in(text, at)
    return found


def days(moment: DateInText) -> tuple[str, str]:
    """First day and last day."""
    assert moment.since.time() == moment.until.time() == MONDAY.min.time()
    return f"{moment.since:%Y-%m-%d}", f"{moment.until - timedelta(days=1):%Y-%m-%d}"


@pytest.mark.parametrize(
    ("expression", "first", "last", "label"),
    [
        ("today", "2023-05-08", "2023-05-08", "8 May 2023"),
        ("tonight", "2023-05-08", "2023-05-08", "8 May 2023"),
        ("this morning", "2023-05-08", "2023-05-08", "8 May 2023"),
        ("This evening", "2023-05-08", "2023-05-08", "8 May 2023"),
        ("yesterday", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("YESTERDAY", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("yesterday evening", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("yesterday's", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("last night", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("the day before yesterday", "2023-05-06", "2023-05-06", "6 May 2023"),
        ("tomorrow", "2023-05-09", "2023-05-09", "9 May 2023"),
        ("the day after tomorrow", "2023-05-10", "2023-05-10", "10 May 2023"),
        ("day after tomorrow", "2023-05-10", "2023-05-10", "10 May 2023"),
        ("day before yesterday", "2023-05-06", "2023-05-06", "6 May 2023"),
        ("a week from tomorrow", "2023-05-16", "2023-05-16", "16 May 2023"),
        ("two weeks from today", "2023-05-22", "2023-05-22", "22 May 2023"),
        ("two days before yesterday", "2023-05-05", "2023-05-05", "5 May 2023"),
        ("a week ago yesterday", "2023-04-30", "2023-04-30", "30 April 2023"),
        ("ten years ago today", "2013-05-08", "2013-05-08", "8 May 2013"),
        ("three months ago today", "2023-02-08", "2023-02-08", "8 February 2023"),
        ("a week from Friday", "2023-05-19", "2023-05-19", "19 May 2023"),
        ("a week ago on Friday", "2023-04-28", "2023-04-28", "28 April 2023"),
        ("two days after last Friday", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("3 days ago", "2023-05-05", "2023-05-05", "5 May 2023"),
        ("a couple of days ago", "2023-05-06", "2023-05-06", "6 May 2023"),
        ("a week ago", "2023-05-01", "2023-05-07", "the week before 8 May 2023"),
        ("two weeks ago", "2023-04-24", "2023-04-30", "the week of 24 April 2023"),
        ("two weekends ago", "2023-04-29", "2023-04-30", "the weekend of 29 April 2023"),
        ("a month ago", "2023-04-01", "2023-04-30", "April 2023"),
        ("five months ago", "2022-12-01", "2022-12-31", "December 2022"),
        ("a year ago", "2022-01-01", "2022-12-31", "2022"),
        ("twelve years ago", "2011-01-01", "2011-12-31", "2011"),
        ("two days from now", "2023-05-10", "2023-05-10", "10 May 2023"),
        ("last week", "2023-05-01", "2023-05-07", "the week before 8 May 2023"),
        ("this week", "2023-05-08", "2023-05-14", "the week of 8 May 2023"),
        ("next week", "2023-05-15", "2023-05-21", "the week after 8 May 2023"),
        ("the week before last", "2023-04-24", "2023-04-30", "the week of 24 April 2023"),
        ("the week after next", "2023-05-22", "2023-05-28", "the week of 22 May 2023"),
        ("this past week", "2023-05-01", "2023-05-07", "the week before 8 May 2023"),
        ("last weekend", "2023-05-06", "2023-05-07", "the weekend before 8 May 2023"),
        ("this past weekend", "2023-05-06", "2023-05-07", "the weekend before 8 May 2023"),
        ("this weekend", "2023-05-06", "2023-05-07", "the weekend before 8 May 2023"),
        ("next weekend", "2023-05-20", "2023-05-21", "the weekend of 20 May 2023"),
        ("last month", "2023-04-01", "2023-04-30", "April 2023"),
        ("this month", "2023-05-01", "2023-05-31", "May 2023"),
        ("next month", "2023-06-01", "2023-06-30", "June 2023"),
        ("last year", "2022-01-01", "2022-12-31", "2022"),
        ("this year", "2023-01-01", "2023-12-31", "2023"),
        ("next year", "2024-01-01", "2024-12-31", "2024"),
        ("last Friday", "2023-05-05", "2023-05-05", "5 May 2023"),
        ("last fri", "2023-05-05", "2023-05-05", "5 May 2023"),
        ("last Tues", "2023-05-02", "2023-05-02", "2 May 2023"),
        ("last Monday", "2023-05-01", "2023-05-01", "1 May 2023"),
        ("this past Friday", "2023-05-05", "2023-05-05", "5 May 2023"),
        ("this Friday", "2023-05-12", "2023-05-12", "12 May 2023"),
        ("this coming Friday", "2023-05-12", "2023-05-12", "12 May 2023"),
        ("next Friday", "2023-05-19", "2023-05-19", "19 May 2023"),
        ("Friday of last week", "2023-05-05", "2023-05-05", "5 May 2023"),
        ("Wednesday next week", "2023-05-17", "2023-05-17", "17 May 2023"),
        ("last April", "2023-04-01", "2023-04-30", "April 2023"),
        ("last May", "2022-05-01", "2022-05-31", "May 2022"),
        ("this May", "2023-05-01", "2023-05-31", "May 2023"),
        ("next May", "2024-05-01", "2024-05-31", "May 2024"),
        ("last summer", "2022-06-01", "2022-08-31", "summer 2022"),
        ("this summer", "2023-06-01", "2023-08-31", "summer 2023"),
        ("last winter", "2022-12-01", "2023-02-28", "winter 2022/23"),
        ("next winter", "2023-12-01", "2024-02-29", "winter 2023/24"),
        ("12 February", "2023-02-12", "2023-02-12", "12 February 2023"),
        ("May 8th", "2023-05-08", "2023-05-08", "8 May 2023"),
        ("the 7th of May", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("Feb. 28", "2023-02-28", "2023-02-28", "28 February 2023"),
    ],
)
def test_relative_dates_on_a_monday(expression: str, first: str, last: str, label: str) -> None:
    moment = only(f"So, {expression} it rained.")
    assert (*days(moment), moment.label, moment.relative) == (first, last, label, True)
    assert dates_in(f"So, {expression} it rained.", None) == ()


@pytest.mark.parametrize("text", ["We will paint this weekend.", "So, this weekend.", "This weekend is long."])
def test_a_weekend_without_a_past_verb_lies_ahead(text: str) -> None:
    assert days(only(text)) == ("2023-05-13", "2023-05-14")


def test_years_before_this_month_are_that_month() -> None:
    assert days(only("Three years ago this month I moved.")) == ("2020-05-01", "2020-05-31")


@pytest.mark.parametrize(
    ("expression", "first", "last", "label"),
    [
        ("7 May 2023", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("7th of May, 2023", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("May 7th, 2023", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("may 7 2023", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("Dec. 1,2023", "2023-12-01", "2023-12-01", "1 December 2023"),
        ("Sunday, 7 May 2023", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("29 February 2024", "2024-02-29", "2024-02-29", "29 February 2024"),
        ("2023-05-07", "2023-05-07", "2023-05-07", "7 May 2023"),
        ("May 2023", "2023-05-01", "2023-05-31", "May 2023"),
        ("February of 2024", "2024-02-01", "2024-02-29", "February 2024"),
        ("the summer of 2022", "2022-06-01", "2022-08-31", "summer 2022"),
        ("in 2022", "2022-01-01", "2022-12-31", "2022"),
        ("back in 1900", "1900-01-01", "1900-12-31", "1900"),
        ("since 2100", "2100-01-01", "2100-12-31", "2100"),
        ("at the end of 2019", "2019-01-01", "2019-12-31", "2019"),
    ],
)
def test_dates_with_a_year_need_no_day_of_speaking(expression: str, first: str, last: str, label: str) -> None:
    moment = only(f"It rained {expression}.", None)
    assert (*days(moment), moment.label, moment.relative) == (first, last, label, False)
    assert moment == only(f"It rained {expression}.")


@pytest.mark.parametrize(
    ("at", "expression", "first", "last"),
    [
        ("2023-01-01", "yesterday", "2022-12-31", "2022-12-31"),  # a Sunday
        ("2023-01-01", "last week", "2022-12-19", "2022-12-25"),
        ("2023-01-01", "this week", "2022-12-26", "2023-01-01"),
        ("2023-01-01", "last weekend", "2022-12-24", "2022-12-25"),
        ("2023-01-01", "this weekend", "2022-12-31", "2023-01-01"),
        ("2023-01-01", "next Monday", "2023-01-02", "2023-01-02"),
        ("2023-01-01", "last Sunday", "2022-12-25", "2022-12-25"),
        ("2023-01-01", "last month", "2022-12-01", "2022-12-31"),
        ("2023-01-01", "last year", "2022-01-01", "2022-12-31"),
        ("2023-01-01", "this winter", "2022-12-01", "2023-02-28"),
        ("2023-01-01", "last winter", "2021-12-01", "2022-02-28"),
        ("2023-01-01", "1 January", "2023-01-01", "2023-01-01"),
        ("2024-02-29", "yesterday", "2024-02-28", "2024-02-28"),  # a Thursday
        ("2024-02-29", "tomorrow", "2024-03-01", "2024-03-01"),
        ("2024-02-29", "a year ago", "2023-01-01", "2023-12-31"),
        ("2024-02-29", "this month", "2024-02-01", "2024-02-29"),
        ("2024-02-29", "last month", "2024-01-01", "2024-01-31"),
        ("2024-02-29", "29 February", "2024-02-29", "2024-02-29"),
        ("2024-02-29", "this Tuesday", "2024-02-27", "2024-02-27"),
        ("2024-02-29", "next Friday", "2024-03-08", "2024-03-08"),
        ("1904-03-01", "29 February", "1904-02-29", "1904-02-29"),
        ("2023-03-31", "next month", "2023-04-01", "2023-04-30"),  # a Friday
        ("2023-03-31", "last month", "2023-02-01", "2023-02-28"),
        ("2023-03-31", "one month ago", "2023-02-01", "2023-02-28"),
        ("2023-03-31", "last Friday", "2023-03-24", "2023-03-24"),
        ("2023-08-15", "last summer", "2022-06-01", "2022-08-31"),
        ("2023-08-15", "this summer", "2023-06-01", "2023-08-31"),
        ("2023-10-15", "last summer", "2023-06-01", "2023-08-31"),
    ],
)
def test_relative_dates_on_other_days(at: str, expression: str, first: str, last: str) -> None:
    said = datetime.fromisoformat(at).replace(hour=23, tzinfo=UTC)
    assert days(only(f"So {expression} it rained.", said)) == (first, last)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("I won on Friday.", "2023-05-05"),
        ("On Monday I went home.", "2023-05-01"),
        ("I'll see her on Friday.", "2023-05-12"),
        ("We're meeting them on Friday night.", "2023-05-12"),
        ("I'll see Fred on Friday.", "2023-05-12"),
        ("Fred visited us on Friday.", "2023-05-05"),
        ("Moved to Oslo on Friday.", "2023-05-05"),
        ("I'm going to an advanced class on Friday.", "2023-05-12"),
        ("They will bring the used car on Friday.", "2023-05-12"),
        ("I have an interview on Friday.", "2023-05-12"),
        ("The party is on Monday.", "2023-05-15"),
        ("We had fun. I am going there on Friday.", "2023-05-12"),
        ("We plan to sail on July 20.", "2023-07-20"),
        ("We sailed on April 20.", "2023-04-20"),
        ("On Friday, May 5, I slept.", "2023-05-05"),
        ("I'll be there in three days.", "2023-05-11"),
        ("In two weeks' time we will move.", "2023-05-22"),
        ("We swam on Friday.", "2023-05-05"),
        ("I thought that we'll meet on Friday.", "2023-05-12"),
        ("He is living in Rome since 7 June.", "2022-06-07"),
        ("She sent me the photos from 4 April.", "2023-04-04"),
        ("I got the job and I'm starting on 15 May.", "2023-05-15"),
        ("Sorry I missed you, I'll come by on Friday.", "2023-05-12"),
        ("We decided that we will get married on 10 June.", "2023-06-10"),
        ("Just found out my sister is getting married on 20 May!", "2023-05-20"),
        ("She told me the show is on Friday.", "2023-05-12"),
        ("I'll show you the photos we took on Friday.", "2023-05-05"),
        ("I'm going to tell you: on Friday we went out.", "2023-05-05"),
        ("We had dinner, and on Friday we're going hiking.", "2023-05-12"),
        ("We'll meet Ann and Ben on Friday.", "2023-05-12"),
        ("The concert will be held on Friday.", "2023-05-12"),
        ("The bridge was supposed to be opened on 12 March.", "2023-03-12"),
        # a weekday without a preposition opens what is told of it
        ("Thursday I finally had that mole looked at.", "2023-05-04"),
        ("btw sunday morning I swam in the sea", "2023-05-07"),
        ("Sunday's lunch was chaos, the dog got all of it.", "2023-05-07"),
        ("Friday night's quiz: we came second.", "2023-05-05"),
        ("Two days back I reversed into a bollard.", "2023-05-06"),
        ("Two nights ago somebody stole my bike.", "2023-05-06"),
        ("Evening before last I went out with Jo.", "2023-05-06"),
        ("Been to the optician on Friday.", "2023-05-05"),
        ("I jumped into the lake on the 1st, it was cold.", "2023-05-01"),
        ("They moved the hearing to the 19th.", "2023-05-19"),
        ("Christmas Day was quiet.", "2022-12-25"),
        # without a verb, a date that is close is that of this year
        ("The deadline is 31 May. ", "2023-05-31"),
        ("Our wedding: 14 June.", "2023-06-14"),
        ("Can Drew join us on 12 June?", "2023-06-12"),
        ("The order is expected to arrive on 12 June.", "2023-06-12"),
        ("I've got a meeting on Friday.", "2023-05-12"),
        ("I've painted the fence on Friday.", "2023-05-05"),
        ("I was going to call on Friday.", "2023-05-05"),
        ("Did you have a good time on Friday?", "2023-05-05"),
        ("I was happy to have my mom here on Friday.", "2023-05-05"),
        ("We slept until 7 AM on Friday.", "2023-05-05"),
        ("We agreed on Friday.", "2023-05-05"),
        # who is met owns no week
        ("I met her last week at the gym.", "2023-05-01"),
        ("I visited her last weekend.", "2023-05-06"),
        ("I married her last summer in Rome.", "2022-06-01"),
        ("I went to see her last Friday.", "2023-05-05"),
        ("I bought it for her last May.", "2022-05-01"),
        ("I'll see her next Tuesday.", "2023-05-16"),
    ],
)
def test_the_nearest_verb_says_whether_a_day_is_past_or_to_come(text: str, first: str) -> None:
    assert days(only(text))[0] == first


SUNDAY = datetime(2026, 3, 15, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        # a weekday decides the year
        ("I moved the dentist to Wednesday 18 March.", "18 March 2026"),
        ("We have tickets for Saturday 4 July.", "4 July 2026"),
        ("The recital was rescheduled to Friday 3 April.", "3 April 2026"),
        ("We met on Monday, March 2.", "2 March 2026"),
        ("My last day there was Friday 19 December.", "19 December 2025"),
        ("The gala is on Saturday 25 March, isn't it?", ""),  # it is none in 2025, 2026 and 2027
        # an arrangement looks ahead, whatever its tense
        ("I got tickets for 4 July.", "4 July 2026"),
        ("They postponed the wedding to 3 June.", "3 June 2026"),
        ("The exam got moved to the 18th of March.", "18 March 2026"),
        ("I booked a room for the 2 April match.", "2 April 2026"),
        ("I booked a table for Friday.", "20 March 2026"),
        ("The viewing was rescheduled to Tuesday.", "17 March 2026"),
        ("I moved my check-up from 20 March to 2 April.", "2 April 2026"),
        ("I booked a table on Friday.", ""),
        ("I work from Monday to Friday.", ""),
        ("Thanks for Friday!", ""),
        # a range keeps both ends
        ("We stayed in Rome from 5 to 9 February.", "5 to 9 February 2026"),
        ("We'll be away 5-9 August.", "5 to 9 August 2026"),
        ("I was off March 3\u20135.", "3 to 5 March 2026"),
        ("We're travelling from 28 March to 2 April.", "28 March to 2 April 2026"),
        ("I was there between 3 and 7 May 2024.", "3 to 7 May 2024"),
        ("The fair ran from 28 December 2025 to 3 January 2026.", "28 December 2025"),
        ("Camp is on 8 and 9 April.", "8 to 9 April 2026"),
        ("Camp was on 8 and 19 February.", ""),
        ("I'm on call from 14 to 17 March.", "14 to 17 March 2026"),
        # what is on a timetable lies ahead
        ("My passport expires on 30 June.", "30 June 2026"),
        ("Our train departs on 2 April.", "2 April 2026"),
        # far away, a verb does not decide the year
        ("My lease ends on 31 January.", ""),
        ("We sailed on 20 June.", ""),
        ("The hearing will be on 3 January.", ""),
    ],
)
def test_what_decides_the_year_of_a_date_and_the_days_of_a_range(text: str, label: str) -> None:
    assert "".join(each.label for each in dates_in(text, SUNDAY)[:1]) == label


@pytest.mark.parametrize(
    "text",
    [
        "May I come? It may help, and this may work. We may 5 times.",
        "They march on, this March on Washington, March 3 miles.",
        "The Sun rose, the next sun sat well with me.",
        "One second, the second time. In a second.",
        "An essay in 2000 words for 2000 people, in 2000 people, in 2050 %, at 1999.",
        "The other day, recently, a few days ago, two or three years ago, half a year ago, 1.5 years ago.",
        "Twenty two days ago, a hundred two years ago, less than a week ago, more than 3 months ago, over a year ago.",
        "The last week of school, my last year, the past week, the next day, last time, last one.",
        "I read it in two weeks. It was the first time in three years.",
        "30 February 2023, 31 April, 2023-13-01, 2023-02-30, May 32, 5/7/2023, 12:30, 2022-2023.",
        "in 2023/08/01, v1.2023-05-07-3, year 2023, in 1899, in 2101, 999999999 days ago.",
        "On Sunday mornings. On Fridays. USA Today, and the film Yesterday Once.",
        "Did this fall from the tree? They last fall apart.",
        "Can we meet on Friday? Does Friday work? Or on Saturday?",
        "Remind me to call Mum on Friday. The deadline is 31 January. Our wedding: 14 September.",
        "Can we meet on Sat? Are you free on Sat? My dentist: on Sat.",
        "Lunch with Rose on Friday? Can Drew join us on 12 September? Meet at 7 AM on Friday.",
        "It was her last week. In her last year. She spent her last month there; her last week. Her last year.",
        "I've booked a table on Friday.",
        "I have a photo of us from 4 July.",
        "I was born on 7 May. She was born on a Friday, on Friday. Born on Feb. 29, he was lucky.",
        "Two days before Friday. Two days ago on Friday. The day before last Christmas, the week after next Easter.",
        "I was thinking Saturday afternoon? Friday's almost over. Saturday is going to be great.",
        "Sunday Times had a story on it. Friday Night Lights was great.",
        "Monday to Friday I worked. Friday the 13th was fun. Every Friday I swam.",
        "We lived on the 3rd floor, on the 2nd of three streets. I had two days back home.",
        "My op is a week today. I'm away from tomorrow until Friday. I moved to 9 May Street.",
        "Gestern, hier, ayer, вчера, 昨天, letzte Woche, la semaine dernière.",
        "\u017funday \u0130 last \u017funday 7 \u212aay 2023 in \u0662\u0660\u0662\u0663",
        "",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert dates_in(text, MONDAY) == ()


def test_the_longest_of_two_counts_and_the_order_is_that_of_the_text() -> None:
    text = "In 2020 and the day before yesterday, on Friday, 5 May 2023, and last week."
    found = dates_in(text, MONDAY)
    assert [text[each.start : each.end] for each in found] == [
        "2020",
        "the day before yesterday",
        "Friday, 5 May 2023",
        "last week",
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("My rent is paid for a week from tomorrow.", "tomorrow"),
        ("It was the week before last month.", "last month"),
        ("It was the day before last Friday.", "last Friday"),
        ("The baby will be born on 12 June.", "12 June"),
    ],
)
def test_a_date_is_no_more_than_it_says(text: str, named: str) -> None:
    moment = only(text)
    assert text[moment.start : moment.end] == named


def test_the_day_is_that_of_the_speaker() -> None:
    late = datetime(2023, 5, 8, 23, 30, tzinfo=timezone(timedelta(hours=-2)))
    assert only("today", late).label == "8 May 2023"
    assert only("today", late.astimezone(UTC)).label == "9 May 2023"


def test_a_time_without_a_zone_is_read_as_utc_with_a_warning() -> None:
    with pytest.warns(NaiveTimeWarning):
        assert only("today", datetime(2023, 5, 8)).label == "8 May 2023"


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (BEGINNING, "yesterday, last week, last month, a year ago, last May, last winter, last Friday, on Friday"),
        (
            datetime(9999, 12, 31, tzinfo=UTC),
            "today, tomorrow, next week, this year, next month, this weekend, next May",
        ),
        (datetime(500, 1, 1, tzinfo=UTC), "600 years ago"),
    ],
)
def test_years_outside_the_calendar_are_no_dates(at: datetime, text: str) -> None:
    assert dates_in(text, at) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved yesterday.", "I moved yesterday (7 May 2023)."),
        ("Last week's show was on May 2.", "Last week's (the week before 8 May 2023) show was on May 2 (2 May 2023)."),
        ("I moved in 2022, on 7 May 2022.", "I moved in 2022, on 7 May 2022."),
        ("I moved yesterday (7 May 2023).", "I moved yesterday (7 May 2023)."),
        ("We met yesterday (May 7) and today.", "We met yesterday (May 7) and today (8 May 2023)."),
        ("We met yesterday (by chance).", "We met yesterday (7 May 2023) (by chance)."),
        ("no date", "no date"),
    ],
)
def test_resolved_says_what_relative_dates_mean(text: str, expected: str) -> None:
    assert resolve_dates(text, MONDAY) == expected
    assert resolve_dates(text, None) == text


@given(TEXT | JOINED, st.none() | INSTANT)
def test_moments_are_in_order_apart_and_inside_the_calendar(text: str, at: datetime | None) -> None:
    end = 0
    for moment in dates_in(text, at):
        assert end <= moment.start < moment.end <= len(text)
        assert text[moment.start : moment.end].strip() == text[moment.start : moment.end]
        assert BEGINNING <= moment.since < moment.until < FOREVER
        assert moment.label
        assert at is not None or not moment.relative
        end = moment.end


@given(TEXT | JOINED, st.none() | INSTANT)
def test_resolving_again_changes_nothing_and_can_be_undone(text: str, at: datetime | None) -> None:
    once = resolve_dates(text, at)
    assert resolve_dates(once, at) == once
    bare, place = "", 0
    for moment in dates_in(text, at):
        bare += text[place : moment.end]
        place = moment.end
        if moment.relative and once.startswith(f"{bare} ({moment.label})"):
            once = f"{bare}{once[len(bare) + len(moment.label) + 3 :]}"
    assert once == text


@pytest.mark.parametrize(
    "piece",
    [
        *("a", " ", "a ", "7", "7 ", "May ", "in two weeks ", "on Friday ", "I'll ", "last ", "last week ", ".", ". "),
        *("yesterday (", "(", "2023-", "a couple of ", "the ", "\u00a0", "'s", "ed ", "wanted ", "\n", "\u3002", "!?"),
        *("today (today 5) ", "every ", "I am ", "Mr. ", "in 2000 ", "1.5 years ago "),
    ],
)
def test_hostile_text_takes_time_in_proportion(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    resolve_dates(text, MONDAY)
    assert time.process_time() - start < 10


def test_is_fast() -> None:
    texts = ["Yesterday I ran 5 km with Ann, and next month we will go to Porto. It was on 7 May 2023!"] * 1000
    with warnings.catch_warnings():
        start = time.process_time()
        for text in texts:
            dates_in(text, MONDAY)
    assert len(texts) / (time.process_time() - start) > 500  # 10,000 a second on an idle core
