"""The settings of the managed server, and its address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Self

from clew.errors import InvalidInput
from clew.settings import Settings

_NAME = re.compile(r"[a-z_0-9.]+")
SMALLEST_HEAP_MB = 256
SMALLEST_PAGE_CACHE_MB = 16


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The place of the managed server, and the memory that it may take."""

    home: Path | None = None  # its folder: data, password, configuration, logs. None: in the user's data folder.
    cache: Path | None = None  # the jars, laid out as Maven does; may be shared. None: in the user's cache folder.
    mirror: str | None = None  # a Maven repository's address to fetch from instead of Maven Central
    # Java heap. None: a quarter of the memory, between 512 MB and 4 GB, less where little is free; at least 256 where
    # it is given.
    heap_mb: int | None = None
    # the store's cache. None: an eighth of the memory, between 128 MB and 2 GB, less where little is free; more for a
    # store that is larger, where it is free.
    page_cache_mb: int | None = None
    jvm_options: tuple[str, ...] = ()  # further options for Java, after ours, such as ``-XX:TieredStopAtLevel=1``
    # settings of ``neo4j.conf``, instead of ours where both are set
    neo4j_options: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return what Clew's settings say of the managed server, in the user's folders."""
        return cls(
            mirror=settings.mirror or None,
            heap_mb=settings.heap_mb or None,
            page_cache_mb=settings.page_cache_mb or None,
        )

    def __post_init__(self) -> None:
        _check_least("heap_mb", self.heap_mb, SMALLEST_HEAP_MB)
        _check_least("page_cache_mb", self.page_cache_mb, SMALLEST_PAGE_CACHE_MB)
        if self.mirror is not None and not self.mirror.startswith(("http://", "https://")):
            raise InvalidInput(f"mirror {self.mirror!r} is no address; write it like https://host/maven2")
        for name, value in self.neo4j_options.items():
            if not _NAME.fullmatch(name) or not value.isprintable():
                raise InvalidInput(
                    f"neo4j option {name!r} is no setting on one line; write it like db.lock.acquisition.timeout"
                )


def _check_least(name: str, value: int | None, least: int) -> None:
    if value is not None and value < least:
        raise InvalidInput(f"{name} {value} is too small for the server; give at least {least}")


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a running server, with user and password."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the managed server, as far as it is known without asking it."""

    running: bool  # whether its process is there
    pid: int | None
    uri: str | None  # where it listens, or will after the next start; None before the first
    since: datetime | None  # when its process began
    neo4j: str  # the version that this Clew fetches
    gds: str  # the version of Graph Data Science that goes with it
    home: Path
    data_bytes: int  # the size of what it stores


@dataclass(frozen=True, slots=True)
class StartPlan:
    """The memory that the next start of the managed server takes."""

    heap_mb: int
    page_cache_mb: int
    records_bytes: int  # what the store has for the page cache to hold: nodes, relationships, properties
    search_bytes: int  # the full-text and vector indexes, which the operating system caches beside it


class PortMoved(UserWarning):
    """Another program took the remembered port, so the server moved to a new one."""
