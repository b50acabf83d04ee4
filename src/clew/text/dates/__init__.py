"""The dates that a text names: in a statement, counted from when it was said, and in a question."""

from clew.text.dates.questions import MONTHS, DateInQuestion, PartialDate, counts_from_today, dates_asked
from clew.text.dates.statements import DATE_WORD, DateInText, dates_in, resolve_dates

__all__ = [
    "DATE_WORD",
    "MONTHS",
    "DateInQuestion",
    "DateInText",
    "PartialDate",
    "counts_from_today",
    "dates_asked",
    "dates_in",
    "resolve_dates",
]
