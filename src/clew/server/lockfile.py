"""The list of jars: which, from where in a Maven repository, and the exact bytes of each."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from clew.errors import LocalServerError

NAME = "neo4j-2026.01.4-gds-2.26.0.lock"
BROWSER = "neo4j-browser-5.24.0.lock"

_ROW = re.compile(
    r"(?P<group>[\w.-]+):(?P<artifact>[\w.-]+):(?P<version>[\w.-]+)(?::(?P<classifier>[\w.-]+))?"
    r" (?P<sha256>[0-9a-f]{64}) (?P<size>\d+)"
)


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of a Maven repository; `size` is in bytes."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    size: int

    @property
    def filename(self) -> str:
        """Such as ``netty-codec-4.1.jar``."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{suffix}.jar"

    @property
    def path(self) -> Path:
        """The path in a Maven repository, relative to its root."""
        return Path(*self.group.split("."), self.artifact, self.version, self.filename)

    @property
    def is_procedures(self) -> bool:
        """True if it declares procedures of GDS, so that the server must find it in its plugins folder too."""
        return self.group == "org.neo4j.gds" and (self.artifact == "proc" or self.artifact.startswith("proc-"))

    def is_intact(self, file: Path) -> bool:
        """Return whether the file is there and holds exactly these bytes."""
        return has_digest(file, self.sha256)


def has_digest(file: Path, sha256: str) -> bool:
    """Return whether a file is there and has this digest, in hexadecimal."""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == sha256
    except (FileNotFoundError, NotADirectoryError):
        return False


@cache
def jars() -> tuple[Jar, ...]:
    """Return every jar of the server, in the order of the class path."""
    return parse((files("clew.server") / NAME).read_text("utf-8").splitlines())


def browser() -> Jar:
    """Return the jar of Neo4j Browser, which is fetched only where it is wanted."""
    return parse((files("clew.server") / BROWSER).read_text("utf-8").splitlines())[0]


def parse(lines: Iterable[str]) -> tuple[Jar, ...]:
    """Read ``group:artifact:version[:classifier] sha256 bytes``, one jar a line; ``#`` starts a comment."""
    found: list[Jar] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _ROW.fullmatch(line.strip())
        if match is None:
            raise LocalServerError(f"{NAME}:{number}: cannot read {line.strip()!r}; install clew again")
        named = match.groupdict(default="")
        found.append(Jar(**{**named, "size": int(named["size"])}))  # pyright: ignore[reportArgumentType]
    return tuple(found)


def versions() -> tuple[str, str]:
    """Return the versions of Neo4j and of Graph Data Science."""
    by_name = {(jar.group, jar.artifact): jar.version for jar in jars()}
    return by_name["org.neo4j", "neo4j"], by_name["org.neo4j.gds", "proc"]
