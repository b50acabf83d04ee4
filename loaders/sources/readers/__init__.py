"""Documents from files: plain text, Markdown, HTML, PDF, Word, EPUB, and corpora with one document a line."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from clew.errors import InvalidInput
from clew.loaders.sources.quoting import called, source
from clew.loaders.sources.readers import corpus, packed, pdf_pages, text_files, web_page
from clew.loaders.sources.readers.raw import leads_into, regular
from clew.loaders.sources.readers.written import Written, checked_title
from clew.text.arguments import quoted

__all__ = ["ENDINGS", "Written", "below", "documents", "files"]

_Read = Callable[[Path, str | None], Iterator[Written]]

_KINDS: dict[_Read, tuple[str, ...]] = {
    text_files.read_plain: (".txt", ".text", ".rst"),
    text_files.read_markdown: (".md", ".markdown"),
    web_page.read: (".html", ".htm", ".xhtml"),
    pdf_pages.read: (".pdf",),
    packed.read_word: (".docx",),
    packed.read_epub: (".epub",),
    corpus.read: (".jsonl", ".ndjson"),
}
_BY_ENDING = {ending: read for read, endings in _KINDS.items() for ending in endings}
ENDINGS = frozenset(_BY_ENDING)  # of the names of files that can be read, in lower case


def documents(path: Path, title: str | None = None) -> Iterator[Written]:
    """Yield the documents of one file, each read when it is asked for: one, or many of a corpus.

    Its ending says what kind it is. A title may be given to a file's one document; else the file says it, or its name.
    """
    read = _BY_ENDING.get(path.suffix.lower())
    title = checked_title(title)
    regular(path)
    if read is None:
        raise InvalidInput(f"{called(path)} ends in {quoted(path.suffix)}, which is unknown; give {_known()}")
    yield from read(path, title)


def files(path: Path) -> list[Path]:
    """Return the file itself, or the files `below` a folder, which must have one."""
    if not os.path.isdir(path):  # noqa: PTH112  unlike Path's, it is never an error
        return [regular(path)]
    if found := below(path):
        return found
    raise InvalidInput(f"{called(path)} has no file that ends in {_known()}; put one there")


def below(folder: Path) -> list[Path]:
    """Return the supported files anywhere below a folder in the order of their paths; there may be none.

    Hidden files and folders, links to folders, and links that lead out of the folder are left out. A file that is
    reached twice is there once.
    """

    def refuse(error: OSError) -> NoReturn:
        place = called(Path(str(error.filename)))
        raise InvalidInput(f"{place} cannot be read: {error.strerror}; check its rights") from None

    found: list[Path] = []
    inside = folder.resolve()
    for place, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files = [Path(place, name) for name in names if not name.startswith(".")]
        found += [file for file in files if file.suffix.lower() in ENDINGS and leads_into(inside, file)]
    return sorted({source(file): file for file in sorted(found, reverse=True)}.values())


def _known() -> str:
    return ", ".join(sorted(ENDINGS))
