"""Detects, validates and reads files of conversations in any supported format."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from clew.errors import InvalidInput
from clew.loaders.sources.formats import chatgpt, jsonl, locomo, messages, table
from clew.loaders.sources.json_stream import elements
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import leads_into, regular
from clew.model import Transcript
from clew.text.arguments import quoted


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write conversations down."""

    name: str  # what a user calls it
    endings: tuple[str, ...]  # of the names of files that are always of this format
    fields: tuple[str, ...]  # that the first object of a `.json` file of this format has
    transcripts: Callable[[Path], Iterator[Transcript]]  # reads a file; yields nothing until all of it is good


@dataclass(frozen=True, slots=True)
class SourceSize:
    """The size of a valid source; `format` joins the names if a folder has several."""

    sessions: int
    turns: int
    format: str


FORMATS = (
    Format("locomo", (), ("conversation",), locomo.transcripts),
    Format("chatgpt", (), ("mapping",), chatgpt.transcripts),
    Format("messages", (), ("type", "data"), messages.transcripts),
    Format("jsonl", (".jsonl", ".ndjson"), (), jsonl.transcripts),
    Format("csv", (".csv", ".tsv"), (), table.transcripts),
)
NAMES = ", ".join(known.name for known in FORMATS)
ENDINGS = frozenset({".json", *(ending for known in FORMATS for ending in known.endings)})


def detect(path: Path) -> Format:
    """Return the format of a file, by the ending of its name, and for `.json` by its first object."""
    ending = path.suffix.lower()
    fault = f"ending {ending!r}"
    for known in FORMATS:
        if ending in known.endings:
            return known
    if ending == ".json":
        first = next(elements(path), None)
        if first is None:
            raise InvalidInput(f"{called(path)} holds no turn; check that it is the right file")
        for known in FORMATS:
            if known.fields and all(name in first for name in known.fields):
                return known
        fault = f"its first object has the fields {quoted(sorted(first))}"
    raise InvalidInput(f"{called(path)}: unknown format, {fault}; name its format if it is one of {NAMES}")


def read(path: Path | str, format: str | None = None) -> Iterator[Transcript]:
    """Yield the sessions of a file, or of the supported files of a folder in the order of their names.

    Links that lead out of the folder are left out. It yields nothing until all is good, and then holds one session at a
    time. The name of a format is needed where the file does not show it.
    """
    files = _files(Path(path), format)
    if len(files) > 1:
        validate(path, format)
    for file, known in files:
        yield from known.transcripts(file)


def validate(path: Path | str | Sequence[Path], format: str | None = None) -> SourceSize:
    """Read all of a source, or of several that are one load, as `read` does, and return its size only."""
    paths = [path] if isinstance(path, Path | str) else path
    files = [file for each in paths for file in _files(Path(each), format)]
    turns = 0
    found: dict[str, Path] = {}
    for file, known in files:
        for transcript in known.transcripts(file):
            other = found.setdefault(transcript.session, file)
            if not other.samefile(file):
                session = quoted(transcript.session)
                raise InvalidInput(f"{called(file)}: session {session} is in {called(other)} too; rename one")
            turns += len(transcript.turns)
    return SourceSize(len(found), turns, ", ".join(sorted({known.name for _, known in files})))


def _files(path: Path, format: str | None) -> list[tuple[Path, Format]]:
    named = [known for known in FORMATS if known.name == format]
    if format is not None and not named:
        raise InvalidInput(f"format {quoted(format)} is unknown; name one of {NAMES}")
    try:
        if not path.is_dir():
            files = [regular(path, "export it again")]
        else:
            inside = path.resolve()
            ours = (each for each in path.iterdir() if each.suffix.lower() in ENDINGS and not each.name.startswith("."))
            files = sorted(file for file in ours if leads_into(inside, file))
    except OSError as error:
        raise InvalidInput(f"{called(path)} cannot be read: {error.strerror}; check the path") from None
    if not files:
        raise InvalidInput(f"{called(path)} has no file that ends in {', '.join(sorted(ENDINGS))}; put one there")
    return [(file, named[0] if named else detect(file)) for file in files]
