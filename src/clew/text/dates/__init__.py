"""The dates that a text names: in a statement, counted from when it was said, and in a question."""

from clew.text.dates.from_today import counts_from_today
from clew.text.dates.meanings import resolve_dates
from clew.text.dates.questions import dates_asked
from clew.text.dates.statements import DATE_WORD, DateInText, dates_in
from clew.text.dates.written import MONTHS, DateInQuestion, PartialDate

__all__ = [
    "DATE_WORD", "MONTHS", "DateInQuestion", "DateInText", "PartialDate", "counts_from_today", "dates_asked",
    "dates_in", "resolve_dates",
]  # fmt: skip
