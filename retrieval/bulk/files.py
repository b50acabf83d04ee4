"""A folder for `neo4j-admin database import`: a file per kind of node and type of relationship, and how to call it."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, cast

from clew.errors import InvalidInput
from clew.graph.drafts import private
from clew.graph.schema import Property, declared
from clew.graph.schema import properties as of
from clew.graph.schema.properties import Type

ARGUMENTS = "import.args"
README = "README.md"

LEVEL = 1  # of compression: half the size of the text for a third of the time that writing it takes

_README = """\
# A bulk export of Clew

{nodes:,} nodes and {relationships:,} relationships of {spaces:,} space(s), for a Neo4j whose database is new or empty:

    neo4j-admin database import full @{arguments} neo4j

Run it in this folder, as the user who runs Neo4j, while the database is stopped; `neo4j` is the database's name. On the
managed server of Clew, `clew server import FOLDER` does the same. A cluster imports on one server and makes the
database from it (`CREATE DATABASE ... OPTIONS {{existingDataSeedServer: ...}}`).

Then start Neo4j and open memory once (`clew schema` with `--uri` does): it completes lists that files cannot hold, and
makes constraints and indexes, which takes the longest.
"""

BUFFER = 4 << 20  # bytes that the importer reads at once by default; a value must fit
BYTES = 4  # of a character, at most
STORE = "ClewSchema"  # label of the store's own node
IMPORTED = "ClewImported"  # label of nodes that the first opening has to complete

_STORE = (
    of.ID,
    Property("version", "INTEGER", "Of the schema."),
    Property("encoder", "STRING", "The encoder that made the vectors."),
    Property("dimensions", "INTEGER", "Of the vectors."),
    of.CREATED_AT,
    of.PENDING,
    Property("reembedded_space", "STRING", "The space whose vectors are being made anew."),
    Property("reembedded_id", "STRING", "The last of its nodes that has its vector."),
)

_EMPTY = (
    Property("empty_lists", "LIST<STRING>", "Names of lists without items."),
    Property("empty_texts", "LIST<STRING>", "Names of lists of one empty text."),
)


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
    """The columns of one file, and what parts the items of a list in it."""

    what: str  # of which nodes or relationships, for messages
    properties: tuple[Property, ...]  # in the order of the columns; instants are texts
    delimiter: str  # between the items of a list

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
        cells: list[str] = []
        for column in self.properties:
            value = values.get(column.name)
            if value is None or column.type == "ZONED DATETIME":
                cells.append("" if value is None else str(value))
                continue
            if fault := column.fault(value):
                raise InvalidInput(f"{self.what}: {fault}; correct it, then export again")
            if column.type == "LIST<STRING>" and any(self.delimiter in each for each in cast("list[str]", value)):
                raise Delimited
            cells.append(_WRITTEN[column.type](value, self.delimiter))
        return cells


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


_WRITTEN: Mapping[Type, Callable[[Any, str], str]] = MappingProxyType(
    {
        "STRING": lambda value, _: _quoted(value),
        "INTEGER": lambda value, _: str(value),
        "FLOAT": lambda value, _: repr(value),
        "BOOLEAN": lambda value, _: "true" if value else "false",
        "LIST<STRING>": lambda value, delimiter: _quoted(delimiter.join(value)) if value not in ([], [""]) else "",
        "LIST<INTEGER>": lambda value, delimiter: delimiter.join(map(str, value)),
        # 17 digits are always exact, and finding how few are takes three times as long
        "LIST<FLOAT>": lambda value, delimiter: delimiter.join(["%.17g"] * len(value)) % tuple(value),
        "POINT": lambda value, _: _quoted("{{x:{!r},y:{!r},z:{!r}}}".format(*value)),
    }
)


class BulkFiles:
    """The files while they are written; use it in a ``with`` statement, then `describe` them."""

    def __init__(self, folder: Path, delimiter: str) -> None:
        self._folder = folder
        self._delimiter = delimiter
        self._files: dict[str, tuple[TextIOWrapper, Columns]] = {}
        self._options: list[str] = []
        self._open = ExitStack()
        self._multiline = False
        self._longest = 0
        self.nodes = 0
        self.relationships = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def add_store(self, element: str, properties: Mapping[str, object]) -> None:
        """Write the store's own node."""
        self._add_node(STORE, STORE, _STORE, element, properties)

    def add_node(self, element: str, properties: Mapping[str, object]) -> None:
        """Write one node of a space.

        Raises:
            InvalidInput: Clew declares no such kind, or no such property of it.
            Delimited: a text in a list holds what parts the items of lists.
        """
        label = str(properties.get("kind"))
        if (kind := declared().by_label.get(label)) is None:
            raise InvalidInput(f"node {properties.get('id')!r:.80} is a {label!r:.40}, which no kind is; remove it")
        self._add_node(label, f"Clew:{label}", tuple(kind.properties.values()), element, properties)
        self.nodes += 1

    def add_relationship(self, type_: str, source: str, target: str, properties: Mapping[str, object]) -> None:
        """Write one relationship; the errors are those of `add_node`."""
        file, columns = self._files.get(type_) or self._begin(
            type_, f"--relationships={type_}", declared().properties_of(type_), (":START_ID", ":END_ID")
        )
        self._write(file, [_number(source), _number(target), *columns.cells(properties)])
        self.relationships += 1

    def describe(self, spaces: Sequence[str]) -> None:
        """Write how the files are imported."""
        options = (
            "--id-type=integer",
            f"--array-delimiter=U+{ord(self._delimiter):04X}",
            "--path-pattern-style=none",
            f"--read-buffer-size={max(BUFFER, BYTES * self._longest)}",
            *(("--multiline-fields=true",) if self._multiline else ()),
            *self._options,
        )
        self._text(ARGUMENTS, "".join(f"{option}\n" for option in options))
        readme = _README.format(
            nodes=self.nodes, relationships=self.relationships, spaces=len(spaces), arguments=ARGUMENTS
        )
        self._text(README, readme)

    def _add_node(
        self, name: str, labels: str, properties: tuple[Property, ...], element: str, values: Mapping[str, object]
    ) -> None:
        file, columns = self._files.get(name) or self._begin(
            name, f"--nodes={labels}", (*properties, *_EMPTY), (":ID", ":LABEL")
        )
        lists = [name for name in values if values[name] == []]  # no file can hold them
        texts = [name for name in values if values[name] == [""]]
        more = {"empty_lists": lists or None, "empty_texts": texts or None} if lists or texts else {}
        self._write(file, [_number(element), IMPORTED if more else "", *columns.cells({**values, **more})])

    def _begin(
        self, name: str, option: str, properties: tuple[Property, ...], first: tuple[str, str]
    ) -> tuple[TextIOWrapper, Columns]:
        path = self._folder / f"{option.strip('-').partition('=')[0]}-{name}.csv.gz"
        raw = self._open.enter_context(open(path, "xb", opener=private))  # noqa: SIM115
        packed = self._open.enter_context(gzip.GzipFile("", "wb", LEVEL, raw, mtime=0))
        file = self._open.enter_context(TextIOWrapper(packed, "utf-8", newline=""))
        columns = Columns(name, properties, self._delimiter)
        self._files[name] = file, columns
        self._options.append(f"{option}=./{path.name}")
        self._write(file, [*first, *columns.header()])
        return file, columns

    def _write(self, file: TextIOWrapper, cells: Sequence[str]) -> None:
        line = ",".join(cells)
        self._multiline = self._multiline or "\n" in line or "\r" in line
        self._longest = max(self._longest, len(line))
        file.write(f"{line}\n")

    def _text(self, name: str, text: str) -> None:
        with open(self._folder / name, "x", encoding="utf-8", opener=private) as file:
            file.write(text)


def _number(element: str) -> str:
    """Return the number that tells a node from every other one of its database: the end of its element id."""
    return element.rpartition(":")[2]
