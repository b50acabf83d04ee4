"""Reads files, folders, corpora and plain text as documents; a bad file is reported, and the others are read."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from clew.errors import ClewError, InvalidInput, MissingDependency
from clew.graph.space import Space
from clew.loaders.documents import documents
from clew.loaders.language.splitting import visible
from clew.loaders.sources import detection, readers
from clew.loaders.sources.quoting import called, source
from clew.loaders.sources.readers import Written
from clew.loaders.sources.readers.written import checked_title, clean, line
from clew.loaders.upkeep.forget import remove_documents, stored_documents
from clew.model import Note, Progress, Read, Reading
from clew.text.arguments import file_path, quoted

CORPORA = frozenset({".jsonl", ".ndjson"})  # endings of files that hold many documents


@dataclass(slots=True)
class _Files:
    """The documents of some files, and the errors of those that failed."""

    paths: list[Path]
    title: str | None
    failed: dict[str, ClewError] = field(default_factory=dict[str, ClewError])
    sources: set[str] = field(default_factory=set[str])

    def count(self) -> int:
        """Count the documents of the files; validate a corpus whole, so that nothing of a bad one is written."""
        return sum(sum(1 for _ in self._read(path)) if _is_corpus(path) else 1 for path in self.paths)

    def documents(self) -> Iterator[Written]:
        for path in self.paths:
            if source(path) not in self.failed:
                for written in self._read(path):
                    self.sources.add(written.source)
                    yield written

    def gone(self, space: Space, path: Path) -> tuple[str, ...]:
        """Return the ids of the documents that were read from this place before and are gone.

        Files that failed now keep theirs, and so do those that are there but were not looked at: hidden ones.
        """
        looked_at = {source(file) for file in self.paths} - self.failed.keys()
        stored = (each for each in stored_documents(space, [source(path)]) if each.source not in self.sources)
        return tuple(each.id for each in stored if each.file in looked_at or not Path(each.file).is_file())

    def notes(self) -> tuple[Note, ...]:
        """Return a note of the files that are better remembered as conversations."""
        chats = list[Path]()
        for file in self.paths:
            with suppress(InvalidInput):  # it is of no format of conversations
                if not _is_corpus(file) and file.suffix.lower() in detection.ENDINGS and detection.detect(file):
                    chats.append(file)
        told = "files look like chats, and as documents lose who says what and when; remember them instead"
        return (Note(told, len(chats), called(chats[0])),) if chats else ()

    def _read(self, path: Path) -> Iterator[Written]:
        try:
            yield from readers.documents(path, self.title)
        except (InvalidInput, MissingDependency) as error:
            self.failed[source(path)] = error


def read(
    space: Space,
    given: Path | str,
    *,
    title: str | None = None,
    forget_missing: bool = False,
    link_entities: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> Reading:
    """Read a file, a folder or a text into memory; reading it again writes only changes.

    A file or folder is a `Path`; a `str` is a text, which is never taken for a path and needs a title. `forget_missing`
    forgets the documents of this folder, or records of this corpus, that are no longer there. A hidden file that was
    named itself, and is there, keeps its document.
    """
    if isinstance(given, str):
        if title is None:
            raise InvalidInput(f"the text {quoted(given)} has no title; give one, or a Path to read a file or folder")
        name = line(checked_title(title) or "")
        if not visible(words := clean(given)):
            raise InvalidInput(f"the text for {name!r} has no words; give some")
        written = Written(name, name, words)  # the title is its identity, as there is no file
        return Reading(documents.remember(space, [written], link_entities=link_entities), {}, ())
    path = file_path(given)
    if title is not None and (path.is_dir() or _is_corpus(path)):
        raise InvalidInput(f"title {title!r} is for one document and {called(path)} holds many; leave it out")
    files = _Files(readers.below(path) if forget_missing and path.is_dir() else readers.files(path), title)
    total = files.count()
    done: list[Read] = []
    for group in documents.grouped(files.documents()):
        done += documents.remember(space, group, link_entities=link_entities)
        if on_progress:
            on_progress(Progress("read", len(done), total, "documents"))
    if files.failed and not path.is_dir():
        raise next(iter(files.failed.values()))
    failed = {file: str(error) for file, error in files.failed.items()}
    gone = files.gone(space, path) if forget_missing else ()
    if gone:
        remove_documents(space, gone)
    return Reading(tuple(done), failed, gone, files.notes())


def _is_corpus(path: Path) -> bool:
    return path.suffix.lower() in CORPORA
