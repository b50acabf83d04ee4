"""Waits until the server answers, and says why where it does not."""

import re
import time
from collections.abc import Callable

import psutil

from clew.errors import AccessDenied, DatabaseError, LocalServerError, LoginLimited, Unreachable, Unsupported
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.model import Progress
from clew.server import credentials, process
from clew.server.layout import ServerLayout
from clew.server.settings import Address

START_SECONDS = 240.0
"""A start takes 10 s on two idle cores; a busy machine or a recovery of the store may take minutes."""

_PORT_TAKEN = re.compile(r"already (?:in use|bound)|BindException", re.IGNORECASE)
_FAULT = re.compile(r"ERROR|FATAL|Error|Exception")

_REASONS = (
    (_PORT_TAKEN, "its port was taken while it started; run it again"),
    (
        re.compile(r"reserve enough space|[Cc]annot allocate memory|insufficient memory|OutOfMemoryError|too small"),
        "Java did not get its memory; close programs, or lower heap_mb and page_cache_mb",
    ),
    (re.compile(r"No space left on device|insufficient disk"), "the disk is full; free some space, then start again"),
    (re.compile(r"store_lock|Store and its lock file"), "another Neo4j uses the same folder; stop that one"),
    (re.compile(r"Unrecognized VM option|Could not create the Java Virtual Machine"), "correct jvm_options"),
)


class Ended(LocalServerError):
    """The process is gone."""


class PortTaken(Ended):
    """Something else got hold of the port between its choice and its use."""


def wait(
    address: Address,
    layout: ServerLayout,
    server: psutil.Process,
    on_progress: Callable[[Progress], None] | None = None,
) -> None:
    """Return when Bolt takes the password and Graph Data Science says its version."""
    began, port = time.monotonic(), int(address.uri.rpartition(":")[2])
    shown = 0  # seconds: a server that answers at once is not worth a word
    while (spent := time.monotonic() - began) < START_SECONDS:
        if on_progress and int(spent) > shown:
            shown = int(spent)
            on_progress(Progress("start", shown, 0, "seconds"))
        if process.is_listening(server, port) and _answers(address, layout):
            return
        if process.find(layout) is None:
            raise _why_it_ended(layout)
        time.sleep(0.1)
    raise LocalServerError(
        f"the server (process {server.pid}) did not answer in {START_SECONDS:.0f} s; "
        f"see {layout.log}, then run: clew server stop; clew server start"
    )


def _answers(address: Address, layout: ServerLayout) -> bool:
    try:
        with Graph.connect(address.uri, auth=(address.user, address.password), database=address.database) as graph:
            graph.read(load("maintain/gds_version"))
    except (Unreachable, LoginLimited):
        return False
    except AccessDenied as error:
        raise LocalServerError(
            f"the password in {layout.password} is not the server's; {credentials.remedy(layout)}"
        ) from error
    except Unsupported as error:
        raise LocalServerError(
            f"the server at {address.uri} has no Graph Data Science; run: clew server stop; clew server start"
        ) from error
    except DatabaseError as error:
        raise LocalServerError(f"the server started and then failed: {error}; see {layout.log}") from error
    return True


def _why_it_ended(layout: ServerLayout) -> Ended:
    console = process.tail(layout.console, 200)
    said = f"{console}\n{process.logged(layout, 40)}"
    for pattern, reason in _REASONS:
        if pattern.search(said):
            kind = PortTaken if pattern is _PORT_TAKEN else Ended
            return kind(f"the server ended while it started: {reason}")
    last = next((line.strip() for line in reversed(said.splitlines()) if _FAULT.search(line)), "it was killed")
    return Ended(f"the server ended while it started: {last[:300]}; see {layout.log} and {layout.console}")
