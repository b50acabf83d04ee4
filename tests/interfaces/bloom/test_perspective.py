"""The perspective has the shape that Bloom exports, holds all that is declared, and its Cypher answers."""

import json
from pathlib import Path
from typing import Any, cast

import neo4j
import pytest
from jsonschema import Draft202012Validator
from neo4j.graph import Path as Way
from tests.interfaces.conftest import Clew
from tests.story import COFFEE, NURSE, TEA

from clew.api.memory import Memory
from clew.graph.schema import declared
from clew.interfaces.bloom.perspective import perspective
from clew.server import Address

SHAPE = json.loads(Path(__file__).with_name("perspective.schema.json").read_text("utf-8"))

CUP_PLACES = {
    "den 1",
    "Shelf|1",
    "Cup in or on the table, in the room den.",
    "Cup in or on the shelf, in the room den.",
}

ASKED: dict[str, tuple[dict[str, str], set[str]]] = {
    "Facts about $concept in $space": ({"concept": "Lisbon"}, {NURSE}),
    "What replaced $fact in $space": ({"fact": COFFEE}, {TEA}),
    "Episodes of $session in $space": ({"session": "monday"}, {"And how is your cat?", "Miso sleeps all day."}),
    "Where is $object in $space": ({"object": "lamp"}, {"lamp is in cellar", "cellar"}),
    "Learnings for $task in $space": (
        {"task": "Light the hall."},
        {"Taking the lamp SHOULD BE NECESSARY to light the hall."},
    ),
    "Neighbourhood of $id in $space": ({"id": "episode:monday/0"}, {NURSE, "monday", "Lisbon"}),
}
"""Per phrase its parameters, and texts that must be drawn."""

DONE: dict[str, tuple[str, set[str]]] = {
    "Expand provenance": (NURSE, {"I work as a nurse in Lisbon, and I drink coffee in the morning."}),
    "Show replaced": (TEA, {COFFEE}),
    "What rests on this": ("Miso sleeps all day.", {"Ann has a cat called Miso.", "Ann seeks calm mornings."}),
}
"""Per scene action the text of what is selected, and texts that must be drawn."""


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return json.loads(json.dumps(perspective()))


def drawn(server: Address, cypher: str, **parameters: object) -> dict[str, str]:
    """The texts of all nodes that Bloom would draw of what a statement returns, each with its space."""
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        result = driver.execute_query(neo4j.Query(cast(Any, cypher)), parameters, routing_="r")  # pyright: ignore
    nodes: dict[str, str] = {}
    waiting: list[object] = [value for record in result.records for value in record.values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += cast(list[object], value)
        else:
            assert isinstance(value, Way)
            nodes |= {node["text"]: node["space"] for node in value.nodes}
    return nodes


def test_it_has_the_shape_that_bloom_exports(made: dict[str, Any]) -> None:
    faults = [error.json_path + " " + error.message for error in Draft202012Validator(SHAPE).iter_errors(made)]
    assert faults == []


def test_another_shape_is_refused(made: dict[str, Any]) -> None:
    valid = Draft202012Validator(SHAPE)
    without_size = {key: value for key, value in made["relationshipTypes"][0].items() if key != "size"}
    assert not valid.is_valid(made | {"relationshipTypes": [without_size]})
    assert not valid.is_valid(made | {"templates": [made["templates"][0] | {"query": "RETURN 1"}]})


def test_every_kind_and_relationship_has_its_look(made: dict[str, Any]) -> None:
    schema = declared()
    assert {label for each in made["categories"] for label in each["labels"]} == set(schema.by_label)
    assert [each["id"] for each in made["categories"]] == list(range(1, len(schema.kinds) + 1))
    assert {each["id"] for each in made["relationshipTypes"]} == {each.type for each in schema.relationships}
    for each in made["categories"]:
        kind = schema.kind(each["labels"][0])
        assert {name["name"] for name in each["properties"]} == set(kind.properties) - {"embedding"}
        assert each["color"] == (kind.colours[0] if kind.colours else "#565b66")


def test_it_is_the_same_each_time() -> None:
    assert json.dumps(perspective()) == json.dumps(perspective())


def test_every_phrase_is_tried(made: dict[str, Any]) -> None:
    assert {each["text"] for each in made["templates"]} == set(ASKED)
    assert {each["name"] for each in made["sceneActions"]} == set(DONE)


@pytest.mark.parametrize("words", ASKED)
def test_a_phrase_draws_what_it_asks_for(words: str, made: dict[str, Any], story: Memory, server: Address) -> None:
    phrase = next(each for each in made["templates"] if each["text"] == words)
    given, expected = ASKED[words]
    assert {each["name"].lstrip("$") for each in phrase["params"]} == {*given, "space"}
    nodes = drawn(server, phrase["cypher"], space=story.space.name, **given)
    assert expected <= set(nodes)
    assert set(nodes.values()) == {story.space.name}


def test_an_object_of_a_scene_is_found_with_its_sightings(made: dict[str, Any], story: Memory, server: Address) -> None:
    phrase = next(each for each in made["templates"] if each["text"].startswith("Where is"))
    nodes = drawn(server, phrase["cypher"], space=story.space.name, object="Cup")
    assert CUP_PLACES - {"den 1"} <= set(nodes)


@pytest.mark.parametrize("words", ASKED)
def test_hostile_words_are_data(words: str, made: dict[str, Any], story: Memory, server: Address) -> None:
    phrase = next(each for each in made["templates"] if each["text"] == words)
    hostile = "'}) DETACH DELETE (n) //\u0000`"
    before = story.stats()
    given = dict.fromkeys((each["name"].lstrip("$") for each in phrase["params"]), hostile)
    assert drawn(server, phrase["cypher"], **given) == {}
    assert story.stats() == before


@pytest.mark.parametrize("name", DONE)
def test_an_action_draws_what_it_promises(name: str, made: dict[str, Any], story: Memory, server: Address) -> None:
    action = next(each for each in made["sceneActions"] if each["name"] == name)
    text, expected = DONE[name]
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        found = driver.execute_query(
            "MATCH (n:Clew {space: $space, text: $text}) RETURN elementId(n) AS id", space=story.space.name, text=text
        )
    nodes = drawn(server, action["cypher"], nodes=[record["id"] for record in found.records])
    assert expected <= set(nodes)
    assert set(nodes.values()) == {story.space.name}


def test_nothing_in_it_writes(made: dict[str, Any], story: Memory, server: Address) -> None:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        for each in [*made["templates"], *made["sceneActions"]]:
            names = [parameter["name"].lstrip("$") for parameter in each.get("params", [])] or ["nodes"]
            given = {name: [] if name == "nodes" else story.space.name for name in names}
            explained = driver.execute_query(neo4j.Query(cast(Any, f"EXPLAIN {each['cypher']}")), given)  # pyright: ignore
            assert explained.summary.query_type == "r"


def test_the_command_prints_it(clew: Clew) -> None:
    assert clew("bloom").json == json.loads(json.dumps(perspective()))
