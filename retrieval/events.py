"""What happened on a date that a question names comes before what was only said on it.

People tell in the evening or in the week after: "yesterday", "last Saturday". The date of saying is the wrong one then.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from dateutil.relativedelta import relativedelta

from clew.model import Hit
from clew.retrieval.question import Question
from clew.settings import RecallSettings
from clew.text.dates import DateInText, PartialDate, dates_in

WORTH = {"day": 1.0, "month": 0.5, "year": 0.3}
"""By the smallest part of a date that is named: the longer the time, the less it tells which event is meant."""

LENGTHS = {"day": relativedelta(days=1), "month": relativedelta(months=1), "year": relativedelta(years=1)}

AROUND = 0.5
"""Of an event whose time only holds, or meets, the date that is asked for: "last week" of a day in it."""

LONGEST_AROUND = timedelta(days=31)
"""Of such a time: in a year that somebody names, any day may be."""

SAID_OF_OTHERS = 0.3
"""Of a turn that was said on the date and names the dates of what it tells, none of them this one."""


def by_event(hits: Sequence[Hit], question: Question, settings: RecallSettings) -> tuple[Hit, ...]:
    """Return hits in their order by the dates that their texts name, where the question names dates."""
    if not question.dates:
        return tuple(hits)
    dated: list[Hit] = []
    for hit in hits:
        if hit.at is None:
            dated.append(hit)
            continue
        events = dates_in(hit.text, hit.at)
        happened = max((_share(event, question.dates) for event in events), default=0.0)
        is_said_then = question.dates_hold(hit.at.timestamp())
        weight = settings.happened_weight * happened
        if not happened and is_said_then:
            weight = settings.date_weight * (SAID_OF_OTHERS if events else 1.0)
        parts = replace(hit.parts, date=weight)
        on_date = "happened" if happened else "said" if is_said_then else ""
        dated.append(replace(hit, parts=parts, score=parts.total, on_date=on_date))
    return tuple(sorted(dated, key=lambda hit: (-hit.score, hit.id)))


def _share(event: DateInText, asked: Iterable[PartialDate]) -> float:
    """Return the worth of the dates that an event lies in, `AROUND` of it where it only meets one, else 0."""
    best = 0.0
    for each in asked:
        worth = WORTH[each.named[-1]]
        for year in {each.year or event.since.year, each.year or event.until.year}:
            with suppress(ValueError, OverflowError):  # the 29th of February of another year; the year 9999
                first = datetime(year, each.month or 1, each.day or 1, tzinfo=UTC)
                since, until = first, first + LENGTHS[each.named[-1]]
                if since <= event.since and event.until <= until:
                    best = max(best, worth)
                elif event.since < until and since < event.until and event.until - event.since <= LONGEST_AROUND:
                    best = max(best, AROUND * worth)
    return best
