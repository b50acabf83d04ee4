"""Forgetting: whole, at once, with a receipt, and without a trace in any index."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from clew.api.memory import Memory
from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.queries import generated, load
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.conversation import demo
from clew.loaders.upkeep import forget as module
from clew.model import Fact, Filter, Turn
from clew.text.instants import now

TURNS = [
    Turn("Let us talk about gardens.", "Ann"),
    Turn("My password is swordfish.", "Eve"),
    Turn("Never say swordfish again.", "Eve"),
    Turn("Gardens need rain.", "Ann"),
]


def rows(memory: Memory, text: str) -> list[dict[str, object]]:
    return memory.space.read(generated("test", text))


def test_forgotten_turns_leave_no_trace(memory: Memory, tmp_path: Path) -> None:
    memory.remember(TURNS, session="s")
    receipt = memory.forget(ids=["episode:s/1", "episode:s/2"])
    assert receipt.removed["Episode"] == 2
    assert {"episode:s/1", "episode:s/2", "concept:swordfish", "concept:password"} <= set(receipt.ids)
    assert not any(hit.parts.text for hit in memory.recall("swordfish").hits)
    memory.export(tmp_path / "left.jsonl")
    left = (tmp_path / "left.jsonl").read_text("utf-8")
    assert "swordfish" not in left
    assert "Eve" not in left


def test_the_receipt_counts_what_went(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    before = memory.stats()
    receipt = memory.forget(ids=["episode:s/3"])
    after = memory.stats()
    gone = {kind: before.nodes[kind] - after.nodes.get(kind, 0) for kind in before.nodes}
    assert dict(receipt.removed) == {kind: number for kind, number in gone.items() if number}
    assert receipt.relationships == sum(before.relationships.values()) - sum(after.relationships.values())


@pytest.mark.parametrize(("gone", "left"), [((2, 1), (0, 3)), ((0, 3), (1, 2))])
def test_the_chain_closes_over_a_gap_and_its_ends_can_go(
    memory: Memory, gone: tuple[int, int], left: tuple[int, int]
) -> None:
    memory.remember(TURNS, session="s")
    memory.forget(ids=[f"episode:s/{number}" for number in gone])
    chain = rows(memory, "MATCH (a:Clew {space: $space})-[:NEXT]->(b) RETURN [a.id, b.id] AS ends")
    assert chain == [{"ends": [f"episode:s/{number}" for number in left]}]


def test_a_forgotten_turn_stays_forgotten(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    memory.forget(ids=["episode:s/1", "episode:s/3"])
    assert memory.remember([*TURNS, Turn("And sun.", "Ann")], session="s").appended == 1
    positions = rows(memory, "MATCH (n:Episode {space: $space}) RETURN n.position AS p ORDER BY p")
    assert positions == [{"p": 0}, {"p": 2}, {"p": 4}]
    assert rows(memory, "MATCH (a:Clew {space: $space})-[:NEXT]->(b {position: 4}) RETURN a.position AS a") == [
        {"a": 2}
    ]


def test_a_session_goes_with_its_turns(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    memory.remember(TURNS[:1], session="t")
    receipt = memory.forget(session="s")
    assert receipt.removed["Session"] == 1
    assert memory.stats().nodes["Episode"] == 1
    assert memory.stats().speakers == ("Ann",)
    assert memory.remember(TURNS, session="s").appended == 4


def test_a_space_goes_whole(memory: Memory) -> None:
    memory.remember_file(demo.path())
    before = memory.stats()
    receipt = memory.forget(space=True)
    assert sum(receipt.removed.values()) == sum(before.nodes.values())
    assert receipt.relationships == sum(before.relationships.values())
    assert memory.stats().nodes == {}


def test_what_is_not_there_is_named_and_nothing_goes(memory: Memory, contents: Callable[[Memory], object]) -> None:
    memory.remember(TURNS, session="s")
    before = contents(memory)
    with pytest.raises(NotFound, match="episode:s/9"):
        memory.forget(ids=["episode:s/1", "episode:s/9"])
    with pytest.raises(NotFound, match="concept:garden"):
        memory.forget(ids=["concept:garden"])
    with pytest.raises(NotFound, match="tomorrow"):
        memory.forget(session="tomorrow")
    assert contents(memory) == before


def test_an_unused_space_has_nothing_to_forget(memory: Memory) -> None:
    with pytest.raises(NotFound, match="holds nothing"):
        memory.forget(space=True)


def test_exactly_one_thing_is_forgotten_at_a_time(memory: Memory) -> None:
    for given in ({}, {"session": "s", "space": True}, {"ids": ["a"], "session": "s"}):
        with pytest.raises(InvalidInput, match="exactly one"):
            memory.forget(**given)  # pyright: ignore[reportArgumentType]


def test_what_follows_a_forgotten_end_is_joined_to_what_is_left(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    memory.forget(ids="episode:s/3")
    memory.add("After the rain.", session="s")
    assert rows(memory, "MATCH (a:Clew {space: $space})-[:NEXT]->(b {position: 4}) RETURN a.position AS a") == [
        {"a": 2}
    ]


def test_a_session_whose_turns_all_went_can_go_on(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    memory.forget(ids=[f"episode:s/{position}" for position in range(4)])
    assert memory.add("A new start.", session="s") == "episode:s/4"
    assert memory.stats().nodes["Episode"] == 1


def test_dates_and_speakers_are_those_of_what_is_left(memory: Memory) -> None:
    days = [datetime(2023, 5, day, tzinfo=UTC) for day in (8, 9)]
    memory.remember([Turn("First.", "Eve", days[0]), Turn("Second.", "Ann", days[1])], session="s")
    memory.forget(ids=["episode:s/0"])
    assert (memory.stats().first, memory.stats().speakers) == (days[1], ("Ann",))


class PowerCut(Exception):
    """The end of a process, between two transactions."""


@contextmanager
def power_cut(monkeypatch: pytest.MonkeyPatch, after: int) -> Iterator[None]:
    """The process ends after so many transactions that write; until then, and in it, pages are small."""
    whole, left = Space.transaction, iter(range(after))

    def until(space: Space, work: Callable[[SpaceTransaction], object]) -> object:
        if next(left, None) is None:
            raise PowerCut
        return whole(space, work)

    with monkeypatch.context() as patched:
        patched.setattr(module, "PAGE_NODES", 5)
        patched.setattr(Space, "transaction", until)
        with pytest.raises(PowerCut):
            yield


def test_a_large_space_goes_in_pages(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.remember_file(demo.path())
    before = memory.stats()
    monkeypatch.setattr(module, "PAGE_NODES", 50)
    receipt = memory.forget(space=True)
    assert sum(receipt.removed.values()) == sum(before.nodes.values())
    assert receipt.relationships == sum(before.relationships.values())
    assert memory.stats().nodes == {}


def test_long_texts_make_pages_smaller(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.remember([Turn("An apple. " * 50), Turn("A pear. " * 50)], session="s")
    monkeypatch.setattr(module, "PAGE_CHARACTERS", 1)
    assert memory.forget(session="s").removed["Episode"] == 2
    memory.remember(TURNS, session="s")
    assert memory.forget(space=True).removed["Episode"] == 4


def test_a_space_that_is_half_removed_is_closed_until_it_is_forgotten_whole(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    memory.remember_file(demo.path())
    nodes = sum(memory.stats().nodes.values())
    with power_cut(monkeypatch, after=3):
        memory.forget(space=True)
    for use in (
        lambda: memory.recall("tea"),
        lambda: memory.remember([Turn("Tea.")], session="s"),
        lambda: memory.add("Tea.", session="s"),
        lambda: memory.export(tmp_path / "half.jsonl"),
        memory.stats,
    ):
        with pytest.raises(Conflict, match="open memory again"):
            use()
    assert sum(memory.forget(space=True).removed.values()) == nodes - 15
    assert memory.stats().nodes == {}
    memory.remember([Turn("Tea.")], session="s")
    assert memory.recall("tea").hits


ANEW = "CREATE (:Clew:Task {space: $space, id: 'task:tea', kind: 'Task', text: 'tea'})"
BLOCKED = """
SHOW TRANSACTIONS YIELD metaData, status
WHERE metaData.space = $space AND status STARTS WITH 'Blocked'
RETURN status
"""


def test_who_ends_a_forgetting_takes_nothing_that_was_remembered_after_it(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes end it; the later one finds the space that somebody began anew after the earlier."""
    memory, watch = open_memory(), open_memory()
    memory.remember([Turn(f"Swordfish {number} swims.", "Eve") for number in range(12)], session="s")
    with power_cut(monkeypatch, after=1):
        memory.forget(space=True)

    def end(transaction: SpaceTransaction) -> Future[Memory]:
        transaction.run(load("maintain/lock_leaving"), now=now())
        later = pool.submit(open_memory, memory.space.name)
        until = time.monotonic() + 60
        while not watch.space.graph.read(generated("test", BLOCKED), space=memory.space.name):
            assert time.monotonic() < until
        transaction.run(load("maintain/remove_space"), limit=1000, characters=1_000_000)
        transaction.lock()
        transaction.run(generated("test", ANEW))
        return later

    with ThreadPoolExecutor(1) as pool:
        memory.space.transaction(end).result()
    kept = rows(memory, "MATCH (kept:Clew {space: $space}) RETURN kept.id AS id ORDER BY id")
    assert kept == [{"id": "space"}, {"id": "task:tea"}]


def test_a_session_that_is_half_removed_goes_whole_at_the_next_opening(
    open_memory: Callable[..., Memory],
    monkeypatch: pytest.MonkeyPatch,
    contents: Callable[[Memory], object],
) -> None:
    memory, untouched = open_memory(), open_memory()
    for each in (memory, untouched):
        each.remember([replace(turn, at=datetime(2023, 5, 8, tzinfo=UTC)) for turn in TURNS], session="kept")
    memory.remember([Turn(f"Swordfish {number} swims.", "Eve") for number in range(12)], session="s")
    with power_cut(monkeypatch, after=2):
        memory.forget(session="s")
    turns = rows(memory, "MATCH (n:Episode {space: $space, session: 's'}) RETURN n.id AS id")
    assert len(turns) == 2
    assert {hit.id for hit in memory.recall("swordfish swims", Filter(session="s")).hits} == {
        row["id"] for row in turns
    }
    with pytest.raises(Conflict, match="open memory again"):
        memory.add("Swordfish 12 swims.", session="s")
    again = open_memory(memory.space.name)
    assert contents(again) == contents(untouched)
    assert memory.remember(TURNS, session="s").appended == 4


def test_the_next_to_forget_ends_what_was_interrupted_first(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.remember(TURNS, session="kept")
    memory.remember([Turn(f"Swordfish {number} swims.", "Eve") for number in range(12)], session="s")
    with power_cut(monkeypatch, after=1):
        memory.forget(ids=[f"episode:s/{number}" for number in range(11)])
    assert memory.forget(ids="episode:kept/0").removed["Episode"] == 1
    assert memory.stats().nodes["Episode"] == 4
    assert memory.stats().speakers == ("Ann", "Eve")


def test_the_receipt_says_why_each_thing_went(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    memory.remember_facts([Fact("Eve has a password.", ("episode:s/1",)), Fact("Eve keeps secrets.", ("episode:s/2",))])
    memory.remember_facts([Fact("Eve keeps secrets.", ("episode:s/1",))])
    fact, kept = rows(memory, "MATCH (f:Fact {space: $space}) RETURN f.id AS id ORDER BY f.text")
    receipt = memory.forget(ids="episode:s/1")
    assert receipt.reasons["episode:s/1"] == "asked for"
    assert receipt.reasons[str(fact["id"])] == "rested only on episode:s/1"
    assert receipt.reasons[str(kept["id"])] == "lost episode:s/1"
    assert receipt.reasons["concept:password"] == "nothing names it any more"
    assert memory.forget(session="s").reasons["episode:s/0"] == "part of session:s"


def test_a_session_is_what_it_would_be_without_what_was_forgotten(open_memory: Callable[..., Memory]) -> None:
    turns = [Turn(f"Turn {number}.", f"Speaker {number % 3}", caption="a 🐟" * (number % 2)) for number in range(6)]
    memory, other = open_memory(), open_memory()
    memory.remember(turns, session="s")
    other.remember([turns[0], *turns[3:5]], session="s")
    memory.forget(ids=[f"episode:s/{number}" for number in (1, 2, 5)])
    kept = "MATCH (s:Session {space: $space}) RETURN s.speakers AS speakers, s.session_text AS text"
    assert rows(memory, kept) == rows(other, kept)


@pytest.mark.slow
def test_forgetting_and_remembering_at_once_leaves_a_whole_graph(open_memory: Callable[..., Memory]) -> None:
    name = uuid4().hex
    writer, eraser = open_memory(name=name), open_memory(name=name)
    turns = [Turn(f"Turn {number} of the tea talk.", "Ann") for number in range(30)]
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(lambda: [writer.remember(turns[:length], session="s") for length in range(1, 31)])
        for _ in range(10):
            with suppress(NotFound):
                eraser.forget(space=True)
        writing.result()
    writer.remember(turns, session="s")
    assert rows(writer, "MATCH (n:Episode {space: $space}) RETURN count(n) AS number") == [{"number": 30}]
    assert rows(writer, "MATCH (:Clew {space: $space})-[r:NEXT]->() RETURN count(r) AS number") == [{"number": 29}]
