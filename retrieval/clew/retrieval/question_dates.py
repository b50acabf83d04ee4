"""The dates that a question names, in the usual forms: a day, a month, a year, or some of these."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SHORT = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
_NUMBERS = {month[:3]: number for number, month in enumerate(MONTHS, 1)}

_DATE = re.compile(
    rf"\b(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{'|'.join(MONTHS)}|(?:{_SHORT})\b\.?)(?!\w)"
    r"(?:\s+(?P<after>\d{1,2})(?:st|nd|rd|th)?\b)?(?:,?\s+(?P<year>\d{4})\b)?"
    r"|\b(?P<iso_year>\d{4})-(?P<iso_month>\d{2})-(?P<iso_day>\d{2})\b"
    r"|(?<![\d./])(?P<first>\d{1,2})(?P<mark>[./])(?P<second>\d{1,2})(?P=mark)(?P<long_year>\d{4})(?![\d/]|\.\d)"
    r"|\b(?P<only_year>(?:19|20)\d{2})\b"
)


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


def dates(query: str, order: str | None = None) -> tuple[Date, ...]:
    """Return the dates that a question names; ``01/02/2024`` as the order says, or else in both ways.

    A month that may be a word or a name ("May I", "Jan") is one only beside a day or a year.

    Args:
        query: the question.
        order: ``day`` or ``month``: what comes first in the dates of the space; None without a habit.
    """
    return tuple(date for match in _DATE.finditer(query) for date in _read(match, order))


def _read(match: re.Match[str], order: str | None) -> list[Date]:
    parts = match.groupdict()
    if parts["only_year"]:
        return [Date(int(parts["only_year"]), None, None)]
    if parts["iso_year"]:
        return [Date(int(parts["iso_year"]), int(parts["iso_month"]), int(parts["iso_day"]))]
    if parts["long_year"]:
        return _numeric(
            int(parts["first"]), int(parts["second"]), int(parts["long_year"]), "day" if parts["mark"] == "." else order
        )
    day, year, month = parts["before"] or parts["after"], parts["year"], parts["month"]
    if not (day or year) and (match.start() == 0 or month not in MONTHS):
        return []
    return [Date(int(year) if year else None, _NUMBERS[month[:3]], int(day) if day else None)]


def _numeric(first: int, second: int, year: int, order: str | None) -> list[Date]:
    """Read ``01/02/2024`` in the order given where that is a date, or else in each way that is one."""
    readings = {"month": Date(year, first, second), "day": Date(year, second, first)}
    valid = {name: each for name, each in readings.items() if _is_date(each)}
    return [valid[order]] if order in valid else list(dict.fromkeys(valid.values()))


def _is_date(date: Date) -> bool:
    return 1 <= (date.month or 0) <= len(MONTHS) and 1 <= (date.day or 0) <= 31
