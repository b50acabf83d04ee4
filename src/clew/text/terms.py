"""Metadata as terms: one text for each value, so that the order of texts is the order of values.

A filter compares them in the database, which reads no JSON. A term begins with its key as JSON and the value's type, so
no key or value, whatever it spells, is taken for another.
"""

import json
import re
from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal
from typing import cast

from clew.errors import InvalidInput
from clew.text.arguments import quoted

Span = tuple[str, str]
"""Terms from the first on, and before the second."""

MOST_CHARACTERS = 1000
"""Of a text that a filter compares with. A stored text that is longer counts by its beginning and one more character,
which is enough to tell it from any of these."""

OPERATORS = ("gt", "gte", "lt", "lte")

_MOST_DIGITS = 10_000
"""Digits before and behind the point of a number: more than JSON is read with."""

_NINES = str.maketrans("0123456789", "9876543210")
_HIGH = re.compile("[\ud7ff-\U0010ffff]")
"""Characters that Neo4j, which compares UTF-16, does not put in the order of their numbers."""


def terms(metadata: Mapping[str, object]) -> list[str]:
    """Return the terms of some metadata: of each value, and of a list of each item; objects inside have none."""
    found: dict[str, None] = {}
    for key, value in metadata.items():
        for each in cast("Collection[object]", value) if isinstance(value, list | tuple) else (value,):
            if term := _term(each):
                found[f"{json.dumps(key)}{term}"] = None
    return list(found)


def spans(key: str, wanted: object) -> tuple[Span, ...]:
    """Return where the terms of a key lie that pass: those of a value, of any value of a list, or of a range.

    Raises:
        InvalidInput: no value can be so, or a range has another operator, two types, or nothing within.
    """
    name = json.dumps(key)
    if isinstance(wanted, Mapping):
        return (_range(key, cast("Mapping[object, object]", wanted)),)
    values = cast("Collection[object]", wanted) if isinstance(wanted, list | tuple | set | frozenset) else (wanted,)
    if not values:
        raise InvalidInput(f"metadata {quoted(key)} is wanted as none of no values; give at least one")
    points = [f"{name}{_bound(key, each)}" for each in values]
    return tuple((point, _after(point)) for point in points)


def _range(key: str, wanted: Mapping[object, object]) -> Span:
    name, asked = json.dumps(key), f"metadata {quoted(key)} is wanted within {quoted(dict(wanted))}"
    if not wanted or not {*wanted} <= {*OPERATORS} or {"gt", "gte"} <= {*wanted} or {"lt", "lte"} <= {*wanted}:
        raise InvalidInput(f"{asked}; give gt or gte, lt or lte, or one of each")
    bounds = {operator: _bound(key, bound) for operator, bound in wanted.items()}
    types = {each[0] for each in bounds.values()}
    if types not in ({"n"}, {"t"}):
        raise InvalidInput(f"{asked}; give bounds that are all numbers, or all texts or dates")
    (kind,) = types
    low = _after(bounds["gt"]) if "gt" in bounds else bounds.get("gte", kind)
    high = _after(bounds["lte"]) if "lte" in bounds else bounds.get("lt", chr(ord(kind) + 1))
    if low >= high:
        raise InvalidInput(f"{asked}, which holds nothing; give a lower gt or gte")
    return f"{name}{low}", f"{name}{high}"


def _bound(key: str, value: object) -> str:
    if isinstance(value, date):  # of which a datetime is one
        value = value.isoformat()
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        raise InvalidInput(
            f"metadata {quoted(key)} is compared with a text of {len(value):,} characters; give at most 1,000"
        )
    if term := _term(value):
        return term
    raise InvalidInput(
        f"metadata {quoted(key)} is compared with {quoted(value)}; give text, a number, true, false or None"
    )


def _term(value: object) -> str:
    """Return a value's term without its key; empty for what is not compared."""
    match value:
        case None:
            return "z"
        case bool():
            return f"b{value:d}"
        case str():
            written = value[: MOST_CHARACTERS + 1]
            return "t" + _HIGH.sub(lambda high: f"\ud7ff{ord(high[0]):06x}", written)
        case int() | float():
            return _number(Decimal(value))
        case _:
            return ""


def _number(number: Decimal) -> str:
    """Return a text whose place among others is the number's: its sign, its size, its digits."""
    if not number.is_finite():
        return ""
    if not number:
        return "n1"
    digits = "".join(map(str, number.as_tuple().digits)).rstrip("0")
    written = f"{number.adjusted() + _MOST_DIGITS:05}{digits}"
    # The lower of two negative numbers is the one of more digits.
    return f"n0{written.translate(_NINES)}~" if number < 0 else f"n2{written}"


def _after(term: str) -> str:
    """Return the text that comes next."""
    return f"{term}\0"
