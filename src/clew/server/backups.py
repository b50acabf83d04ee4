"""The database of a managed server as one file, and back: checked by its sum, and whole or not there.

The file is a compressed archive: what it is, each file of the database, and the SHA-256 of each. It holds no password.
"""

import hashlib
import json
import os
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import IO

from clew.errors import InvalidInput, Unsupported
from clew.graph.drafts import drafted, private
from clew.model import Progress
from clew.server import credentials, lockfile
from clew.server.bulk import FOLDERS
from clew.server.layout import ServerLayout, check_space
from clew.text.instants import now

FORMAT = 1  # version of the file's form
CONTENTS, SUMS = "clew-backup.json", "sha256.json"  # the first and the last of an archive
PIECE = 2**20  # bytes that are copied at once
MOST_TEXT = 2**26  # bytes of either of those two
_FILE = re.compile(rf"(?:{'|'.join(FOLDERS)})/{credentials.DATABASE}(?:/(?!\.\.?(?:/|$))[^/\0]+)+")

Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup."""

    clew_backup: int  # version of the file's form
    neo4j: str  # version of the server
    made_at: str  # when, in UTC
    files: int  # of the database
    bytes: int  # of these, uncompressed


class _Hashed:
    """A file that is read, or written, once: its digest, and how far that is."""

    def __init__(self, file: IO[bytes], told: Callable[[int], None]) -> None:
        self._file, self._told, self._sum = file, told, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self._sum.update(piece)
        self._told(len(piece))
        return piece

    @property
    def digest(self) -> str:
        return self._sum.hexdigest()


def write(layout: ServerLayout, place: Path, on_progress: Report | None = None) -> Backup:
    """Write the database to a file of its owner's alone; the server does not run, and nobody starts it meanwhile.

    Raises:
        InvalidInput: there is nothing to back up, or the file cannot be written.
        LocalServerError: the disk has no room for it.
    """
    sizes = {path: path.stat().st_size for path in _files(layout)}
    if not sizes:
        raise InvalidInput(f"{layout.home} holds no memory yet; there is nothing to back up")
    total = sum(sizes.values())
    check_space(place.absolute().parent, sum(path.stat().st_blocks * 512 for path in sizes))
    made = Backup(FORMAT, lockfile.versions()[0], now().isoformat(timespec="seconds"), len(sizes), total)
    told = _counting("backup", total, on_progress)
    try:
        with drafted(place) as draft, open(draft, "xb", opener=private) as raw:
            with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=1) as archive:
                _add_text(archive, CONTENTS, json.dumps(asdict(made)))
                sums = {path.relative_to(layout.data).as_posix(): _add(archive, layout, path, told) for path in sizes}
                _add_text(archive, SUMS, json.dumps(sums))
            raw.flush()
            os.fsync(raw.fileno())
    except OSError as error:
        raise InvalidInput(f"cannot write {str(place)!r}: {error.strerror}; name a file that can be written") from None
    return made


def unpack(file: Path, folder: Path, on_progress: Report | None = None) -> Backup:
    """Read a backup into a folder that is not there yet, as the `data` of a server; nothing is believed unchecked.

    Raises:
        InvalidInput: it is no backup, or not whole, or a sum differs.
        Unsupported: it was made by a newer Clew or Neo4j.
        LocalServerError: the disk has no room for it.
    """
    try:
        return _unpacked(file, folder, on_progress)
    except (tarfile.TarError, EOFError, zlib.error, ValueError, TypeError, KeyError, RecursionError) as error:
        told = f"{str(file)!r} is no whole backup: {error}"
        raise InvalidInput(f"{told}; give a file that `clew server backup` wrote") from None


def _unpacked(file: Path, folder: Path, on_progress: Report | None) -> Backup:
    if not file.is_file():
        raise ValueError("there is no such file")
    with tarfile.open(file, "r|gz") as archive:
        members = iter(archive)
        made = _contents(archive, next(members))
        check_space(folder, made.bytes)
        told, left, sums = _counting("restore", made.bytes, on_progress), made.bytes, dict[str, str]()
        for member in members:
            if member.name == SUMS:
                if json.loads(_text(archive, member)) != sums or len(sums) != made.files:
                    raise ValueError("its sums differ")
                return made
            left -= member.size
            if not member.isfile() or not _FILE.fullmatch(member.name) or member.name in sums or left < 0:
                raise ValueError(f"it holds {member.name[:80]!r}")
            sums[member.name] = _extract(archive, member, folder, told)
    raise ValueError("it is cut off")


def _files(layout: ServerLayout) -> Iterator[Path]:
    for kind in FOLDERS:
        yield from sorted(each for each in (layout.data / kind / credentials.DATABASE).rglob("*") if each.is_file())


def _counting(stage: str, total: int, on_progress: Report | None) -> Callable[[int], None]:
    done = 0

    def told(size: int) -> None:
        nonlocal done
        done += size
        if on_progress:
            on_progress(Progress(stage, done, total, "bytes"))

    return told


def _add(archive: tarfile.TarFile, layout: ServerLayout, path: Path, told: Callable[[int], None]) -> str:
    with path.open("rb") as stream:
        hashed = _Hashed(stream, told)
        member = tarfile.TarInfo(path.relative_to(layout.data).as_posix())
        member.size = os.fstat(stream.fileno()).st_size
        archive.addfile(member, hashed)
    return hashed.digest


def _add_text(archive: tarfile.TarFile, name: str, text: str) -> None:
    member, content = tarfile.TarInfo(name), text.encode()
    member.size = len(content)
    archive.addfile(member, BytesIO(content))


def _contents(archive: tarfile.TarFile, first: tarfile.TarInfo) -> Backup:
    if first.name != CONTENTS:
        raise ValueError(f"it begins with {first.name[:80]!r}")
    made, ours = Backup(**json.loads(_text(archive, first))), lockfile.versions()[0]
    if made.clew_backup != FORMAT or _numbers(made.neo4j) > _numbers(ours):
        raise Unsupported(
            f"the backup has form {made.clew_backup} and is of Neo4j {made.neo4j}, and this Clew has form {FORMAT} and "
            f"Neo4j {ours}; upgrade clew"
        )
    return made


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def _text(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = archive.extractfile(member)
    if stream is None or member.size > MOST_TEXT:
        raise ValueError(f"{member.name} is no text")
    return stream.read()


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path, told: Callable[[int], None]) -> str:
    stream, place = archive.extractfile(member), folder / member.name
    if stream is None:
        raise ValueError(f"{member.name} is no file")
    place.parent.mkdir(parents=True, exist_ok=True)
    hashed = _Hashed(stream, told)
    with place.open("xb") as out:
        while piece := hashed.read(PIECE):
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
    return hashed.digest
