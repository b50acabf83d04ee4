"""As far as one server shows it: routed addresses, reads for followers, bookmarks, repeated transactions."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Thread

import pytest
from neo4j.exceptions import (
    DatabaseUnavailable,
    ForbiddenOnReadOnlyDatabase,
    Neo4jError,
    NotALeader,
    ServiceUnavailable,
    SessionExpired,
)

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import DatabaseError, InvalidInput
from clew.graph.driver import Graph, Transaction
from clew.graph.queries import parse
from clew.graph.space import Space
from clew.retrieval.recall import recall
from clew.server import Address
from clew.settings import RecallSettings, Settings

HEAD = "// A test.\n// $space: STRING  the tenant\n"
ADD = parse("test/add", f"{HEAD}// -> nothing\nCREATE (:Scratch {{space: $space}})")
COUNT = parse("test/count", f"{HEAD}// -> found: INTEGER\nMATCH (n:Scratch {{space: $space}}) RETURN count(n) AS found")
TOUCH = parse(
    "test/touch",
    f"{HEAD}// $id: INTEGER  which\n// -> nothing\nMERGE (n:Touched {{space: $space, id: $id}}) SET n.at = timestamp()",
)

SAID = "I keep the spare key under the third flower pot."
READER = """
import json, os, sys
from clew.api.memory import Memory
uri, user, space = sys.argv[1:4]
with Memory.open(uri, auth=(user, os.environ["PASSWORD"]), space=space) as memory:
    memory.follow(json.loads(sys.argv[4]))
    print(json.dumps([hit.text for hit in memory.recall("Where is the spare key?").hits]))
"""


@pytest.fixture
def routed(server: Address) -> str:
    """The server's address as that of a cluster: the driver asks it who reads and who writes."""
    return server.uri.replace("bolt://", "neo4j://")


@pytest.fixture
def routed_graph(server: Address, routed: str) -> Iterator[Graph]:
    with Graph.connect(routed, auth=(server.user, server.password)) as graph:
        yield graph


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_memory_works_over_an_address_that_routes(server: Address, routed: str, encoder: MiniLM, engine: str) -> None:
    settings = Settings(recall=RecallSettings.model_validate({"engine": engine}))
    auth = (server.user, server.password)
    with Memory.open(routed, auth=auth, space=f"routed {engine}", encoder=encoder, settings=settings) as memory:
        memory.remember([{"speaker": "Ann", "text": SAID}, {"speaker": "Ben", "text": "Good."}], session="a")
        assert memory.recall("Where is the spare key?").hits[0].text == SAID
        memory.forget(space=True)


def test_a_read_may_go_to_a_follower_because_it_may_not_write(routed_graph: Graph) -> None:
    with pytest.raises(DatabaseError, match=r"[Ww]rit"):
        routed_graph.read(ADD, space="read access")
    assert routed_graph.read(COUNT, space="read access") == [{"found": 0}]


class ReadOnly(Graph):
    """A graph that refuses to open a transaction which only a leader may run."""

    def transaction(self, *_: object, **__: object) -> object:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise AssertionError("a transaction for the leader")


def test_a_recall_in_process_asks_followers_only_and_a_projection_the_leader(
    memory: Memory, server: Address, routed: str
) -> None:
    memory.remember([{"speaker": "Ann", "text": SAID}, {"speaker": "Ben", "text": "Good."}], session="a")
    with ReadOnly.connect(routed, auth=(server.user, server.password)) as graph:
        space = Space(graph, memory.space.encoder, memory.space.name)
        graph.follow(memory.bookmarks)
        settings = RecallSettings(engine="local", turns_walk=True)
        assert recall(space, "Where is the spare key?", settings).hits[0].text == SAID
        with pytest.raises(AssertionError, match="for the leader"):
            recall(space, "Where is the spare key?", settings.changed(engine="gds"))


@pytest.mark.slow
def test_another_process_reads_what_was_written_before_the_bookmarks(
    memory: Memory, server: Address, routed: str
) -> None:
    memory.remember([{"speaker": "Ann", "text": SAID}], session="a")
    command = [sys.executable, "-c", READER, routed, server.user, memory.space.name, json.dumps(memory.bookmarks)]
    environment = os.environ | {"PASSWORD": server.password}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert json.loads(done.stdout) == [SAID]


def test_bookmarks_go_on_with_each_write_and_are_followed(memory: Memory, graph: Graph) -> None:
    memory.remember([{"speaker": "Ann", "text": "One."}], session="a")
    first = memory.bookmarks
    memory.remember([{"speaker": "Ann", "text": "Two."}], session="b")
    assert first
    assert memory.bookmarks != first
    graph.follow(memory.bookmarks)
    assert {*memory.bookmarks} <= {*graph.bookmarks}


def test_what_is_no_bookmark_is_refused_and_forgotten(memory: Memory) -> None:
    memory.remember([{"speaker": "Ann", "text": "One."}], session="a")
    with pytest.raises(InvalidInput, match="give what `bookmarks` of a memory"):
        memory.follow(["nonsense"])
    assert memory.recall("One?").hits


@pytest.mark.parametrize(
    "failure", [NotALeader, ForbiddenOnReadOnlyDatabase, DatabaseUnavailable, SessionExpired, ServiceUnavailable]
)
def test_a_change_of_the_leader_repeats_the_transaction(routed_graph: Graph, failure: type[Exception]) -> None:
    """The driver's own errors of a change, raised here in the middle: no single server has one."""
    name = f"leader {failure.__name__}"
    tries: list[int] = []

    def work(transaction: Transaction) -> None:
        transaction.run(ADD, space=name)
        tries.append(1)
        if len(tries) < 2:  # the driver waits longer before each further one
            raise _hydrated(failure)

    routed_graph.transaction(work)
    assert len(tries) == 2
    assert routed_graph.read(COUNT, space=name) == [{"found": 1}]


CODES = {
    NotALeader: "Neo.ClientError.Cluster.NotALeader",
    ForbiddenOnReadOnlyDatabase: "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
    DatabaseUnavailable: "Neo.TransientError.Database.DatabaseUnavailable",
}


def _hydrated(failure: type[Exception]) -> Exception:
    """Make an error as the driver makes it of a server's answer."""
    if failure in CODES:
        return Neo4jError._hydrate_neo4j(code=CODES[failure], message="it moved")  # pyright: ignore
    return failure("it moved")


def test_a_deadlock_of_two_writers_passes(graph: Graph) -> None:
    """A real failure that passes: each writer holds what the other wants, and the server ends one of them."""
    for place in (0, 1):
        graph.write(TOUCH, space="deadlock", id=place)
    meeting = Barrier(2)
    tries: list[int] = []

    def write(first: int) -> None:
        def work(transaction: Transaction) -> None:
            tries.append(first)
            transaction.run(TOUCH, space="deadlock", id=first)
            with suppress(BrokenBarrierError):  # the other one is done
                meeting.wait(5)
            transaction.run(TOUCH, space="deadlock", id=1 - first)
            meeting.abort()

        graph.transaction(work)

    threads = [Thread(target=write, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tries) >= 3
