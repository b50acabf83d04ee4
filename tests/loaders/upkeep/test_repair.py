"""Damage that is done to a space by Cypher is found, mended by the rules that there are, and nothing else changes."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.api.memory.whole import fill

from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.graph.queries import generated, load
from clew.loaders.upkeep.repair import CHECKS, examine
from clew.model import Fact, Turn
from clew.text.quotation import QUOTED

EVERY = {check.name for check in CHECKS}

DAMAGES: Mapping[str, str] = {
    "unused names": "CREATE (:Clew:Entity {space: $space, id: 'entity:ghost', kind: 'Entity', name: 'ghost', "
    "text: 'Ghost', created_at: datetime()})",
    "pieces": "MATCH (p:Part {space: $space}) WITH p ORDER BY p.id LIMIT 1 "
    "CREATE (d:Clew:Part) SET d = p {.*, id: p.id + ' ghost'}",
    "counts": "MATCH (s:Clew {space: $space, id: 'space'}) SET s.texts = 99",
    "vectors": "MATCH (f:Fact {space: $space}), (e:Episode {space: $space}) WHERE f.embedding IS NOT NULL "
    "WITH f, e ORDER BY f.id, e.id LIMIT 1 SET f.embedding = e.embedding",
    "doubled names": "MATCH (t:Episode {space: $space})-[m:MENTIONS]->(e:Entity) WITH t, m, e ORDER BY t.id, e.id "
    "LIMIT 1 CREATE (d:Clew:Entity) SET d = e {.*, id: e.id + '#2'} CREATE (t)-[n:MENTIONS]->(d) "
    "SET n = properties(m) DELETE m",
}
"""Damages, by the check that finds them, that leave no trace when they are mended."""


def hurt(memory: Memory, statement: str) -> None:
    memory.space.write(generated("hurt", statement))


def held(memory: Memory, folder: Path) -> set[str]:
    """All that a space holds, but for how often it was forgotten from."""
    memory.export(folder / "held.jsonl")
    lines = [json.loads(line) for line in (folder / "held.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        line.get("node", {}).pop("marks", None)
    return {json.dumps(line, sort_keys=True) for line in lines}


def found(memory: Memory, *, mend: bool = False) -> dict[str, tuple[str, ...]]:
    return {each.check.name: each.ids for each in examine(memory.space, mend=mend)}


@pytest.fixture
def hurtable(memory: Memory) -> Memory:
    """A space with two talks, their entities, a fact and a long turn."""
    memory.remember(
        [Turn("I met Miso in Lisbon.", "Ann"), Turn("Then Miso went to Porto. " * 60, "Ben")], session="monday"
    )
    memory.remember_facts([Fact("Miso is a cat of Lisbon.", ("episode:monday/0",))])
    return memory


def test_nothing_is_found_in_what_is_whole(whole: Memory, story: Memory) -> None:
    assert found(whole) == {}
    assert found(story) == {}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found_and_mended_and_nothing_else_changes(hurtable: Memory, name: str, tmp_path: Path) -> None:
    before = held(hurtable, tmp_path)
    assert found(hurtable) == {}
    hurt(hurtable, DAMAGES[name])
    broken = held(hurtable, tmp_path)
    assert broken != before
    assert found(hurtable).keys() == {name}
    assert held(hurtable, tmp_path) == broken
    mended = list(examine(hurtable.space, mend=True))
    assert [(each.check.name, each.is_mended) for each in mended] == [(name, True)]
    assert found(hurtable) == {}
    assert held(hurtable, tmp_path) == before


@pytest.mark.parametrize(
    "vector",
    ["NULL", "[1.0, 0.0]", "[x IN n.embedding | -x]"],
    ids=["none", "of another size", "of another encoder"],
)
def test_a_vector_is_that_of_its_text(hurtable: Memory, vector: str, tmp_path: Path) -> None:
    before = held(hurtable, tmp_path)
    hurt(
        hurtable,
        f"MATCH (n:Clew {{space: $space}}) WHERE n.kind IN ['Episode', 'Part', 'Fact'] SET n.embedding = {vector}",
    )
    assert len(found(hurtable, mend=True)["vectors"]) >= 4
    assert held(hurtable, tmp_path) == before


def test_what_a_text_says_by_now_is_found_again(hurtable: Memory) -> None:
    hurt(hurtable, "MATCH (f:Fact {space: $space}) SET f.text = 'The lighthouse is painted green.'")
    (fact,) = found(hurtable, mend=True)["vectors"]
    assert found(hurtable) == {}
    assert hurtable.search().items
    assert fact in {hit.id for hit in hurtable.recall("What colour is the lighthouse?").hits}


def test_a_topic_whose_word_is_a_name_is_about_the_name(hurtable: Memory) -> None:
    hurt(
        hurtable,
        "MATCH (t:Fact {space: $space}) CREATE (c:Clew:Concept {space: $space, id: 'concept:porto', kind: 'Concept', "
        "name: 'porto', text: 'porto', created_at: datetime()})<-[:ABOUT_CONCEPT {created_at: datetime(), "
        "expired_at: datetime()}]-(t)",
    )
    assert found(hurtable, mend=True) == {"doubled words": ("concept:porto",)}
    assert found(hurtable) == {}
    fact = next(each.id for each in hurtable.facts())
    assert {link.id for link in hurtable.get(fact).links} >= {"entity:porto"}


def test_an_echo_goes_with_what_rests_on_it(hurtable: Memory) -> None:
    echo = f"{QUOTED}\n\nmonday, Ann: I met Miso in Lisbon."
    turn = hurtable.add(echo, session="agent", speaker="assistant")
    hurtable.add(f"Why does it say {QUOTED!r}?", session="asked", speaker="Ann")
    assert found(hurtable, mend=True) == {"echoes": (turn,)}
    assert hurtable.turns("agent") == ()
    assert len(hurtable.turns("asked")) == 1
    assert found(hurtable) == {}


def test_a_forgetting_that_was_interrupted_is_ended(hurtable: Memory) -> None:
    hurtable.space.write(load("maintain/note_leaving"), ids=["session:monday"])
    assert found(hurtable) == {"interrupted forgetting": ("session:monday",)}
    assert "interrupted forgetting" in found(hurtable, mend=True)
    assert hurtable.sessions().items == ()


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("undeclared", "CREATE (:Clew:Alien {space: $space, id: 'alien', kind: 'Alien', text: 'Hello.'})"),
        ("strays", "MATCH (:Session {space: $space})-[r:HAS_EPISODE]->(:Episode {position: 0}) DELETE r"),
        ("unsupported", "MATCH (:Fact {space: $space})-[r:DERIVED_FROM]->() DELETE r"),
    ],
)
def test_what_is_not_understood_is_told_and_stays(hurtable: Memory, name: str, statement: str, tmp_path: Path) -> None:
    hurt(hurtable, statement)
    before = held(hurtable, tmp_path)
    (damage,) = examine(hurtable.space, mend=True)
    assert (damage.check.name, damage.is_mended) == (name, False)
    assert damage.ids
    assert held(hurtable, tmp_path) == before


def test_another_space_is_left_alone(hurtable: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    other = open_memory()
    other.remember([Turn("I met Miso in Lisbon.", "Ann")], session="monday")
    hurt(other, DAMAGES["unused names"])
    before = held(other, tmp_path)
    assert found(hurtable, mend=True) == {}
    assert held(other, tmp_path) == before


def test_each_damage_in_a_space_with_all_kinds_is_mended_at_once(memory: Memory, graph: Graph, tmp_path: Path) -> None:
    fill(memory, graph)
    before = held(memory, tmp_path)
    for statement in DAMAGES.values():
        hurt(memory, statement)
    assert found(memory, mend=True).keys() == set(DAMAGES) <= EVERY
    assert found(memory) == {}
    assert held(memory, tmp_path) == before
