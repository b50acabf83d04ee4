"""`AsyncMemory`: the same methods, awaited; cancelled calls leave nothing half done."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from datetime import UTC, datetime
from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from tests.scripted import Scripted

from clew import AsyncMemory, Memory, Turn
from clew.api.async_memory import LONG_AT_ONCE, Stopped, Threads
from clew.errors import InvalidInput, NoModel, NotFound
from clew.model import Progress
from clew.server import Address

MONDAY = datetime(2023, 5, 8, tzinfo=UTC)
LONG = "Ann lives in Lisbon [1]. She moved there this week. " * 8
OPENING = {"local", "open", "from_settings"}


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_every_method_has_an_asynchronous_form() -> None:
    assert public(Memory) - public(AsyncMemory) <= {"on_event", "reranker", "standing_model"}
    for name in public(Memory) & public(AsyncMemory) - OPENING:
        wanted = getattr(Memory, name)
        if callable(wanted):
            assert asyncio.iscoroutinefunction(getattr(AsyncMemory, name)), name
            assert getattr(AsyncMemory, name).__doc__, name


def test_it_does_what_the_synchronous_one_does(memory: Memory) -> None:
    async def work(own: AsyncMemory) -> None:
        assert await own.add("I adopted a cat, Miso.", session="monday", speaker="Ann") == "episode:monday/0"
        assert (await own.append([Turn("How old is she?", "Ben")], session="monday")) == ("episode:monday/1",)
        assert (await own.recall("Which pet does Ann have?")).hits == memory.recall("Which pet does Ann have?").hits
        assert [each.text for each in await own.turns("monday")] == ["I adopted a cat, Miso.", "How old is she?"]
        assert len((await own.forget(session="monday")).ids) > 1
        with pytest.raises(NotFound):
            await own.turns("monday")
        with pytest.raises(InvalidInput, match="no argument 'k'; did you mean limit"):
            await own.recall("cats", k=3)  # pyright: ignore[reportCallIssue]

    asyncio.run(work(AsyncMemory(memory)))


def test_it_is_opened_and_closed_by_itself(server: Address) -> None:
    async def work() -> None:
        auth = (server.user, server.password)
        opened = await AsyncMemory.open(
            server.uri, auth=auth, database=server.database, space="async", encoder="minilm"
        )
        async with opened as memory:
            ann = await memory.for_space("async ann")
            await ann.add("I live in Porto.", session="monday", speaker="Ann")
            assert (await memory.stats()).nodes == {}
            await ann.forget(space=True)

    asyncio.run(work())


@pytest.mark.slow
def test_a_hundred_recalls_at_once_all_answer_while_the_loop_goes_on(memory: Memory) -> None:
    memory.remember([Turn(f"Room {number} is painted green.", "Ann") for number in range(100)], session="monday")

    async def work(own: AsyncMemory) -> int:
        turns = 0
        asked = [asyncio.ensure_future(own.recall(f"Room {number}?", limit=1)) for number in range(100)]
        while not all(each.done() for each in asked):
            turns += 1
            await asyncio.sleep(0.001)
        found = [each.result().hits[0].text for each in asked]
        assert found == [f"Room {number} is painted green." for number in range(100)]
        return turns

    assert asyncio.run(work(AsyncMemory(memory))) > 1


def test_a_call_that_is_cancelled_before_its_turn_never_begins() -> None:
    async def work() -> None:
        threads, free = Threads(1), Event()
        begun = list[str]()
        first = asyncio.ensure_future(threads.run(lambda _: free.wait(60)))
        second = asyncio.ensure_future(threads.run(lambda _: begun.append("second")))
        third = asyncio.ensure_future(threads.run(lambda _: begun.append("third")))
        await asyncio.sleep(0.05)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        free.set()
        await asyncio.gather(first, third)
        assert begun == ["third"]

    asyncio.run(work())


def test_long_work_keeps_no_recall_waiting() -> None:
    async def work() -> None:
        threads, free = Threads(1), Event()
        long = [
            asyncio.ensure_future(threads.run(lambda _: free.wait(60), is_long=True)) for _ in range(LONG_AT_ONCE + 1)
        ]
        assert await threads.run(lambda _: "recalled") == "recalled"
        free.set()
        await asyncio.gather(*long)

    asyncio.run(work())


@pytest.mark.slow
def test_a_long_call_that_is_cancelled_ends_between_two_transactions_and_resumes(
    memory: Memory, open_memory: Callable[..., Memory]
) -> None:
    turns = [Turn(f"On day {each} I walked {each} miles to Leeds.", "Ann", MONDAY) for each in range(120)]
    whole = open_memory()
    for each in (memory, whole):
        each.remember(turns, session="monday")
    whole.consolidate()

    async def work(own: AsyncMemory) -> None:
        heard = asyncio.Queue[Progress]()
        asked = asyncio.ensure_future(own.consolidate(on_progress=heard.put_nowait))
        await heard.get()
        assert current_thread() is main_thread()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        while await own.pending():
            await own.consolidate()

    asyncio.run(work(AsyncMemory(memory)))
    made, wanted = ([(each.text, each.sources) for each in own.facts(limit=1000)] for own in (memory, whole))
    assert sorted(made) == sorted(wanted)
    assert len(made) > 100


def test_work_is_told_that_nobody_waits_any_more() -> None:
    async def work() -> None:
        threads, begun, free = Threads(1), Event(), Event()
        ended = list[str]()

        def long(check: Callable[[], None]) -> None:
            begun.set()
            free.wait(60)
            try:
                check()
            except Stopped:
                ended.append("stopped")

        asked = asyncio.ensure_future(threads.run(long))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        free.set()
        await threads.run(lambda _: None)
        assert ended == ["stopped"]

    asyncio.run(work())


def asked(memory: Memory, model: Scripted, work: Callable[[AsyncMemory], Coroutine[Any, Any, None]]) -> None:
    memory.add("I moved to Lisbon.", session="monday", speaker="Ann")
    memory.model = model
    asyncio.run(work(AsyncMemory(memory)))


def test_an_answer_comes_in_pieces(memory: Memory) -> None:
    async def work(own: AsyncMemory) -> None:
        pieces = [piece async for piece in own.stream("Where does Ann live?")]
        assert len(pieces) > 1
        assert "".join(pieces) == LONG.strip()

    asked(memory, Scripted(answers=[LONG]), work)


def test_an_answer_that_fails_says_so(memory: Memory) -> None:
    async def work(own: AsyncMemory) -> None:
        with pytest.raises(NoModel):
            _ = [piece async for piece in own.stream("Where does Ann live?")]

    asyncio.run(work(AsyncMemory(memory)))


def test_whoever_stops_reading_an_answer_stops_it(memory: Memory) -> None:
    async def work(own: AsyncMemory) -> None:
        answer = own.stream("Where does Ann live?")
        assert await anext(answer)
        await answer.aclose()
        assert (await own.recall("Lisbon")).hits

    asked(memory, Scripted(answers=[LONG]), work)


def test_a_call_has_the_context_of_whoever_awaits_it() -> None:
    request: ContextVar[str] = ContextVar("request")

    async def work() -> None:
        request.set("mine")
        assert await Threads(1).run(lambda _: request.get()) == "mine"

    asyncio.run(work())
