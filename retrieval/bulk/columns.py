"""Values as `neo4j-admin database import` reads them: types in a header, and fields of a row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from clew.errors import InvalidInput
from clew.graph.schema import Property
from clew.graph.schema import properties as of
from clew.graph.schema.properties import Type

DELIMITERS = ("\x1f", "\x1e", "\x1d", "\x1c", "\x02", "\x03")
"""Candidates for what parts the items of a list, which nothing can quote: the first that no text in a list holds."""

TYPES: Mapping[Type, str] = MappingProxyType(
    {
        "STRING": "string",
        "INTEGER": "long",
        "FLOAT": "double",
        "BOOLEAN": "boolean",
        "ZONED DATETIME": "datetime",
        "LIST<STRING>": "string[]",
        "LIST<INTEGER>": "long[]",
        "LIST<FLOAT>": "double[]",
        "POINT": "point{crs:cartesian-3D}",
    }
)
"""The importer's names of types."""


INSTANTS = sorted(
    each.name for each in vars(of).values() if isinstance(each, Property) and each.type == "ZONED DATETIME"
)
"""Names of the properties that are instants: they come as texts, because making them takes most of an export's time."""


class Delimited(Exception):
    """Raised where a text in a list holds what parts the items of lists; nobody outside an export sees it."""


@dataclass(frozen=True)
class Columns:
    """The columns of one file, and what parts the items of a list in it.

    Attributes:
        what: of which nodes or relationships, for messages.
        properties: in the order of the columns; instants are texts.
        delimiter: between the items of a list.
    """

    what: str
    properties: tuple[Property, ...]
    delimiter: str

    def header(self) -> list[str]:
        """Return a cell per column: name and type."""
        return [f"{each.name}:{TYPES[each.type]}" for each in self.properties]

    def cells(self, values: Mapping[str, object]) -> list[str]:
        """Return a cell per column; an empty one is no value.

        Raises:
            InvalidInput: a value has no column, or is not of its type.
            Delimited: a text in a list holds the delimiter.
        """
        rest = values.keys() - {each.name for each in self.properties}
        if rest:
            raise InvalidInput(f"{self.what}: {min(rest)!r} is none of its properties; remove it, then export again")
        return [self._cell(each, values.get(each.name)) for each in self.properties]

    def _cell(self, column: Property, value: object) -> str:
        if value is None:
            return ""
        if column.type == "ZONED DATETIME":
            return str(value)
        if fault := column.fault(value):
            raise InvalidInput(f"{self.what}: {fault}; correct it, then export again")
        if column.type == "LIST<STRING>" and any(self.delimiter in each for each in cast("list[str]", value)):
            raise Delimited
        return _WRITTEN[column.type](value, self.delimiter)


def empty_lists(values: Mapping[str, object]) -> tuple[list[str], list[str]]:
    """Return the names of the lists that no file can hold: those without items, and those of one empty text."""
    return [name for name in values if values[name] == []], [name for name in values if values[name] == [""]]


def quoted(text: str) -> str:
    """Return a text as one cell, whatever it holds."""
    return '"' + text.replace('"', '""') + '"'


def _numbers(value: Sequence[float], delimiter: str) -> str:
    """Write numbers exactly: 17 digits always do, and finding how few do takes three times as long."""
    return delimiter.join(["%.17g"] * len(value)) % tuple(value)


def _point(value: Iterable[float], _: str) -> str:
    x, y, z = value
    return quoted(f"{{x:{x!r},y:{y!r},z:{z!r}}}")


_WRITTEN: Mapping[Type, Callable[[Any, str], str]] = MappingProxyType(
    {
        "STRING": lambda value, _: quoted(value),
        "INTEGER": lambda value, _: str(value),
        "FLOAT": lambda value, _: repr(value),
        "BOOLEAN": lambda value, _: "true" if value else "false",
        "LIST<STRING>": lambda value, delimiter: quoted(delimiter.join(value)) if value not in ([], [""]) else "",
        "LIST<INTEGER>": lambda value, delimiter: delimiter.join(map(str, value)),
        "LIST<FLOAT>": _numbers,
        "POINT": _point,
    }
)
