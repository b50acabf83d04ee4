"""Word (`.docx`) and EPUB: documents in a ZIP file, which are read as pages of HTML."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

from clew.errors import ClewError, InvalidInput, MissingDependency, install_hint
from clew.loaders.language.splitting import visible
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import LARGEST, content, quietly
from clew.loaders.sources.readers.web_page import text_and_title
from clew.loaders.sources.readers.written import Written, written
from clew.text.arguments import quoted

_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_PROPERTIES, _LOCKS = "docProps/core.xml", "META-INF/encryption.xml"
_MARKED = (".xml", ".rels", ".opf", ".xhtml", ".html", ".htm")  # endings of files that are read


def read_word(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a Word file, with its tables and notes; of a picture its alternative text."""
    name = called(path)
    try:
        mammoth: Any = import_module("mammoth")  # it has no types
    except ImportError:
        raise MissingDependency(f"{name} needs mammoth, not installed; {install_hint('documents')}") from None

    def without_bytes(_: object) -> dict[str, str]:
        return {"src": ""}

    with _readable(name), ZipFile(BytesIO(content(path))) as archive:
        parts = _parts(archive, name)
        own = _element(archive, _PROPERTIES).findtext(f".//{_TITLE}") if _PROPERTIES in parts else ""
        with quietly():
            pictures = mammoth.images.img_element(without_bytes)
            page = str(mammoth.convert_to_html(archive.fp, convert_image=pictures).value)
        text, heading = text_and_title(page.encode("utf-8", "replace"), name)
    yield written(path, text, title, own, heading)


def read_epub(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a book, with its chapters in the order of reading."""
    name = called(path)
    with _readable(name), ZipFile(BytesIO(content(path))) as archive:
        parts = _parts(archive, name)
        root = _element(archive, "META-INF/container.xml").findall(".//{*}rootfile")[0].attrib["full-path"]
        package = _element(archive, root)
        hrefs = {each.attrib["id"]: each.attrib["href"] for each in package.iterfind(".//{*}manifest/{*}item")}
        read = [hrefs[each.attrib["idref"]] for each in package.iterfind(".//{*}spine/{*}itemref")]
        chapters = [normpath(join(dirname(root), unquote(each))) for each in read]
        locked = archive.read(_LOCKS).decode("utf-8", "replace") if _LOCKS in parts else ""
        if any(f'URI="{each}"' in locked for each in chapters):
            raise InvalidInput(f"{name} is protected; save a copy without protection")
        if sum(archive.getinfo(each).file_size for each in chapters) > LARGEST:  # one may be named again and again
            raise _too_large(name)
        texts = [text_and_title(archive.read(each), f"{name}, {quoted(each)}", is_xml=True)[0] for each in chapters]
        own = package.findtext(f".//{_TITLE}")
    yield written(path, "\n\n".join(filter(visible, texts)), title, own)


@contextmanager
def _readable(name: str) -> Generator[None]:
    """Make whatever fails in the block an error of the file."""
    try:
        yield
    except ClewError:
        raise
    except Exception as error:  # noqa: BLE001  a broken file can make the parsers raise anything
        told = quoted(str(error) or type(error).__name__)
        raise InvalidInput(f"{name} is broken: {told}; save it again from the program that wrote it") from None


def _parts(archive: ZipFile, name: str) -> frozenset[str]:
    """Return the names of what is in an archive, unless it unpacks to too much."""
    marked = sum(each.file_size for each in archive.infolist() if each.filename.lower().endswith(_MARKED))
    whole = sum(each.file_size for each in archive.infolist())  # a part that is read may be called otherwise
    if marked > LARGEST or whole > 2 * LARGEST:
        raise _too_large(name)
    return frozenset(archive.namelist())


def _too_large(name: str) -> InvalidInput:
    return InvalidInput(f"{name} has more than {LARGEST // 2**20} MiB of text; split it")


def _element(archive: ZipFile, part: str) -> Element:
    return fromstring(archive.read(part))  # noqa: S314  expat bounds what entities grow to, and fetches none
