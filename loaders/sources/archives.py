"""Archives of exports: what a ZIP file holds that may be conversations, in a folder of its own."""

import zlib
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from shutil import copyfileobj
from zipfile import BadZipFile, ZipFile

from clew.errors import InvalidInput
from clew.loaders.sources.quoting import called

LARGEST = 16 * 2**30  # bytes of all that is unpacked
_KEPT = frozenset({".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".eml", ".mbox"})
_ENCRYPTED = 1  # the flag of a file that a password locks
_DEPTH = 2  # folders inside each other, such as the channels of an export


def unpacked(path: Path, folder: Path) -> Path:
    """Unpack the files of an archive that may be conversations, and return where they lie.

    Raises:
        InvalidInput: it is no archive, is locked by a password, or holds more than `LARGEST`.
    """
    target = folder / path.stem
    try:
        with ZipFile(path) as archive:
            named = [(PurePosixPath(each.filename), each) for each in archive.infolist()]
            kept = [
                each
                for name, each in named
                if len(name.parts) <= _DEPTH + 1 and not name.is_absolute() and name.suffix.lower() in _KEPT
                if not any(part.startswith((".", "__")) for part in name.parts)
            ]
            if sum(each.file_size for each in kept) > LARGEST:
                raise InvalidInput(f"{called(path)} holds more than {LARGEST // 2**30} GiB; unpack it yourself")
            if any(each.flag_bits & _ENCRYPTED for each in kept):
                raise InvalidInput(f"{called(path)} is locked by a password; unpack it yourself")
            # One folder around everything stands for nothing.
            tops = {PurePosixPath(each.filename).parts[0] for each in kept}
            is_wrapped = len(tops) == 1 and all(len(PurePosixPath(each.filename).parts) > 1 for each in kept)
            for each in kept:
                inner = target.joinpath(*PurePosixPath(each.filename).parts[is_wrapped:])
                inner.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(each) as packed, inner.open("wb") as out:
                    copyfileobj(packed, out)
    except (BadZipFile, EOFError, zlib.error, LZMAError, NotImplementedError) as error:  # the last: a rare compression
        raise InvalidInput(f"{called(path)} cannot be unpacked: {error}; export it again") from None
    target.mkdir(parents=True, exist_ok=True)
    return target
