"""Finds the dates that an English text names, counted from the moment it was said, by a small grammar of its own.

What the words mean here, where people differ. All days are days of UTC; a week begins on Monday.

- "last week", "next month", "this year", "two years ago": the whole calendar week, month or year.
- "last Friday", "this past Friday": the most recent one before the day. "this Friday", "next Friday": that of the
  day's own week, and that of the week behind it. "this coming Friday": the first one after the day.
- "last weekend": the Saturday and Sunday of the week before; "this" and "next" accordingly.
- "last May", "last summer": the latest one that is over; "next": the first one still to begin. "this May" is of the
  day's year; "this summer" is the one that is on, or else of the day's year.
- Seasons are those of the north in whole months: summer is June to August, "winter 2022" December to February.
- "last night" is the day before.
- "on Friday" (never the day itself) and "7 May" without a year lie where the nearest verb says, one before them first,
  of their clause first and else of their sentence: ahead where it speaks of what is to come, behind where it is past.
  They are no dates where no verb says ("can we meet on Friday?"). "since 7 May" lies behind, "from 7 May" never ahead;
  "in two weeks" counts only where something is to come. The day on which somebody was born is of any year.
- "a week from tomorrow", "ten years ago today", "two days after last Friday": the very day.

Left out, as too vague: a few days ago, over a year ago, less than a week ago, the other day, recently, the past week, a
month alone, 5/7/2023. March and May,
which are words as well, need their capital where no year stands with them.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from clew.loaders.language.date_grammar import Rule, Told, expressions, span
from clew.loaders.language.date_ranges import Stretch, midnight
from clew.text.instants import as_utc


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch of time that a text names.

    Attributes:
        start: the place of its first character in the text.
        end: the place after its last.
        since: its first instant, a midnight in UTC.
        until: the midnight after it; the interval is half open and never empty.
        label: how a person writes it: "7 May 2023", "May 2023", "2022", "the week before 8 May 2023".
        relative: whether it can be told only by knowing when the text was said.
    """

    start: int
    end: int
    since: datetime
    until: datetime
    label: str
    relative: bool


def moments(text: str, at: datetime | None) -> tuple[Moment, ...]:
    """Return the dates that a text names, in its order; of two that overlap, the longer one.

    Args:
        text: what was said, in English.
        at: when; without it only dates with a year are found.

    Raises:
        InvalidInput: `at` lies outside the years 1 to 9999. A date that does is left out.
    """
    told = Told(text, as_utc(at).date() if at else date.min)
    found: list[Moment] = []
    for rule, match in expressions(text, relative=at is not None):
        with suppress(ValueError, OverflowError):  # the 30th of February, the year 10000
            if stretch := rule.read(match, told):
                found.append(_moment(rule, match, stretch))
    return tuple(found)


def resolved(text: str, at: datetime | None) -> str:
    """Insert its meaning behind each relative date of a text, such as "yesterday (7 May 2023)".

    Dates with a year stay as they are, and so does one with a date in parentheses behind it: doing it again
    changes nothing.

    Raises:
        InvalidInput: `at` lies outside the years 1 to 9999.
    """
    parts: list[str] = []
    place = noted = 0
    for moment in moments(text, at):
        if not moment.relative:
            continue
        if note := _NOTE.match(text, moment.end):
            noted = note.end()
        elif moment.start >= noted:
            parts += text[place : moment.end], f" ({moment.label})"
            place = moment.end
    return "".join([*parts, text[place:]])


_NOTE = re.compile(r" \([^()]{0,40}[0-9]\)")


def _moment(rule: Rule, match: re.Match[str], stretch: Stretch) -> Moment:
    since, until = midnight(stretch.since), midnight(stretch.until)
    return Moment(*span(match), since, until, stretch.label, rule.relative)
