"""Connections of the HTTP server: a bounded number, and none that waits for the end of its headers without end."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0  # seconds in which the headers of a request must end, from its connection or its first byte on
MAX_CONNECTIONS = 1000  # open at once; more are cut as they come, and a request beyond them is answered with 503


class BoundedConnection(H11Protocol):
    """An HTTP connection that is cut where a request does not begin to be answered in time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **kwargs)
        self._cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Take the connection, or cut it where too many are open."""
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the watch with the connection."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Cut it in some seconds if no request of it is being answered; else let it be."""
        if self.cycle is not None and not self.cycle.response_complete:  # pyright: ignore[reportUnnecessaryComparison]
            self._stop()
        elif self._cut is None:
            self._cut = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None
