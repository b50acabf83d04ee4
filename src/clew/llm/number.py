"""Whole numbers as small models write them."""

import re
from typing import Annotated

from pydantic import BeforeValidator

_NUMBER = re.compile(r"[^\w\-]*(\d+)")


def _number(given: object) -> object:
    """Read the number that a text begins with, such as `3. take lamp` or `8/10`, and of a fraction the nearest."""
    if isinstance(given, str) and (found := _NUMBER.match(given)):
        return int(found[1])
    return round(given) if isinstance(given, float) and abs(given) < 1e9 else given


Number = Annotated[int, BeforeValidator(_number)]
"""A whole number, as small models write it too."""
