"""The dates that a question writes out, wholly or in part: "8-10 May 2023", "2023年5月8日", "May"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from unicodedata import decimal

from clew.text.dates.languages import written_days


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A year, a month and a day, each perhaps left open."""

    year: int | None
    month: int | None
    day: int | None

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the parts that are not left open."""
        return tuple(part for part in ("year", "month", "day") if getattr(self, part) is not None)


class DateInQuestion(NamedTuple):
    """Where a question names a date.

    Attributes:
        start: of its characters.
        end: behind them.
        dates: that it may mean; none where it only bounds a time, as in "since 2021".
        may_be_name: whether it is a month alone, which somebody may be called: "April".
    """

    start: int
    end: int
    dates: Sequence[PartialDate]
    may_be_name: bool = False


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
      (?: (?P<between>[-/.]|(?=\d{{4}}\b)) (?P<iso_month>{_MONTH_NUMBER}) (?P=between) (?P<iso_day>{_DAY_NUMBER}) (?!\d)
        | (?<! [-/.]\d{{4}} ) [-/] (?P<month_alone>{_MONTH_NUMBER}) (?! [-/.]?\w ) )
    | (?<![\d./-]) (?P<first>\d{{1,2}}) (?P<mark>[./-]) (?P<second>\d{{1,2}}) (?P=mark)
      (?P<numeric_year> \d{{4}} | (?<=/)\d\d | (?<=\d\d[.-]\d\d[.-])\d\d ) (?! [\d/-] | \.\d )  # 1.2.24 is a version
    | (?<!\d) (?: (?P<cjk_year>{_RECENT}) \s?[年년] \s? )? (?P<cjk_month>{_MONTH_NUMBER}) \s?[月월]
      (?: \s? (?P<cjk_day>{_DAY_NUMBER}) \s?[日号號일] )?
    | (?<!\d) (?P<only_year>{_RECENT}) (?: \s?[年년] | (?<=\b\d{{4}}) \b )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BETWEEN_DATES = re.compile(rf"{_JOINT} | ,\s*", re.IGNORECASE | re.VERBOSE)
_BETWEEN_DAYS = re.compile(r"(\D*)(\d+)")
_LISTS = re.compile(r"[,&/]|\b(?:and|or)\b", re.IGNORECASE)
_BEFORE_RANGE = re.compile(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE)
_PART = "early|mid|late|beginning|start|middle|end|spring|summer|autumn|fall|winter"  # "since the late summer of 2022"
_BEFORE_OPEN = re.compile(
    rf"\b(?:since|after|before|prior\s+to)\s+(?:(?:at\s+least|about|around)\s+)?(?:the\s+)?"
    rf"(?:(?:{_PART})[\s-]+(?:of\s+)?(?:the\s+)?){{0,2}}$",
    re.IGNORECASE,
)
_BEFORE_MONTH = re.compile(r"\b(?:in|since|during|last)\s+$", re.IGNORECASE)
_WIDE = str.maketrans("\uff0f\uff0d\uff0e", "/-.")
_LONGEST_LEAD = 40
"""Characters before a date in which "since the end of" is looked for: a search from the query's beginning is slow."""
_LONGEST_RANGE = 60
"""Months or years from the first to the last of a range that is read in full; of a longer one only the ends count."""


def written(query: str, order: str | None) -> list[DateInQuestion]:
    """Return the dates that are written out, in their order; `order` as for `dates_asked`."""
    if not query.isascii():  # digits of any script, and what stands between those in the East, are read as in ASCII
        query = "".join(f"{decimal(each, each)}" for each in query.translate(_WIDE))
    found: list[DateInQuestion] = []  # the last of the query first: a year is mostly behind the last of some dates
    for match in reversed(list(_DATE.finditer(query))):
        joined = found[-1] if found else None
        if joined and not (
            _BETWEEN_DATES.fullmatch(query, match.end(), joined.start)
            and bool(match["only_year"]) == (joined.dates[0].month is None)  # both have a month, or neither
        ):
            joined = None
        dates = _read(match, order, joined)
        if joined and dates:
            joint = query[match.end() : joined.start]
            dates, others = _in_common(dates, joined.dates, is_range=_is_range(match, joint))
            found[-1] = joined._replace(dates=others)
        if dates:
            may_be_name = _is_lone(match) and not _is_led(match) and (joined is None or joined.may_be_name)
            found.append(DateInQuestion(match.start(), match.end(), dates, may_be_name))
    found = [
        each._replace(dates=()) if is_bound(query, each.start) and all(one.day is None for one in each.dates) else each
        for each in reversed(found)
    ]
    for start, end, *date in written_days(query):
        if not any(each.start <= start and end <= each.end for each in found):  # "3 August" is English, too
            others = [each for each in found if each.end <= start or end <= each.start]
            found = sorted([*others, DateInQuestion(start, end, [PartialDate(*date)])])
    return found


def is_bound(query: str, start: int) -> bool:
    """Return whether "since", "after" or "before" leads what starts at a place of a query."""
    return _BEFORE_OPEN.search(query, max(0, start - _LONGEST_LEAD), start) is not None


def _is_range(match: re.Match[str], joint: str) -> bool:
    """Return whether what joins two days or dates means all between them, as in "8-10" and "between 8 and 10"."""
    return not _LISTS.search(joint) or _follows(_BEFORE_RANGE, match)


def _is_lone(match: re.Match[str]) -> bool:
    return bool(match["month"]) and not any(match[each] for each in ("before", "after", "year", "year_before"))


def _is_led(match: re.Match[str]) -> bool:
    """Return whether a word such as "in" makes a month of it, and not a name, as in "in April's garden"."""
    return _follows(_BEFORE_MONTH, match) and match.string[match.end() : match.end() + 1] not in {"'", "\u2019"}


def _follows(lead: re.Pattern[str], match: re.Match[str]) -> bool:
    return bool(lead.search(match.string, max(0, match.start() - _LONGEST_LEAD), match.start()))


def _read(match: re.Match[str], order: str | None, joined: DateInQuestion | None) -> list[PartialDate]:
    parts = match.groupdict()
    if parts["only_year"]:
        return [PartialDate(int(parts["only_year"]), None, None)]
    if parts["cjk_month"]:
        return [PartialDate(*(int(parts[f"cjk_{part}"] or 0) or None for part in ("year", "month", "day")))]
    if parts["iso_year"]:
        day = int(parts["iso_day"]) if parts["iso_day"] else None
        return [PartialDate(int(parts["iso_year"]), int(parts["iso_month"] or parts["month_alone"]), day)]
    if parts["numeric_year"]:
        year = int(parts["numeric_year"]) + (2000 if len(parts["numeric_year"]) < 4 else 0)
        return _numeric(int(parts["first"]), int(parts["second"]), year, "day" if parts["mark"] == "." else order)
    if _is_lone(match) and not _is_month(match, joined):
        return []
    year, month = parts["year"] or parts["year_before"], _NUMBERS[parts["month"][:3].capitalize()]
    days: list[int] = []
    for joint, number in _BETWEEN_DAYS.findall(match["before"] or match["after"] or ""):
        if days and _is_range(match, joint):
            days += range(days[-1] + 1, int(number))
        days.append(int(number))
    return [PartialDate(int(year) if year else None, month, day) for day in days or [None]]


def _is_month(match: re.Match[str], joined: DateInQuestion | None) -> bool:
    """Return whether a month without a day and a year is no word and no name: "May I", "Jan", "Mar-a-Lago"."""
    if joined is None and re.compile(r"-\w").match(match.string, match.end()):
        return False
    is_beside_date = joined is not None and not joined.may_be_name  # "june-july 2023"
    return is_beside_date or _is_led(match) or (match.start() > 0 and match["month"] in MONTHS)


def _in_common(
    dates: Sequence[PartialDate], following: Sequence[PartialDate], *, is_range: bool
) -> tuple[Sequence[PartialDate], Sequence[PartialDate]]:
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


def _until(first: PartialDate, last: PartialDate) -> list[PartialDate]:
    """Return what a range holds before its last date: years, or days up to a month's end, whole months, days again.

    Only the first date is returned where the last is earlier or more than `_LONGEST_RANGE` months, or years, later.
    """

    def days(month: PartialDate, numbers: range) -> list[PartialDate]:
        return [replace(month, day=day) for day in numbers]

    if first.month is None:
        years = range(first.year or 0, last.year or 0)
        return [PartialDate(year, None, None) for year in years] if 0 < len(years) <= _LONGEST_RANGE else [first]
    begin, end = (12 * (each.year or 0) + (each.month or 0) - 1 for each in (first, last))
    if first.year is None and end < begin:
        end += 12
    if not 0 <= end - begin <= _LONGEST_RANGE:
        return [first]
    between = [PartialDate(first.year and number // 12, number % 12 + 1, None) for number in range(begin + 1, end)]
    if begin == end:
        return days(first, range(first.day or 1, last.day or 1)) or [first]
    opening = days(first, range(first.day, 32)) if first.day else [first]
    return [*opening, *between, *days(last, range(1, last.day or 1))]


def _numeric(first: int, second: int, year: int, order: str | None) -> list[PartialDate]:
    """Read ``01/02/2024`` in the order given where that is a date, or else in each way that is one."""
    readings = {"month": PartialDate(year, first, second), "day": PartialDate(year, second, first)}
    valid = {
        name: each
        for name, each in readings.items()
        if 1 <= (each.month or 0) <= len(MONTHS) and 1 <= (each.day or 0) <= 31
    }
    return [valid[order]] if order in valid else list(dict.fromkeys(valid.values()))
