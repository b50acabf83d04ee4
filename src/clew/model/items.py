"""The items of a LangGraph store as values: names, JSON, conditions. All of it is pure."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from clew.errors import InvalidInput, json_escaped
from clew.graph.schema.properties import is_unicode
from clew.text.arguments import quoted

Namespace = tuple[str, ...]

MAX_LABELS = 100  # labels of a namespace
MAX_NAME_CHARACTERS = 100_000  # characters of a key, or of a label
MAX_VALUE_BYTES = 16 * 2**20  # bytes of a value as JSON
MAX_TTL_MINUTES = 525_600_000.0  # a thousand years
MAX_DEPTH = 200  # lists and objects in each other, in a value
OPERATORS = frozenset({"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"})


class Unusable(InvalidInput, ValueError):
    """A store cannot take an argument; a `ValueError` too, which LangGraph's own stores raise."""


@dataclass(frozen=True, slots=True)
class StoredItem:
    """A value with its names and times; `score` is its similarity to a query, -1 to 1, None without one."""

    id: str
    namespace: Namespace
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    score: float | None = None
    is_passing: bool = False  # Whether it has a time to live


@dataclass(frozen=True, slots=True)
class NewItem:
    """A value that is to be stored, or None to delete what stands there."""

    namespace: Namespace  # its labels, from the root
    key: str  # its name there
    value: str | None  # a JSON object, as `dump` writes it; None deletes
    ttl: float | None = None  # minutes that it stays after its last use; None: for good
    texts: tuple[tuple[str, str], ...] = ()  # what it is found by, each with its path in the value

    def __post_init__(self) -> None:
        check_names(self.namespace, self.key)
        if self.ttl is not None:
            check_minutes("ttl", self.ttl)


def item_id(namespace: Namespace, key: str) -> str:
    """Return the id of an item, by which `Memory.forget` takes it."""
    return f"item:{_digest([*namespace, 'key', key])}"


def namespace_id(namespace: Namespace) -> str:
    """Return the id of a namespace."""
    return f"namespace:{_digest(list(namespace))}"


def _digest(names: list[str]) -> str:
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()[:40]


def check_names(namespace: Sequence[object], *keys: object) -> None:
    """Hold the labels of a namespace, and keys, against what a store can keep."""
    if len(namespace) > MAX_LABELS:
        raise Unusable(f"namespace {quoted(tuple(namespace))} has {len(namespace)} labels; give at most {MAX_LABELS}")
    for field, name in [*(("label", each) for each in namespace), *(("key", each) for each in keys)]:
        if not isinstance(name, str):
            raise Unusable(f"{field} {quoted(name)} is no text; give a str")
        if len(name) > MAX_NAME_CHARACTERS:
            raise Unusable(f"{field} {name[:20]!r}… has {len(name):,} characters; give at most {MAX_NAME_CHARACTERS:,}")
        if not is_unicode(name):
            raise Unusable(f"{field} {quoted(name)} holds half of a surrogate pair; give valid Unicode")


def check_minutes(name: str, minutes: object) -> None:
    """Hold a time against what a store can wait for."""
    if isinstance(minutes, bool) or not isinstance(minutes, int | float) or not 0 <= minutes <= MAX_TTL_MINUTES:
        raise Unusable(f"{name} is {quoted(minutes)}; give 0 to {MAX_TTL_MINUTES:,.0f} minutes, or None")


def dump(value: Mapping[str, Any]) -> str:
    """Return a value as JSON that means exactly it; a tuple becomes a list."""
    if not isinstance(value, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - the caller may be wrong
        raise Unusable(f"value {quoted(value)} is no mapping; give a dict that JSON can hold")
    plain = _plain(value, "value", 0)
    try:
        text = json_escaped(json.dumps(plain, ensure_ascii=False))
    except ValueError as error:
        raise Unusable(f"value cannot be JSON: {error}") from None
    if (size := len(text.encode())) > MAX_VALUE_BYTES:
        raise Unusable(f"value has {size:,} bytes as JSON; give at most {MAX_VALUE_BYTES:,}")
    return text


def _plain(value: object, path: str, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise Unusable(f"value is nested deeper than {MAX_DEPTH} at {quoted(path)}; store it flatter")
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {_field(name, path): _plain(each, f"{path}.{name}", depth + 1) for name, each in pairs}
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        return [_plain(each, f"{path}[{number}]", depth + 1) for number, each in enumerate(items)]
    if value is None or isinstance(value, str | bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise Unusable(f"{quoted(path)} is {quoted(value)}, which JSON cannot hold; store text, numbers, lists or objects")


def _field(name: object, path: str) -> str:
    if not isinstance(name, str):
        raise Unusable(f"{quoted(path)} has the field {quoted(name)}, which is no text; name fields by str")
    return name


def check_filter(condition: object) -> None:
    """Hold a filter against what a store understands."""
    if not isinstance(condition, Mapping):
        raise Unusable(f"filter {quoted(condition)} is no mapping; give fields with their values")
    _check_wanted(cast("Mapping[object, object]", condition), 0)


def _check_wanted(wanted: object, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise Unusable(f"filter is nested deeper than {MAX_DEPTH}, as no value is; ask for less")
    if isinstance(wanted, Mapping):
        fields = {_field(name, "filter"): each for name, each in cast("Mapping[object, object]", wanted).items()}
        if depth and any(name.startswith("$") for name in fields):
            for name, bound in fields.items():
                if name not in OPERATORS:
                    raise Unusable(f"Unsupported operator: {name}; give one of {', '.join(sorted(OPERATORS))}")
                if name not in {"$eq", "$ne"} and _number(bound) is None:
                    raise Unusable(f"filter {name} compares with {quoted(bound)}; give a number")
            return
        for each in fields.values():
            _check_wanted(each, depth + 1)
    elif isinstance(wanted, list | tuple):
        for each in cast("Sequence[object]", wanted):
            _check_wanted(each, depth + 1)


def fits(value: Mapping[str, object], condition: Mapping[str, object]) -> bool:
    """Return whether each field of a value is as a filter wants it, whatever it is called."""
    return all(_is_as(value.get(name), wanted) for name, wanted in condition.items())


def _is_as(value: object, wanted: object) -> bool:
    """Return whether a value is as it is wanted: equal, field by field, item by item, or by operators."""
    if isinstance(wanted, Mapping):
        fields = cast("Mapping[str, object]", wanted)
        if any(name.startswith("$") for name in fields):
            return all(_holds(value, name, bound) for name, bound in fields.items())
        if not isinstance(value, Mapping):
            return False
        held = cast("Mapping[str, object]", value)
        return all(_is_as(held.get(name), each) for name, each in fields.items())
    if isinstance(wanted, list | tuple):
        items = cast("Sequence[object]", wanted)
        if not isinstance(value, list | tuple) or len(cast("Sequence[object]", value)) != len(items):
            return False
        return all(map(_is_as, cast("Sequence[object]", value), items))
    return value == wanted


def _holds(value: object, operator: str, bound: object) -> bool:
    if operator in {"$eq", "$ne"}:
        return (value == bound) is (operator == "$eq")
    number, limit = _number(value), _number(bound)
    if number is None or limit is None:
        return False
    return {"$gt": number > limit, "$gte": number >= limit, "$lt": number < limit, "$lte": number <= limit}[operator]


def _number(value: object) -> float | None:
    try:
        return float(cast("Any", value))
    except (TypeError, ValueError, OverflowError):
        return None
