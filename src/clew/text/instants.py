"""Instants: zoned, in UTC, and never null.

An interval is half open, ``[from, to)``. An open end is `FOREVER`, because the vector index filters by
equality and range only and so cannot ask whether an end is missing.
"""

import re
import warnings
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache, partial
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dateutil import parser

from clew.errors import InvalidInput
from clew.text.arguments import quoted

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
FOREVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
_DAY = timedelta(days=1)


class NaiveTimeWarning(UserWarning):
    """A time came without a zone and was read as UTC."""


_moved = timedelta()


def now() -> datetime:
    """Return the present instant."""
    return datetime.now(UTC) + _moved


@contextmanager
def later(by: timedelta) -> Generator[None]:
    """Move the present of this process while the block runs: how a test lets time pass."""
    global _moved
    before, _moved = _moved, _moved + by
    try:
        yield
    finally:
        _moved = before


def day(instant: date) -> str:
    """Return a date as memory shows and indexes it, such as ``8 May 2023``."""
    return f"{instant.day} {_MONTHS[instant.month - 1]} {instant.year}"


def as_utc(value: datetime) -> datetime:
    """Return the same instant in UTC; read a time without a zone as UTC, with one warning.

    Raises:
        InvalidInput: it is no datetime, or lies outside the years 1 to 9999.
    """
    if not isinstance(value, datetime):  # pyright: ignore[reportUnnecessaryIsInstance] - a text is an easy mistake
        raise InvalidInput(f"{quoted(value)} is no instant; give a datetime such as datetime(2023, 5, 8, tzinfo=UTC)")
    if value.tzinfo is None:
        warnings.warn("a time without a zone was read as UTC", NaiveTimeWarning, stacklevel=2)
        value = value.replace(tzinfo=UTC)
    try:
        instant = value.astimezone(UTC)
    except OverflowError:
        raise InvalidInput(f"date {value.isoformat()!r} lies outside the years 1 to 9999") from None
    if not BEGINNING <= instant < FOREVER:
        raise InvalidInput(f"date {value.isoformat()!r} lies outside the years 1 to 9999")
    return instant


def fixed(instant: datetime) -> datetime:
    """Return the same instant with the offset of its zone as a number; in UTC where that is none."""
    offset = instant.utcoffset()
    return instant.astimezone(timezone(offset) if offset else UTC)


def as_utc_if_any(value: datetime | None) -> datetime | None:
    """Return the same instant in UTC, see `as_utc`; None, which means now, stays so."""
    return None if value is None else as_utc(value)


def zone_named(name: str) -> tzinfo:
    """Return the time zone of an IANA name, such as Europe/Berlin; UTC where it is empty.

    Raises:
        ValueError: no zone has this name.
    """
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, OSError, ValueError):
        raise ValueError(f"{quoted(name)} is no time zone; give an IANA name such as Europe/Berlin") from None


def parse_instant(text: str, field: str = "date", zone: tzinfo | None = None) -> datetime:
    """Read a date as people and programs write it, as an instant with the offset that it names.

    Args:
        text: ISO 8601, or forms such as ``1:56 pm on 8 May, 2023``; it must name a year, a month and a day.
        field: what the value is called in the error.
        zone: the one of a text that names none; None: UTC, with a warning where it has a time of day.

    Raises:
        InvalidInput: the text is not a full date, names a zone by letters, or lies outside the years 1 to 9999.
    """
    try:
        written = parse_written(text)
        if written.tzinfo is None and (zone or not is_timed(text)):  # a day alone has no zone
            written = written.replace(tzinfo=zone or UTC)
        as_utc(written)
        return fixed(written)
    except (ValueError, OverflowError, TypeError):
        raise InvalidInput(f"{field} {text!r} is not a full date; write it like 2023-05-08T13:56:00Z") from None


def parse_end(text: str, field: str = "date", zone: tzinfo | None = None, *, is_included: bool = False) -> datetime:
    """Read a date as `parse_instant` does, where it ends a time: a day alone counts whole.

    Args:
        text: a date; of a day alone what follows it is returned.
        field: what the value is called in the error.
        zone: as in `parse_instant`.
        is_included: whether the end belongs to that time; of a day alone its last instant is returned.

    Raises:
        InvalidInput: as `parse_instant`.
    """
    instant = parse_instant(text, field, zone)
    if is_timed(text):
        return instant
    length = _DAY - timedelta.resolution if is_included else _DAY
    return instant + min(length, FOREVER - timedelta.resolution - instant)


def is_timed(text: str) -> bool:
    """True if a date as it is written names a time of day."""
    return bool(_TIMED.search(text))


@lru_cache(maxsize=4096)
def parse_written(text: str, *, day_first: bool = False) -> datetime:
    """Read a date as it is written; it has a zone only where the text names one by its offset.

    Args:
        text: a date; in one with dots, such as 8.5.2023 or 8. 5. 2023, the day is first. A zone is an offset, or the
            name of a place, such as Europe/Berlin.
        day_first: whether it is in one with slashes or dashes and the year last, such as 8/5/2023, too.

    Raises:
        ValueError, OverflowError, TypeError: the text is not one full date, or names a zone by letters.
    """
    text = _ASIDE.sub(r"\1", _NAMED_OFFSET.sub(r"\1", text)).strip()
    zone = _NAMED_ZONE.search(text)
    text = text[: zone.start()] if zone else text
    written = _parsed(text, day_first=day_first or bool(_DOTTED.search(text)))
    if zone and written.tzinfo is None:
        written = written.replace(tzinfo=zone_named(zone[1]))
    # Of 8-9 May 2023 and 2023-05-08/2024-01-01, the parsers take one year for a time.
    is_time_unsaid = written.time() != time() and not is_timed(text)
    if is_time_unsaid or _YEAR.findall(text) not in ([], [str(written.year)]) or text.startswith("-"):
        raise ValueError(text)
    return written


def _parsed(text: str, *, day_first: bool) -> datetime:
    if _ISO.match(text):
        with suppress(ValueError):  # such as a time without leading zeros: the patient parser reads it
            return datetime.fromisoformat(text)
    zone = partial(_zone, text)
    first, second = (parser.parse(text, dayfirst=day_first, default=default, tzinfos=zone) for default in _DEFAULTS)
    if first.date() != second.date():
        raise ValueError(text)
    return first


def _zone(text: str, name: str | None, offset: int | None) -> tzinfo | None:
    if any(f"{name or 'Z'}{sign}" in text for sign in "+-"):
        raise ValueError(text)  # "EST+5" is behind UTC in POSIX, and ahead in ISO 8601
    if offset is not None:
        return timezone(timedelta(seconds=offset))
    if name:
        raise ValueError(name)  # "EST" means one thing in New York and another in Sydney
    return None


def date_order(text: str) -> Literal["day", "month", ""]:
    """Return what comes first in dates such as ``19/01/2024``; empty where none shows it, or they disagree."""
    numbers = [(int(first), int(second)) for first, second in _NUMERIC.findall(text)]
    has_day_first = any(first > MONTHS >= second for first, second in numbers)
    has_month_first = any(second > MONTHS >= first for first, second in numbers)
    if has_day_first == has_month_first:
        return ""
    return "day" if has_day_first else "month"


MONTHS = 12
_NUMERIC = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(?:\d{4}|\d{2})(?![\d/])")
_TIMED = re.compile(
    r"""\d:\d | \dT\d | \d\s*[ap]\.?m\b | \d\s*h | (?<!\d)\d{8}[ ]?\d{4}(?:\d\d)?(?!\d) |
    ^\d{4}-\d\d-\d\d[ ]\d\d(?:\d{4})?(?![\d-])""",
    re.IGNORECASE | re.VERBOSE,
)
"""Such as 13:56, T1356, 2 pm, 13h56, 202305081356, and the hour alone behind a day of ISO 8601."""
_YEAR = re.compile(r"(?<![\d.,T])(?:1[5-9]|2[01])\d\d(?!\d)", re.IGNORECASE)  # one with four digits
_ASIDE = re.compile(
    r"\((?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?|(UTC|GMT))\)", re.IGNORECASE
)
"""A day of the week in brackets, or the zone."""
_NAMED_OFFSET = re.compile(r"\b(?:GMT|UTC) ?([+-]\d[\d:]*)(?: \([^()]*\))?", re.IGNORECASE)
"""An offset behind a name, which POSIX would count the other way round: GMT+0200 is two hours ahead, as +0200 is."""
_NAMED_ZONE = re.compile(r"\s*\[?\b([A-Z][A-Za-z]+(?:/[A-Z][\w+-]*)+)\]?$")
"""A zone by the name of its place, such as Europe/Berlin or [America/New_York], behind a time."""
_DOTTED = re.compile(r"(?<![\d.])(?<!\.\s)\d{1,2}\.\s*\d{1,2}\.\s*(?:\d{4}|\d{2})(?![.:]?\d)")
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?!.\d\d[.,])")
"""Not with 13.56, which would be a part of the hour or, to Python, of a second; people mean minutes."""
_DEFAULTS = (datetime(2000, 1, 1), datetime(2001, 2, 2))
"""The parts that a text leaves out are filled from these two; a difference shows that the day was left out."""

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
