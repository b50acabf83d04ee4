"""A database is made ready once, checked at every opening, and refused where it is not ours."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from clew.api.memory import Memory
from clew.api.opening import prepare_store
from clew.embedding import MiniLM, dimensions, identity
from clew.errors import Conflict, DatabaseError, Unsupported
from clew.graph import schema, store
from clew.graph.driver import Graph
from clew.graph.queries import generated, load
from clew.graph.space import Contents
from clew.loaders.upkeep.migrations import migrations
from clew.loaders.upkeep.reembed import reembed
from clew.model import Turn
from clew.server import Address
from clew.text.instants import now

pytestmark = pytest.mark.whole_store

ENCODER = identity(MiniLM())
DIMENSIONS = dimensions(MiniLM())
BEFORE_AUDIT = 11  # the last version of a store without an audit log


@pytest.fixture
def prepared(graph: Graph, memory: Memory) -> Iterator[Graph]:
    """The shared store, whose schema node is put back afterwards."""
    assert memory.stats().nodes == {}
    yield graph
    graph.execute(generated("drop", "MATCH (store:ClewSchema) DELETE store"))
    graph.write(
        load("maintain/record_store"), version=schema.VERSION, encoder=ENCODER, dimensions=DIMENSIONS, now=now()
    )


def test_every_declared_index_is_online(prepared: Graph) -> None:
    assert store.missing_indexes(prepared) == []


def test_preparing_again_changes_nothing(prepared: Graph) -> None:
    before = prepared.read(load("maintain/store"))
    store.prepare(prepared, ENCODER, DIMENSIONS)
    assert prepared.read(load("maintain/store")) == before


def test_a_dropped_index_comes_back_at_the_next_opening(prepared: Graph) -> None:
    for query in schema.drop(schema.SEARCH_INDEXES):
        prepared.execute(query)
    assert set(store.missing_indexes(prepared)) == {schema.TEXT_INDEX, schema.VECTOR_INDEX}
    store.prepare(prepared, ENCODER, DIMENSIONS)
    assert store.missing_indexes(prepared) == []


def test_a_store_of_before_the_audit_log_gets_its_index(prepared: Graph) -> None:
    prepared.execute(generated("drop", "DROP INDEX clew_audit"))
    prepared.write(load("maintain/set_version"), version=BEFORE_AUDIT)
    store.prepare(prepared, ENCODER, DIMENSIONS, migrations(MiniLM()))
    assert store.missing_indexes(prepared) == []
    assert prepared.read(load("maintain/store"))[0]["version"] == schema.VERSION


def test_an_index_of_somebody_elses_that_failed_does_not_keep_memory_closed(prepared: Graph) -> None:
    prepared.execute(generated("plant", "CREATE (:Foreign {long: reduce(s = 'x', _ IN range(1, 16) | s + s)})"))
    prepared.execute(generated("plant", "CREATE INDEX foreign_long FOR (n:Foreign) ON (n.long)"))
    try:
        with pytest.raises(DatabaseError, match="too large to index"):
            prepared.execute(generated("await", "CALL db.awaitIndex('foreign_long', 60)"))
        prepared.execute(schema.drop(schema.SEARCH_INDEXES)[0])
        store.prepare(prepared, ENCODER, DIMENSIONS)
        assert store.missing_indexes(prepared) == []
    finally:
        prepared.execute(generated("unplant", "DROP INDEX foreign_long"))
        prepared.execute(generated("unplant", "MATCH (n:Foreign) DELETE n"))


def test_several_first_openings_at_once_make_one_schema(prepared: Graph, server: Address) -> None:
    for name in [row["name"] for row in prepared.read(generated("constraints", "SHOW CONSTRAINTS YIELD name"))]:
        prepared.execute(generated("drop", f"DROP CONSTRAINT {name}"))
    for query in schema.drop(schema.INDEXES):
        prepared.execute(query)
    begin = Barrier(8)

    def open_(_: int) -> None:
        with Graph.connect(server.uri, auth=(server.user, server.password)) as graph:
            begin.wait(60)
            store.prepare(graph, ENCODER, DIMENSIONS)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(open_, range(8)))
    assert store.missing_indexes(prepared) == []


def test_another_encoder_is_refused_with_the_command_that_re_embeds(prepared: Graph) -> None:
    with pytest.raises(Conflict, match="clew reembed"):
        store.prepare(prepared, "another", 8)


@pytest.mark.parametrize("name", [ENCODER, "another"])
def test_a_store_of_a_newer_clew_is_refused_whatever_its_encoder(prepared: Graph, name: str) -> None:
    prepared.write(load("maintain/set_version"), version=schema.VERSION + 1)
    with pytest.raises(Unsupported, match="upgrade clew"):
        store.prepare(prepared, name, DIMENSIONS)


def test_a_store_of_a_newer_clew_is_not_re_embedded(prepared: Graph) -> None:
    prepared.write(load("maintain/set_version"), version=schema.VERSION + 1)
    before = prepared.read(load("maintain/store"))
    with pytest.raises(Unsupported, match="upgrade clew"):
        reembed(prepared, MiniLM())
    assert prepared.read(load("maintain/store")) == before
    assert store.missing_indexes(prepared) == []


def test_foreign_nodes_under_our_label_are_refused(prepared: Graph) -> None:
    prepared.execute(generated("drop", "MATCH (store:ClewSchema) DELETE store"))
    prepared.execute(generated("plant", "CREATE (:Clew {thread: 'Ariadne'})"))
    try:
        with pytest.raises(Conflict, match="not ours"):
            store.prepare(prepared, ENCODER, DIMENSIONS)
    finally:
        prepared.execute(generated("unplant", "MATCH (node:Clew {thread: 'Ariadne'}) DELETE node"))


def test_a_migration_runs_once_and_is_recorded(prepared: Graph) -> None:
    step = generated("step", "MATCH (store:ClewSchema) SET store.steps = coalesce(store.steps, 0) + 1")
    steps = {schema.VERSION - 1: lambda graph: graph.write(step)}
    prepared.write(load("maintain/set_version"), version=schema.VERSION - 1)
    for _ in range(2):
        store.migrate(prepared, int(prepared.read(load("maintain/store"))[0]["version"]), steps)
    assert prepared.read(load("maintain/store"))[0]["version"] == schema.VERSION
    counted = prepared.read(generated("count", "MATCH (store:ClewSchema) RETURN store.steps AS steps"))
    assert counted == [{"steps": 1}]


def test_a_store_of_version_1_learns_how_many_texts_its_spaces_hold(prepared: Graph, memory: Memory) -> None:
    memory.remember([Turn("One."), Turn("Two.")], session="s")
    memory.read("Three.", title="Third")
    older = "MATCH (space:Clew {space: $space, id: 'space'}) REMOVE space.texts, space.closed"
    memory.space.write(generated("older", older))
    prepared.write(load("maintain/set_version"), version=1)
    prepare_store(memory.space, memory.settings)
    assert memory.space.contents() == Contents((), 3, ("Episode", "Passage"), sessions=1, encoder=ENCODER)


def test_a_version_that_no_migration_leaves_is_refused(prepared: Graph) -> None:
    with pytest.raises(Unsupported, match="no migration"):
        store.migrate(prepared, schema.VERSION - 1, {})


@pytest.mark.parametrize("version", ["5.26.0", "4.4.1", "2025.12.1"])
def test_versions_before_2026_01_are_too_old(version: str) -> None:
    with pytest.raises(Unsupported, match=r"2026\.01 or newer"):
        store.check_version(version, "neo4j://somewhere")


@pytest.mark.parametrize("version", ["2026.01.4", "2026.02", "2027.1.0"])
def test_versions_from_2026_01_serve(version: str) -> None:
    store.check_version(version, "neo4j://somewhere")
