"""The declaration agrees with itself, with the statements and the docs, and bounds what an index holds."""

import re
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.repository.generated import outdated, with_lists, with_tables

from clew.graph import queries
from clew.graph.schema import INDEXES, NodeKind, Property, RelationshipKind, declared, declaring

CHECKOUT = Path(__file__).parents[3]

FLOORS = ("core", "loaders", "retrieval", "agents", "interfaces")

MIGRATIONS = {"count_texts"}
"""They know what was declared when their version was written."""

RANGE_BYTES = 8000
"""What one entry of a range index holds, all its properties together."""

FILTER_BYTES = 32_766
"""Of a term in the filter of a vector index; a longer one stops the database for good."""


def properties() -> list[Property]:
    schema = declared()
    of_kinds = [each for kind in schema.kinds for each in kind.properties.values()]
    return of_kinds + [each for relationship in schema.relationships for each in relationship.properties]


def test_a_property_means_the_same_wherever_it_stands() -> None:
    meanings: dict[str, set[Property]] = defaultdict(set)
    for each in properties():
        meanings[each.name].add(each)
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}


def test_relationships_join_declared_kinds_and_a_type_has_one_role() -> None:
    schema = declared()
    ends = {label for each in schema.relationships for label in (each.source, each.target)}
    assert ends <= schema.by_label.keys()
    roles: dict[str, set[str]] = defaultdict(set)
    for each in schema.relationships:
        roles[each.type].add(each.role)
    assert {type_: found for type_, found in roles.items() if len(found) > 1} == {}


def test_what_vectors_are_made_of_is_required() -> None:
    for kind in declared().kinds:
        required = {"text", *(each.name for each in kind.required)}
        assert set(kind.embedded) <= required, kind.label
        assert bool(kind.embedded) == ("embedding" in kind.properties), kind.label


def test_every_text_in_an_index_is_bounded_by_what_the_index_holds() -> None:
    by_name = {each.name: each for each in properties()}
    for index in INDEXES:
        texts = [by_name[name] for name in (*index.properties, *index.filters) if by_name[name].type == "STRING"]
        assert all(each.bytes for each in texts), index.name
        if index.form in {"range", "unique"}:
            assert sum(each.bytes or 0 for each in texts) <= RANGE_BYTES, index.name
        if index.form == "vector":
            assert max(each.bytes or 0 for each in texts) <= FILTER_BYTES, index.name


@pytest.mark.parametrize(
    ("given", "value", "allowed"),
    [
        (Property("p", "STRING", "."), "x" * 100_000, True),
        (Property("p", "STRING", ".", 4), "ééé", False),
        (Property("p", "STRING", ".", 4), "éé", True),
        (Property("p", "STRING", "."), 5, False),
        (Property("p", "INTEGER", "."), True, False),
        (Property("p", "INTEGER", "."), 2**63, False),
        (Property("p", "FLOAT", "."), float("nan"), False),
        (Property("p", "FLOAT", "."), float("inf"), False),
        (Property("p", "FLOAT", "."), 0.5, True),
        (Property("p", "ZONED DATETIME", "."), datetime(2023, 5, 8, tzinfo=UTC), True),
        (Property("p", "ZONED DATETIME", "."), datetime(2023, 5, 8), False),
        (Property("p", "LIST<STRING>", "."), ["x", ["y"]], False),
        (Property("p", "LIST<FLOAT>", "."), [0.5, 1.0], True),
    ],
)
def test_a_property_allows_what_has_its_type_and_fits_its_index(given: Property, value: object, allowed: bool) -> None:
    assert (not given.fault(value)) == allowed


def test_statements_and_docs_hold_what_is_declared() -> None:
    assert outdated(CHECKOUT, declared()) == {}, "run `make schema`"


def test_no_statement_lists_types_by_hand() -> None:
    """A world's statements know that a triplet has a subject and an object; nothing else stands outside of marks."""
    by_hand = {
        name: found
        for name in queries.names()
        if (found := set(re.findall(r"\[\w*:(\w+\|[\w|]+)", queries.load(name).text)) - {"SUBJECT|OBJECT"})
    }
    assert by_hand == {}


def test_no_product_file_lists_kinds_by_hand() -> None:
    """One kind may have a file of its own that names it; who names several knows what the declaration says."""
    quoted = re.compile(rf"""["'](?:{"|".join(declared().by_label)})["']""")
    schema = CHECKOUT / "core" / "clew" / "schema"
    files = [file for floor in FLOORS for file in (CHECKOUT / floor).rglob("*.py") if schema not in file.parents]
    by_hand = {
        f"{file.relative_to(CHECKOUT)}: {line.strip()}"
        for file in [*files, *(CHECKOUT / "cypher").rglob("*.cypher")]
        for line in file.read_text("utf-8").splitlines()
        if file.stem not in MIGRATIONS and "``" not in line and len(set(quoted.findall(line))) > 1
    }
    assert by_hand == set()


def test_a_list_follows_the_declaration_and_leaves_the_rest_of_a_statement() -> None:
    note = NodeKind("Note", "note", "semantic", "What somebody noted.")
    with declaring(note, RelationshipKind("NOTED_IN", "Note", "Episode", "rests_on", 0.2, "Where.")) as schema:
        text = with_lists("MATCH (a)-[r:/*rests on*/OLD|OLDER/**/]->(b) RETURN a / b /* c */", schema)
    assert text == (
        "MATCH (a)-[r:/*rests on*/DERIVED_FROM|SUMMARISES|DERIVED_FROM_FACT|NOTED_IN/**/]->(b) RETURN a / b /* c */"
    )
    assert "Note" not in declared().by_label


def test_a_table_follows_the_declaration() -> None:
    page = "Above.\n\n<!-- schema: relationships -->\nold\n<!-- schema -->\n\nBelow.\n"
    lines = with_tables(page, declared()).splitlines()
    assert (lines[0], lines[-1]) == ("Above.", "Below.")
    assert len(lines) == 8 + len(declared().relationships)
