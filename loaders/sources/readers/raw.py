"""The bytes of a file, and the text that they encode."""

import codecs
import lzma
import os
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from errno import ELOOP, ENOENT, ENOTDIR
from io import BytesIO
from logging import CRITICAL, getLogger
from pathlib import Path
from stat import S_ISREG
from threading import Lock

from clew.errors import InvalidInput
from clew.loaders.sources.quoting import called, not_utf8
from clew.loaders.sources.rows import open_file
from clew.text.arguments import quoted

LARGEST = 64 * 2**20  # bytes of a file that is one document
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_NOWHERE = frozenset({ENOENT, ENOTDIR, ELOOP})
_QUIET = Lock()


def regular(path: Path, if_empty: str = "write it again, or leave it out") -> Path:
    """Return the file, if it is a regular one with something in it; for an empty one the error advises `if_empty`."""
    try:
        if not path.exists():
            if path.parts[:1] in (("http:",), ("https:",)):
                address = str(path).replace(":/", "://", 1)  # a path has one slash
                raise InvalidInput(
                    f"{quoted(address)} is an address; none is fetched, so save the page and name its file"
                )
            raise InvalidInput(f"{called(path)} does not exist; check the path")
        if not path.is_file():
            raise InvalidInput(f"{called(path)} is not a regular file; save it to one first")
        if path.stat().st_size == 0:
            raise InvalidInput(f"{called(path)} is empty; {if_empty}")
    except OSError as error:
        raise InvalidInput(f"{called(path)} cannot be read: {error.strerror}; check the path and its rights") from None
    return path


def leads_into(folder: Path, file: Path) -> bool:
    """Return whether a path is a file of a resolved folder; a link that leads out of it, or nowhere, is none."""
    try:
        is_file = S_ISREG(file.stat().st_mode)
    except OSError as error:
        if error.errno in _NOWHERE:
            return False
        raise InvalidInput(f"{called(file)} cannot be read: {error.strerror}; check its rights") from None
    return is_file and (not file.is_symlink() or file.resolve().is_relative_to(folder))


def content(path: Path) -> bytes:
    """Return all bytes of a file that is one document, of at most 64 MiB."""
    with open_file(regular(path)) as file:
        try:
            is_larger = os.fstat(file.fileno()).st_size > LARGEST
            data = b"" if is_larger else file.read(LARGEST + 1)
        except OSError as error:
            raise InvalidInput(f"{called(path)} cannot be read: {error.strerror}; check its disk and rights") from None
    if is_larger or len(data) > LARGEST:
        raise InvalidInput(f"{called(path)} is larger than {LARGEST // 2**20} MiB; split it, or write JSON Lines")
    return data


def unpacked(path: Path) -> bytes:
    """Return the bytes of a file that xz has packed, at most 64 MiB: a few kilobytes could fill all memory."""
    try:
        with lzma.open(BytesIO(content(path))) as file:
            data = file.read(LARGEST + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise InvalidInput(f"{called(path)} is not packed by xz: {error}; fetch it again") from None
    if len(data) > LARGEST:
        raise InvalidInput(f"{called(path)} unpacks to more than {LARGEST:,} bytes; split it")
    return data


def text_of(path: Path) -> str:
    """Return the text of a file: UTF-8, or UTF-16 if a byte order mark says so."""
    data = content(path)
    encoding, start = marked(data)
    return decoded(data[start:], encoding or "utf-8", called(path))


def marked(data: bytes) -> tuple[str, int]:
    """Return the encoding that a byte order mark names and the length of the mark; empty and 0 without one."""
    return next(((name, len(mark)) for mark, name in _MARKS.items() if data.startswith(mark)), ("", 0))


def decoded(data: bytes, encoding: str, name: str) -> str:
    """Return the text that bytes encode; it holds no NUL."""
    try:
        text = data.decode(encoding)
    except (UnicodeError, LookupError):
        if encoding == "utf-8":
            raise not_utf8(name) from None
        raise InvalidInput(f"{name} is not text in {quoted(encoding)}; save it as UTF-8") from None
    if "\0" in text:
        raise InvalidInput(f"{name} holds NUL bytes, so it is no text; save it as UTF-8 text")
    return text


@contextmanager
def quietly() -> Generator[None]:
    """Silence the logs and warnings of libraries; one thread at a time, as both belong to the process."""
    log = getLogger("pypdf")
    with _QUIET, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        level = log.level
        log.setLevel(CRITICAL + 1)
        try:
            yield
        finally:
            log.setLevel(level)
