"""Tells open pages of the operations on memory in this process, as they end."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock, local

from clew.model import Operation
from clew.text.instants import now

BEAT_SECONDS = 15  # how often an idle stream says that it lives
MAX_WAITING = 1000  # operations that wait for a slow page; further ones are lost to it
_END = ""  # in place of an operation
RECALLS = ("Memory.recall", "Memory.ask")  # operations that tell of their stages

FROM_PAGE: ContextVar[bool] = ContextVar("from_page", default=False)
"""True if a page asked for the work in this context: reading memory in a page is not shown there."""


class Live(logging.Handler):
    """Hands each operation to all who listen. Thread-safe.

    While it hears, it keeps of each recall the milliseconds of its stages, which the log of recalls has.
    """

    def __init__(self) -> None:
        """Begin with nobody who listens."""
        super().__init__(logging.DEBUG)
        self._guard = Lock()
        self._thread = local()
        self._listeners: dict[asyncio.Queue[str], tuple[asyncio.AbstractEventLoop, Sequence[str] | None]] = {}

    @contextmanager
    def hearing(self) -> Generator[None]:
        """Hear of the stages of recalls in this block."""
        log = logging.getLogger("clew.retrieval.recall")
        before = log.level
        log.addHandler(self)
        log.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            log.setLevel(before)
            log.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the stages of the recall that ends in this thread."""
        pairs = (pair.partition("=") for pair in record.getMessage().partition(": ")[2].split())
        self._thread.stages = {stage: float(spent) for stage, _, spent in pairs}

    def tell(self, ended: Operation) -> None:
        """Tell of an operation, in the thread in which it ended."""
        stages: dict[str, float] = vars(self._thread).pop("stages", {}) if ended.name in RECALLS else {}
        if FROM_PAGE.get():
            return
        told = {"name": ended.name, "space": ended.space, "seconds": ended.seconds, "counts": dict(ended.counts)}
        line = json.dumps(told | {"error": ended.error, "stages": stages, "at": now().isoformat()})
        with self._guard:
            for queue, (loop, spaces) in self._listeners.items():
                if spaces is None or ended.space in spaces:
                    loop.call_soon_threadsafe(_put, queue, line)

    def end(self) -> None:
        """End all streams, in a handler of a signal: a server that stops would wait for them."""
        for queue, (loop, _) in list(self._listeners.items()):
            loop.call_soon_threadsafe(_put, queue, _END)

    async def stream(self, spaces: Sequence[str] | None) -> AsyncGenerator[str]:
        """Yield server-sent events: each operation on these spaces; None: on any."""
        queue = asyncio.Queue[str](MAX_WAITING)
        with self._guard:
            self._listeners[queue] = asyncio.get_running_loop(), spaces
        try:
            yield ": open\n\n"
            while True:
                try:
                    line = await asyncio.wait_for(queue.get(), BEAT_SECONDS)
                except TimeoutError:
                    yield ": beat\n\n"
                    continue
                if line == _END:
                    return
                yield f"data: {line}\n\n"
        finally:
            with self._guard:
                del self._listeners[queue]


def _put(queue: asyncio.Queue[str], line: str) -> None:
    if line == _END and queue.full():
        queue.get_nowait()
    if not queue.full():
        queue.put_nowait(line)
