"""CSV with a header line: the same fields as JSON Lines; separated by commas, semicolons or tabs."""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from clew.errors import InvalidInput
from clew.loaders.sources import rows
from clew.loaders.sources.fields import SYNONYMS
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.quoting import called
from clew.model import Transcript
from clew.text.arguments import quoted

_TEXT = SYNONYMS["text"]
_KNOWN = frozenset(name for names in SYNONYMS.values() for name in names)


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read a table of turns; those without a session belong to one that is called like the file."""
    # The limit belongs to the whole process, so it is only ever raised.
    csv.field_size_limit(max(csv.field_size_limit(), min(rows.MAX_LINE_BYTES, sys.maxsize)))
    with rows.open_file(path) as file:
        table = _Table(file, called(path))
    yield from rows.transcripts(path, table.records)


class _Table:
    """The header of a table, which tells how to read its rows."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        _, _, first = next(rows.lines(file, name, 1), (0, 1, ""))
        self._separator = max(",;\t", key=first.count)
        cells, _, _ = next(self._cells(file, name, 1, start=0), (list[str](), 0, 1))
        plain = [cell.strip() for cell in cells]
        columns = [cell.lower() if cell.lower() in _KNOWN else cell for cell in plain]
        if not columns:
            raise InvalidInput(f"{name} is empty; write a header line and one turn per row")
        if not any(column in _TEXT for column in columns):
            raise InvalidInput(f"{name}, line 1: the header {quoted(columns)} has no column text; name one of them so")
        if twice := [column for column in columns if column and columns.count(column) > 1]:
            raise InvalidInput(f"{name}, line 1: the column {quoted(twice[0])} is there twice; rename one")
        self._columns = columns

    def records(self, file: BinaryIO, name: str, line: int) -> Iterator[rows.Record]:
        start = file.tell()
        found = self._cells(file, name, line, start=start)
        if start == 0:
            next(found, None)
        for cells, offset, number in found:
            place = f"{name}, line {number}"
            if len(cells) != len(self._columns):
                raise InvalidInput(
                    f"{place} has {len(cells)} cells and the header {len(self._columns)}; "
                    f"quote cells that hold {quoted(self._separator)} or a line break"
                )
            filled = [
                (column, cell) for column, cell in zip(self._columns, cells, strict=True) if cell or column in _KNOWN
            ]
            values: dict[str, object] = dict(filled)
            if len(values) < len(filled):
                raise InvalidInput(f"{place} has several cells in columns without a name; name these in the header")
            if values.get("metadata"):
                values["metadata"] = decode(cast("str", values["metadata"]), f"{place}: metadata")
            yield rows.Record(offset, number, values)

    def _cells(self, file: BinaryIO, name: str, line: int, *, start: int) -> Iterator[tuple[list[str], int, int]]:
        """Yield cells, offset and line of each row that is not blank."""
        file.seek(start)
        place = [start, line]

        def counted() -> Iterator[str]:
            for _, number, text in rows.lines(file, name, line):
                place[:] = [file.tell(), number + 1]
                yield text

        reader = csv.reader(counted(), delimiter=self._separator, strict=True)
        while True:
            offset, number = place
            try:
                cells = next(reader, None)
            except csv.Error as error:
                fault = f"{name}, line {number}: broken CSV: {error}"
                raise InvalidInput(f"{fault}; quote the cell and double its quotes") from None
            if cells is None:
                return
            if any(cells):
                yield cells, offset, number
