"""Every statement keeps its contract: header, parameters, columns, tenant; the server plans it without a warning."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import neo4j
import pytest
from tests.api.memory.talk import Keyed, thinking

from clew.agents.store import ClewStore
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import NotFound
from clew.graph import queries
from clew.graph.driver import Graph
from clew.graph.schema import declared
from clew.model import Turn
from clew.server import Address
from clew.settings import Settings

STORE_WIDE = {
    "bloom/provenance",
    "bloom/resting_on_this",
    "bloom/show_replaced",
    "audit/all",
    "audit/keep",
    "browse/spaces",
    "maintain/bulk_spaces",
    "maintain/bulk_store",
    "maintain/complete_imported",
    "maintain/components",
    "maintain/drop_points",
    "maintain/count_texts",
    "maintain/foreign_data",
    "maintain/gds_version",
    "maintain/indexes",
    "maintain/is_imported",
    "maintain/page_cache",
    "maintain/ping",
    "maintain/projections",
    "maintain/record_store",
    "maintain/reembedded",
    "maintain/set_encoder",
    "maintain/set_version",
    "maintain/spaces",
    "maintain/store",
    "maintain/stored_spaces",
    "recall/drop_projection",
    "recall/walk",
}
"""The statements that belong to no space; whoever adds one says so here too."""

SAMPLES: dict[str, object] = {
    "STRING": "x",
    "LIST<INTEGER>": [1],
    "INTEGER": 1,
    "FLOAT": 0.5,
    "BOOLEAN": True,
    "ZONED DATETIME": datetime(2023, 5, 8, tzinfo=UTC),
    "LIST<STRING>": ["x"],
    "LIST<FLOAT>": [0.5] * 384,
    "LIST<LIST<FLOAT>>": [[0.5] * 384],
    "LIST<MAP>": [{}],
    "MAP": {"x": 1},
    "LIST<LIST<ANY>>": [["x", 0.5]],
    "LIST<LIST<STRING>>": [["x", "y"]],
    "LIST<LIST<LIST<STRING>>>": [[["x", "y"]]],
}


def test_only_the_listed_statements_belong_to_no_space() -> None:
    assert {name for name in queries.names() if queries.load(name).scope != "space"} == STORE_WIDE


def test_every_statement_says_what_it_is_for() -> None:
    assert [name for name in queries.names() if not queries.load(name).purpose.endswith(".")] == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("// A.\n// $space: STRING  t\nMATCH (n {space: $space, id: $id}) RETURN n", "cypher/x.cypher:3: $id is used"),
        ("// A.\n// $space: STRING  t\n// $id: STRING  i\nRETURN $space AS s", "$id is declared but not used"),
        ("// A.\n// $id: STRING  i\nRETURN $id AS i", "takes no $space"),
        ("// A.\n// $space STRING\nRETURN $space AS s", "cypher/x.cypher:2: cannot read the header line"),
        ("// A.\n// scope: everywhere\nRETURN 1 AS one", "cannot read the header line"),
    ],
)
def test_a_header_that_contradicts_its_statement_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(queries.QueryFileError) as caught:
        queries.parse("x", text)
    assert complaint in str(caught.value)


def test_no_column_of_a_table_is_collected() -> None:
    """`collect` leaves null out: where a node is removed while it is read, that column is shorter than the others."""
    every = [query for name in queries.names() if (query := queries.load(name)).scope == "space"]
    assert [query.name for query in every if re.search(r"\w: collect\(", query.text)] == []


def test_parameters_in_texts_names_and_comments_do_not_count() -> None:
    body = "// $c\n/* $d */ MATCH (n {space: $space}) WHERE n.a = '$a \\' $b' OR n.`$e` = \"$f\" RETURN 'http://x' AS u"
    query = queries.parse("x", f"// A.\n// $space: STRING  the tenant\n// -> u: STRING  a text\n\n{body}")
    assert (dict(query.parameters), dict(query.columns)) == ({"space": "STRING"}, {"u": "STRING"})


def test_a_missing_statement_is_named() -> None:
    with pytest.raises(queries.QueryFileError, match="recall/nothing"):
        queries.load("recall/nothing")


@pytest.fixture(scope="module")
def plain_driver(server: Address) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        yield driver


@pytest.fixture(scope="module")
def everything(whole: Memory, module_memory: Memory, graph: Graph) -> None:
    """Every kind and relationship, and the properties that few of them have, so that the server knows their names."""
    assert set(whole.stats().nodes) == set(declared().by_label)
    assert set(whole.stats().relationships) == {each.type for each in declared().relationships}
    memory = module_memory
    memory.remember([Turn("I adopted a cat yesterday.", "Ann", metadata={"place": "home"})], session="s")
    settings = Settings(zone="UTC", audit="all")
    noted = Memory(graph, memory.space.encoder, memory.space.name, settings)
    noted.alias("Ann", "Annie")
    with pytest.raises(NotFound):
        noted.get("fact:none")
    memory.remember([Turn("Its name is Pip.", "Ann")], session="t")
    assert thinking(graph, memory, Keyed(facts={"Pip": "?"})).consolidate().failed
    world = World(memory, "walk")
    world.observe("-= Hall =-\nYou see a fridge.", decision="look around")
    memory.add(Turn("I adopted a cat called Pip. " + "This is said again and again. " * 60, "assistant"), session="u")
    memory.consolidate()
    ClewStore(memory).put(("users", "ann"), "city", {"text": "Ann lives in Rome."}, ttl=60)


@pytest.mark.parametrize("name", queries.names())
def test_the_server_plans_it_without_warning_and_returns_the_declared_columns(
    name: str,
    plain_driver: neo4j.Driver,
    everything: None,  # noqa: ARG001
) -> None:
    keys, summary = explained(plain_driver, name)
    assert [str(status) for status in summary.gql_status_objects if status.is_notification] == []
    assert keys == set(queries.load(name).columns)


def explained(driver: neo4j.Driver, name: str) -> tuple[set[str], neo4j.ResultSummary]:
    """The columns of a statement, and how the server would run it."""
    query = queries.load(name)
    parameters = {parameter: SAMPLES[type_] for parameter, type_ in query.parameters.items()}
    with driver.session(database="neo4j") as session:
        result = session.run(neo4j.Query(f"EXPLAIN {query.text}"), parameters)  # pyright: ignore[reportArgumentType]
        return set(result.keys()), result.consume()
