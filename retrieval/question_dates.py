"""The dates that a question names, in the usual forms: a day, a month, a year, or some of these."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from unicodedata import decimal

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SHORT = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
_NUMBERS = {month[:3]: number for number, month in enumerate(MONTHS, 1)}

# Fragments of `_DATE`; each stands in a verbose pattern.
_MONTH = rf"""(?: (?: {"|".join(MONTHS)} | (?:{_SHORT})\b\.? ) (?!\w) )"""
_MONTH_NUMBER = r"(?: 1[0-2] | 0?[1-9] )"
_DAY_NUMBER = r"(?: 3[01] | [12]\d | 0?[1-9] )"
_RECENT = r"(?:19|20)\d{2}"
_NO_SENTENCE = r"(?! \s*\w+\s+[a-z] )"  # "Flat 8. May I ask", "In 2023, April cooked"
_DAY = rf"(?: {_DAY_NUMBER} (?: st | nd | rd | th | \.{_NO_SENTENCE} )? (?! \w | [:.]\d ) )"  # "May 10:30" has no day
_JOINT = r"(?: (?: \s*[-\u2013&/]\s* | (?:,\s*|\s+) (?:and|or|to|through|until|till)\s+ ) (?:the\s+)? )"
_EASTERN_RANGE = r"(?: \s? (?: から | 到 | 至 | 부터 | [-~\u2013\u301c\uff5e] ) \s? )"
_EASTERN_LIST = r"(?: と | 和 | 과 | 와 | 、 )"
# A comma alone joins no days: "on May 8, 9 people came".
_DAYS = rf"(?: {_DAY} (?: (?: ,\s*{_DAY} ){{0,9}} {_JOINT} {_DAY} ){{0,4}} )"
# In `_DATE`, a month takes its year from one side, and its days; a day before another month is that month's.
_BEFORE_YEAR = r"(?: ,?\s+ (?:(?:of|in)\s+)? | [,-] )"

_DATE = re.compile(
    rf"""
    \b (?: (?P<year_before>{_RECENT}) (?: - | ,?\s+ {_NO_SENTENCE} )
         | (?<!\d[:.]) (?P<before>{_DAYS}) (?: \s+ (?:of\s+)? | - ) )?
      (?P<month> {_MONTH} )
      (?(before) | (?> (?: (?: \s+ (?:the\s+)? | - ) (?P<after>{_DAYS}) (?! \s+ (?:of\s+)? {_MONTH} ) )? ) )
      (?(year_before) (?! {_BEFORE_YEAR} \d{{4}}\b ) | (?: {_BEFORE_YEAR} (?P<year>\d{{4}})\b )? )
    | \b (?P<iso_year>{_RECENT})
      (?: (?P<between>[-/.]) (?P<iso_month>{_MONTH_NUMBER}) (?P=between) (?P<iso_day>{_DAY_NUMBER}) (?!\d)
        | (?<! [-/.]\d{{4}} ) [-/] (?P<month_alone>{_MONTH_NUMBER}) (?! [-/.]?\w ) )
    | (?<![\d./-]) (?P<first>\d{{1,2}}) (?P<mark>[./-]) (?P<second>\d{{1,2}}) (?P=mark)
      (?P<numeric_year> \d{{4}} | (?<=/)\d\d | (?<=\d\d[.-]\d\d[.-])\d\d ) (?! [\d/-] | \.\d )  # 1.2.24 is a version
    | (?<!\d) (?: (?P<cjk_year>{_RECENT}) \s?[年년] \s? )? (?P<cjk_month>{_MONTH_NUMBER}) \s?[月월]
      (?: \s? (?P<cjk_day>{_DAY_NUMBER}) \s?[日号號일]
          (?: {_EASTERN_RANGE} (?P<cjk_last>{_DAY_NUMBER}) \s?[日号號일] (?![間간]) )? )?  # not "for 5 days"
    | (?<!\d) (?P<only_year>{_RECENT}) (?: \s?[年년] | (?<=\b\d{{4}}) \b )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BETWEEN_DATES = re.compile(
    rf"{_JOINT} | ,\s* | {_EASTERN_RANGE} | \s? {_EASTERN_LIST} \s?", re.IGNORECASE | re.VERBOSE
)
_BETWEEN_DAYS = re.compile(r"(\D*)(\d+)")
_LISTS = re.compile(rf"[,&/] | \b(?:and|or)\b | {_EASTERN_LIST}", re.IGNORECASE | re.VERBOSE)
_BEFORE_RANGE = re.compile(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE)
_PART = "early|mid|late|beginning|start|middle|end|spring|summer|autumn|fall|winter"  # "since the late summer of 2022"
_BEFORE_OPEN = re.compile(
    rf"\b(?:since|after|before|prior\s+to)\s+(?:(?:at\s+least|about|around)\s+)?(?:the\s+)?"
    rf"(?:(?:{_PART})[\s-]+(?:of\s+)?(?:the\s+)?){{0,2}}$",
    re.IGNORECASE,
)
_BEFORE_MONTH = re.compile(r"\b(?:in|since|during|last)\s+$", re.IGNORECASE)
_WIDE = str.maketrans("\uff0f\uff0d\uff0e", "/-.")
_APOSTROPHE = re.compile(r"['\u2019]\w")
_HYPHEN = re.compile(r"-\w")
_CENTURY = 2000
_LONGEST_LEAD = 40
"""Characters before a date in which "since the end of" is looked for: a search from the query's beginning is slow."""
_LONGEST_RANGE = 60
"""Months or years from the first to the last of a range that is read in full; of a longer one only the ends count."""


@dataclass(frozen=True, slots=True)
class Date:
    """A year, a month and a day, each perhaps left open."""

    year: int | None
    month: int | None
    day: int | None

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the parts that are not left open."""
        return tuple(part for part in ("year", "month", "day") if getattr(self, part) is not None)


class DateMention(NamedTuple):
    """Where a question names a date.

    Attributes:
        start: of its characters.
        end: behind them.
        dates: that it may mean.
        may_be_name: whether it is a month alone, which somebody may be called: "April".
    """

    start: int
    end: int
    dates: Sequence[Date]
    may_be_name: bool


def date_mentions(query: str, order: str | None = None) -> list[DateMention]:
    """Return the dates that a question names; ``01/02/2024`` as the order says, or else in both ways.

    A month that may be a word or a name ("May I", "Jan") is one only beside a day or a year, or after such as "in".
    Dates that are joined ("8 May and 9 June 2023") share a year, and what lies inside a range belongs to its first end.
    What "since", "after" or "before" leads is a date only where it is a day: a year or a month is not what they mean.

    Args:
        query: the question.
        order: ``day`` or ``month``: what comes first in the dates of the space; None without a habit.
    """
    query = _plain(query)
    found: list[DateMention] = []  # the last of the query first: a year is mostly behind the last of some dates
    for match in reversed(list(_DATE.finditer(query))):
        joined = found[-1] if found and _is_joined(match, found[-1]) else None
        dates = _read(match, order, joined)
        if joined and dates:
            joint = query[match.end() : joined.start]
            dates, others = _in_common(dates, joined.dates, is_range=_is_range(match, joint))
            found[-1] = joined._replace(dates=others)
        if dates:
            may_be_name = _is_lone(match) and not _is_led(match) and (joined is None or joined.may_be_name)
            found.append(DateMention(match.start(), match.end(), dates, may_be_name))
    return [each._replace(dates=()) if _is_open(query, each) else each for each in reversed(found)]


def _plain(query: str) -> str:
    """Return a query with the digits of any script, and what stands between those in the East, as in ASCII."""
    return query if query.isascii() else "".join(f"{decimal(each, each)}" for each in query.translate(_WIDE))


def _is_open(query: str, mention: DateMention) -> bool:
    """Return whether a year or a month bounds a time on one side, so that the time meant is not its own."""
    return is_bound(query, mention.start) and all(date.day is None for date in mention.dates)


def is_bound(query: str, start: int) -> bool:
    """Return whether "since", "after" or "before" leads what starts there."""
    return _BEFORE_OPEN.search(query, max(0, start - _LONGEST_LEAD), start) is not None


def _is_joined(match: re.Match[str], following: DateMention) -> bool:
    """Return whether only such as "and" or a hyphen is between it and another date; both have a month, or neither."""
    is_next = _BETWEEN_DATES.fullmatch(match.string, match.end(), following.start)
    return is_next is not None and bool(match["only_year"]) == (following.dates[0].month is None)


def _is_range(match: re.Match[str], joint: str) -> bool:
    """Return whether what joins two days or dates means all between them, as in "8-10" and "between 8 and 10"."""
    return not _LISTS.search(joint) or _follows(_BEFORE_RANGE, match)


def _is_lone(match: re.Match[str]) -> bool:
    """Return whether it is a month without a day and a year."""
    return bool(match["month"]) and not any(match[each] for each in ("before", "after", "year", "year_before"))


def _is_led(match: re.Match[str]) -> bool:
    """Return whether a word such as "in" makes a month of it, and not a name, as in "in April's garden"."""
    return _follows(_BEFORE_MONTH, match) and not _APOSTROPHE.match(match.string, match.end())


def _follows(lead: re.Pattern[str], match: re.Match[str]) -> bool:
    """Return whether a word such as "in" or "between" is right before it."""
    return bool(lead.search(match.string, max(0, match.start() - _LONGEST_LEAD), match.start()))


def _read(match: re.Match[str], order: str | None, joined: DateMention | None) -> list[Date]:
    parts = match.groupdict()
    if parts["only_year"]:
        return [Date(int(parts["only_year"]), None, None)]
    if parts["cjk_month"]:
        year, month, day, last = (int(parts[f"cjk_{part}"] or 0) or None for part in ("year", "month", "day", "last"))
        between = range(day + 1, last + 1) if day and last else ()
        return [Date(year, month, each) for each in (day, *between)]
    if parts["iso_year"]:
        day = int(parts["iso_day"]) if parts["iso_day"] else None
        return [Date(int(parts["iso_year"]), int(parts["iso_month"] or parts["month_alone"]), day)]
    if parts["numeric_year"]:
        year = int(parts["numeric_year"]) + (_CENTURY if len(parts["numeric_year"]) < 4 else 0)
        return _numeric(int(parts["first"]), int(parts["second"]), year, "day" if parts["mark"] == "." else order)
    if _is_lone(match) and not _is_month(match, joined):
        return []
    year, month = parts["year"] or parts["year_before"], _NUMBERS[parts["month"][:3].capitalize()]
    return [Date(int(year) if year else None, month, day) for day in _days(match)]


def _is_month(match: re.Match[str], joined: DateMention | None) -> bool:
    """Return whether a month without a day and a year is no word and no name: "May I", "Jan", "Mar-a-Lago"."""
    if joined is None and _HYPHEN.match(match.string, match.end()):
        return False
    is_beside_date = joined is not None and not joined.may_be_name  # "june-july 2023"
    return is_beside_date or _is_led(match) or (match.start() > 0 and match["month"] in MONTHS)


def _days(match: re.Match[str]) -> Sequence[int | None]:
    """Return the days beside a month, with all inside their ranges; only None where there is no day."""
    days: list[int] = []
    for joint, number in _BETWEEN_DAYS.findall(match["before"] or match["after"] or ""):
        if days and _is_range(match, joint):
            days += range(days[-1] + 1, int(number))
        days.append(int(number))
    return days or [None]


def _in_common(
    dates: Sequence[Date], following: Sequence[Date], *, is_range: bool
) -> tuple[Sequence[Date], Sequence[Date]]:
    """Return two joined dates with the year that one of them has, the first with what lies inside their range."""
    first, last = dates[-1], following[0]
    turn = int(is_range and (first.month or 0) > (last.month or 0))  # of the year, as in "December to January 2024"
    if first.year is None and last.year is not None:
        dates = [replace(each, year=last.year - turn) for each in dates]
    if last.year is None and first.year is not None:
        following = [replace(each, year=first.year + turn) for each in following]
    if is_range and len(dates) == len(following) == 1:
        dates = _until(dates[0], following[0])
    return dates, following


def _until(first: Date, last: Date) -> list[Date]:
    """Return what a range holds before its last date: years, or days up to a month's end, whole months, days again.

    Only the first date is returned where the last is earlier or more than `_LONGEST_RANGE` months, or years, later.
    """
    if first.month is None:
        years = range(first.year or 0, last.year or 0)
        return [Date(year, None, None) for year in years] if 0 < len(years) <= _LONGEST_RANGE else [first]
    begin, end = (12 * (each.year or 0) + (each.month or 0) - 1 for each in (first, last))
    if first.year is None and end < begin:
        end += 12
    if not 0 <= end - begin <= _LONGEST_RANGE:
        return [first]
    between = [Date(first.year and number // 12, number % 12 + 1, None) for number in range(begin + 1, end)]
    if begin == end:
        return _each_day(first, range(first.day or 1, last.day or 1)) or [first]
    opening = _each_day(first, range(first.day, 32)) if first.day else [first]
    return [*opening, *between, *_each_day(last, range(1, last.day or 1))]


def _each_day(month: Date, days: Sequence[int]) -> list[Date]:
    return [replace(month, day=day) for day in days]


def _numeric(first: int, second: int, year: int, order: str | None) -> list[Date]:
    """Read ``01/02/2024`` in the order given where that is a date, or else in each way that is one."""
    readings = {"month": Date(year, first, second), "day": Date(year, second, first)}
    valid = {name: each for name, each in readings.items() if _is_date(each)}
    return [valid[order]] if order in valid else list(dict.fromkeys(valid.values()))


def _is_date(date: Date) -> bool:
    return 1 <= (date.month or 0) <= len(MONTHS) and 1 <= (date.day or 0) <= 31
