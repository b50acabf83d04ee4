"""Ids of iTHOR's objects: a type and the coordinates, such as `Cabinet|+00.68|+00.50|-02.20`."""

import math

from clew.errors import InvalidInput
from clew.model.scene import Point
from clew.text.arguments import quoted


def made_id(kind: str, location: Point) -> str:
    """Return the id of an object that iTHOR makes at a place: `Apple|-00.47|+01.15|00.00`."""
    parts = [kind]
    for metres in (location.x, location.y, location.z):
        digits = f"{abs(metres):05.2f}"
        sign = "+" if math.copysign(1.0, metres) > 0 else "-"
        parts.append(digits if digits == "00.00" and sign == "-" else f"{sign}{digits}")  # not -00.00
    return "|".join(parts)


def type_of(id: str) -> str:
    """Return the type that an id names: of `Sink|-01.90|+00.97|-01.50|SinkBasin`, `SinkBasin`."""
    parts = id.split("|")
    return parts[4] if len(parts) > 4 else parts[0]


def location_of(id: str, place: str) -> Point:
    """Return the coordinates that an id holds, as `made_id` makes it; the error names the place where it stands."""
    parts = id.split("|")
    try:
        return Point(*map(float, parts[1:4]))
    except (TypeError, ValueError, InvalidInput):
        raise InvalidInput(
            f"{place}: the id {quoted(id)} holds no coordinates; give a type and x, y and z: Bed|-00.21|+00.00|+00.98"
        ) from None
