"""Loads the Cypher files: one statement each, its contract in the header, checked when it is read.

    // Adds the turns that are new to a session.
    // $space: STRING  the tenant
    // $rows: LIST<MAP>  one per turn
    // -> appended: INTEGER  turns written
    // -> turns: LIST<MAP{id: STRING, second: FLOAT}>  those

A statement that belongs to no space (the schema, the server) says so: ``// scope: store`` or ``// scope: server``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Generic, LiteralString, TypeVar, cast, overload

from clew.errors import ClewError
from clew.graph.rows import Mismatch, Row, decoder, plain

R = TypeVar("R")
_FOLDER = Path(__file__).parents[1] / "cypher"
_HEADER = re.compile(r"//\s?(?P<text>.*)")
_PARAMETER = re.compile(r"\$(?P<name>\w+):\s*(?P<type>[A-Z][A-Z0-9<>| ]*[A-Z0-9>])(?:\s{2,}.*)?$")
_COLUMN = re.compile(r"->\s*(?P<name>\w+)(?::\s*(?P<type>[A-Z][\w<>{}:|, ]*?)(?:\s{2,}.*)?)?$")
_SCOPE = re.compile(r"scope:\s*(?P<name>space|store|server)$")
_TOKEN = re.compile(
    r"""'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `(?:``|[^`])*` | //[^\n]* | /\*.*?\*/ | \$(?P<name>\w+)""",
    re.VERBOSE | re.DOTALL,
)


class QueryFileError(ClewError):
    """A Cypher file contradicts its own header, or is missing: the installation is broken."""


@dataclass(frozen=True, slots=True)
class Query(Generic[R]):
    """One statement, its contract, and what its rows are read as."""

    name: str  # its path under ``cypher/`` without the ending, such as ``recall/nearest``
    text: LiteralString  # the statement with its header, as a console would run it
    purpose: str  # the header's first sentences
    parameters: Mapping[str, str]  # name to type
    columns: Mapping[str, str]  # name to type; empty where nothing is returned
    scope: str  # ``space`` where it takes `$space`; ``store`` or ``server`` for the listed exceptions
    decode: Callable[[Sequence[Row]], list[R]]  # makes rows of records, column to driver's value


@overload
def load(name: str) -> Query[Row]: ...
@overload
def load(name: str, row: type[R]) -> Query[R]: ...
def load(name: str, row: type[R] | None = None) -> Query[R] | Query[Row]:
    """Read and check ``cypher/<name>.cypher``.

    Args:
        name: its path under ``cypher/`` without the ending, such as ``recall/nearest``.
        row: the type of its rows (`clew.graph.rows`); None: maps, for a statement that returns nothing, or for a look.

    Raises:
        QueryFileError: it is missing, its header and its statement disagree, or so do its columns and `row`.
    """
    return _read(name) if row is None else _typed(name, row)


@cache
def _typed(name: str, row: type[R]) -> Query[R]:
    query = _read(name)
    try:
        return cast(Query[R], replace(query, decode=cast(Any, decoder(query.columns, row))))
    except Mismatch as error:
        raise QueryFileError(f"cypher/{name}.cypher: {error}") from None


@cache
def _read(name: str) -> Query[Row]:
    file = _FOLDER / f"{name}.cypher"
    if not file.is_file():
        raise QueryFileError(f"cypher/{name}.cypher is missing; install clew again")
    return parse(name, file.read_text("utf-8"))


def names() -> list[str]:
    """Return every statement there is, sorted."""
    return sorted(file.relative_to(_FOLDER).with_suffix("").as_posix() for file in _FOLDER.rglob("*.cypher"))


def parse(name: str, text: str) -> Query[Row]:
    """Split a file's text into contract and statement, and hold them against each other."""
    purpose: list[str] = []
    parameters: dict[str, str] = {}
    columns: dict[str, str] = {}
    scope = "space"
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header is None:
            break
        content = header["text"].strip()
        if match := _PARAMETER.match(content):
            parameters[match["name"]] = match["type"]
        elif match := _COLUMN.match(content):
            columns |= {match["name"]: match["type"]} if match["type"] else {}
        elif match := _SCOPE.match(content):
            scope = match["name"]
        elif content.startswith(("$", "->", "scope:")):
            raise QueryFileError(f"cypher/{name}.cypher:{number}: cannot read the header line {content!r}")
        else:
            purpose.append(content)
    _check(name, text, parameters, scope)
    return Query(name, cast(LiteralString, text), " ".join(purpose), parameters, columns, scope, plain)


def _check(name: str, text: str, parameters: Mapping[str, str], scope: str) -> None:
    used = {match["name"]: match.start() for match in _TOKEN.finditer(text) if match["name"]}
    for parameter, offset in used.items():
        if parameter not in parameters:
            line = text.count("\n", 0, offset) + 1
            raise QueryFileError(f"cypher/{name}.cypher:{line}: ${parameter} is used but not declared")
    for parameter in parameters:
        if parameter not in used:
            raise QueryFileError(f"cypher/{name}.cypher: ${parameter} is declared but not used")
    if scope == "space" and "space" not in used:
        raise QueryFileError(f"cypher/{name}.cypher: takes no $space, and declares no other scope")


def generated(name: str, text: str) -> Query[Row]:
    """Return a statement of the schema, which is declared in `clew.graph.schema` and rendered, not read."""
    return Query(name, cast(LiteralString, text), name, {}, {}, "store", plain)
