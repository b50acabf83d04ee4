"""What a statement costs does not follow from what the server last counted: a plan is kept long after it was made.

The server counts an index's entries in the background. A statement that it plans in between, in a store that was just
filled, looks cheapest as a scan of an index without entries; that plan stays until the caches are cleared. A label of
the tests' own, with the same constraints and indexes, is as good as a whole store that was emptied.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import neo4j
import pytest

from clew import queries, schema
from clew.server import Address

SAMPLES: dict[str, object] = {
    "STRING": "x",
    "ANY": "x",
    "INTEGER": 1,
    "FLOAT": 0.5,
    "BOOLEAN": True,
    "ZONED DATETIME": datetime(2023, 5, 8, tzinfo=UTC),
    "MAP": {},
}

FILL = """
    UNWIND range(1, 1000) AS number
    CREATE (turn:Clew:Episode {space: 's', id: 'turn' + number, kind: 'Episode', statement_key: 'turn' + number,
                               session: 's', position: number})
    CREATE (turn)-[:HAS_CONCEPT]->(:Clew:Concept {space: 's', id: 'concept' + number, kind: 'Concept'})
"""

UNHINTED = """
    UNWIND $ids AS id
    MATCH (turn:Clew {space: $space, id: id})-[:HAS_CONCEPT]->(concept)
    RETURN concept.id AS concept ORDER BY turn.id
"""

SPACE_STATEMENTS = [name for name in queries.names() if queries.load(name).scope == "space"]
"""The others belong to no space: they read the whole store or nothing of it."""

SCANS = ("IndexScan", "LabelScan", "NodesScan", "RelationshipsScan", "TypeScan")


@pytest.fixture(scope="module")
def session(server: Address) -> Iterator[neo4j.Session]:
    with (
        neo4j.GraphDatabase.driver(
            server.uri, auth=(server.user, server.password), notifications_min_severity="OFF"
        ) as driver,
        driver.session(database="neo4j") as session,
    ):
        yield session


@pytest.fixture(scope="module")
def emptied(session: neo4j.Session) -> Iterator[None]:
    """The constraints and indexes of a store whose spaces were all forgotten."""
    for query in schema.ddl(384):
        run(session, query.text)
    run(session, "CALL db.awaitIndexes(60)")
    yield
    run(session, "MATCH (node:Clew) CALL (node) { DETACH DELETE node } IN TRANSACTIONS OF 1000 ROWS")
    names = [row["name"] for row in session.run("SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'emptied_'")]
    for name in names:
        session.run(neo4j.Query(f"DROP CONSTRAINT {name}")).consume()  # pyright: ignore[reportArgumentType]
    for name in [row["name"] for row in session.run("SHOW INDEXES YIELD name WHERE name STARTS WITH 'emptied_'")]:
        session.run(neo4j.Query(f"DROP INDEX {name}")).consume()  # pyright: ignore[reportArgumentType]


def test_no_statement_of_a_space_scans_while_its_indexes_seem_empty(
    session: neo4j.Session,
    emptied: None,  # noqa: ARG001
) -> None:
    run(session, FILL)
    assert any("Scan" in each for each in planned(session, UNHINTED, {"space": "s", "ids": ["x"]})), "counted already"
    assert scans(session) == {}


def scans(session: neo4j.Session) -> dict[str, list[str]]:
    """The statements that would read more than what they ask for, with how."""
    session.run("CALL db.clearQueryCaches()").consume()
    found: dict[str, list[str]] = {}
    for name in SPACE_STATEMENTS:
        query = queries.load(name)
        parameters = {each: sample(type_) for each, type_ in query.parameters.items()}
        if scanning := [each for each in planned(session, query.text, parameters) if each.startswith("Scan")]:
            found[name] = scanning
    return found


def sample(type_: str) -> object:
    """A value of a parameter's type."""
    return [sample(type_[5:-1])] * 2 if type_.startswith("LIST<") else SAMPLES[type_]


def planned(session: neo4j.Session, text: str, parameters: dict[str, Any]) -> list[str]:
    """How the server would read."""
    plan = run(session, f"EXPLAIN {text}", parameters).plan
    return [f"Scan: {each}" if any(name in each for name in SCANS) else each for each in operators(plan)]


def run(session: neo4j.Session, text: str, parameters: dict[str, Any] | None = None) -> neo4j.ResultSummary:
    """Run a statement on the label of this test."""
    swapped = text.replace(":Clew", ":Emptied").replace("clew_", "emptied_")
    return session.run(neo4j.Query(swapped), parameters).consume()  # pyright: ignore[reportArgumentType]


def operators(plan: Any) -> Iterator[str]:
    """What a plan does, from its end to its beginnings."""
    yield f"{plan['operatorType']} {plan['args'].get('Details', '')}"
    for each in plan.get("children", ()):
        yield from operators(each)
