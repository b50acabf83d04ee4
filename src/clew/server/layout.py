"""Where everything of the managed server lies, and whether it may be used."""

import errno
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_dir, user_data_dir

from clew.errors import LocalServerError
from clew.graph.drafts import drafted, private
from clew.server.settings import ServerSettings


class ServerLayout:
    """The folders and files of one server.

    Attributes:
        cache: the jars, as a Maven repository keeps them.
        databases: made by its first start.
        plugins: the jars that it scans for procedures.
        console: what Java itself writes, such as that it has too little memory.
        process: which process the server is.
        arguments: Java's command line; its path in the process's own command line identifies the server.
        lock: held while the server is started, stopped or removed.
    """

    def __init__(self, home: Path, cache: Path) -> None:
        self.home, self.cache = home, cache
        self.conf, self.data, self.plugins = home / "conf", home / "data", home / "plugins"
        self.databases = self.data / "databases"
        self.console, self.log = home / "logs" / "console.log", home / "logs" / "neo4j.log"
        self.process, self.arguments = home / "run" / "process.json", home / "run" / "arguments"
        self.password, self.port, self.lock = home / "password", home / "port", home / "lock"

    @classmethod
    def of(cls, settings: ServerSettings) -> "ServerLayout":
        """Return the layout where the settings say, else in the user's data and cache folders."""
        home = settings.home or Path(user_data_dir("clew")) / "server"
        cache = settings.cache or Path(user_cache_dir("clew")) / "jars"
        return cls(home.expanduser().resolve(), cache.expanduser().resolve())

    def create(self) -> None:
        """Make the folders; only their owner may look inside."""
        if os.name != "posix":
            raise LocalServerError("the managed server needs Linux or macOS; use a Neo4j of your own with --uri")
        if os.pathsep in str(self.cache):
            raise LocalServerError(
                f"the folder of the jars, {self.cache}, has {os.pathsep!r} in its name, where Java ends a path; "
                "choose another by XDG_CACHE_HOME"
            )
        with translated(self.home):
            self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_owner(self.home)
        with translated(self.home):
            self.home.chmod(0o700)
            for folder in (self.conf, self.data, self.plugins, self.console.parent, self.process.parent):
                folder.mkdir(exist_ok=True)


def check_owner(folder: Path) -> None:
    """Raise `LocalServerError` where the folder belongs to another user."""
    owner = folder.stat().st_uid
    if owner != os.getuid():
        raise LocalServerError(
            f"{folder} belongs to user {owner}, not to user {os.getuid()}; "
            "run clew as its owner, or choose another folder"
        )


def check_space(folder: Path, needed: int) -> None:
    """Raise `LocalServerError` where the disk of the folder has fewer than `needed` bytes free."""
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    free = shutil.disk_usage(existing).free
    if free < needed:
        raise LocalServerError(
            f"the disk of {folder} has {free / 1e6:,.0f} MB free of {needed / 1e6:,.0f} MB that are needed; "
            "free some, or choose a folder on another disk"
        )


def write_private(file: Path, text: str) -> None:
    """Put a file that only its owner can read in place at once, or leave the old one; root keeps the owner."""
    with drafted(file) as new:
        new.unlink(missing_ok=True)
        with open(new, "x", encoding="utf-8", opener=private) as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
            if os.geteuid() == 0 and file.exists():
                os.fchown(stream.fileno(), file.stat().st_uid, file.stat().st_gid)


def size_of(file: Path) -> int:
    """Return the bytes of a file; 0 where it is not there."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


@contextmanager
def translated(folder: Path) -> Generator[None]:
    """Turn what the file system refuses inside the block into one sentence with its remedy."""
    try:
        yield
    except ConnectionError:  # not of a file: who is told how far a start has come may have closed the pipe
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise LocalServerError(
                f"the disk of {error.filename or folder} is full; free some space, then repeat"
            ) from error
        raise LocalServerError(
            f"{error.filename or folder} cannot be used: {error.strerror or error}; "
            "correct its rights, or choose another folder"
        ) from error
