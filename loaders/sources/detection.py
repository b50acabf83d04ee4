"""Detects, validates and reads files of conversations in any supported format."""

import json
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple, cast

from clew.errors import InvalidInput
from clew.loaders.sources.archives import unpacked
from clew.loaders.sources.formats import (
    chatgpt,
    claude_code,
    jsonl,
    locomo,
    longmemeval,
    mail,
    memories,
    messages,
    slack,
    table,
    telegram,
    whatsapp,
)
from clew.loaders.sources.json_stream import decode, head
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.quoting import called, kind, source
from clew.loaders.sources.readers.raw import leads_into, regular
from clew.loaders.sources.rows import Record, Records, Row, SourceFile, lines, open_file
from clew.model import Note, Transcript
from clew.text.arguments import quoted

_Open = Callable[[Path, str, Notes, Path], SourceFile]
"""Checks a file, given what errors call it, what is said of it, and a place for a file of its rows."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write conversations down.

    Attributes:
        name: a user calls it so.
        endings: of the names of its files.
        fits: returns whether what a file begins with is of this format: its first object, else its first lines.
        open: checks a file, and finds its sessions.
    """

    name: str
    endings: tuple[str, ...]
    fits: Callable[[object], bool]
    open: _Open


_JSON, _LINES = (".json",), (".jsonl", ".ndjson")


def _always(_: object) -> bool:
    return True


def _has(*names: str) -> Callable[[object], bool]:
    """Return what sees whether an object has all of these fields."""
    return lambda first: isinstance(first, dict) and all(name in first for name in names)


def _spooled(rows: Callable[[Path, str, Notes], Iterator[Row]], *, is_zoneless: bool = False) -> _Open:
    """Return what reads a format whose turns are no rows of the file: they are written to one, in which they are."""

    def records(file: BinaryIO, name: str, line: int) -> Iterator[Record]:
        for offset, number, text in lines(file, name, line):
            place, values = json.loads(text)
            yield Record(offset, number, place, values)

    def open_(path: Path, name: str, notes: Notes, spool: Path) -> SourceFile:
        with spool.open("w", encoding="utf-8") as out:
            for row in rows(path, name, notes):
                try:
                    out.write(json.dumps(row) + "\n")
                except RecursionError:
                    raise InvalidInput(f"{row[0]} is nested too deeply; flatten it") from None
        return SourceFile(path, name, records, notes, rows=spool, is_zoneless=is_zoneless)

    return open_


def _in_rows(records: Callable[[Path], Records]) -> _Open:
    """Return what reads a format with one turn a row."""
    return lambda path, name, notes, _: SourceFile(path, name, records(path), notes)


FORMATS = (
    Format("locomo", _JSON, locomo.fits, _spooled(locomo.rows, is_zoneless=True)),
    Format("chatgpt", _JSON, _has("mapping"), _spooled(chatgpt.rows)),
    Format("longmemeval", _JSON, _has("haystack_sessions"), _spooled(longmemeval.rows, is_zoneless=True)),
    Format("telegram", _JSON, telegram.fits, _spooled(telegram.rows)),
    Format("slack", _JSON, slack.fits, _spooled(slack.rows)),
    Format("memories", _JSON, memories.fits, _spooled(memories.rows)),
    Format("messages", _JSON, messages.fits, _spooled(messages.rows)),
    Format("claude-code", _LINES, claude_code.fits, _spooled(claude_code.rows)),
    Format("messages", _LINES, messages.is_export, _spooled(messages.rows)),
    Format("jsonl", _LINES, _always, _in_rows(lambda _: jsonl.records)),
    Format("csv", (".csv", ".tsv"), _always, _in_rows(table.records)),
    Format("whatsapp", (".txt",), whatsapp.fits, _spooled(whatsapp.rows)),
    Format("mail", (".eml", ".mbox"), _always, _spooled(mail.rows)),
)
NAMES = ", ".join(dict.fromkeys(known.name for known in FORMATS))
ENDINGS = frozenset(ending for known in FORMATS for ending in known.endings)


def detect(path: Path, name: str = "") -> Format:
    """Return the format of a file, by the ending of its name and what it begins with. Errors call it `name`."""
    name, ending = name or called(path), path.suffix.lower()
    fault = f"ending {ending!r}"
    if ending in ENDINGS:
        first: object = None
        if ending in _JSON:
            first = head(path, name)
            if first is None:
                raise _Unknown(f"{name} holds no turn; check that it is the right file")
        else:
            with open_file(path) as file:
                text = next((text for _, _, text in lines(file, name, 1) if text.strip()), "")
            with suppress(InvalidInput):  # the reader says what is wrong
                first = decode(text, name) if ending in _LINES else text
        for known in FORMATS:
            if ending in known.endings and known.fits(first):
                return known
        if isinstance(first, dict):
            fault = f"its first object has the fields {quoted(sorted(cast('dict[str, object]', first)))}"
        elif ending in (*_JSON, *_LINES):
            fault = f"it begins with {kind(first)}"
    remedy = f"name its format if it is one of {NAMES}; a document is for `clew read`, or `Memory.read`"
    raise _Unknown(f"{name}: unknown format, {fault}; {remedy}")


class _Unknown(InvalidInput):
    """A file is of no format that is known."""


class OpenedFile(NamedTuple):
    """A file of a load.

    Attributes:
        path: of the file that a user named.
        sessions: the number of turns of each.
        format: its name.
        digest: equal for files that say the same, are called the same, and are read in the same way.
        file: the file, after it was checked; None: it need not be read.
        notes: what is said of its folder.
    """

    path: Path
    sessions: Mapping[str, int]
    format: str
    digest: str
    file: SourceFile | None
    notes: tuple[Note, ...]


@contextmanager
def opened(
    path: Path | str | Sequence[Path],
    format: str | None = None,
    *,
    notes: Notes | None = None,
    taken: Callable[[Collection[str]], Mapping[str, Mapping[str, int]]] = lambda _: {},
) -> Generator[list[OpenedFile]]:
    """Lend all files of a source, or of several that are one load, after all of them were checked.

    A folder or an archive stands for the supported files in it, in the order of their names. Links that lead out of the
    folder are left out. The name of a format is needed where a file does not show it. All are read as the
    `notes` say, which stay as they are. `taken` returns the sessions of those files that need not be read again, by
    their digests.

    Raises:
        InvalidInput: a file cannot be used; in a strict load, anything in it. It names the file, the place, the value
            and the remedy.
    """
    paths = [path] if isinstance(path, Path | str) else path
    with TemporaryDirectory(prefix="clew-") as folder:
        sources = list[OpenedFile]()
        how = notes or Notes()
        given = [_found(Path(each), Path(folder, str(number)), format, how) for number, each in enumerate(paths)]
        known = taken([each.digest for found in given for each in found])
        for number, found in enumerate(given):
            sources += _checked(found, how, known, Path(folder, f"rows-{number}"))
        owners: dict[str, Path] = {}
        for each in sources:
            for session in each.sessions:
                other = owners.setdefault(session, each.path)
                if not other.samefile(each.path):
                    told = f"session {quoted(session)} is in {called(other)} too; rename one"
                    raise InvalidInput(f"{called(each.path)}: {told}")
        yield sources


def _checked(
    found: Sequence["_Found"], how: Notes, known: Mapping[str, Mapping[str, int]], spool: Path
) -> list[OpenedFile]:
    """Check the files of one path; of several, those that cannot be used are left out and noted with the first one."""
    sources, said = list[OpenedFile](), how.anew()
    faults = [(each.fault, isinstance(each.fault, _Unknown)) for each in found if each.fault]
    for each in found:
        if each.format is None:
            continue
        file, sessions = None, known.get(each.digest, {})
        try:
            if not sessions:
                file = each.format.open(each.path, each.name, how.anew(), spool.with_suffix(f".{len(sources)}"))
                sessions = {session: runs.turns for session, runs in file.sessions.items()}
        except InvalidInput as error:
            faults.append((error, False))
        else:
            sources.append(OpenedFile(each.path, sessions, each.format.name, each.digest, file, ()))
    if faults and not sources:
        raise next((fault for fault, is_unknown in faults if not is_unknown), faults[0][0])
    for fault, is_unknown in faults:
        if is_unknown:
            said.say("files of the folder are of no known format and left out", str(fault))
        else:
            said.fault("files of the folder are left out", fault)
    return [sources[0]._replace(notes=said.all()), *sources[1:]]


def read(
    path: Path | str, format: str | None = None, *, is_strict: bool = False, notes: Notes | None = None
) -> Iterator[Transcript]:
    """Yield the sessions of a source, one in memory at a time, after all of it was checked. Raises as `opened` does."""
    with opened(path, format, notes=notes or Notes(is_strict=is_strict)) as sources:
        yield from transcripts(sources)


def transcripts(sources: Iterable[OpenedFile], part_turns: int = 0) -> Iterator[Transcript]:
    """Yield the sessions of files that are `opened`, one in memory at a time; see `SourceFile.transcripts`."""
    for each in sources:
        notes = each.notes
        for talk in each.file.transcripts(part_turns) if each.file else ():
            yield replace(talk, notes=notes + talk.notes)
            notes = ()


class _Found(NamedTuple):
    """A file, what errors call it, and its format; None: it is of none that is known, and `fault` says so."""

    path: Path
    name: str
    format: Format | None
    digest: str = ""
    fault: InvalidInput | None = None


def _found(path: Path, folder: Path, format: str | None, how: Notes) -> list[_Found]:
    """Return the files of one path; what an archive holds is unpacked into a folder."""
    named = [known for known in FORMATS if known.name == format]
    if format is not None and not named:
        raise InvalidInput(f"format {quoted(format)} is unknown; name one of {NAMES}")
    given, name, files = path, called(path), list[Path]()
    try:
        if path.suffix.lower() == ".zip" and path.is_file():
            path = unpacked(path, folder)
        if not path.is_dir():
            files = [regular(path, "export it again")]
        elif slack.is_export(path):
            known = next(known for known in FORMATS if known.name == "slack")
            return [_Found(path, name, known, _digest(path, given, known, how))]
        else:
            inside = path.resolve()
            ours = (each for each in path.iterdir() if each.suffix.lower() in ENDINGS and not each.name.startswith("."))
            files = sorted(file for file in ours if leads_into(inside, file))
    except OSError as error:
        raise InvalidInput(f"{name} cannot be read: {error.strerror}; check the path") from None
    if not files:
        raise InvalidInput(f"{name} has no file that ends in {', '.join(sorted(ENDINGS))}; put one there")
    found = list[_Found]()
    for file in files:
        inner = called(Path(name, file.name)) if path.is_dir() else name
        fitting = [known for known in named if file.suffix.lower() in known.endings] or named
        try:
            known = fitting[0] if fitting else detect(file, inner)
            found.append(_Found(file, inner, known, _digest(file, given, known, how)))
        except InvalidInput as error:
            found.append(_Found(file, inner, None, fault=error))
    return found


def _digest(path: Path, given: Path, format: Format, how: Notes) -> str:
    """Return a digest of a file, or of all in a folder: of where they lie, what they say, and how they are read."""
    ways = (version("clew"), format.name, how.keeps_tools, how.keeps_branches)
    taken = sha256(repr((*ways, source(given), path.name)).encode())
    for each in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
        with open_file(each) as file:
            taken.update(repr((str(each.relative_to(path)), file_digest(file, "sha256").digest())).encode())
    return taken.hexdigest()
