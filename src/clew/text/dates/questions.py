"""The dates that a question names: written out, counted from the day on which it is asked, or both together."""

import re
from dataclasses import replace
from datetime import date

from clew.text.dates.from_today import counted
from clew.text.dates.written import DateInQuestion, written


def dates_asked(query: str, order: str | None = None, asked_on: date | None = None) -> list[DateInQuestion]:
    """Return the dates that a question names, in its order; a date without a year takes that of "last year" beside it.

    A month may be a word or a name ("May I", "Jan"). It then counts only beside a day or a year, or after such as "in".
    Dates that are joined ("8 May and 9 June 2023") share a year; a range is all that lies inside it. "since", "after"
    or "before" leads a date only where it is a day: a year or a month is not what they mean. A week begins on Monday,
    and "last week" is the one before; "the last week" and "the past week" end today. "N weeks ago" means the seven days
    around that day, and "a few" is two to five. "Today" and "this week" count in a question about the past only. Of
    what is to come only "tomorrow" and the day after count.

    Args:
        query: the question.
        order: ``day`` or ``month``: what comes first in ``01/02/2024``; None: either may.
        asked_on: the day in UTC from which "yesterday" counts; None: such words name no date.
    """
    mentions = written(query, order)
    if asked_on is None:
        return mentions
    found: list[DateInQuestion] = []
    for each in sorted([*mentions, *counted(query, asked_on)], key=lambda mention: mention.start):
        before = found[-1] if found else None
        if before and each.start < before.end:
            continue  # of two that overlap ("May 3 days ago") the first counts
        if before and _OF.fullmatch(query, before.end, each.start) and _takes_year(before, each):
            found[-1], each = _in_year(before, each)
        elif before and _IN.fullmatch(query, before.end, each.start) and _takes_year(each, before):
            each, found[-1] = _in_year(each, before)
        found.append(each)
    return found


_OF = re.compile(r",?\s+(?:of\s+)?")
_IN = re.compile(r",?\s+(?:in|on)\s+(?:the\s+)?")


def _takes_year(mention: DateInQuestion, following: DateInQuestion) -> bool:
    has_none = all(each.year is None for each in mention.dates)
    return has_none and bool(mention.dates) and [each.month for each in following.dates] == [None]


def _in_year(mention: DateInQuestion, year: DateInQuestion) -> tuple[DateInQuestion, DateInQuestion]:
    dates = [replace(each, year=year.dates[0].year) for each in mention.dates]
    return mention._replace(dates=dates), year._replace(dates=())


# Dates in the usual forms.
