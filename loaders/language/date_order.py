"""Whether a text writes the day or the month first in its dates, where their numbers show it."""

import re
from typing import Literal

_NUMERIC = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(?:\d{4}|\d{2})(?![\d/])")
MONTHS = 12


def date_order(text: str) -> Literal["day", "month", ""]:
    """Return what comes first in dates such as ``19/01/2024``; empty where none shows it, or they disagree."""
    numbers = [(int(first), int(second)) for first, second in _NUMERIC.findall(text)]
    has_day_first = any(first > MONTHS >= second for first, second in numbers)
    has_month_first = any(second > MONTHS >= first for first, second in numbers)
    if has_day_first == has_month_first:
        return ""
    return "day" if has_day_first else "month"
