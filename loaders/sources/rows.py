"""Files with one turn a row, of any size: a first pass checks every row and notes where each session is.

Sessions may be interleaved. What is kept of a file is three numbers for every unbroken run of rows of one
session, so a file whose sessions follow each other costs next to nothing, and each is read in its turn.
"""

import os
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from clew.errors import InvalidInput
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import TurnRow, row_of
from clew.loaders.sources.quoting import called, not_utf8
from clew.model import Transcript, Turn
from clew.text.arguments import quoted

MAX_LINE_BYTES = 16 * 2**20  # bytes of one line; a longer one is a file of another kind


@dataclass(frozen=True, slots=True)
class Record:
    """One row: the byte and the line that it starts at, and its values by name."""

    offset: int
    line: int
    values: Mapping[str, object]


Records = Callable[[BinaryIO, str, int], Iterator[Record]]
"""Reads records from a file's place onwards; it is given the file, its name, and the number of the line there."""


@dataclass(slots=True)
class _Runs:
    """The places of a session's rows: offset, line and number of each unbroken run."""

    numbers: "array[int]" = field(default_factory=lambda: array("Q"))

    def start(self, record: Record) -> None:
        self.numbers.extend((record.offset, record.line, 0))

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self.numbers[::3], self.numbers[1::3], self.numbers[2::3], strict=True)


def transcripts(path: Path, records: Records) -> Iterator[Transcript]:
    """Yield the sessions of a file in the order of their first rows, after every row was checked.

    Positions have no gaps, and no two different turns have one.
    """
    with open_file(path) as file:
        source = _Source(file, called(path), path.stem, records)
        sessions = source.index()
        for session, runs in sessions.items():
            if source.positioned:
                source.turns(session, runs)
        for session, runs in sessions.items():
            yield Transcript(session, source.turns(session, runs))


@contextmanager
def open_file(path: Path) -> Generator[BinaryIO]:
    """Open a file for reading bytes."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise InvalidInput(f"{called(path)} cannot be read: {error.strerror}; check the path and its rights") from None
    with file:
        yield file


def lines(
    file: BinaryIO, name: str, line: int, if_long: str = "write one turn per line"
) -> Iterator[tuple[int, int, str]]:
    """Yield offset, number and text of each line from the file's place on, line ends included.

    The number of the first is `line`; for a line of more than 16 MiB the error advises `if_long`.
    """
    offset = file.tell()
    while data := file.readline(MAX_LINE_BYTES + 1):
        if len(data) > MAX_LINE_BYTES:
            raise InvalidInput(f"{name}, line {line} is longer than 16 MiB; {if_long}")
        try:
            text = data.decode("utf-8-sig" if offset == 0 else "utf-8")
        except UnicodeDecodeError:
            raise not_utf8(f"{name}, line {line}") from None
        yield offset, line, text
        offset += len(data)
        line += 1


class _Source:
    def __init__(self, file: BinaryIO, name: str, session: str, records: Records) -> None:
        self._file, self._name, self._session, self._records = file, name, session, records
        self._dates = Dates(name)
        self._state = self._now()
        self.positioned = False

    def index(self) -> dict[str, _Runs]:
        sessions: dict[str, _Runs] = {}
        last = None
        for record in self._records(self._file, self._name, 1):
            row = self._row(record)
            runs = sessions.setdefault(row.session, _Runs())
            if row.session != last:
                runs.start(record)
            runs.numbers[-1] += 1
            last = row.session
            self.positioned |= row.position is not None
        if not sessions:
            raise InvalidInput(f"{self._name} holds no turn; write at least one")
        return sessions

    def turns(self, session: str, runs: _Runs) -> tuple[Turn, ...]:
        if self._now() != self._state:
            raise InvalidInput(f"{self._name} was changed while it was read; read it again when it is at rest")
        rows: list[tuple[str, TurnRow]] = []
        for offset, line, count in runs:
            self._file.seek(offset)
            found = islice(self._records(self._file, self._name, line), count)
            rows += [(self._place(record), self._row(record)) for record in found]
        if all(row.position is None for _, row in rows):
            return tuple(row.turn for _, row in rows)
        named, placed = f"session {quoted(session)}", dict[int, tuple[Turn, str]]()
        for place, row in rows:
            if row.position is None:
                raise InvalidInput(
                    f"{place}: position is missing, but other turns of {named} have one; give all or none"
                )
            known, _ = placed.get(row.position, (row.turn, place))
            placed[row.position] = known, place
            if _said(known) != _said(row.turn):
                raise InvalidInput(
                    f"{place}: position {row.position} of {named} is {quoted(row.turn.text)} here "
                    f"and {quoted(known.text)} before; number the turns 0, 1, 2 and so on"
                )
        for expected, position in enumerate(sorted(placed)):
            if position != expected:
                place = placed[position][1]
                raise InvalidInput(f"{place}: {named} has no position {expected} before {position}; number them from 0")
        return tuple(placed[position][0] for position in sorted(placed))

    def _row(self, record: Record) -> TurnRow:
        return row_of(record.values, self._place(record), self._dates, self._session)

    def _place(self, record: Record) -> str:
        return f"{self._name}, line {record.line}"

    def _now(self) -> tuple[int, int]:
        state = os.fstat(self._file.fileno())
        return state.st_size, state.st_mtime_ns


def _said(turn: Turn) -> tuple[str, str, str]:
    return turn.speaker, turn.text, turn.caption
