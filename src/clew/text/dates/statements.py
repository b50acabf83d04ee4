"""Finds the dates that a text names, counted from the moment it was said, by a small grammar of its own for English.

In German, French, Spanish and Italian it finds fewer; see `languages.py`.

The words mean this where people differ. Days are those of the zone of the given moment. A week begins on Monday.

- "last week", "next month", "this year", "two years ago": the whole calendar week, month or year.
- "this weekend" with a past verb is the one that is over, where that of the week lies ahead.
- "last Friday", "this past Friday": the most recent one before the day. "this Friday", "next Friday": that of the
  day's own week, and that of the week behind it. "this coming Friday": the first one after the day.
- "last weekend": the Saturday and Sunday of the week before; "this" and "next" accordingly.
- "last May", "last summer": the latest one that is over; "next": the first one still to begin. "this May" is of the
  day's year; "this summer" is the one that is on, or else of the day's year.
- Seasons are those of the north in whole months: summer is June to August, "winter 2022" December to February.
- "last night" is the day before.
- A weekday beside a date decides its year: "Wednesday 18 March". An arrangement looks ahead, whatever its tense:
  "tickets for 4 July", "moved to 3 April", "booked for Friday".
- "Thursday I had a swim": a weekday that opens a clause about the past is the last one. "on the 21st" is of this month
  or of one beside it, as the verb says.
- Else the nearest verb says where "7 May" and "on Friday" (never the day itself) lie. One before them comes first, of
  their clause first and then of their sentence. A date without a verb is that of the year around where it is close. A
  date that would lie far away is none: people name its year. "on Friday" without a verb is none ("shall we meet on
  Friday?"). "since 7 May" lies behind, "from 7 May" never ahead. "in two weeks" counts only where something is to come.
  The day on which somebody was born is of any year.
- "5 to 9 August", "28 March - 2 April" and "between 3 and 7 May" keep both ends. "8 and 19 May" is no range and none.
- "a week from tomorrow", "ten years ago today", "two days after last Friday": the very day.

Left out, as too vague: a few days ago, over a year ago, less than a week ago, the other day, recently. So are the past
week, a month alone, 5/7/2023, "a week today" and "from tomorrow until Sunday". March and May, which are words as well,
need their capital where no year stands with them.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import TypeVar

from clew.text.dates import periods
from clew.text.dates.fragments import (
    ANY_MONTH,
    COMMA,
    COUNTS,
    DATE_WORD,
    DAY,
    DAYS,
    HOLIDAY,
    HOLIDAYS,
    HOURS,
    LAST_DAY,
    LAST_MONTH,
    LONG_WEEKDAY,
    MONTH,
    MONTHS,
    NO_AMOUNT,
    NO_HABIT,
    NO_NUMBER,
    NO_OWNER,
    NO_PART,
    NO_PLACE,
    NO_RANGE,
    NO_SPAN,
    NO_SPAN_BEHIND,
    NO_STREET,
    NO_VERB,
    NUMBER,
    OPENS,
    SEASON,
    START,
    SUM,
    THIS_AGE,
    TO,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    WHICH,
    YEAR,
)
from clew.text.dates.languages import days_in
from clew.text.dates.periods import Period, midnight
from clew.text.dates.tense import Told, not_after
from clew.text.instants import as_utc
from clew.text.language import FUNCTION_WORDS, language

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DateInText:
    """A time that a text names.

    Attributes:
        start: the place of its first character in the text.
        end: the place after its last.
        since: its first instant, a midnight in UTC.
        until: the midnight after it; the interval is half open and never empty.
        label: how a person writes it: "7 May 2023", "May 2023", "2022", "the week before 8 May 2023".
        relative: whether it can be told only by knowing when the text was said.
        counted: whether it is counted from that day alone, as "yesterday" is; of "7 May" a verb may decide the year.
    """

    start: int
    end: int
    since: datetime
    until: datetime
    label: str
    relative: bool
    counted: bool


def dates_in(text: str, at: datetime | None) -> tuple[DateInText, ...]:
    """Return the times that a text names, in its order; of two that overlap, the longer one.

    Args:
        text: what was said.
        at: when, with the speaker's offset where that is known: "yesterday" counts from the day there. Without it only
            dates with a year are found.

    Raises:
        InvalidInput: `at` lies outside the years 1 to 9999. A date in the text that does is left out.
    """
    told = Told(text, (at if at.tzinfo else as_utc(at)).date() if at and as_utc(at) else date.min)
    found: list[DateInText] = []
    for rule, match in _expressions(text, relative=at is not None):
        with suppress(ValueError, OverflowError):  # the 30th of February, the year 10000
            if period := rule.read(match, told):
                since, until = midnight(period.since), midnight(period.until)
                counted = rule.relative and rule.read not in _DECIDED
                found.append(DateInText(*_span(match), since, until, period.label, rule.relative, counted))
    if at is None:
        return tuple(found)
    for start, end, period, counted in days_in(text, told.day, language(text)):
        since, until = midnight(period.since), midnight(period.until)
        found.append(DateInText(start, end, since, until, period.label, True, counted))
    return _longest([(each.start, each.end, each) for each in found])


_LAST, _THIS, _NEXT, _COMING = -1, 0, 1, 2
_WHICHES = {"last": _LAST, "past": _LAST, "this": _THIS, "next": _NEXT, "coming": _COMING, "upcoming": _COMING}


def _low(match: re.Match[str], group: str) -> str:
    return " ".join(match[group].lower().split())


def _count(match: re.Match[str]) -> int:
    word = _low(match, "count")
    return int(word) if word.isdigit() else COUNTS.get(word, 1)


def _which(match: re.Match[str]) -> int:
    return _WHICHES[_low(match, "which").split()[-1]]


def _weekday(match: re.Match[str]) -> int:
    return WEEKDAYS.index(match["weekday"][:3].lower())


def _month(match: re.Match[str]) -> int:
    return MONTHS.index(match["month"][:3].lower()) + 1


def _day_of_month(match: re.Match[str], told: Told) -> Period | None:
    if match["weekday"]:
        return periods.on_weekday(told.day, _month(match), int(match["day"]), _weekday(match))
    return told.nearest(match, lambda step: periods.nearest_day(told.day, _month(match), int(match["day"]), step))


def _holiday(match: re.Match[str], told: Told) -> Period | None:
    month, day = HOLIDAYS[_low(match, "holiday").replace("\u2019", "'")]
    return told.nearest(match, lambda step: periods.nearest_day(told.day, month, day, step))


def _range(match: re.Match[str], told: Told) -> Period | None:
    first, last = int(match["day"]), int(match["last_day"])
    months = _month(match), MONTHS.index((match["last_month"] or match["month"])[:3].lower()) + 1
    if match["joint"] and not match["between"] and (first + 1 != last or months[0] != months[1]):
        return None  # "8 and 19 May" are two days, and not all between them
    if match[0].lower().startswith("from ") and told.is_moved(match):
        return periods.nearest_day(told.day, months[1], last, 1)
    if match["year"]:
        year = int(match["year"])
        return periods.days(date(year - (months[1] < months[0]), months[0], first), date(year, months[1], last))
    return told.nearest(match, lambda step: periods.nearest_days(told.day, (months[0], first), (months[1], last), step))


def _named_day(match: re.Match[str], told: Told) -> Period | None:
    before = match.string[max(match.start() - 2, 0) : match.start()]
    is_inside = before[1:] == " " and (before[0].isalnum() or before[0] == ")")
    if is_inside and match[0][0].isupper() and not match[0].isupper():
        return None  # a capital inside a sentence makes a name of it, as in "USA Today"
    return periods.one_day(told.day + timedelta(days=DAYS[_low(match, "named")]))


def _moved(match: re.Match[str], told: Told, count: int) -> Period:
    return periods.moved(told.day, _low(match, "unit"), count)


def _counted_from(match: re.Match[str], told: Told) -> Period | None:
    way = _low(match, "way")
    count = _count(match) if way in {"from", "after"} else -_count(match)
    if match["anchor"]:
        start = told.day + timedelta(days=DAYS[_low(match, "anchor")])
    elif match["which"]:
        start = _near_weekday(match, told).since
    elif way == "from" or (way == "ago" and _low(match, "unit") != "day"):  # "two days ago, on Friday" is one day
        start = periods.beside(told.day, _weekday(match), 1 if way == "from" else -1)
    else:
        return None  # two days before a Friday, which may be any
    return periods.away(start, _low(match, "unit"), count)


def _near_weekday(match: re.Match[str], told: Told) -> Period:
    which = _which(match)
    if which in {_THIS, _NEXT}:
        return periods.one_day(periods.of_week(told.day, _weekday(match), which))
    return periods.one_day(periods.beside(told.day, _weekday(match), min(which, 1)))


def _on_weekday(match: re.Match[str], told: Told) -> Period | None:
    step = 1 if told.is_arranged(match) else told.step(match) if match["on"].lower() == "on" else 0
    return periods.one_day(periods.beside(told.day, _weekday(match), step)) if step else None


def _weekday_alone(match: re.Match[str], told: Told) -> Period | None:
    """Return the last such day where it opens a clause about the past: "Thursday I had the mole looked at"."""
    opens = OPENS.search(told.text, max(0, match.start() - 12), match.start())
    return (
        periods.one_day(periods.beside(told.day, _weekday(match), -1))
        if opens and told.step_behind(match) < 0
        else None
    )


def _day_alone(match: re.Match[str], told: Told) -> Period | None:
    """Return "the 21st", where no noun follows, as in "the 21st chapter"."""
    if (follows := _FOLLOWS.match(told.text, match.end())) and follows[1].lower() not in FUNCTION_WORDS["en"]:
        return None
    step = 1 if told.is_arranged(match) else told.step(match) if match["on"].lower() == "on" else 0
    return periods.nearest_of_month(told.day, int(match["day"]), step) if step else None


def _near_unit(match: re.Match[str], told: Told) -> Period:
    which = min(_which(match), _NEXT)
    found = _moved(match, told, which)
    if which == _THIS and found.since > told.day and told.step(match) < 0:
        return _moved(match, told, _LAST)  # on a Monday, "this weekend I slept" is told of the one that is over
    return found


_DECIDED = (_day_of_month, _holiday, _range, _on_weekday, _weekday_alone, _day_alone)
"""Read what more than the day of saying decides: a verb, an arrangement, or what is near."""


def _near(match: re.Match[str], told: Told) -> Period:
    def of_year(year: int) -> Period:
        if "month" in match.groupdict():
            return periods.month(date(year, _month(match), 1))
        return periods.season(_low(match, "season"), year)

    return periods.once_a_year(of_year, told.day, _which(match))


@dataclass(frozen=True)
class _Rule:
    """An expression, the function that reads it, and whether that needs the day of speaking."""

    expression: str
    read: Callable[[re.Match[str], Told], Period | None]
    relative: bool = True

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        # Compiled with the first text: all of them are slow to compile.
        spaced = self.expression.replace(" ", r"[\s\xa0]{1,3}")
        return re.compile(rf"\b(?ai:{spaced})\b(?:['\u2019]s\b)?(?![-\u2013/:.][0-9]|-[a-z])", re.IGNORECASE)


def _full_date(match: re.Match[str], _: Told) -> Period:
    return periods.one_day(date(int(match["year"]), _month(match), int(match["day"])))


_RULES = (
    # A year is named.
    _Rule(rf"{START}{DAY} (?:of )?{ANY_MONTH}\.?{COMMA}{YEAR}", _full_date, relative=False),
    _Rule(rf"{START}{ANY_MONTH}\.? (?:the )?{DAY}{COMMA}{YEAR}", _full_date, relative=False),
    _Rule(
        r"(?<!-)(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?!-)",
        lambda match, _: periods.one_day(date.fromisoformat(match["date"])),
        relative=False,
    ),
    _Rule(
        rf"{ANY_MONTH}\.?(?:, | of | ){THIS_AGE}",
        lambda match, _: periods.month(date(int(match["year"]), _month(match), 1)),
        relative=False,
    ),
    _Rule(
        rf"{SEASON}(?: of)? {THIS_AGE}",
        lambda match, _: periods.season(_low(match, "season"), int(match["year"])),
        relative=False,
    ),
    _Rule(
        rf"(?:in|since|during|(?:beginning|class|end|middle|start) of) (?P<at>{THIS_AGE})",
        lambda match, told: None if SUM.match(told.text, match.end()) else periods.year(int(match["year"])),
        relative=False,
    ),
    # Days from one to another.
    *(
        _Rule(rf"{NO_NUMBER}(?:from |(?P<between>between ))?(?:the )?{form}{year}", _range, relative=relative)
        for form in (
            rf"{DAY}{TO}{LAST_DAY} (?:of )?{ANY_MONTH}\.?(?P<last_month>)",
            rf"{ANY_MONTH}\.? (?:the )?{DAY}{TO}{LAST_DAY}(?P<last_month>)",
            rf"{DAY} (?:of )?{ANY_MONTH}\.?{TO}{LAST_DAY} (?:of )?{LAST_MONTH}\.?",
            rf"{ANY_MONTH}\.? (?:the )?{DAY}{TO}{LAST_MONTH}\.? (?:the )?{LAST_DAY}",
        )
        for year, relative in ((rf"{COMMA}{YEAR}", False), (rf"(?P<year>){NO_AMOUNT}", True))
    ),
    # A day of a month; the nearest verb says whether it is behind or ahead.
    _Rule(rf"{START}{DAY} (?:of )?{MONTH}{NO_STREET}", _day_of_month),
    _Rule(rf"{START}{MONTH}\.? (?:the )?{DAY}{NO_AMOUNT}", _day_of_month),
    _Rule(rf"{not_after('every each last next')}{HOLIDAY}(?!,? (?:of |in )?[12][0-9]{{3}})", _holiday),
    # Counted from the day of speaking.
    _Rule(
        rf"{not_after('the my our every each week weeks')}(?P<named>{'|'.join(DAYS)}){HOURS}(?! (?:of|until|till)\b)",
        _named_day,
    ),
    _Rule(
        rf"{NO_NUMBER}{NO_RANGE}{not_after('us me my our those it')}{NUMBER} {UNIT}s? (?:ago|back{NO_PLACE})",
        lambda match, told: _moved(match, told, -_count(match)),
    ),
    _Rule(rf"{NO_NUMBER}{NO_RANGE}{NUMBER} {UNIT}s? from now", lambda match, told: _moved(match, told, _count(match))),
    _Rule(
        rf"{NO_NUMBER}{NO_RANGE}{NO_SPAN}{NUMBER} (?P<unit>day|week|month|year)s? (?P<way>from|after|before|ago) "
        rf"(?:(?P<anchor>today|tomorrow|yesterday)|(?:on )?(?:{WHICH} )?{WEEKDAY})",
        _counted_from,
    ),
    _Rule(
        rf"{NO_NUMBER}{NO_RANGE}{NUMBER} (?P<unit>year)s? ago this month",
        lambda match, told: periods.month(told.day.replace(year=told.day.year - _count(match), day=1)),
    ),
    _Rule(
        rf"in (?!a day\b|[a-z0-9]+ (?:night|evening)){NUMBER} {UNIT}s?(?:['\u2019] time)?(?! of\b)",
        lambda match, told: _moved(match, told, _count(match)) if told.step(match) > 0 else None,
    ),
    # The weeks, months, years and weekdays around it.
    _Rule(
        rf"(?:the )?{UNIT} (?:before (?P<which>last)|after next){NO_PART}",
        lambda match, told: _moved(match, told, -2 if match["which"] else 2),
    ),
    _Rule(rf"{NO_OWNER}{WHICH} (?P<unit>weekend|week|month|year)(?! of\b)", _near_unit),
    _Rule(rf"{NO_OWNER}{WHICH} {WEEKDAY}{HOURS}(?! of\b)", _near_weekday),
    _Rule(rf"{NO_OWNER}{WHICH} {MONTH}(?! on\b)", _near),
    _Rule(rf"{NO_OWNER}{WHICH} {SEASON}{NO_VERB}", _near),
    _Rule(rf"(?P<on>on|for|to) (?P<at>{WEEKDAY}{HOURS}){NO_HABIT}", _on_weekday),
    _Rule(rf"(?P<weekday>{LONG_WEEKDAY}){HOURS}{NO_HABIT}{NO_SPAN_BEHIND}", _weekday_alone),
    _Rule(
        r"(?P<on>on|for|to) (?P<at>the (?P<day>[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th))(?! of\b)",
        _day_alone,
    ),
    _Rule(
        rf"{WEEKDAY}{HOURS}(?:,| of)? {WHICH} week",
        lambda match, told: periods.one_day(periods.of_week(told.day, _weekday(match), min(_which(match), _NEXT))),
    ),
)


_FOLLOWS = re.compile(r"[ \t]{1,3}([^\W\d_]+)")
_HINT = re.compile(
    rf"[0-9]|\b(?ai:{DATE_WORD}|tue|thu|fri|(?-i:Mon|Wed|Sat)|day|week|month|year"
    "|christmas|yesterday|today|tonight|tomorrow|morning|afternoon|evening|night)"
)
"""Every expression has one of these. Four of five turns of a chat have none, and reading takes twenty times as long."""


def _expressions(text: str, *, relative: bool) -> tuple[tuple[_Rule, re.Match[str]], ...]:
    """Return the expressions of a text in its order; of two that overlap, the longer one."""
    if not _HINT.search(text):
        return ()
    rules = (rule for rule in _RULES if relative or not rule.relative)
    found = [(*_span(match), (rule, match)) for rule in rules for match in rule.pattern.finditer(text)]
    return _longest(found)


def _longest(found: list[tuple[int, int, T]]) -> tuple[T, ...]:
    """Return what is found from a start to an end of a text, in its order; of two that overlap, the longer one."""
    kept: list[tuple[int, int, T]] = []
    for each in sorted(found, key=lambda each: (each[0], -each[1])):
        if not kept or each[0] >= kept[-1][1]:
            kept.append(each)
        elif each[1] - each[0] > kept[-1][1] - kept[-1][0]:
            kept[-1] = each
    return tuple(what for *_, what in kept)


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Return the place of an expression, without the preposition that it needs."""
    return match.start("at") if "at" in match.re.groupindex else match.start(), match.end()
