"""Writes behind each date of a text that counts from its day which day it means."""

import re
from datetime import datetime

from clew.text.dates.statements import dates_in


def resolve_dates(text: str, at: datetime | None, *, counted: bool = False) -> str:
    """Insert its meaning behind each relative date of a text, such as "yesterday (7 May 2023)".

    Dates with a year stay as they are, and so does one with a date in parentheses behind it: doing it again
    changes nothing.

    Args:
        text: what was said.
        at: when; see `dates_in`.
        counted: only behind what is counted from that day alone, such as "yesterday", and not behind "7 May".

    Raises:
        InvalidInput: `at` lies outside the years 1 to 9999.
    """
    parts: list[str] = []
    place = noted = 0
    for each in dates_in(text, at):
        if not (each.counted if counted else each.relative):
            continue
        if note := _NOTE.match(text, each.end):
            noted = note.end()
        elif each.start >= noted:
            parts += text[place : each.end], f" ({each.label})"
            place = each.end
    return "".join([*parts, text[place:]])


_NOTE = re.compile(r" \([^()]{0,40}[0-9]\)")
