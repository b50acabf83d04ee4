"""The dates that a question names by the day on which it is asked: "yesterday", "last week", "three Fridays ago"."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

from clew.retrieval.question_dates import Date, DateMention, is_bound

_COUNTS = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_COUNTS, 1)} | {
    **dict.fromkeys(("an", "one"), 1),
    **dict.fromkeys(("a couple of", "couple of"), 2),
}
_VAGUE = {"a few": range(2, 6), "few": range(2, 6), "several": range(3, 8)}
"""Numbers of which a speaker may mean any."""
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = "|".join(_WEEKDAYS)
_COUNT = rf"(?:{'|'.join(sorted(_NUMBERS | _VAGUE, key=len, reverse=True))}|[1-9]\d{{0,2}})".replace(" ", r"\s+")
_JOINT = r"(?:\s*[-\u2013]\s*|\s+(?:or|to)\s+)"
_COUNTS_SAID = rf"(?:{_COUNT}{_JOINT})?{_COUNT}"

_RELATIVE = re.compile(
    rf"""
    \b (?<!\d[.,]) (?<!\bhalf\s)  # 2.5 years ago, half a year ago
      (?: (?: (?P<day_before>the\s+day\s+before\s+) ? (?P<yesterday>yesterday) | (?P<night>last\s+night) (?!\s+of\b) )
         | (?P<ago>{_COUNTS_SAID}) \s+ (?P<unit>day|week|month|year|{_WEEKDAY})s? \s+ ago
         | (?P<within>(?:last|past)\s+{_COUNTS_SAID}) \s+ (?P<each>day|week|month|year)s? \b (?!\s+of\b)
         | (?P<past>past|(?<=\bthe\s)last) \s+ (?P<latest>week|month|year) \b (?!\s+of\b)
         | (?P<last>last|previous) \s+ (?P<whole>week(?:end)?|month|year|{_WEEKDAY}) \b (?!\s+of\b)  # of June
         | (?P<current>today | this\s+(?:week(?:end)?|month|year|morning|afternoon|evening)) ) \b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_IS_PAST = re.compile(
    r"\b(?:did|was|were|had|have|has)\b|['\u2019](?:ve|d)\b"
    r"|\b(?:who|what|which|that|I|you|he|she|we|they)\s+"
    r"(?:\w+[^\We]ed|said|told|met|saw|went|came|took|made|got|bought|ate)\b",  # "happened", but not "need"
    re.IGNORECASE,
)
"""Without such a word "today" is when something shall be, not when it was said."""
_FROM_TODAY = re.compile(
    rf"\b(?:ago|tonight|tomorrow|how\s+long\s+(?:has|have)|how\s+old\s+(?:am|is|are)"
    rf"|how\s+(?:long|many|much)\b[^.?!]{{0,200}}\b(?:until|till)"
    rf"|(?:last|this|next)\s+(?:week(?:end)?|month|year|spring|summer|autumn|fall|winter|{_WEEKDAY}))\b(?!\s+of\b)",
    re.IGNORECASE,
)


def counts_from_today(query: str) -> bool:
    """Return whether a question can only be answered by who knows on which day it is asked."""
    return _RELATIVE.search(query) is not None or _FROM_TODAY.search(query) is not None


def relative_mentions(query: str, asked_on: date) -> list[DateMention]:
    """Return the days, months and years that a question names by the day on which it is asked.

    A week begins on Monday, and "last week" is the one before; "the last week" and "the past week" end today. "N weeks
    ago" means the seven days around that day, and "a few" is two to five. "Today" and "this week" count in a question
    about the past only. What "since", "after" or "before" leads is a date only
    where it is a day.

    Args:
        query: the question.
        asked_on: the day, in UTC as the days of turns are.
    """
    found: list[DateMention] = []
    for match in _RELATIVE.finditer(query):
        if match["current"] and not _IS_PAST.search(query):
            continue
        with suppress(OverflowError):  # before the year 1
            dates = _dates(match, asked_on)
            is_day = len(dates) == 1 and dates[0].day is not None
            is_meant = is_day or not is_bound(query, match.start())
            found.append(DateMention(match.start(), match.end(), dates if is_meant else (), may_be_name=False))
    return found


def _dates(match: re.Match[str], today: date) -> Sequence[Date]:
    """Return what a mention means."""
    parts = {name: part.lower() for name, part in match.groupdict().items() if part}
    if "yesterday" in parts or "night" in parts:
        return _days(today, 1 + ("day_before" in parts))
    if "ago" in parts:
        return _ago(_numbers(parts["ago"]), parts["unit"], today)
    if "within" in parts:
        return _within(_numbers(parts["within"].split(maxsplit=1)[1])[-1], parts["each"], today)
    if "past" in parts:
        return _within(1, parts["latest"], today)
    if "last" in parts:
        return _last(parts["whole"], today)
    unit = parts["current"].split()[-1]
    return _this(unit, today) if unit in {"week", "weekend", "month", "year"} else _days(today, 0)


def _numbers(words: str) -> range:
    """Return what a count, or two that are joined, may mean."""
    ends = [number for each in re.split(_JOINT, words) for number in _number(" ".join(each.split()))]
    return range(min(ends), max(ends) + 1)


def _number(count: str) -> range:
    if count in _VAGUE:
        return _VAGUE[count]
    number = _NUMBERS[count] if count in _NUMBERS else int(count)
    return range(number, number + 1)


def _ago(numbers: range, unit: str, today: date) -> Sequence[Date]:
    if unit == "day":
        return _days(today, *reversed(numbers))
    if unit == "week":
        return _days(today, *range(7 * numbers[-1] + 3, 7 * numbers[0] - 4, -1))
    if unit in _WEEKDAYS:
        return _days(today, *(7 * (number - 1) + _since(unit, today) for number in reversed(numbers)))
    if unit == "month":
        return [_month(today, number) for number in reversed(numbers)]
    return [Date(today.year - number, None, None) for number in reversed(numbers)]


def _within(number: int, unit: str, today: date) -> Sequence[Date]:
    """Return the time up to today: days of days and weeks, else whole months."""
    if unit in {"day", "week"}:
        return _days(today, *range(number * (7 if unit == "week" else 1), -1, -1))
    return [_month(today, back) for back in range(number * (12 if unit == "year" else 1), -1, -1)]


def _last(unit: str, today: date) -> Sequence[Date]:
    if unit in _WEEKDAYS:
        return _days(today, _since(unit, today))
    if unit == "month":
        return [_month(today, 1)]
    if unit == "year":
        return [Date(today.year - 1, None, None)]
    if unit == "weekend":
        return _days(today, _since("sunday", today) + 1, _since("sunday", today))
    return _days(today, *range(today.weekday() + 7, today.weekday(), -1))


def _this(unit: str, today: date) -> Sequence[Date]:
    if unit == "month":
        return [_month(today, 0)]
    if unit == "year":
        return [Date(today.year, None, None)]
    first = 5 if unit == "weekend" else 0
    return _days(today, *range(today.weekday() - first, -1, -1))


def _since(weekday: str, today: date) -> int:
    """Return how many days ago the last such day was, 1 to 7."""
    return (today.weekday() - _WEEKDAYS.index(weekday) - 1) % 7 + 1


def _days(today: date, *back: int) -> Sequence[Date]:
    return [Date(each.year, each.month, each.day) for each in (today - timedelta(days) for days in back)]


def _month(today: date, back: int) -> Date:
    number = 12 * today.year + today.month - 1 - back
    return Date(number // 12, number % 12 + 1, None)
