"""Parameters as the driver sends them at little cost: it writes all out for its log, and converts instants slowly."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import cast

Structure = Callable[..., object]
"""Makes a value of Bolt's of its tag and its fields."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _UnwrittenList(list[object]):
    """A list that costs nothing to log."""

    def __repr__(self) -> str:
        return f"[{len(self)} items]"


class _UnwrittenMap(dict[str, object]):
    """A map likewise."""

    def __repr__(self) -> str:
        return f"{{{len(self)} items}}"


def to_send(parameters: Mapping[str, object], structure: Structure | None) -> dict[str, object]:
    """Return parameters as the driver is given them.

    It writes them out for its log, logged or not, which costs a quarter of a load; and of an instant it takes 0.06 ms
    to make what Bolt sends.

    Args:
        parameters: by name.
        structure: packs instants; None: the driver does.
    """
    packed = {name: _packed(value, structure) for name, value in parameters.items()} if structure else parameters
    return {name: _unwritten(value) for name, value in packed.items()}


def _unwritten(value: object) -> object:
    if isinstance(value, list):
        return _UnwrittenList(cast("list[object]", value))
    return _UnwrittenMap(cast("dict[str, object]", value)) if isinstance(value, dict) else value


def _packed(value: object, structure: Structure) -> object:
    """Return a value whose instants are packed, those in rows as well; most lists hold none, and are left alone."""
    if isinstance(value, datetime):
        return _instant(value, structure)
    if isinstance(value, dict):
        return {key: _packed(item, structure) for key, item in cast("dict[str, object]", value).items()}
    if isinstance(value, list) and isinstance(next(iter(cast("list[object]", value)), None), dict | datetime):
        return [_packed(item, structure) for item in cast("list[object]", value)]
    return cast("object", value)


def _instant(value: datetime, structure: Structure) -> object:
    """Pack an instant in UTC: seconds since 1970, nanoseconds, and the offset of its zone."""
    if value.tzinfo is not UTC:
        return value
    since = value - _EPOCH
    return structure(b"I", since.days * 86_400 + since.seconds, since.microseconds * 1000, 0)
