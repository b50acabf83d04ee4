"""The server as a process of the operating system: begun, recognised, ended."""

import json
import locale
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from clew.errors import LocalServerError
from clew.server.java import Java
from clew.server.layout import ServerLayout, size_of, write_private

FIRST_PORT = 17687  # ports are tried upward from here: outside the range that outgoing connections use
PORTS = 200
HOST = "127.0.0.1"
INHERITED = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables that the server gets, beside ``LC_…``; it needs none of the caller's keys and passwords."""

LOCALE = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"
"""The locale of the server where the caller's locale cannot name every file."""

STOP_SECONDS = 90  # a stop may take this long; the first one also writes the class archive


def begin(layout: ServerLayout, java: Java) -> psutil.Process:
    """Start the server so that it outlives this process, and note which process it is."""
    logged = size_of(layout.log)
    with layout.console.open("wb") as console:
        child = subprocess.Popen(  # noqa: S603
            [java.path, f"@{layout.arguments}"],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=layout.home,
            env=environment(),
            start_new_session=True,
        )
    child.returncode = 0  # it is meant to outlive us, so nothing shall wait for it or warn
    process = psutil.Process(child.pid)
    note = {"pid": child.pid, "created": process.create_time(), "logged": logged}
    write_private(layout.process, json.dumps(note))
    return process


def environment() -> dict[str, str]:
    """Return what Java gets of this process's environment, with a locale of UTF-8, by which it reads names of files."""
    given = {name: value for name, value in os.environ.items() if name in INHERITED or name.startswith("LC_")}
    return given if locale.nl_langinfo(locale.CODESET) == "UTF-8" else given | {"LC_ALL": LOCALE}


def find(layout: ServerLayout) -> psutil.Process | None:
    """Return the server's process, or None.

    A note about a process that is gone, or whose number another program has now, counts for nothing. A
    server whose starter was killed before it could write the note is found by its command line.
    """
    with suppress(OSError, ValueError, TypeError, KeyError, psutil.Error):
        note = json.loads(layout.process.read_text("utf-8"))
        noted = psutil.Process(int(note["pid"]))
        if abs(noted.create_time() - float(note["created"])) < 1 and _is_ours(noted, layout):
            return noted
    java = (each for each in psutil.process_iter(["name"]) if "java" in str(each.info["name"]))
    return next((each for each in java if _is_ours(each, layout)), None)


def _is_ours(process: psutil.Process, layout: ServerLayout) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            with suppress(ChildProcessError):
                os.waitpid(process.pid, os.WNOHANG)
            return False
        return f"@{layout.arguments}" in process.cmdline()
    except psutil.Error:
        return False


def end(process: psutil.Process, layout: ServerLayout) -> bool:
    """Ask the process to end, and wait; True where it did so in good order, False where it had to be killed."""
    try:
        process.send_signal(signal.SIGTERM)
        in_order = _gone(process, layout, STOP_SECONDS)
        if not in_order:
            process.kill()
            _gone(process, layout, STOP_SECONDS)
    except psutil.NoSuchProcess:
        in_order = True
    except psutil.AccessDenied as error:
        raise LocalServerError(f"process {process.pid} belongs to another user; stop it as that user") from error
    layout.process.unlink(missing_ok=True)
    return in_order


def _gone(process: psutil.Process, layout: ServerLayout, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not _is_ours(process, layout):
            return True
        time.sleep(0.05)
    return False


def is_listening(server: psutil.Process, port: int) -> bool:
    """Return whether the server accepts connections there; another program's server does not count."""
    try:
        connections = server.net_connections("tcp")
    except psutil.Error:
        return False
    return any(each.status == psutil.CONN_LISTEN and each.laddr[1] == port for each in connections)


def is_free(port: int) -> bool:
    """Return whether a server may listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_port(avoid: int = 0) -> int:
    """Return a port that nobody uses: the first, or any other than `avoid`, so that servers that lost it part ways."""
    ports = range(FIRST_PORT, FIRST_PORT + PORTS)
    for port in random.sample(ports, PORTS) if avoid else ports:
        if port != avoid and is_free(port):
            return port
    raise LocalServerError(
        f"no port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is free on {HOST}; stop what listens there"
    )


def logged(layout: ServerLayout, lines: int) -> str:
    """Return the last lines that the server logged since it was begun; of a log that has rotated since, all count."""
    try:
        before = int(json.loads(layout.process.read_text("utf-8"))["logged"])
    except (OSError, ValueError, TypeError, KeyError):
        before = 0
    return tail(layout.log, lines, before if before <= size_of(layout.log) else 0)


def tail(file: Path, lines: int, skipped: int = 0) -> str:
    """Return the last lines of a file, without so many bytes at its beginning; empty where there is none."""
    try:
        with file.open("rb") as stream:
            stream.seek(max(skipped, os.fstat(stream.fileno()).st_size - lines * 400))
            text = stream.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return "\n".join(text.splitlines()[-lines:]) if lines > 0 else ""
