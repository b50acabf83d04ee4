"""JSON Lines: one turn per line, in any of the usual shapes; or whatever another format has on each line."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from clew.errors import InvalidInput
from clew.loaders.sources import rows
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.quoting import kind


def records(file: BinaryIO, name: str, line: int) -> Iterator[rows.Record]:
    """Read the lines of a file; those without a session belong to one that is called like the file."""
    for offset, number, text in rows.lines(file, name, line):
        if not text.strip():
            continue
        place = f"{name}, line {number}"
        value: object
        try:
            value = decode(text, place)
        except InvalidInput as error:
            value = error
        if not isinstance(value, dict | InvalidInput):
            value = InvalidInput(f"{place} is {kind(value)}; write one object per line, one turn each")
        yield rows.Record(offset, number, place, cast("object", value))


def values(path: Path, name: str, notes: Notes) -> Iterator[tuple[str, object]]:
    """Yield the place and the value of each line; a line that is broken is left out and noted."""
    with rows.open_file(path) as file:
        for _, number, text in rows.lines(file, name, 1):
            place = f"{name}, line {number}"
            try:
                if text.strip():
                    yield place, decode(text, place)
            except InvalidInput as error:
                notes.fault("rows are left out", error)
