"""The dates of one source: as people and programs write them, as epoch numbers, or as objects."""

import re
import warnings
from datetime import UTC, datetime, tzinfo

from clew.errors import InvalidInput
from clew.loaders.sources.notes import Notes
from clew.text.arguments import quoted
from clew.text.instants import MONTHS, NaiveTimeWarning, as_utc, fixed, parse_written

REMEDY = "write it like 2023-05-08T13:56:00Z"

MILLISECONDS = 1e11  # epoch numbers from here on count milliseconds: as seconds they would lie after the year 5000
FINER = ((1e17, 1e9), (1e14, 1e6), (MILLISECONDS, 1e3))  # numbers from the first on are so many parts of seconds
LAST_SERIAL = 1e8  # numbers from 1 up to here are no instants: spreadsheets count days by them, and people write years
_WRITTEN = re.compile(r"(?:19|20)\d{6}(?:\d{6})?")  # a day written as a number, such as 20230508, perhaps with its time

_NUMERIC = re.compile(r"(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?![\d/-])")
"""A date that may have its day or its month first, such as 8/5/2023."""

_EPOCH = re.compile(r"\d{10}(\.\d+)?|\d{13}|\d{16}|\d{19}")


class Dates:
    """Reads the dates of one source, and says once where it read times without a zone as UTC, for no other is given.

    Where a date such as 13/6/2023 shows that the day comes first, it does in all that are read from then on. A format
    that has no zones at all is read silently. Of a file its notes say it, of what a program gives a warning.
    """

    def __init__(self, source: str, *, silent: bool = False, notes: Notes | None = None, zone: tzinfo = UTC) -> None:
        self._source = source
        self._zone = notes.zone if notes else zone
        self._said = silent or self._zone is not UTC
        self._notes = notes
        self._day_first = bool(notes and notes.day_first)
        self._shown: dict[bool, str] = {}

    @property
    def is_mixed(self) -> bool:
        """True where dates of both orders were seen."""
        return len(self._shown) > 1

    def silence(self) -> None:
        """Say nothing from now on of times without a zone."""
        self._said, self._notes = True, None

    def see(self, value: object, name: str) -> None:
        """Note whether the day or the month comes first in a date, where its numbers show it.

        Raises:
            InvalidInput: the other one does in a date that was seen before.
        """
        if not isinstance(value, str) or not (found := _NUMERIC.search(value)):
            return
        first, second = int(found[1]), int(found[2])
        if (first > MONTHS) != (second > MONTHS):
            self._shown.setdefault(first > MONTHS, value)
        if self.is_mixed:
            day, month = quoted(self._shown[True]), quoted(self._shown[False])
            raise InvalidInput(f"{name}: {self._source} has the day first in {day} and the month in {month}; {REMEDY}")

    def read(self, value: object, name: str) -> datetime | None:
        """Return the instant that a field's value names, with the offset that it names; None if it is null or blank.

        Raises:
            InvalidInput: it is not a full date, names an unknown zone, or lies outside the years 1 to 9999. Or its day
                and month are in another order than in one before.
        """
        self.see(value, name)
        written = _written(value, name, day_first=True in self._shown if self._shown else self._day_first)
        if written is None:
            return None
        if written.tzinfo is None:
            if self._notes and not self._said:
                self._notes.say("times have no zone and are read as UTC", f"{name} {str(value)!r}")
            elif not self._said:
                self._said = True
                text = f"{name} {str(value)!r} has no zone; such times of {self._source} are read as UTC"
                warnings.warn(text, NaiveTimeWarning, stacklevel=1)
            written = written.replace(tzinfo=self._zone)
        try:
            as_utc(written)
        except InvalidInput:
            raise _outside(name, value) from None
        return fixed(written)


def _written(value: object, name: str, *, day_first: bool) -> datetime | None:
    match value:
        case None:
            return None
        case datetime():
            return value
        case bool():
            raise InvalidInput(f"{name} is {value}; {REMEDY}")
        case int() if 0 < value < 1e14 and _WRITTEN.fullmatch(str(value)):
            return _from_text(str(value), name, day_first=False)
        case int() | float():
            if 1 <= value <= LAST_SERIAL:
                raise InvalidInput(f"{name} is {value}; {REMEDY}")
            return _from_epoch(value, name)
        case str():
            return _from_text(value.strip(), name, day_first=day_first and bool(_NUMERIC.search(value)))
        case _:
            raise InvalidInput(f"{name} is {type(value).__name__}; {REMEDY}")


def _from_epoch(value: float, name: str) -> datetime:
    try:
        parts = next((parts for least, parts in FINER if abs(value) >= least), 1)
        return datetime.fromtimestamp(value / parts, UTC)
    except (ValueError, OverflowError, OSError):
        raise _outside(name, value) from None


def _outside(name: str, value: object) -> InvalidInput:
    return InvalidInput(f"{name} {quoted(value)} lies outside the years 1 to 9999; {REMEDY}")


def _from_text(text: str, name: str, *, day_first: bool) -> datetime | None:
    if not text:
        return None
    if _EPOCH.fullmatch(text):
        return _from_epoch(float(text), name)
    try:
        return parse_written(text, day_first=day_first)
    except (ValueError, OverflowError, TypeError):
        raise InvalidInput(f"{name} {quoted(text)} is not a full date; {REMEDY}") from None
