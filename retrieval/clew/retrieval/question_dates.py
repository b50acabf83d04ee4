"""The dates that a question names, in the usual forms: a day, a month, a year, or some of these."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SHORT = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
_NUMBERS = {month[:3]: number for number, month in enumerate(MONTHS, 1)}

_DATE = re.compile(
    rf"""
    \b (?: (?P<before>\d{{1,2}}) (?:st|nd|rd|th)? (?: \s+(?:of\s+)? | - ) )?
      (?P<month> {"|".join(MONTHS)} | (?:{_SHORT})\b\.? ) (?!\w)
      (?: \s+ (?P<after>\d{{1,2}}) (?:st|nd|rd|th)? \b )? (?: (?:,?\s+|-) (?P<year>\d{{4}})\b )?
    | \b (?P<iso_year>(?:19|20)\d{{2}}) (?P<between>[-/.]) (?P<iso_month>\d{{1,2}})
      (?P=between) (?P<iso_day>\d{{1,2}}) (?!\d)
    | (?<![\d./-]) (?P<first>\d{{1,2}}) (?P<mark>[./-]) (?P<second>\d{{1,2}}) (?P=mark)
      (?P<numeric_year> \d{{4}} | (?<=/)\d\d | (?<=\d\d[.-]\d\d[.-])\d\d ) (?! [\d/-] | \.\d )  # 1.2.24 is a version
    | \b (?P<only_year>(?:19|20)\d{{2}}) \b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BEFORE_MONTH = re.compile(r"\b(?:in|since|during|last)\s+$", re.IGNORECASE)
_APOSTROPHE = re.compile(r"['\u2019]\w")
_HYPHEN = re.compile(r"-\w")
_CENTURY = 2000


@dataclass(frozen=True, slots=True)
class Date:
    """A year, a month and a day, each perhaps left open."""

    year: int | None
    month: int | None
    day: int | None

    def holds(self, second: float) -> bool:
        """Return whether the instant, in seconds since 1970, lies on such a date (UTC)."""
        at = datetime.fromtimestamp(second, UTC)
        wanted = ((self.year, at.year), (self.month, at.month), (self.day, at.day))
        return all(asked is None or asked == is_ for asked, is_ in wanted)


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

    Args:
        query: the question.
        order: ``day`` or ``month``: what comes first in the dates of the space; None without a habit.
    """
    found = ((match, _read(match, order)) for match in _DATE.finditer(query))
    return [
        DateMention(match.start(), match.end(), dates, may_be_name=_is_lone(match) and not _is_led(match))
        for match, dates in found
        if dates
    ]


def _is_lone(match: re.Match[str]) -> bool:
    """Return whether it is a month without a day and a year."""
    return bool(match["month"]) and not (match["before"] or match["after"] or match["year"])


def _is_led(match: re.Match[str]) -> bool:
    """Return whether a word such as "in" makes a month of it, and not a name, as in "in April's garden"."""
    return bool(_BEFORE_MONTH.search(match.string, 0, match.start())) and not _APOSTROPHE.match(
        match.string, match.end()
    )


def _read(match: re.Match[str], order: str | None) -> list[Date]:
    parts = match.groupdict()
    if parts["only_year"]:
        return [Date(int(parts["only_year"]), None, None)]
    if parts["iso_year"]:
        return [Date(int(parts["iso_year"]), int(parts["iso_month"]), int(parts["iso_day"]))]
    if parts["numeric_year"]:
        year = int(parts["numeric_year"]) + (_CENTURY if len(parts["numeric_year"]) < 4 else 0)
        return _numeric(int(parts["first"]), int(parts["second"]), year, "day" if parts["mark"] == "." else order)
    day, year, month = parts["before"] or parts["after"], parts["year"], parts["month"]
    if _is_lone(match):
        is_month = _is_led(match) or (match.start() > 0 and month in MONTHS)
        if not is_month or _HYPHEN.match(match.string, match.end()):  # "Mar-a-Lago"
            return []
    return [Date(int(year) if year else None, _NUMBERS[month[:3].capitalize()], int(day) if day else None)]


def _numeric(first: int, second: int, year: int, order: str | None) -> list[Date]:
    """Read ``01/02/2024`` in the order given where that is a date, or else in each way that is one."""
    readings = {"month": Date(year, first, second), "day": Date(year, second, first)}
    valid = {name: each for name, each in readings.items() if _is_date(each)}
    return [valid[order]] if order in valid else list(dict.fromkeys(valid.values()))


def _is_date(date: Date) -> bool:
    return 1 <= (date.month or 0) <= len(MONTHS) and 1 <= (date.day or 0) <= 31
