"""PDF: the text of its pages, as far as it has text and not only pictures of it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.loaders.language.splitting import visible
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.columns import page_text
from clew.loaders.sources.readers.raw import LARGEST, content, quietly
from clew.loaders.sources.readers.written import Written, line, written
from clew.text.arguments import quoted

if TYPE_CHECKING:
    from pypdf import PdfReader

MAX_OPERATIONS = 10_000_000
"""Drawing operations of a document; a thousand full pages take a tenth of them, a hostile page can take them all."""

_HYPHEN = re.compile(r"(\w)[-\u2010\u00ad]\n(?=(\w))")
_LIGATURES = str.maketrans(dict(zip("\ufb00\ufb01\ufb02\ufb03\ufb04", ("ff", "fi", "fl", "ffi", "ffl"), strict=True)))
# Titles that programs write where nobody gave one: the name of the file, or of nothing.
_NO_TITLE = re.compile(
    r"microsoft \w+ - .*|.*\.(?:docx?|odt|rtf|pptx?|xlsx?|pdf|tex|dvi|ps|indd|qxd|html?|txt)"
    r"|untitled(?: document| presentation)?[\W\d]*"
    r"|\(?anonymous\)?|\(?unspecified\)?|(?:document|doc|slide|title|print)\s*\d*|[\W\d_]*",
    re.IGNORECASE,
)


def read(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a PDF: pages an empty line apart, columns one after the other, divided words whole."""
    name, data = called(path), content(path)
    with quietly():
        text, own = _text_and_title(data, name)
    if not visible(text):
        raise InvalidInput(f"{name} has no text, only pictures of it; run text recognition (OCR) on it first")
    yield written(path, text, title, "" if _NO_TITLE.fullmatch(line(own)) else own)


def _text_and_title(data: bytes, name: str) -> tuple[str, str]:
    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError, FileNotDecryptedError, LimitReachedError
    except ImportError:
        raise MissingDependency(f"{name} needs pypdf, not installed; {install_hint('documents')}") from None
    encrypted = InvalidInput(f"{name} is encrypted; save a copy without password and protection")
    try:
        reader = PdfReader(BytesIO(data))
        if not reader.is_encrypted or reader.decrypt(""):  # with the empty password it opens as in any viewer
            title: object = ""
            with suppress(Exception):  # broken metadata
                title = reader.metadata.title if reader.metadata else ""
            return _text(reader, name), title if isinstance(title, str) else ""
    except InvalidInput:
        raise
    except (DependencyError, FileNotDecryptedError):
        raise encrypted from None
    except LimitReachedError as error:
        raise InvalidInput(f"{name} is out of bounds: {_reason(error)}; print it to a new PDF") from None
    except Exception as error:  # noqa: BLE001  a broken file can make pypdf raise anything
        raise InvalidInput(f"{name} is a broken PDF: {_reason(error)}; print it to a new PDF") from None
    raise encrypted


def _text(reader: "PdfReader", name: str) -> str:
    pages: list[str] = []
    size = 0
    operations = count()

    def counted(*_: object) -> None:
        if next(operations) >= MAX_OPERATIONS:
            raise InvalidInput(f"{name} takes more than {MAX_OPERATIONS:,} drawing operations; split it")

    for page in reader.pages:
        text = page_text(page, counted).strip()
        size += len(text)
        if size > LARGEST:
            raise InvalidInput(f"{name} has more than {LARGEST // 2**20} MiB of text; split it")
        pages.append(text)
    whole = "\n\n".join(filter(None, pages)).translate(_LIGATURES)
    # A hyphen at the end of a line goes between small letters of any alphabet.
    return _HYPHEN.sub(lambda found: found[1] if found[1].islower() and found[2].islower() else found[0], whole)


def _reason(error: Exception) -> str:
    return quoted(" ".join(str(error).split()) or type(error).__name__)
