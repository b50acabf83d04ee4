"""Periods of whole days, named as people name them, and the arithmetic between them.

All of it may raise ValueError or OverflowError: a day that the calendar lacks, or one outside the years 1 to 9999.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from dateutil.relativedelta import FR, MO, SA, SU, TH, TU, WE, relativedelta

from clew.text.instants import day as written

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each begins, in the north."""

_WEEKDAYS = (MO, TU, WE, TH, FR, SA, SU)


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `since` up to, and without, `until`; the label is how a person writes them."""

    since: date
    until: date
    label: str


def midnight(day: date) -> datetime:
    """Return the first instant of a day in UTC."""
    return datetime.combine(day, time(), UTC)


def calendar(first: date, last: date) -> str:
    """Return the weeks from the one before a day to the second after another, a line each, eight at most."""
    monday = first.toordinal() - first.weekday() - 7
    lines: list[str] = []
    for start in range(monday, max(first, last).toordinal() + 15, 7)[:8]:
        days = [date.fromordinal(each) for each in range(start, start + 7) if 0 < each <= date.max.toordinal()]
        lines.append(
            ", ".join(f"{day:%a} {day.day if day.day > 1 and day != days[0] else written(day)}" for day in days)
        )
    return "\n".join(filter(None, lines))


def one_day(day: date) -> Period:
    """Return a single day, such as "7 May 2023"."""
    return _days(day, 1, _name(day))


def days(first: date, last: date) -> Period:
    """Return the days from a first to a last one, such as "5 to 9 August 2023"."""
    if last < first:
        raise ValueError(f"{last} is before {first}")
    start = _name(first)
    if (first.year, first.month) == (last.year, last.month):
        start = f"{first.day}"
    elif first.year == last.year:
        start = start.rpartition(" ")[0]
    return Period(first, last + timedelta(days=1), _name(last) if first == last else f"{start} to {_name(last)}")


def month(day: date) -> Period:
    """Return the calendar month of a day, such as "May 2023"."""
    first = day.replace(day=1)
    return Period(first, first + relativedelta(months=1), _name(first).partition(" ")[2])


def year(number: int) -> Period:
    """Return a calendar year, such as "2022"."""
    return Period(date(number, 1, 1), date(number + 1, 1, 1), str(number))


def season(name: str, number: int) -> Period:
    """Return the three whole months of a season; "winter 2022/23" ends in the next year."""
    first = date(number, SEASONS[name], 1)
    over = f"/{(number + 1) % 100:02}" if name == "winter" else ""
    return Period(first, first + relativedelta(months=3), f"{name} {number}{over}")


def moved(day: date, unit: str, count: int) -> Period:
    """Return the day, calendar week, weekend, month or year that lies `count` of its kind after that of a day."""
    match unit:
        case "day" | "night" | "evening":
            return one_day(day + timedelta(days=count))
        case "week":
            monday = of_week(day, 0, count)
            near = {-1: f"before {_name(day)}", 1: f"after {_name(day)}"}.get(count, f"of {_name(monday)}")
            return _days(monday, 7, f"the week {near}")
        case "weekend":
            saturday = of_week(day, 5, count)
            near = f"before {_name(day)}" if count == -1 else f"of {_name(saturday)}"
            return _days(saturday, 2, f"the weekend {near}")
        case "month":
            return month(day + relativedelta(months=count))
        case _:
            return year(day.year + count)


def away(day: date, unit: str, count: int) -> Period:
    """Return the very day that lies so many days, weeks, months or years after a day."""
    match unit:
        case "day":
            step = relativedelta(days=count)
        case "week":
            step = relativedelta(weeks=count)
        case "month":
            step = relativedelta(months=count)
        case _:
            step = relativedelta(years=count)
    return one_day(day + step)


def of_week(day: date, weekday: int, count: int) -> date:
    """Return the weekday (0 is Monday) of the week that lies `count` weeks after that of a day."""
    return day + relativedelta(weekday=MO(-1)) + timedelta(weeks=count, days=weekday)


def beside(day: date, weekday: int, step: int) -> date:
    """Return the closest such weekday strictly before (-1) or after (1) a day."""
    return day + relativedelta(days=step, weekday=_WEEKDAYS[weekday](step))


def nearest_day(day: date, number: int, day_of_month: int, step: int) -> Period | None:
    """Return the closest such date at or before (-1), or at or after (1), a day; None for 30 February."""
    for each in range(day.year, day.year + 9 * step, step):  # leap years can be eight years apart
        with suppress(ValueError):  # a year without 29 February
            found = date(each, number, day_of_month)
            if step * (found - day).days >= 0:
                return one_day(found)
    return None


def nearest_of_month(day: date, day_of_month: int, step: int) -> Period | None:
    """Return the closest day with that number at or before (-1), or at or after (1), a day."""
    for months in range(4):  # of three months that follow each other, two have 31 days
        with suppress(ValueError):  # a month without 31 days
            found = (day.replace(day=1) + relativedelta(months=step * months)).replace(day=day_of_month)
            if step * (found - day).days >= 0:
                return one_day(found)
    return None


def on_weekday(day: date, number: int, day_of_month: int, weekday: int) -> Period | None:
    """Return such a date of the year before, of this or the next year that is that weekday; None where none is.

    In three years that follow each other, a date is a different weekday each time.
    """
    for each in (day.year, day.year + 1, day.year - 1):
        with suppress(ValueError):  # a year without 29 February
            found = date(each, number, day_of_month)
            if found.weekday() == weekday:
                return one_day(found)
    return None


def nearest_days(day: date, first: tuple[int, int], last: tuple[int, int], step: int) -> Period | None:
    """Return the closest days from one (month, day) to another that are not over (1), or have begun (-1), on a day."""
    found: list[Period] = []
    for each in range(day.year - 2, day.year + 3):
        with suppress(ValueError):
            found.append(days(date(each, *first), date(each + (last[0] < first[0]), *last)))
    if step > 0:
        return next((each for each in found if each.until > day), None)
    return next((each for each in reversed(found) if each.since <= day), None)


def once_a_year(of_year: Callable[[int], Period], day: date, which: int) -> Period:
    """Return a yearly stretch: the last one (-1), the present one or this year's (0), or the next one (1)."""
    here = of_year(day.year)
    if which == 0:
        before = of_year(day.year - 1) if day.year > 1 else here
        return before if before.until > day else here  # in January the winter that began last year is on
    if which > 0:
        return here if here.since > day else of_year(day.year + 1)
    return next(each for back in range(3) if (each := of_year(day.year - back)).until <= day)


def _days(first: date, count: int, label: str) -> Period:
    return Period(first, first + timedelta(days=count), label)


def _name(day: date) -> str:
    return written(midnight(day))
