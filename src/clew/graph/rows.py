"""Decodes rows: what a statement returns, into the small types of whoever reads it.

A row type is a NamedTuple or a dataclass with a field per column. For few columns it may be a tuple of their types in
the order of the header. A statement of one column may return that column's values as they are. Types are held against
the declared columns once, when the statement is loaded.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timezone
from functools import partial
from itertools import starmap
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

R = TypeVar("R")

Row = dict[str, Any]  # a row without a type of its own: column to value, nothing of the driver's in it

Decode = Callable[[Any], Any]

_SCALARS: Mapping[str, type] = {"STRING": str, "INTEGER": int, "FLOAT": float, "BOOLEAN": bool}
_TOKEN = re.compile(r"LIST<|MAP\{|[>}]|\w+(?=:)|[A-Z]+(?: [A-Z]+)*")


class NodeVanished(Exception):
    """Raised where a value that must be there is null: its node was removed while it was read. Read again."""


class Mismatch(Exception):
    """Raised where a row type and the declared columns differ."""


class _List(NamedTuple):
    items: "_Declared"


class _Map(NamedTuple):
    columns: "Mapping[str, _Declared]"


_Declared = str | _List | _Map


def decoder(columns: Mapping[str, str], row: type[R]) -> Callable[[Sequence[Row]], list[R]]:
    """Return what makes `row`s of records.

    Args:
        columns: name to declared Cypher type; ``MAP{name: TYPE, ...}`` says what a map holds.
        row: a NamedTuple or dataclass with these fields, or a tuple of their types in this order, ``X | None`` where a
            value may be missing. For one column it is the type of its values. A list of such is read of a list of maps,
            or of a map of lists.
    """
    declared = {name: _next(_TOKEN.findall(type_)) for name, type_ in columns.items()}
    if _is_record(row):
        return _records(row, declared, "the row")
    if len(declared) != 1:
        raise Mismatch(f"{row} has no fields for the columns {', '.join(columns)}")
    ((name, type_),) = declared.items()
    read = _reader(row, type_, name)

    def decode(records: Sequence[Row]) -> list[Any]:
        values = [record[name] for record in records]
        if None in values:
            raise NodeVanished(name)
        return list(map(read, values)) if read else values

    return decode


def plain(value: object) -> Any:
    """Return a value without the driver's types, at any depth: instants become datetimes that keep their offset."""
    if isinstance(value, list):
        return [plain(item) for item in cast(list[object], value)]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in cast(dict[str, object], value).items()}
    if isinstance(value, tuple):  # a point
        return tuple(cast(tuple[object, ...], value))
    to_native = getattr(value, "to_native", None)  # the driver is imported by who connects, not by who embeds
    if not to_native:
        return value
    instant = to_native()
    offset = instant.utcoffset()
    return instant.astimezone(timezone(offset) if offset else UTC)


def _records(type_: type[R], columns: "Mapping[str, _Declared]", place: str) -> Callable[[Sequence[Row]], list[R]]:
    read = _rows(type_, columns, place)
    return lambda records: read({name: [record[name] for record in records] for name in columns})


def _rows(type_: type[R], columns: "Mapping[str, _Declared]", place: str) -> Callable[[Row], list[R]]:
    """Return what makes rows of columns, which are equally long."""
    hints = _hints(type_, columns)
    names = tuple(hints)
    if set(names) != set(columns):
        raise Mismatch(f"{place}: {type_.__name__} holds {', '.join(names)}; the columns are {', '.join(columns)}")
    required = [name for name in names if hints[name] == _without_none(hints[name])]
    readers = {name: reader for name in names if (reader := _reader(hints[name], columns[name], name))}
    new = cast(Any, tuple).__new__  # what a NamedTuple's `_make` calls, in a step less
    made: Any = list
    if get_origin(type_) is not tuple:
        made = partial(map, partial(new, type_)) if hasattr(type_, "_make") else partial(starmap, type_)

    def read(values: Row) -> list[R]:
        if any(None in values[name] for name in required):
            raise NodeVanished(place)
        whole = (map(readers[name], values[name]) if name in readers else values[name] for name in names)
        return list(made(zip(*whole, strict=True)))

    return read


def _hints(type_: Any, columns: "Mapping[str, _Declared]") -> dict[str, Any]:
    """Return the type of each field by name; a tuple's fields are called as the columns, in their order."""
    if get_origin(type_) is tuple:
        hints = get_args(type_)
        if len(hints) != len(columns):
            raise Mismatch(f"{type_} holds {len(hints)} values; the columns are {', '.join(columns)}")
        return dict(zip(columns, hints, strict=True))
    hints = get_type_hints(type_)
    return {
        name: hints[name]
        for name in getattr(type_, "_fields", None) or [each.name for each in dataclasses.fields(type_)]
    }


def _reader(hint: Any, declared: _Declared, place: str) -> Decode | None:
    """Return what turns a column's value into the hinted type; None where it is that already."""
    wanted = _without_none(hint)
    if (read := _required_reader(wanted, declared, place)) is None or wanted == hint:
        return read
    return lambda value: None if value is None else read(value)


def _required_reader(wanted: Any, declared: _Declared, place: str) -> Decode | None:
    origin = get_origin(wanted) or wanted
    if wanted in {Any, object} or (declared == "MAP" and origin in {dict, Mapping}):
        return plain
    if declared == "ZONED DATETIME" and wanted is datetime:
        return plain
    if isinstance(declared, _Map) and _is_record(wanted):
        records = _records(wanted, declared.columns, place)
        return lambda value: records([value])[0]
    if isinstance(declared, _Map) and origin in {list, tuple} and _is_record(item := get_args(wanted)[0]):
        # A map of columns: what is read a thousand times travels without its names.
        columns = {name: each.items for name, each in declared.columns.items() if isinstance(each, _List)}
        if len(columns) < len(declared.columns):
            raise Mismatch(f"{place}: {item.__name__} is read of columns, and not each of them is a list")
        table = _rows(item, columns, place)
        return table if origin is list else lambda value: tuple(table(value))
    if isinstance(declared, _List) and origin in {list, tuple}:
        item = get_args(wanted)[0]
        if isinstance(declared.items, _Map) and _is_record(item):
            records = _records(item, declared.items.columns, place)
            return records if origin is list else lambda values: tuple(records(values))
        read = _reader(item, declared.items, place)
        if read is None:
            return None if origin is list else tuple
        return lambda values: cast(Any, origin)(map(read, values))
    if isinstance(declared, str) and _SCALARS.get(declared) is wanted:
        return None
    raise Mismatch(f"{place}: {wanted} is no type for {declared}")


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in {Union, UnionType}:
        return hint
    members = [member for member in get_args(hint) if member is not NoneType]
    return members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007


def _is_record(type_: object) -> bool:
    if get_origin(type_) is tuple:
        return Ellipsis not in get_args(type_)
    return isinstance(type_, type) and (hasattr(type_, "_make") or dataclasses.is_dataclass(type_))


def _next(tokens: list[str]) -> _Declared:
    """Take one type off the front."""
    first = tokens.pop(0)
    if first == "LIST<":
        items = _next(tokens)
        tokens.pop(0)
        return _List(items)
    if first != "MAP{":
        return first
    columns: dict[str, _Declared] = {}
    while (name := tokens.pop(0)) != "}":
        columns[name] = _next(tokens)
    return _Map(columns)
