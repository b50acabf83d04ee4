"""A port that leads to the database, and can be closed: a server that comes and goes."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import anyio
from anyio.abc import ByteStream


@asynccontextmanager
async def forwarding(port: int, uri: str) -> AsyncGenerator[None]:
    """A port of this machine that leads to a database; its connections break when the block ends."""
    target = urlsplit(uri)

    async def pump(source: ByteStream, sink: ByteStream, ended: Callable[[], None]) -> None:
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            while True:
                await sink.send(await source.receive())
        ended()

    async def forward(client: ByteStream) -> None:
        database = await anyio.connect_tcp(str(target.hostname), target.port or 7687)
        async with client, database, anyio.create_task_group() as both:
            for ends in ((client, database), (database, client)):
                both.start_soon(pump, *ends, both.cancel_scope.cancel)

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=port)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, forward)
        yield
        group.cancel_scope.cancel()
