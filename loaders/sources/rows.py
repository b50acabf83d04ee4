"""Files with one turn a row, of any size: a first pass checks every row and notes where each session is.

Sessions may be interleaved. Three numbers are kept for every unbroken run of rows of one session. So a file whose
sessions follow each other costs next to nothing, and each is read in its turn.
"""

import os
from array import array
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from clew.errors import InvalidInput
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import TurnRow, row_of, session_name
from clew.loaders.sources.notes import LEFT_OUT, Notes
from clew.loaders.sources.quoting import called, not_utf8
from clew.model import Transcript, Turn
from clew.text.arguments import quoted

PART_TURNS = 5000  # turns of a session that are in memory at once
MAX_LINE_BYTES = 16 * 2**20  # bytes of one line; a longer one is a file of another kind


@dataclass(frozen=True, slots=True)
class Record:
    """One row: the byte and the line that it starts at, and a turn in any shape, or what is wrong with it."""

    offset: int
    line: int
    place: str
    values: object


Row = tuple[str, object]
"""A place as errors call it, and a turn in any shape there, which JSON can hold."""

Records = Callable[[BinaryIO, str, int], Iterator[Record]]
"""Reads records from a file's place onwards; it is given the file, its name, and the number of the line there."""


@dataclass(slots=True)
class _Runs:
    """The places of a session's rows: offset, line and number of each unbroken run; and what its turns lack."""

    numbers: "array[int]" = field(default_factory=lambda: array("Q"))
    turns: int = 0
    timeless: int = 0
    first: str = ""  # place
    at: datetime | None = None  # the first time that a turn has
    has_positions: bool = False

    def start(self, record: Record) -> None:
        self.numbers.extend((record.offset, record.line, 0))

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self.numbers[::3], self.numbers[1::3], self.numbers[2::3], strict=True)


class SourceFile:
    """The turns of one file, after every row was checked.

    Attributes:
        path: of the file that a user named.
        sessions: their names, and where their rows are, in the order of their first rows.
        notes: what is said of the file.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        records: Records,
        notes: Notes,
        *,
        rows: Path | None = None,
        is_zoneless: bool = False,
    ) -> None:
        """Check a file.

        Args:
            path: of the file; a session without a name is called like it.
            name: of the file in errors.
            records: reads the rows.
            notes: what is said of the file is added here.
            rows: the file that holds the rows; None: the same.
            is_zoneless: whether the format has no zones, so that nothing is said of that.

        Raises:
            InvalidInput: the file cannot be used, or no row of it.
        """
        self.path, self.notes, self._rows, self._records = path, notes, rows or path, records
        self._name = name
        self._dates = Dates(self._name, silent=is_zoneless, notes=notes)
        self._default = ""
        self.sessions: dict[str, _Runs] = {}
        with open_file(self._rows) as file:
            self._state = _state(file)
            self._index(file)
            for session in [name for name, runs in self.sessions.items() if runs.has_positions]:
                try:
                    _in_order(session, list(self._session_rows(file, self.sessions[session])))
                except InvalidInput as error:
                    notes.fault(LEFT_OUT, error)
                    del self.sessions[session]
        self._dates.silence()
        if not self.sessions:
            lost = next((note.example for note in notes.all() if note.is_lost), "")
            raise InvalidInput(lost or f"{self._name} holds no turn; check that it is the right file")
        for runs in self.sessions.values():
            if runs.timeless == runs.turns:
                notes.say("turns have no time, and are kept undated", runs.first, runs.timeless)
            elif runs.timeless:
                told = "turns have no time of their own, and take that of a neighbour"
                notes.say(told, runs.first, runs.timeless)

    def transcripts(self, part_turns: int = 0) -> Iterator[Transcript]:
        """Yield its sessions, one in memory at a time; the first has the notes.

        A session of more turns than `part_turns`, if that is not 0, comes in parts, unless its rows have positions.
        """
        notes = self.notes.all()
        with open_file(self._rows) as file:
            for session, runs in self.sessions.items():
                start, before = 0, runs.at
                for turns in self._parts(file, session, runs, part_turns):
                    yield Transcript(session, turns, notes, start, before)
                    notes, start = (), start + len(turns)
                    before = next((turn.at for turn in reversed(turns) if turn.at), before)

    def _index(self, file: BinaryIO) -> None:
        """Note where each session is."""
        last, speechless, first = None, 0, ""
        for record in self._records(file, self._name, 1):
            row = self._row(record, self.notes)
            if row is None:
                if last is not None:
                    self.sessions[last].numbers[-1] += 1
                continue
            session = row.session or self._default
            runs = self.sessions.setdefault(session, _Runs(first=record.place))
            if session != last:
                runs.start(record)
            runs.numbers[-1] += 1
            runs.turns += 1
            runs.timeless += row.turn.at is None
            runs.at = runs.at or row.turn.at
            runs.has_positions |= row.position is not None
            speechless, first = speechless + (not row.turn.speaker), first or ("" if row.turn.speaker else record.place)
            last = session
        if speechless:
            self.notes.say("turns have no speaker", first, speechless)

    def _parts(self, file: BinaryIO, session: str, runs: _Runs, part_turns: int) -> Iterator[tuple[Turn, ...]]:
        rows = self._session_rows(file, runs)
        if runs.has_positions:
            yield _in_order(session, list(rows))
            return
        turns = (row.turn for _, row in rows)
        while part := tuple(islice(turns, part_turns or runs.turns)):
            yield part

    def _session_rows(self, file: BinaryIO, runs: _Runs) -> Iterator[tuple[str, TurnRow]]:
        unsaid = self.notes.anew()
        for offset, line, count in runs:
            if _state(file) != self._state:
                raise InvalidInput(f"{self._name} was changed while it was read; read it again when it is at rest")
            file.seek(offset)
            for record in islice(self._records(file, self._name, line), count):
                if row := self._row(record, unsaid):
                    yield record.place, row

    def _row(self, record: Record, notes: Notes) -> TurnRow | None:
        try:
            if isinstance(record.values, InvalidInput):
                raise record.values
            row = row_of(record.values, record.place, self._dates, notes)
            if row and not row.session and not self._default:
                self._default = session_name(self.path.stem, self._name)
        except InvalidInput as error:
            if self._dates.is_mixed:
                raise
            notes.fault("rows are left out", error)
            return None
        return row


def _in_order(session: str, rows: list[tuple[str, TurnRow]]) -> tuple[Turn, ...]:
    """Return turns by their positions, which have no gaps; no two different turns have one."""
    named, placed = f"session {quoted(session)}", dict[int, tuple[Turn, str]]()
    for place, row in rows:
        if row.position is None:
            raise InvalidInput(f"{place}: position is missing, but other turns of {named} have one; give all or none")
        known, _ = placed.setdefault(row.position, (row.turn, place))
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


@contextmanager
def open_file(path: Path) -> Generator[BufferedReader]:
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


def _state(file: BinaryIO) -> tuple[int, int]:
    state = os.fstat(file.fileno())
    return state.st_size, state.st_mtime_ns


def _said(turn: Turn) -> tuple[str, str, str]:
    return turn.speaker, turn.text, turn.caption
