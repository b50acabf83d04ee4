"""Values of a JSON document, checked.

Each function raises `InvalidInput`, which names the place and the reason, for a value that it does not return.
"""

import math
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.sources.quoting import kind
from clew.model.scene import Point, Spot
from clew.text.arguments import quoted


def mapping(value: object, place: str) -> dict[str, object]:
    """Return an object of JSON."""
    if not isinstance(value, dict):
        raise InvalidInput(f"{place} is {kind(value)}; give an object")
    return cast("dict[str, object]", value)


def fields(value: object, place: str, known: tuple[str, ...]) -> dict[str, object]:
    """Return an object of JSON that has no other fields than the known ones."""
    found = mapping(value, place)
    if unknown := sorted(set(found) - set(known)):
        raise InvalidInput(f"{place}: {quoted(unknown[0])} is unknown; there are {', '.join(known)}")
    return found


def listed(value: object, place: str) -> list[object]:
    """Return a list of JSON."""
    if not isinstance(value, list):
        raise InvalidInput(f"{place} is {kind(value)}; give a list")
    return cast("list[object]", value)


def text(value: object, place: str) -> str:
    """Return a text that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{place} is {quoted(value)}; give a text that is not blank")
    return value


def yes_or_no(value: object, place: str) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{place} is {quoted(value)}; give true or false")
    return value


def number(value: object, place: str) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput(f"{place} is {quoted(value)}; give a number")
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise InvalidInput(f"{place} is not finite; give metres")
    return found


def spot(value: object, place: str) -> Spot:
    """Return a list of two numbers as a point of the plane."""
    numbers = _numbers(value, place, "x and z", 2)
    return numbers[0], numbers[1]


def point(value: object, place: str) -> Point:
    """Return a list of three numbers as a point."""
    return Point(*_numbers(value, place, "x, y and z", 3))


@contextmanager
def named(place: str) -> Generator[None, None, None]:
    """Name the place in an error of what is made in the block."""
    try:
        yield
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}") from None


def _numbers(value: object, place: str, names: str, length: int) -> list[float]:
    found = listed(value, place)
    if len(found) != length:
        raise InvalidInput(f"{place} has {len(found)} numbers; give {names} in metres")
    return [number(each, place) for each in found]


def numbered(given: Mapping[str, object], field: str, place: str) -> enumerate[object]:
    """Return the elements of a field that holds a list, numbered from 1; none where the field is missing."""
    return enumerate(listed(given.get(field, []), f"{place}: {field}"), 1)
