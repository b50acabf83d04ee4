"""The functions for users: start, stop, status, logs, remove. Each takes the same settings and may be repeated."""

import os
import shutil
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from clew.errors import InvalidInput, LocalServerError
from clew.model import Progress
from clew.server import archive, backups, bulk, config, credentials, java, lockfile, process, readiness, stored
from clew.server.backups import Backup
from clew.server.layout import ServerLayout, check_owner, check_space, translated, write_private
from clew.server.settings import Address, PortMoved, ServerSettings, StartPlan, Status

DEFAULTS = ServerSettings()
LOCK_SECONDS = 900  # how long a start waits for another one, which may be fetching the jars over a slow line
ROOM = 200_000_000
"""Bytes that must be free for a start: logs, and what the store writes before it can say that it is full."""

UNPACKED = "data.unpacked"  # in the server's home: what a backup holds, before it takes the place of the data
REPLACED = "data.replaced"  # in the server's home: the data that others take the place of

PORT_ATTEMPTS = 4  # a port that was free may be somebody else's when the server opens it, seconds later

Report = Callable[[Progress], None]


def start(settings: ServerSettings = DEFAULTS, on_progress: Report | None = None) -> Address:
    """Make sure that the server runs and answers, and say where.

    Fetches what is missing, starts the server if it does not run, and waits until it takes the password and
    Graph Data Science answers. Repeated, or called by several processes at once, it yields the one server.

    Args:
        settings: where it lives and what it may take.
        on_progress: told of the stages ``download`` (bytes; the size first) and ``start`` (seconds).

    Raises:
        LocalServerError: it cannot be fetched or started; says why and what to do.
    """
    layout = ServerLayout.of(settings)
    layout.create()
    with translated(layout.home), _alone(layout):
        _remove_unpacked(layout)
        if (running := process.find(layout)) is not None:
            address = _address(layout)
            with suppress(readiness.Ended):  # it was on its way down
                readiness.wait(address, layout, running, on_progress)
                return address
        return _start_anew(layout, settings, on_progress)


def stop(settings: ServerSettings = DEFAULTS) -> bool:
    """Stop the server; what it stores stays. Return whether one ran."""
    layout = ServerLayout.of(settings)
    with translated(layout.home):
        if not layout.home.exists():
            return False
        check_owner(layout.home)
        with _alone(layout):
            return _end(layout)


def _end(layout: ServerLayout) -> bool:
    if (running := process.find(layout)) is None:
        return False
    if process.end(running, layout):
        archive.promote(layout)
    return True


def status(settings: ServerSettings = DEFAULTS) -> Status:
    """Return what is known about the server without asking it."""
    layout = ServerLayout.of(settings)
    running = process.find(layout)
    port = _remembered(layout)
    neo4j, gds = lockfile.versions()
    return Status(
        running=running is not None,
        pid=running.pid if running else None,
        uri=_uri(port) if port else None,
        since=datetime.fromtimestamp(running.create_time(), UTC) if running else None,
        neo4j=neo4j,
        gds=gds,
        home=layout.home,
        data_bytes=sum(size for _, size in stored.files(layout.data)),
    )


def planned(settings: ServerSettings = DEFAULTS) -> StartPlan:
    """Return what the next start would take, by what is stored; a running server's memory counts as free."""
    layout = ServerLayout.of(settings)
    total, available = config.machine()
    if (running := process.find(layout)) is not None:
        with suppress(psutil.Error):
            available += running.memory_info().rss
    found = stored.measure(layout)
    memory = config.size(settings, total, available, found)
    return StartPlan(memory.heap, memory.page_cache, found.records, found.search)


def logs(settings: ServerSettings = DEFAULTS, lines: int = 50) -> str:
    """Return the end of the server's log, or of what Java said where the server did not come so far."""
    layout = ServerLayout.of(settings)
    with translated(layout.home):
        return process.tail(layout.log, lines) or process.tail(layout.console, lines)


def home(settings: ServerSettings = DEFAULTS) -> Path:
    """Return the folder of the server's data, password, configuration and logs."""
    return ServerLayout.of(settings).home


def browser_jar(settings: ServerSettings = DEFAULTS, on_progress: Report | None = None) -> Path:
    """Return the jar of Neo4j Browser, which the server itself does not need; it is fetched where it is missing."""
    from clew.server import artifacts

    cache = ServerLayout.of(settings).cache
    return artifacts.fetch([lockfile.browser()], cache, settings.mirror, on_progress)[0]


def import_bulk(folder: Path, settings: ServerSettings = DEFAULTS, on_progress: Report | None = None) -> None:
    """Import what `clew export --bulk` wrote into this server, which was never started; the next start serves it."""
    layout = ServerLayout.of(settings)
    layout.create()
    with translated(layout.home), _alone(layout):
        bulk.run(layout, settings, folder, on_progress)


def backup(file: Path, settings: ServerSettings = DEFAULTS, on_progress: Report | None = None) -> Backup:
    """Write all that the server stores to one file. It is stopped meanwhile, and started again where it ran.

    Args:
        file: is replaced where it is there; it appears whole or not at all, for its owner's eyes.
        settings: of the server.
        on_progress: told of the stage ``backup`` (bytes).

    Returns:
        The contents of the file.

    Raises:
        InvalidInput: the server stores nothing, or the file cannot be written.
        LocalServerError: the disk has no room for it.

    Example:
        server.backup(Path("monday.clew"))
    """
    layout, ran = ServerLayout.of(settings), False
    try:
        with translated(layout.home):
            if not layout.databases.joinpath(credentials.DATABASE).exists():
                raise InvalidInput(f"{layout.home} holds no memory yet; there is nothing to back up")
            check_owner(layout.home)
            with _alone(layout):
                ran = _end(layout)
                return backups.write(layout, file, on_progress)
    finally:
        if ran:
            start(settings)


def restore(file: Path, settings: ServerSettings = DEFAULTS, on_progress: Report | None = None) -> Backup:
    """Put what a backup holds in place of all that the server stores, and start it.

    The file is unpacked and checked beside what is stored, while the server runs. Interrupted, what is stored is what
    was before, or all that the backup holds. The password stays that of this server; other users of the database go.

    Args:
        file: that `backup` wrote.
        settings: of the server; it may never have been used.
        on_progress: told of the stages ``restore`` (bytes) and ``start``.

    Returns:
        The contents of the file.

    Raises:
        InvalidInput: it is no backup, not whole, or differs from its sums; what was stored is there.
        Unsupported: it is of a newer Clew or Neo4j.
        LocalServerError: the disk has no room for it.

    Example:
        server.restore(Path("monday.clew"))
    """
    layout = ServerLayout.of(settings)
    layout.create()
    with translated(layout.home), _alone(layout):
        _remove_unpacked(layout)
        try:
            made = backups.unpack(file, layout.home / UNPACKED, on_progress)
            _end(layout)
            _exchange(layout, layout.home / UNPACKED)
        finally:
            _remove_unpacked(layout)
    start(settings, on_progress)
    return made


def _remove_unpacked(layout: ServerLayout) -> None:
    """Remove what a restore left that was killed; none runs."""
    shutil.rmtree(layout.home / UNPACKED, ignore_errors=True)


def take_data(settings: ServerSettings, data: Path) -> None:
    """Put other data, whole and of the same password, in place of this server's, which does not run.

    Interrupted, the next start finds the old data or the new.
    """
    layout = ServerLayout.of(settings)
    with translated(layout.home), _alone(layout):
        if process.find(layout) is not None:
            raise LocalServerError("the server runs; run: clew server stop")
        _exchange(layout, data)


def _exchange(layout: ServerLayout, data: Path) -> None:
    _end_taking(layout)  # of one before that was killed, and never started since
    layout.data.replace(layout.home / REPLACED)
    data.replace(layout.data)
    _end_taking(layout)


def _end_taking(layout: ServerLayout) -> None:
    """End a replacement of the data that was interrupted: the new data stay if they are in place, else the old do."""
    if (replaced := layout.home / REPLACED).exists():
        if not layout.databases.exists():
            shutil.rmtree(layout.data, ignore_errors=True)
            replaced.replace(layout.data)
        else:
            shutil.rmtree(replaced)


def remove(settings: ServerSettings = DEFAULTS) -> None:
    """Stop the server and delete all of it: memory, password, logs, and the jars unless `cache` was given."""
    layout = ServerLayout.of(settings)
    stop(settings)
    with translated(layout.home):
        _delete(layout.home)
        if settings.cache is None:
            _delete(layout.cache)


def _start_anew(layout: ServerLayout, settings: ServerSettings, on_progress: Report | None) -> Address:
    from clew.server import artifacts  # loads requests, which a running server does not need

    _end_taking(layout)
    memory = config.size(settings, stored=stored.measure(layout))
    bulk.remove_drafts(layout)
    check_space(layout.home, ROOM)
    found = java.find()
    jars = artifacts.fetch(lockfile.jars(), layout.cache, settings.mirror, on_progress)
    # The server scans this folder for procedures: the jars that declare some get a further name there.
    for file in layout.plugins.glob("proc*.jar"):
        file.unlink()
    for jar in lockfile.jars():
        if jar.is_procedures:
            source, target = layout.cache / jar.path, layout.plugins / jar.filename
            try:
                os.link(source, target)
            except OSError:
                shutil.copyfile(source, target)
    credentials.prepare(layout)
    is_usual = layout.databases.exists() and not settings.jvm_options  # a start again, and Java as Clew sets it
    archived = archive.options(layout, found, jars, record=is_usual)
    layout.arguments.write_text(config.arguments(layout, jars, memory, archived, settings), "utf-8")
    (layout.conf / "user-logs.xml").write_text(config.logging("neo4j.log"), "utf-8")
    (layout.conf / "server-logs.xml").write_text(config.logging("debug.log", "[%c{1}] "), "utf-8")
    for _ in range(PORT_ATTEMPTS):
        port = _choose_port(layout)
        (layout.conf / "neo4j.conf").write_text(config.neo4j(port, memory, settings.neo4j_options), "utf-8")
        address = _address(layout)
        with suppress(readiness.PortTaken):
            readiness.wait(address, layout, process.begin(layout, found), on_progress)
            return address
    raise LocalServerError(f"{PORT_ATTEMPTS} ports in a row were taken while the server started; start it again")


def _choose_port(layout: ServerLayout) -> int:
    """Return the remembered port; where there is none or another program has it, remember a new one."""
    remembered = _remembered(layout)
    if remembered and process.is_free(remembered):
        return remembered
    port = process.free_port(avoid=remembered or 0)
    write_private(layout.port, f"{port}\n")
    if remembered:
        warnings.warn(
            f"port {remembered} is taken by another program; the server moved to {port}", PortMoved, stacklevel=2
        )
    return port


def _remembered(layout: ServerLayout) -> int | None:
    try:
        port = int(layout.port.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return port if 0 < port < 1 << 16 else None


def _address(layout: ServerLayout) -> Address:
    port = _remembered(layout)
    if port is None:
        raise LocalServerError(f"{layout.port} holds no port though the server runs; run: clew server stop")
    return Address(_uri(port), credentials.USER, credentials.password(layout), credentials.DATABASE)


def _uri(port: int) -> str:
    return f"bolt://{process.HOST}:{port}"


@contextmanager
def _alone(layout: ServerLayout) -> Generator[None]:
    """Let one process at a time start, stop or remove this server."""
    try:
        with FileLock(layout.lock, timeout=LOCK_SECONDS, mode=0o600):
            yield
    except Timeout as error:
        raise LocalServerError(
            f"another process has been starting or stopping the server for {LOCK_SECONDS} s; end it, then repeat"
        ) from error


def _delete(folder: Path) -> None:
    if folder.exists():
        check_owner(folder)
        shutil.rmtree(folder)
