"""The dates that a question counts from the day on which it is asked: "yesterday", "two weeks ago", "tomorrow"."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

from clew.text.dates.written import DateInQuestion, PartialDate, is_bound

_COUNTS = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNTED = {word: number for number, word in enumerate(_COUNTS, 1)} | {
    **dict.fromkeys(("an", "one"), 1),
    **dict.fromkeys(("a couple of", "couple of"), 2),
}
_VAGUE = {"a few": range(2, 6), "few": range(2, 6), "several": range(3, 8)}
"""Numbers of which a speaker may mean any."""
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = "|".join(_WEEKDAYS)
_COUNT = rf"(?:{'|'.join(sorted(_COUNTED | _VAGUE, key=len, reverse=True))}|[1-9]\d{{0,2}})".replace(" ", r"\s+")
_COUNT_JOINT = r"(?:\s*[-\u2013]\s*|\s+(?:or|to)\s+)"
_COUNTS_SAID = rf"(?:{_COUNT}{_COUNT_JOINT})?{_COUNT}"

_RELATIVE = re.compile(
    rf"""
    \b (?<!\d[.,]) (?<!\bhalf\s)  # 2.5 years ago, half a year ago
      (?: (?: (?P<day_before>the\s+day\s+before\s+) ? (?P<yesterday>yesterday) | (?P<night>last\s+night) (?!\s+of\b) )
         | (?P<day_after>the\s+day\s+after\s+) ? (?P<tomorrow>tomorrow)
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


def counted(query: str, asked_on: date) -> list[DateInQuestion]:
    """Return the dates that are counted from the day on which a question is asked, in their order."""
    found: list[DateInQuestion] = []
    for match in _RELATIVE.finditer(query):
        if match["current"] and not _IS_PAST.search(query):
            continue
        with suppress(OverflowError):  # before the year 1
            dates = _meant(match, asked_on)
            is_day = len(dates) == 1 and dates[0].day is not None
            is_meant = is_day or not is_bound(query, match.start())
            found.append(DateInQuestion(match.start(), match.end(), dates if is_meant else ()))
    return found


def _meant(match: re.Match[str], today: date) -> Sequence[PartialDate]:
    parts = {name: part.lower() for name, part in match.groupdict().items() if part}
    if "yesterday" in parts or "night" in parts:
        return _days_back(today, 1 + ("day_before" in parts))
    if "tomorrow" in parts:
        return _days_back(today, -1 - ("day_after" in parts))
    if "ago" in parts:
        return _ago(_numbers(parts["ago"]), parts["unit"], today)
    if "within" in parts:
        return _within(_numbers(parts["within"].split(maxsplit=1)[1])[-1], parts["each"], today)
    if "past" in parts:
        return _within(1, parts["latest"], today)
    if "last" in parts:
        return _whole(parts["whole"], today, 1)
    return _whole(parts["current"].split()[-1], today, 0)


def _numbers(words: str) -> range:
    """Return what a count, or two that are joined, may mean."""
    ends: list[int] = []
    for each in re.split(_COUNT_JOINT, words):
        count = " ".join(each.split())
        ends += _VAGUE.get(count) or [_COUNTED[count] if count in _COUNTED else int(count)]
    return range(min(ends), max(ends) + 1)


def _ago(numbers: range, unit: str, today: date) -> Sequence[PartialDate]:
    if unit == "day":
        return _days_back(today, *reversed(numbers))
    if unit == "week":
        return _days_back(today, *range(7 * numbers[-1] + 3, 7 * numbers[0] - 4, -1))
    if unit in _WEEKDAYS:
        return _days_back(today, *(7 * (number - 1) + _since(unit, today) for number in reversed(numbers)))
    if unit == "month":
        return [_month(today, number) for number in reversed(numbers)]
    return [PartialDate(today.year - number, None, None) for number in reversed(numbers)]


def _within(number: int, unit: str, today: date) -> Sequence[PartialDate]:
    if unit in {"day", "week"}:
        return _days_back(today, *range(number * (7 if unit == "week" else 1), -1, -1))
    return [_month(today, back) for back in range(number * (12 if unit == "year" else 1), -1, -1)]


def _whole(unit: str, today: date, back: int) -> Sequence[PartialDate]:
    """Return the present week, weekend, month or year up to today (0), or the last one (1); else a day."""
    if unit == "month":
        return [_month(today, back)]
    if unit == "year":
        return [PartialDate(today.year - back, None, None)]
    if unit == "week":
        return _days_back(today, *range(today.weekday() + 7 * back, today.weekday() if back else -1, -1))
    if unit == "weekend":
        sunday = _since("sunday", today)
        return _days_back(today, *((sunday + 1, sunday) if back else range(today.weekday() - 5, -1, -1)))
    return _days_back(today, _since(unit, today) if unit in _WEEKDAYS else 0)


def _since(weekday: str, today: date) -> int:
    return (today.weekday() - _WEEKDAYS.index(weekday) - 1) % 7 + 1


def _days_back(today: date, *back: int) -> Sequence[PartialDate]:
    return [PartialDate(each.year, each.month, each.day) for each in (today - timedelta(days) for days in back)]


def _month(today: date, back: int) -> PartialDate:
    number = 12 * today.year + today.month - 1 - back
    return PartialDate(number // 12, number % 12 + 1, None)
