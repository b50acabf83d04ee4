"""Tells open pages of the operations on memory in this process, as they end."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextvars import ContextVar
from threading import Lock

from clew.model import Operation
from clew.text.instants import now

BEAT_SECONDS = 15  # how often an idle stream says that it lives
MAX_WAITING = 1000  # operations that wait for a slow page; further ones are lost to it

FROM_PAGE: ContextVar[bool] = ContextVar("from_page", default=False)
"""Whether the work in this context was asked for by a page: reading memory in a page is not shown there."""


class Live:
    """Hands each operation to all who listen. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[asyncio.Queue[Operation], asyncio.AbstractEventLoop] = {}

    def tell(self, ended: Operation) -> None:
        """Tell of an operation, in any thread."""
        if FROM_PAGE.get():
            return
        with self._lock:
            for queue, loop in self._listeners.items():
                loop.call_soon_threadsafe(_put, queue, ended)

    async def stream(self, spaces: Sequence[str] | None) -> AsyncGenerator[str]:
        """Yield server-sent events: each operation on these spaces; None: on any."""
        queue = asyncio.Queue[Operation](MAX_WAITING)
        with self._lock:
            self._listeners[queue] = asyncio.get_running_loop()
        try:
            yield ": open\n\n"
            while True:
                try:
                    ended = await asyncio.wait_for(queue.get(), BEAT_SECONDS)
                except TimeoutError:
                    yield ": beat\n\n"
                    continue
                if spaces is None or ended.space in spaces:
                    told = {"name": ended.name, "space": ended.space, "seconds": ended.seconds}
                    told |= {"counts": dict(ended.counts), "error": ended.error, "at": now().isoformat()}
                    yield f"data: {json.dumps(told)}\n\n"
        finally:
            with self._lock:
                del self._listeners[queue]


def _put(queue: asyncio.Queue[Operation], ended: Operation) -> None:
    if not queue.full():
        queue.put_nowait(ended)
