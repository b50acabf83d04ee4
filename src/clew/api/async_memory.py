"""Memory for programs that await: each method runs in a thread of a bounded pool.

A recall keeps the processor busy for most of its time, so the driver's asynchronous interface would gain nothing:
`benchmarks/concurrency.py` has the figures.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from inspect import signature
from threading import Event
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar, cast

from clew.api.memory import Memory
from clew.errors import ClewError
from clew.model import Filter
from clew.retrieval.recall import EVERYTHING

if TYPE_CHECKING:
    from clew.llm import ChatModel, Usage
    from clew.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 16  # calls that run at once; further ones wait in the order in which they came
LONG_AT_ONCE = 2  # likewise of long work, which keeps no recall waiting


class Stopped(ClewError):
    """Nobody awaits the call any more; what it wrote before stays, and the same call again resumes."""


class Threads:
    """Runs blocking calls for coroutines, in a bounded number of threads; long work has threads of its own."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._short = ThreadPoolExecutor(at_once, "clew")
        self._long = ThreadPoolExecutor(LONG_AT_ONCE, "clew-long")

    async def run(self, work: Callable[[Callable[[], None]], T], *, is_long: bool = False) -> T:
        """Run work in a thread.

        A coroutine that is cancelled ends at once. Work that waits for its thread never begins then. Work that has
        begun goes on to its end, or to where it calls what it is given next.

        Args:
            work: is given a function that raises `Stopped` once the coroutine was cancelled.
            is_long: whether it may take more than seconds.
        """
        cancelled = Event()

        def check() -> None:
            if cancelled.is_set():
                raise Stopped("the call was cancelled; the same call resumes it")

        context = copy_context()
        pool = self._long if is_long else self._short
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, lambda: context.run(lambda: work(check)))
        except asyncio.CancelledError:
            cancelled.set()
            raise


THREADS = Threads()
"""Those of every `AsyncMemory`, and of the asynchronous forms for LangChain and LangGraph."""


def awaited(
    method: Callable[Concatenate[Memory, P], T],
) -> Callable[Concatenate["AsyncMemory", P], Coroutine[Any, Any, T]]:
    """Return a method of `Memory` as one to be awaited; its callbacks are called in the event loop."""
    is_long = "on_progress" in signature(method).parameters

    @wraps(method)
    async def call(self: "AsyncMemory", /, *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()

        def work(check: Callable[[], None]) -> T:
            def told(callback: Callable[..., object] | None, value: object) -> None:
                check()
                if callback:
                    loop.call_soon_threadsafe(callback, value)

            given = cast("dict[str, Any]", dict(kwargs))
            if is_long:
                given |= {"on_progress": partial(told, given.get("on_progress"))}
            if on_text := given.get("on_text"):
                given |= {"on_text": partial(told, on_text)}
            return method(self.memory, *args, **given)

        return await THREADS.run(work, is_long=is_long)

    return call


class AsyncMemory:
    """The memory of one space, for programs that await. Its methods are those of `Memory`, which describes them.

    Calls run in threads, 16 at once in a process; long work, which reports its progress, has 2 of its own. A call that
    is cancelled before its turn never begins. One that has begun is written whole, or ends between two transactions.

    Args:
        memory: is open; the attribute of that name is for `World`, `Scene` and the like.

    Example:
        async with await AsyncMemory.local(space="ann") as memory:
            await memory.add("I adopted a cat, Miso.", session="monday", speaker="Ann")
            print((await memory.recall("Which pet does Ann have?")).text)
    """

    def __init__(self, memory: Memory) -> None:
        """Take an open memory."""
        self.memory = memory

    @classmethod
    async def local(cls, space: str = "default", **given: Any) -> Self:  # noqa: ANN401
        """Open memory on the managed local server.

        Args:
            space: the tenant's name, 1 to 200 characters.
            given: further arguments of `Memory.local`.

        Returns:
            The open memory; close it, or use it in an ``async with`` statement.

        Example:
            memory = await AsyncMemory.local(space="ann", model="openai:gpt-4o-mini")
        """
        return cls(await THREADS.run(lambda _: Memory.local(space, **given), is_long=True))

    @classmethod
    async def open(cls, uri: str, **given: Any) -> Self:  # noqa: ANN401
        """Open memory on a Neo4j of your own.

        Args:
            uri: such as ``neo4j://localhost:7687``.
            given: further arguments of `Memory.open`.

        Returns:
            The open memory; close it, or use it in an ``async with`` statement.

        Example:
            memory = await AsyncMemory.open("neo4j://localhost:7687", auth=("neo4j", "a-password"))
        """
        return cls(await THREADS.run(lambda _: Memory.open(uri, **given), is_long=True))

    @classmethod
    async def from_settings(cls, settings: "Settings", **given: Any) -> Self:  # noqa: ANN401
        """Open what the settings name.

        Args:
            settings: as of `Memory.from_settings`.
            given: further arguments of it.

        Returns:
            The open memory; close it, or use it in an ``async with`` statement.

        Example:
            memory = await AsyncMemory.from_settings(Settings(space="ann"))
        """
        return cls(await THREADS.run(lambda _: Memory.from_settings(settings, **given), is_long=True))

    remember = awaited(Memory.remember)
    remember_file = awaited(Memory.remember_file)
    append = awaited(Memory.append)
    add = awaited(Memory.add)
    read = awaited(Memory.read)
    remember_facts = awaited(Memory.remember_facts)
    correct = awaited(Memory.correct)
    retract = awaited(Memory.retract)
    reinstate = awaited(Memory.reinstate)
    consolidate = awaited(Memory.consolidate)
    pending = awaited(Memory.pending)
    alias = awaited(Memory.alias)
    recall = awaited(Memory.recall)
    ask = awaited(Memory.ask)
    profile = awaited(Memory.profile)
    subgraph = awaited(Memory.subgraph)
    spaces = awaited(Memory.spaces)
    sessions = awaited(Memory.sessions)
    turns = awaited(Memory.turns)
    facts = awaited(Memory.facts)
    search = awaited(Memory.search)
    entities = awaited(Memory.entities)
    get = awaited(Memory.get)
    history = awaited(Memory.history)
    forget = awaited(Memory.forget)
    check_forgotten = awaited(Memory.check_forgotten)
    follow = awaited(Memory.follow)
    language_model = awaited(Memory.language_model)
    stats = awaited(Memory.stats)
    audit = awaited(Memory.audit)
    export_audit = awaited(Memory.export_audit)
    export = awaited(Memory.export)
    restore = awaited(Memory.restore)
    export_bulk = awaited(Memory.export_bulk)

    async def stream(
        self, question: str, where: Filter = EVERYTHING, *, words: int | None = None
    ) -> AsyncGenerator[str, None]:
        """Yield an answer piece by piece while it comes; see `Memory.ask`. Whoever stops reading stops the model.

        Args:
            question: what is recalled and asked.
            where: which memories may answer.
            words: of memory that the language model is shown, 1 or more; None: as in the settings.

        Returns:
            Pieces of text; together they are the answer.

        Raises:
            NoModel, ModelFailed: as `Memory.ask`.

        Example:
            async for piece in memory.stream("Which pet does Ann have?"):
                print(piece, end="")
        """
        pieces = asyncio.Queue[str | None]()
        asked = asyncio.ensure_future(self.ask(question, where, words=words, on_text=pieces.put_nowait))
        asked.add_done_callback(lambda _: pieces.put_nowait(None))
        try:
            while (piece := await pieces.get()) is not None:
                yield piece
            await asked
        finally:
            asked.cancel()

    async def for_space(self, space: str, *, read_only: bool = False) -> Self:
        """Open another space of the same store, over the same connection.

        Args:
            space: the tenant's name, 1 to 200 characters.
            read_only: whether whatever would write there is refused. False: as in this memory.

        Returns:
            Its memory, until this one is closed.

        Example:
            ben = await memory.for_space("ben")
        """
        return type(self)(await THREADS.run(lambda _: self.memory.for_space(space, read_only=read_only)))

    @property
    def settings(self) -> "Settings":
        """Those that it was opened with."""
        return self.memory.settings

    @property
    def model(self) -> "ChatModel | None":
        """The language model; None where there is none."""
        return self.memory.model

    @property
    def usage(self) -> "Usage":
        """The use of the language model since this memory was opened."""
        return self.memory.usage

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """How far this memory has read and written; see `Memory.bookmarks`."""
        return self.memory.bookmarks

    async def close(self) -> None:
        """Give the connections back; a managed server stays up.

        Example:
            await memory.close()
        """
        await THREADS.run(lambda _: self.memory.close())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
