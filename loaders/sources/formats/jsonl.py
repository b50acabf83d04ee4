"""JSON Lines: one turn per line, an object with `text`, `speaker`, `at`, `session` and free fields."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from clew.errors import InvalidInput
from clew.loaders.sources import rows
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.quoting import kind
from clew.model import Transcript


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read a file of turns; those without a session belong to one that is called like the file."""
    return rows.transcripts(path, _records)


def _records(file: BinaryIO, name: str, line: int) -> Iterator[rows.Record]:
    for offset, number, text in rows.lines(file, name, line):
        if not text.strip():
            continue
        value = decode(text, f"{name}, line {number}")
        if not isinstance(value, dict):
            raise InvalidInput(f"{name}, line {number} is {kind(value)}; write one object per line, one turn each")
        yield rows.Record(offset, number, cast("dict[str, object]", value))
