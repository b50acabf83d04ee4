"""CSV with a header line: the same fields as JSON Lines; separated by commas, semicolons or tabs."""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from clew.errors import InvalidInput
from clew.loaders.sources import rows
from clew.loaders.sources.fields import field_of
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.quoting import called
from clew.text.arguments import quoted


def records(path: Path) -> rows.Records:
    """Return what reads the rows of a table; those without a session belong to one that is called like the file."""
    # The limit belongs to the whole process, so it is only ever raised.
    csv.field_size_limit(max(csv.field_size_limit(), min(rows.MAX_LINE_BYTES, sys.maxsize)))
    with rows.open_file(path) as file:
        return _Table(file, called(path)).records


class _Table:
    """The header of a table, which tells how to read its rows."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        _, _, first = next(rows.lines(file, name, 1), (0, 1, ""))
        self._separator = max(",;\t", key=first.count)
        cells, _, _ = next(self._cells(file, name, 1, start=0), (list[str](), 0, 1))
        columns = [cell.strip() for cell in cells]
        if not columns:
            raise InvalidInput(f"{name} is empty; write a header line and one turn per row")
        if not any(field_of(column) == "text" for column in columns):
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
            filled = [
                (column, cell) for column, cell in zip(self._columns, cells, strict=False) if cell or field_of(column)
            ]
            values: dict[str, object] = dict(filled)
            place, fault = f"{name}, line {number}", ""
            if len(cells) != len(self._columns):
                fault = f"{place} has {len(cells)} cells and the header {len(self._columns)}; "
                fault += f"quote cells that hold {quoted(self._separator)} or a line break"
            elif len(values) < len(filled):
                fault = f"{place} has several cells in columns without a name; name these in the header"
            elif values.get("metadata"):
                try:
                    values["metadata"] = decode(cast("str", values["metadata"]), f"{place}: metadata")
                except InvalidInput as error:
                    fault = str(error)
            yield rows.Record(offset, number, place, InvalidInput(fault) if fault else values)

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
