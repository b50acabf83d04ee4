"""The tokens that reach spaces over HTTP: a file of their hashes, which only its owner can read.

    {"tokens": [{"name": "laptop", "sha256": "…", "spaces": ["ann", "work"], "created": "2026-11-24T09:00:00+00:00"}]}

A token is 256 random bits, so a plain hash of it tells nobody what it is.
"""

import fcntl
import json
import logging
import os
import secrets
import stat
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal
from unicodedata import normalize

from platformdirs import user_data_dir
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clew.errors import AccessDenied, ClewError, Conflict, InvalidInput, NotFound
from clew.graph.space import check_name
from clew.server.layout import write_private
from clew.text.arguments import quoted
from clew.text.instants import now

if TYPE_CHECKING:
    from clew.agents.tool_form import Effect

MAX_NAME_CHARACTERS = 100

Right = Literal["read", "write", "forget"]
RIGHTS: tuple[Right, ...] = ("read", "write", "forget")
"""Rights of a token: to look at memory, to add to it and put it right, to remove from it."""

RIGHT_TO: "Mapping[Effect, Right]" = MappingProxyType(
    {"reads": "read", "adds": "write", "settles": "write", "removes": "forget"}
)
"""The right that an operation asks for, by its effect."""

_log = logging.getLogger(__name__)


class Entry(BaseModel):
    """One token as the file holds it: whose it is, its hash, its rights, and its spaces, the default first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    sha256: str
    spaces: tuple[str, ...] = Field(min_length=1)
    created: str
    rights: tuple[Right, ...] = Field(RIGHTS, min_length=1)


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: tuple[Entry, ...] = ()


def default_file() -> Path:
    """Return where the tokens lie unless a caller says where: in the user's data folder."""
    return Path(user_data_dir("clew")) / "mcp" / "tokens.json"


def read(file: Path) -> tuple[Entry, ...]:
    """Read the tokens of a file; none where there is no file."""
    try:
        _check_private(file, file.stat())  # before it is opened: a pipe would wait for its writer
        with file.open("rb") as stream:
            _check_private(file, os.fstat(stream.fileno()))
            text = stream.read()
    except FileNotFoundError:
        return ()
    try:
        return _File.model_validate_json(text).tokens
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"])) or "its text"
        raise InvalidInput(
            f"the token file {file} cannot be read at {place}; mend it, or make the tokens anew"
        ) from None


def add(file: Path, name: str, spaces: Sequence[str], rights: Sequence[str] = RIGHTS) -> str:
    """Make a token, write its hash, and return it: nobody can read it again."""
    if not name.isprintable() or not name.strip() or len(name) > MAX_NAME_CHARACTERS:
        raise InvalidInput(f"token name {quoted(name)} cannot be; give up to {MAX_NAME_CHARACTERS} visible characters")
    if not spaces:
        raise InvalidInput(f"token {quoted(name)} reaches no space; name at least one")
    if unknown := [each for each in rights if each not in RIGHTS]:
        raise InvalidInput(f"right {quoted(unknown[0])} is unknown; give some of {', '.join(RIGHTS)}")
    if "read" not in rights:
        raise InvalidInput(f"token {quoted(name)} could not even look at memory; give it the right read as well")
    named = tuple(dict.fromkeys(normalize("NFC", check_name("space", space)) for space in spaces))
    token = f"clew_{secrets.token_urlsafe(32)}"
    entry = Entry(
        name=name,
        sha256=_hashed(token),
        spaces=named,
        created=now().isoformat(timespec="seconds"),
        rights=tuple(each for each in RIGHTS if each in rights),
    )
    with _locked(file):
        entries = read(file)
        if any(each.name == name for each in entries):
            raise Conflict(f"there is a token {quoted(name)} already; revoke it first, or choose another name")
        _write(file, (*entries, entry))
    return token


def revoke(file: Path, name: str) -> None:
    """Remove a token; a server that runs refuses it from its next request on."""
    with _locked(file):
        entries = read(file)
        kept = tuple(each for each in entries if each.name != name)
        if len(kept) == len(entries):
            raise NotFound(f"there is no token {quoted(name)} in {file}; list them, and name one of them")
        _write(file, kept)


def check_right(rights: Sequence[str], effect: "Effect") -> None:
    """Hold that some rights allow an operation with an effect.

    Raises:
        AccessDenied: they do not.
    """
    if (right := RIGHT_TO[effect]) not in rights:
        raise AccessDenied(f"this token has no right to {right}; ask its owner for one made with --right {right}")


class TokenFile:
    """Knows the bearer tokens of a file, which is read anew when it has changed."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen: tuple[int, int, int] | None = None
        self._entries: Mapping[str, Entry] = {}

    def entry(self, token: str) -> Entry | None:
        """Return whom a token is from and the spaces that it reaches; None if it is unknown."""
        try:
            found = self._file.stat()
            _check_private(self._file, found)
            if self._seen != (seen := (found.st_mtime_ns, found.st_ino, found.st_size)):
                self._entries = {each.sha256: each for each in read(self._file)}
                self._seen = seen
        except (OSError, ClewError) as error:
            _log.error("no token is accepted: %s", error)
            self._entries, self._seen = {}, None
        return self._entries.get(_hashed(token))


def _hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _check_private(file: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise InvalidInput(f"the token file {file} is no file; name one")
    if os.geteuid() not in (found.st_uid, 0):
        raise InvalidInput(f"the token file {file} belongs to user {found.st_uid}, not to user {os.geteuid()}; own it")
    if found.st_mode & 0o077:
        mode = stat.S_IMODE(found.st_mode)
        raise InvalidInput(f"the token file {file} has mode {mode:04o}, so others can use it; run: chmod 600 '{file}'")


@contextmanager
def _locked(file: Path) -> Generator[None]:
    """Be the one writer of the file; where it cannot be read, nothing is made."""
    read(file)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with file.with_name(f"{file.name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write(file: Path, entries: Sequence[Entry]) -> None:
    write_private(file, json.dumps({"tokens": [each.model_dump() for each in entries]}, indent=2))
