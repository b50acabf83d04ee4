"""py2neo on this Neo4j: its models read memory as it is stored, its bulk functions copy a space exactly."""

import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.story import COFFEE, NURSE, TEA

from clew.api.memory import Memory
from clew.errors import Conflict, DatabaseError, InvalidInput, Unreachable
from clew.graph.schema import declared
from clew.interfaces.ogm import (
    INCOMING,
    SpaceLink,
    SpaceRows,
    connect,
    library,
    memories,
    models,
    read_space,
    write_space,
)
from clew.model import Turn
from clew.server import Address

pytestmark = [
    pytest.mark.doors,
    pytest.mark.filterwarnings("default"),  # py2neo's own
    pytest.mark.skipif(find_spec("py2neo") is None, reason="not installed: py2neo"),
]

WORK = "I work as a nurse in Lisbon, and I drink coffee in the morning."
MAY = datetime(2023, 5, 8, 13, tzinfo=UTC)
TASK = {"id": "x", "kind": "Task", "text": "Light the hall.", "created_at": MAY}
HOSTILE = "x'}) DETACH DELETE n // `\" $clew_space"


@pytest.fixture(scope="module")
def old(server: Address) -> Any:
    """The connection of py2neo."""
    return connect(server.uri, auth=(server.user, server.password))


@pytest.mark.parametrize("kind", declared().kinds, ids=lambda kind: kind.label)
def test_a_model_has_all_that_its_kind_declares(kind: Any) -> None:
    model = models()[kind.label]
    held = {name for name in vars(model) if not name.startswith("__")}
    leaving = {each.type for each in declared().relationships if each.source == kind.label}
    entering = {f"{each.type}{INCOMING}" for each in declared().relationships if each.target == kind.label}
    assert {name for name in held if not name.startswith("_")} == {*kind.properties, *leaving, *entering}
    assert (model.__primarylabel__, model.__primarykey__) == (kind.label, "id")


@pytest.mark.parametrize("label", declared().by_label)
def test_a_model_reads_as_many_as_are_stored(label: str, old: Any, story: Memory) -> None:
    assert len(memories(old, label, story.space.name)) == story.stats().nodes.get(label, 0)


def test_a_model_follows_relationships_both_ways(old: Any, story: Memory) -> None:
    coffee = memories(old, "Fact", story.space.name).where(text=COFFEE).first()
    assert [fact.text for fact in coffee.REPLACED_BY] == [TEA]
    (source,) = coffee.DERIVED_FROM
    assert (type(source).__name__, source.text, source.speaker) == ("Episode", WORK, "Ann")
    assert {fact.text for fact in source.DERIVED_FROM_INCOMING} == {COFFEE, NURSE}


def test_a_property_and_a_relationship_of_one_word_are_two(old: Any, story: Memory) -> None:
    cup = memories(old, "SceneObject", story.space.name).where(object_type="Cup").first()
    assert cup.inside == "Shelf|1"
    assert [thing.object for thing in cup.INSIDE] == ["Shelf|1"]


def test_models_only_read(old: Any, story: Memory) -> None:
    fact = memories(old, "Fact", story.space.name).where(text=NURSE).first()
    for change in (
        lambda: setattr(fact, "text", "Ann is a pilot."),
        lambda: old.push(fact),
        lambda: old.delete(fact),
        lambda: old.create(models()["Fact"]()),
        lambda: old.merge(fact),
    ):
        with pytest.raises(InvalidInput, match="only read"):
            change()
    assert memories(old, "Fact", story.space.name).where(text=NURSE).first() is not None


def test_a_match_stays_in_its_space(old: Any, story: Memory) -> None:
    assert memories(old, "Fact", "nobody's").first() is None
    assert memories(old, "Fact", HOSTILE).first() is None
    assert memories(old, "Fact", "nobody's").where(space=story.space.name).first() is None
    assert memories(old, "Fact", story.space.name).where(text=HOSTILE).first() is None


TRUE = "_.belief >= 0"
ESCAPES: dict[str, Callable[[Any], Any]] = {
    "a disjunction": lambda match: match.where(f"{TRUE} OR {TRUE}"),
    "a parenthesis": lambda match: match.where(f"{TRUE}) OR ({TRUE}"),
    "a comment": lambda match: match.where(f"{TRUE} OR true //"),
    "our parameter": lambda match: match.where((TRUE, {"space": "other"})),
    "an order": lambda match: match.order_by("_.id UNION MATCH (_:Fact) RETURN _"),
    "a direction": lambda match: match.order_by("_.id DESC UNION MATCH (_:Fact) RETURN _"),
    "a name": lambda match: match.where(**{"belief` >= 0 OR true //": 1}),
    "the name in a value": lambda match: match.where(text="x' OR true //"),
    "a second where": lambda match: match.where(text=HOSTILE).where(kind="Fact"),
}


@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES)
def test_no_condition_or_order_leads_out_of_the_space(escape: Callable[[Any], Any], old: Any, story: Memory) -> None:
    with suppress(InvalidInput):
        assert escape(memories(old, "Fact", "nobody's")).all() == []
        assert {fact.space for fact in escape(memories(old, "Fact", story.space.name))} <= {story.space.name}


def test_a_match_takes_predicates_one_after_the_other_and_orders(old: Any, story: Memory) -> None:
    matching = library("py2neo.matching")
    facts = memories(old, "Fact", story.space.name)
    either = facts.where(text=matching.OR(COFFEE, NURSE)).where(belief=matching.GT(0.0))
    assert {fact.text for fact in either} == {COFFEE, NURSE}
    assert either.where(text=NURSE).count() == 1
    assert [fact.text for fact in either.order_by("_.text DESC")] == sorted([COFFEE, NURSE], reverse=True)
    assert either.order_by("text").first().text == min(COFFEE, NURSE)
    with pytest.raises(InvalidInput, match="belief=GT"):
        facts.where("_.belief > 0.9")


def test_a_space_is_copied_exactly(old: Any, story: Memory, open_memory: Callable[..., Memory]) -> None:
    rows, copy = read_space(old, story.space.name), open_memory()
    assert write_space(old, copy, rows) == sum(story.stats().nodes.values())
    assert comparable(read_space(old, copy.space.name)) == comparable(rows)
    assert replace(copy.stats(), space="") == replace(story.stats(), space="")
    question = "What does Ann drink in the morning?"
    assert [hit.id for hit in copy.recall(question).hits] == [hit.id for hit in story.recall(question).hits]
    assert copy.recall(question).hits[0].score == pytest.approx(story.recall(question).hits[0].score, abs=0.02)


def test_the_driver_reads_what_py2neo_wrote_as_it_was(
    old: Any, story: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    """The export of the copy is that of the original, to the last digit."""
    copy = open_memory()
    write_space(old, copy, read_space(old, story.space.name))
    lines = [exported(memory, tmp_path / "space.jsonl") for memory in (story, copy)]
    assert lines[0] == lines[1]


def exported(memory: Memory, file: Path) -> list[str]:
    """The lines of an export without the name of its space, in an order that does not depend on the database."""
    memory.export(file)
    read = (json.loads(line.replace(memory.space.name, "")) for line in file.read_text("utf-8").splitlines())
    return sorted(json.dumps(each, sort_keys=True) for each in read)


def comparable(rows: SpaceRows) -> tuple[Any, Any]:
    """Nodes and relationships without order, and without the space's own node, which holds its name."""
    nodes = {label: {row["id"]: row for row in each} for label, each in rows.nodes.items() if label != "Space"}
    return nodes, {type_: sorted(map(repr, each)) for type_, each in rows.links.items()}


def test_a_space_is_read_at_one_moment(old: Any, memory: Memory) -> None:
    """It waits for who writes, as an export does, and sees all of what was written."""
    memory.add("I live in Porto.", session="s")

    def write(transaction: Any) -> Future[SpaceRows]:
        transaction.lock()
        reading = pool.submit(read_space, old, memory.space.name)
        with pytest.raises(TimeoutError):
            reading.result(3)
        return reading

    with ThreadPoolExecutor(1) as pool:
        rows = memory.space.transaction(write).result(60)
    assert [turn["text"] for turn in rows.nodes["Episode"]] == ["I live in Porto."]


def test_reading_a_space_that_is_not_there_makes_none(old: Any, open_memory: Callable[..., Memory]) -> None:
    name = "nobody's"
    assert read_space(old, name) == SpaceRows({}, {})
    assert open_memory(name).space.contents() is None


def test_a_full_space_takes_nothing(old: Any, story: Memory, open_memory: Callable[..., Memory]) -> None:
    full = open_memory()
    full.remember([Turn("I live in Porto.", "Ann")], session="s")
    before = full.stats()
    with pytest.raises(Conflict, match="holds memories already"):
        write_space(old, full, read_space(old, story.space.name))
    assert full.stats() == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"nodes": {"Ghost": [{"id": "x", "kind": "Ghost"}]}}, "'Ghost' is no declared kind"),
        ({"nodes": {"Concept": [{"id": "x", "kind": "Concept"}]}}, "text is missing"),
        ({"nodes": {"Environment": [TASK]}}, "it stands under 'Environment' and is of kind 'Task'"),
        ({"nodes": {"Task": [TASK], "Environment": [TASK | {"kind": "Environment"}]}}, "it is there twice"),
        ({"links": {"NEXT": [SpaceLink("a", "b", {"created_at": MAY, "expired_at": MAY})]}}, "there is no node 'a'"),
        ({"links": {"HAUNTS": []}}, "'HAUNTS' is no declared relationship type"),
    ],
)
def test_rows_that_are_not_as_declared_are_refused(
    change: dict[str, Any], complaint: str, old: Any, open_memory: Callable[..., Memory]
) -> None:
    empty = open_memory()
    with pytest.raises(InvalidInput, match=complaint):
        write_space(old, empty, replace(SpaceRows({}, {}), **change))
    assert empty.stats().nodes == {}


@pytest.mark.parametrize(
    ("type_", "target", "properties", "complaint"),
    [
        ("HAS_EPISODE", "episode:monday/0", {}, "created_at is missing"),
        ("HAS_EPISODE", "session:monday", {"created_at": MAY, "expired_at": MAY}, "a Session has none to a Session"),
    ],
)
def test_a_relationship_is_held_against_the_kinds_that_it_joins(
    type_: str, target: str, properties: dict[str, Any], complaint: str, old: Any, story: Memory, memory: Memory
) -> None:
    rows = read_space(old, story.space.name)
    joined = {**rows.links, type_: [SpaceLink("session:monday", target, properties)]}
    with pytest.raises(InvalidInput, match=complaint):
        write_space(old, memory, replace(rows, links=joined))
    assert memory.stats().nodes == {}


def test_rows_that_the_database_refuses_leave_nothing(
    old: Any, story: Memory, open_memory: Callable[..., Memory]
) -> None:
    empty, rows = open_memory(), read_space(old, story.space.name)
    claimed = [row | {"id": "x", "session": "monday", "position": 0} for row in rows.nodes["Episode"]]
    with pytest.raises(DatabaseError):  # a session has one turn at a position
        write_space(old, empty, replace(rows, nodes={**rows.nodes, "Episode": [*claimed[:1], *rows.nodes["Episode"]]}))
    assert empty.stats().nodes == {}


def test_the_address_is_of_one_server(server: Address) -> None:
    with pytest.raises(InvalidInput, match="give the address of one server"):
        connect(server.uri.replace("bolt", "neo4j"))
    with pytest.raises(Unreachable):
        connect("bolt://127.0.0.1:1", auth=("neo4j", "wrong"))


WORKS: dict[str, Callable[[Any], object]] = {
    "graph.run": lambda old: old.run("RETURN 1").evaluate(),
    "graph.query": lambda old: list(old.query("RETURN 1")),
    "graph.nodes.match": lambda old: old.nodes.match("Clew").limit(1).first(),
    "graph.relationships.match": lambda old: old.relationships.match(r_type="NEXT").limit(1).first(),
    "graph.call[name]()": lambda old: old.call["gds.version"]().evaluate(),
    "graph.schema.node_labels": lambda old: old.schema.node_labels,
    "graph.service.kernel_version": lambda old: old.service.kernel_version,
}
BROKEN: dict[str, Callable[[Any], object]] = {
    "graph.schema.get_indexes": lambda old: old.schema.get_indexes("Clew"),
    "graph.schema.create_index": lambda old: old.schema.create_index("Clew", "colour"),
    "graph.schema.create_uniqueness_constraint": lambda old: old.schema.create_uniqueness_constraint("Ghost", "id"),
    "graph.schema.get_uniqueness_constraints": lambda old: old.schema.get_uniqueness_constraints("Clew"),
    "dir(graph.call)": lambda old: dir(old.call),
}


@pytest.mark.parametrize("what", WORKS)
def test_what_the_page_says_works_does(what: str, old: Any, story: Memory) -> None:
    assert story
    assert WORKS[what](old)


@pytest.mark.parametrize("what", BROKEN)
def test_what_the_page_says_is_broken_is(what: str, old: Any) -> None:
    with pytest.raises(Exception, match=r"procedure|syntax|Invalid"):
        BROKEN[what](old)
