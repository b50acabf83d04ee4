"""A memory that is opened to be read writes nothing, whatever is asked of it, and answers like any other."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langgraph.store.base import GetOp
from tests.scripted import Scripted

from clew.agents.recalling import ClewMiddleware
from clew.agents.store import ClewStore
from clew.agents.tools import tools
from clew.api.async_memory import AsyncMemory
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.api.trial import Trial
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.errors import ClewError, Conflict, DatabaseError, NotFound, ReadOnly
from clew.graph import schema
from clew.graph.queries import generated, load
from clew.loaders.upkeep import forget
from clew.model import Certificate, Fact, Turn
from clew.model.scene import Point
from clew.server import Address
from clew.settings import Settings
from clew.text.instants import later, now

WRITERS: Mapping[type, frozenset[str]] = {
    Memory: frozenset(
        {
            *("remember", "remember_file", "add", "append", "read", "remember_facts", "alias", "correct"),
            *("retract", "reinstate", "consolidate", "forget", "restore"),
        }
    ),
    World: frozenset({"observe"}),
    WorkingMemory: frozenset({"begin", "subgoal", "step", "retrieve", "end"}),
    Learnings: frozenset({"task", "environment", "begin", "summarise"}),
    Trial: frozenset({"step", "end", "learn", "generate"}),
    Scene: frozenset({"load", "update"}),
    ShortTermMemory: frozenset({"start_session", "see", "miss"}),
}
"""The methods that change memory, by hand."""

CLOSING = frozenset({"close", "follow", "local", "open", "from_settings", "language_model", "for_space"})

Reads = Mapping[str, Callable[[Any], object]]


def learning(memory: Memory) -> str:
    """The id of one that is current."""
    return Learnings(memory).current("cool", "hall").learnings[0].id  # pyright: ignore[reportOptionalMemberAccess]


def reads(memory: Memory, folder: Path) -> Mapping[type, Reads]:
    """A call of each method that reads."""
    end = (p := Scene(memory).areas())[-1].name
    sets = Learnings(memory).versions("cool", "hall")
    return {
        Memory: {
            "pending": lambda own: own.pending(documents=True),
            "recall": lambda own: [hit.id for hit in own.recall("Where is the zoo with the quaggas?").hits],
            "ask": lambda own: own.ask("Where is Ann's home?").text,
            "profile": lambda own: own.profile("Ann").text,
            "subgraph": lambda own: {node.id for node in own.subgraph(own.recall("zoo")).nodes},
            "spaces": lambda own: any(each.name == own.space.name for each in own.spaces(limit=1000)),
            "sessions": lambda own: own.sessions(),
            "turns": lambda own: own.turns("s"),
            "facts": lambda own: own.facts(),
            "search": lambda own: own.search(),
            "entities": lambda own: own.entities(),
            "get": lambda own: own.get("episode:s/0"),
            "history": lambda own: own.history("episode:s/0"),
            "stats": lambda own: own.stats(),
            "audit": lambda own: own.audit(),
            "export_audit": lambda own: own.export_audit(folder / "audit.jsonl"),
            "export": lambda own: own.export(folder / "space.jsonl"),
            "export_bulk": lambda own: own.export_bulk(folder / f"bulk {own.space.graph.only_reads}").nodes,
            "check_forgotten": lambda own: own.check_forgotten(
                Certificate(own.space.name, "", now(), "", 0, 0, {}, 0, (), "", ())
            ),
        },
        World: {
            "recall": lambda own: own.recall("the fridge"),
            "triplets": lambda own: own.triplets(),
            "place": lambda own: own.place(),
            "where": lambda own: own.where("fridge"),
            "inside": lambda own: own.inside("fridge"),
            "contents": lambda own: own.contents("fridge"),
            "inventory": lambda own: own.inventory(),
            "unexplored": lambda own: own.unexplored(),
            "route": lambda own: own.route("Hall"),
            "nearest": lambda own: own.nearest("fridge"),
            "steps": lambda own: own.steps(),
            "history": lambda own: own.history(),
            "tried": lambda own: own.tried("go east"),
            "attempts": lambda own: own.attempts(["go east"]),
            "past": lambda own: own.past(["go east"]),
            "done": lambda own: own.done("go"),
            "visits": lambda own: own.visits(["Hall"]),
        },
        WorkingMemory: {
            "resume": lambda own: own.resume("voyage"),
            "render": lambda own: own.render(),
            "parse": lambda own: own.parse("Action: call it"),
            "similar": lambda own: [hit.id for hit in own.similar("Bring a quagga to Rome.")],
        },
        Learnings: {
            "resume": lambda own: own.resume(own.trials("cool", "hall")[0].name).name,
            "trials": lambda own: own.trials("cool", "hall"),
            "versions": lambda own: own.versions("cool", "hall"),
            "current": lambda own: own.current("cool", "hall"),
            "select": lambda own: [each.stored.id for each in own.select("Cool it.", task="cool")],
            "archive": lambda own: own.archive(),
            "why": lambda own: own.why(learning(own.memory)),
            "lineage": lambda own: own.lineage(learning(own.memory)),
            "diff": lambda own: own.diff(sets[0].id, sets[-1].id),
            "contradictions": lambda own: own.contradictions(),
        },
        Trial: {"lesson": lambda own: own.lesson()},
        Scene: {
            "areas": lambda own: own.areas(),
            "area": lambda own: own.area(Point(0.0, 0.0, 0.0)),
            "nearest": lambda own: own.nearest(Point(0.0, 0.0, 0.0)),
            "between": lambda own: own.between(Point(0.0, 0.0, 0.0), Point(4.0, 0.0, 0.0)),
            "objects": lambda own: own.objects(),
            "history": lambda own: own.history("Cup|1"),
            "sightings": lambda own: own.sightings(),
            "describe": lambda own: own.describe(),
            "route": lambda own: own.route(p[0].name, end),
        },
        ShortTermMemory: {
            "units": lambda own: own.units(),
            "recall": lambda own: own.recall("Bring the cup.", at=now()).units,
        },
    }  # fmt: skip


def opened(memory: Memory, kind: type) -> Any:
    """An object of a class that people use, over a memory."""
    match kind.__name__:
        case "World":
            return World(memory, "walk")
        case "Trial":
            held = Learnings(memory)
            return held.resume(held.trials("cool", "hall")[0].name)
        case "WorkingMemory":
            working = WorkingMemory(memory)
            working.resume("voyage")
            return working
        case "Memory":
            return memory
        case _:
            return kind(memory)


def public(kind: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(kind, callable) if not name.startswith("_")} - CLOSING


def held(memory: Memory, path: Path) -> set[str]:
    """All that a space holds, with when it was written last."""
    memory.export(path)
    return set(path.read_text("utf-8").splitlines())


@pytest.fixture
def only_read(whole: Memory) -> Memory:
    """The space with every kind of memory, to be read."""
    return whole.for_space(whole.space.name, read_only=True)


@pytest.mark.parametrize("kind", WRITERS, ids=lambda kind: kind.__name__)
def test_every_method_reads_like_any_other_or_is_refused(
    whole: Memory, only_read: Memory, kind: type, tmp_path: Path
) -> None:
    calls = reads(whole, tmp_path)[kind]
    assert calls.keys() | WRITERS[kind] == public(kind)
    other = whole.for_space(whole.space.name)
    for memory in (other, only_read):
        memory.model = Scripted(answers=["In Rome [1]."])
    wanted = {name: call(opened(other, kind)) for name, call in calls.items()}
    before, own = held(only_read, tmp_path / "before.jsonl"), opened(only_read, kind)
    assert {name: call(own) for name, call in calls.items()} == wanted
    for name in WRITERS[kind]:
        with pytest.raises(ReadOnly, match=f"{kind.__name__}.{name} writes, and space"):
            getattr(own, name)()
    assert held(only_read, tmp_path / "after.jsonl") == before


def test_what_no_method_says_is_refused_by_the_connection(only_read: Memory, tmp_path: Path) -> None:
    before, space = held(only_read, tmp_path / "before.jsonl"), only_read.space
    make = generated("make", "CREATE (:Clew {space: $space, id: 'x', kind: 'Fact'})")
    for write in (
        lambda: space.write(make),
        lambda: space.graph.write(make, space=space.name),
        lambda: space.graph.execute(make, space=space.name),
        lambda: space.trying(lambda transaction: transaction.run(make)),
        lambda: forget.forget_session(space, "s", dry_run=True),
        lambda: ClewStore(only_read).put(("users",), "x", {"text": "y"}),
    ):
        with pytest.raises(ReadOnly, match="open it without read_only"):
            write()
    with pytest.raises(ClewError):  # the server itself refuses it in a transaction that reads
        space.read(make)
    assert held(only_read, tmp_path / "after.jsonl") == before


def test_the_store_of_langgraph_is_read(only_read: Memory) -> None:
    (found,) = ClewStore(only_read).batch([GetOp(("users", "ann"), "city")])
    assert found.value == {"text": "Ann lives in Rome."}  # pyright: ignore[reportAttributeAccessIssue, reportOptionalMemberAccess]


def test_agents_get_the_tools_that_read(only_read: Memory) -> None:
    assert {each.name for each in tools(only_read, parts=())} == {"recall", "profile"}


def test_middleware_recalls_and_stores_nothing(memory: Memory, caplog: pytest.LogCaptureFixture) -> None:
    memory.add("I adopted a cat, Miso.", session="monday", speaker="Ann")
    own = memory.for_space(memory.space.name, read_only=True)
    model = Scripted(answers=["It is Miso."])
    with caplog.at_level(logging.WARNING):
        agent = create_agent(model, [], middleware=[ClewMiddleware(own, session="chat")])
        said = agent.invoke({"messages": [("user", "What is my cat called?")]})["messages"][-1]  # pyright: ignore[reportArgumentType]
    assert isinstance(said, AIMessage)
    assert [each.name for each in memory.sessions()] == ["monday"]
    assert not caplog.records


@pytest.mark.slow
def test_what_expired_is_shown_to_nobody_and_not_removed(memory: Memory, tmp_path: Path) -> None:
    secret = Turn("The code of the vault is plumquince.", "Ann", expires_at=now() + timedelta(days=1))
    memory.remember([secret, Turn("The vault is in Oslo.", "Ben")], session="s")
    memory.remember_facts([Fact("The code is plumquince.", ("episode:s/0",), 0.9)])
    own = memory.for_space(memory.space.name, read_only=True)
    assert len(own.turns("s")) == 2
    before = memory.stats()
    with later(timedelta(days=1)):
        assert [each.text for each in own.turns("s")] == ["The vault is in Oslo."]
        assert "plumquince" not in str(own.recall("What is the code of the vault?"))
        assert own.recall("Where is the vault?").hits[0].text == "The vault is in Oslo."
        assert own.facts().items == ()
        with pytest.raises(NotFound):
            own.get("episode:s/0")
        assert own.export(tmp_path / "left.jsonl")
        assert "plumquince" not in (tmp_path / "left.jsonl").read_text("utf-8")
        with pytest.raises(ReadOnly, match=r"holds what has expired.*clew forget --expired"):
            own.export_bulk(tmp_path / "bulk")
        shown = own.stats()
        assert len(memory.forget(expired=True, dry_run=True).ids) >= 2
        assert memory.stats() == shown  # one that may write forgets it
    assert before.nodes["Fact"] == 1


def test_what_expired_is_left_out_however_much_that_is(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forget, "PAGE_NODES", 3)
    ends = now() + timedelta(days=1)
    memory.remember([Turn(f"Plum {number}.", "Ann", expires_at=ends) for number in range(10)], session="s")
    memory.add("The vault is in Oslo.", session="t")
    own = memory.for_space(memory.space.name, read_only=True)
    with later(timedelta(days=1)):
        assert own.search(limit=1000).items == memory.search(limit=1000).items != ()


def test_an_item_whose_time_is_over_is_in_no_export_of_it(memory: Memory, tmp_path: Path) -> None:
    ClewStore(memory, ttl={"default_ttl": 0.0001}).put(("users",), "x", {"text": "gone"})
    own = memory.for_space(memory.space.name, read_only=True)
    left = own.export(tmp_path / "space.jsonl")
    assert "gone" not in (tmp_path / "space.jsonl").read_text("utf-8")
    assert ClewStore(memory).sweep_ttl() == 1
    assert own.export(tmp_path / "space.jsonl") == left


def test_a_forgetting_that_is_not_ended_is_no_space_to_read(memory: Memory) -> None:
    memory.add("I live in Oslo.", session="s")
    memory.space.write(load("maintain/note_leaving"), ids=["session:s"])
    with pytest.raises(ReadOnly, match="is being forgotten"):
        memory.for_space(memory.space.name, read_only=True)
    assert memory.for_space(memory.space.name).stats().nodes == {"Space": 1}  # one that may write ends it


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("VERSION", schema.VERSION + 1, Conflict),
        ("INDEXES", (*schema.INDEXES, schema.Index("clew_more", "range", ("space",), "More.")), DatabaseError),
    ],
)
def test_a_store_that_must_be_brought_up_to_date_is_left_alone(
    server: Address, monkeypatch: pytest.MonkeyPatch, name: str, value: object, error: type[ClewError]
) -> None:
    auth = (server.user, server.password)
    monkeypatch.setattr(schema, name, value)
    with pytest.raises(error, match="open it once to write"):
        Memory.open(server.uri, auth=auth, space="x", encoder="minilm", read_only=True)


def test_a_space_that_nobody_used_stays_unused(server: Address, memory: Memory) -> None:
    auth, name = (server.user, server.password), f"{memory.space.name} unused"
    with Memory.open(server.uri, auth=auth, space=name, encoder="minilm", read_only=True) as own:
        assert own.stats().nodes == {}
        assert own.recall("Who is there?").hits == ()
        assert own.for_space(name).space.graph.only_reads
        with pytest.raises(NotFound):
            own.export("nothing.jsonl")
    assert name not in [each.name for each in memory.spaces(limit=1000)]


def test_settings_and_the_asynchronous_form_open_it_too(memory: Memory, server: Address) -> None:
    settings = Settings.from_env({"CLEW_READ_ONLY": "1"}).changed(
        uri=server.uri, user=server.user, password=server.password, space=memory.space.name, encoder="minilm"
    )

    async def work() -> None:
        async with await AsyncMemory.from_settings(settings) as own:
            with pytest.raises(ReadOnly):
                await own.add("Hello.", session="s")
        with pytest.raises(ReadOnly):
            await (await AsyncMemory(memory).for_space("x", read_only=True)).add("Hello.", session="s")

    asyncio.run(work())
