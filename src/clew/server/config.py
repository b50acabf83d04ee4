"""The files that the server reads when it starts: its configuration, its logging, Java's command line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import psutil

from clew.errors import LocalServerError
from clew.server.layout import ServerLayout
from clew.server.settings import ServerSettings
from clew.server.stored import StoreSize

CGROUP = Path("/sys/fs/cgroup")  # what the kernel says of the container, in its version 2
MEBIBYTE = 1 << 20
OVERHEAD_MB = 350  # what Java takes beside heap and page cache: classes, compiled code, threads, network buffers
MIN_HEAP_MB = 512  # what is taken unasked, at least; below it GDS runs out of memory on small graphs
MIN_PAGE_CACHE_MB = 64
GROWTH = 1.25
"""A large store's page cache holds that many times its records, so that a start lasts until the store has grown."""
SERIAL_BELOW_MB = 4096  # up to this heap the serial collector pauses shortly and takes the least memory
_SERIAL = ("-XX:+UseSerialGC", "-XX:SurvivorRatio=2")
"""The wide survivor spaces hold the projections that threads still name after they are dropped. Else each collection
makes some of them old, and all of the heap is collected often."""
_YOUNG = "-XX:NewSize=256m"
"""Without it the wide survivor spaces leave little room for what is new, until the heap has grown."""
ROOMY_HEAP_MB = 1024  # from this heap on there is room for that
MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"

OPTIONS = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
    # One page of relationships a thread: each page takes 2.3 MB, however small the projection; four are GDS's default.
    "-Dorg.neo4j.gds.utils.GdsFeatureToggles.pagesPerThread=1",
    "-Xlog:disable",
    "-Xlog:all=error:stdout",
)

# GDS reports every superstep of every run as information, some through its own logger and some through the
# one of Neo4j's procedures: hundreds of lines a recall.
_QUIET = ("org.neo4j.gds", "org.neo4j.kernel.api.procedure.GlobalProcedures")


@dataclass(frozen=True, slots=True)
class MemorySizes:
    """The memory that the server may take, in MB."""

    heap: int
    page_cache: int


def _text(name: str) -> str:
    return files("clew.server").joinpath(name).read_text("utf-8")


def logging(file: str, category: str = "") -> str:
    """Return a log4j configuration: one file that rotates, without the chatter of GDS."""
    loggers = "\n".join(f'    <Logger name="{name}" level="WARN"/>' for name in _QUIET)
    return _text("logs.xml").format(file=file, category=category, loggers=loggers)


def neo4j(port: int, memory: MemorySizes, options: Mapping[str, str]) -> str:
    """Return the text of ``neo4j.conf``: what a caller sets stands in place of ours, for no setting may stand twice."""
    ours = _text("neo4j.conf").format(port=port, page_cache_mb=memory.page_cache).splitlines()
    kept = [line for line in ours if line.partition("=")[0] not in options]
    return "".join(f"{line}\n" for line in [*kept, *(f"{name}={value}" for name, value in options.items())])


NOTHING = StoreSize()


def size(
    settings: ServerSettings, total: int | None = None, available: int | None = None, stored: StoreSize = NOTHING
) -> MemorySizes:
    """Size heap and page cache for a machine of that much memory (bytes; None: this one) and for what is stored."""
    total, available = (given or found for given, found in zip((total, available), machine(), strict=True))
    heap = settings.heap_mb or _between(MIN_HEAP_MB, total // MEBIBYTE // 4, 4096)
    page_cache = settings.page_cache_mb or _between(2 * MIN_PAGE_CACHE_MB, total // MEBIBYTE // 8, 2048)
    free = available // MEBIBYTE - OVERHEAD_MB
    if not settings.page_cache_mb:
        # All records are held where there is room; the operating system keeps some for the search indexes.
        records, search = int(stored.records * GROWTH) // MEBIBYTE, stored.search // MEBIBYTE
        page_cache = max(page_cache, min(records, free - heap - search))
    if heap + page_cache > free:
        heap = settings.heap_mb or _between(MIN_HEAP_MB, free * 3 // 4, heap)
        page_cache = settings.page_cache_mb or _between(MIN_PAGE_CACHE_MB, free - heap, page_cache)
    if heap + page_cache > free:
        raise LocalServerError(
            f"the server needs {heap + page_cache + OVERHEAD_MB} MB of memory (heap {heap}, page cache {page_cache}) "
            f"and {available // MEBIBYTE} MB are free; close programs, or lower heap_mb and page_cache_mb"
        )
    return MemorySizes(heap, page_cache)


def _between(low: int, value: int, high: int) -> int:
    return max(low, min(value, high))


def machine(cgroup: Path = CGROUP) -> tuple[int, int]:
    """Return total and available bytes, of the container where there is one; its idle cache of files is available."""
    memory = psutil.virtual_memory()
    try:
        limit, used = (int((cgroup / name).read_text("utf-8")) for name in ("memory.max", "memory.current"))
    except (OSError, ValueError):  # no container, or one without a limit
        return memory.total, memory.available
    try:
        found = re.search(r"^inactive_file (\d+)$", (cgroup / "memory.stat").read_text("utf-8"), re.MULTILINE)
    except (OSError, ValueError):
        found = None
    idle = int(found[1]) if found else 0
    return min(memory.total, limit), min(memory.available, max(limit - used + idle, 0))


def arguments(
    layout: ServerLayout, jars: Sequence[Path], memory: MemorySizes, archive: Sequence[str], settings: ServerSettings
) -> str:
    """Return the text of Java's argument file."""
    serial = (*_SERIAL, _YOUNG) if memory.heap >= ROOMY_HEAP_MB else _SERIAL
    options = (
        *(*OPTIONS, f"-Xms{min(memory.heap, MIN_HEAP_MB)}m", f"-Xmx{memory.heap}m"),
        *(("-XX:+UseG1GC",) if memory.heap > SERIAL_BELOW_MB else serial),
        *(*archive, *settings.jvm_options, "-cp", ":".join(map(str, jars))),
        *(MAIN_CLASS, f"--home-dir={layout.home}", f"--config-dir={layout.conf}"),
    )
    return "".join(f"{quoted(option)}\n" for option in options)


def quoted(option: str) -> str:
    """Return an option as a line of an argument file of Java's."""
    return '"' + option.replace("\\", "\\\\").replace('"', '\\"') + '"'
