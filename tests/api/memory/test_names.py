"""Names are entities and topics are concepts: one node for a word, whoever writes it how, and in whatever order."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.api.opening import prepare_store
from clew.graph.queries import generated, load
from clew.model import Fact, Turn
from clew.text.names import normalise, topic

pytestmark = pytest.mark.whole_store

Contents = tuple[frozenset[str], frozenset[str]]

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
SPOKEN = Turn("we walked through lisbon and ate a cake.", "Ann", MAY)
NAMED = Turn("Then we left Lisbon for good.", "Ben", MAY)

JOINED = """
    MATCH (text:Clew {space: $space})-[about:HAS_CONCEPT|ABOUT_CONCEPT|MENTIONS]->(word)
    WHERE word.name = 'lisbon'
    RETURN text.text AS text, type(about) AS type, word.kind AS kind ORDER BY text, type
"""


def words(memory: Memory) -> list[tuple[str, str]]:
    """Kind and topic of each node that stands for a word."""
    found = rows(
        memory, "MATCH (n:Clew {space: $space}) WHERE n:Entity OR n:Concept RETURN n.kind AS kind, n.name AS name"
    )
    return [(row["kind"], topic(row["name"]) if row["kind"] == "Entity" else row["name"]) for row in found]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [(SPOKEN, NAMED), (NAMED, SPOKEN)], ids=["spoken first", "named first"])
def test_a_word_that_is_a_name_anywhere_is_one_entity(memory: Memory, turns: Sequence[Turn]) -> None:
    for turn in turns:
        memory.remember([turn], session=turn.speaker)
    assert rows(memory, JOINED) == [
        {"text": NAMED.text, "type": "MENTIONS", "kind": "Entity"},
        {"text": SPOKEN.text, "type": "HAS_CONCEPT", "kind": "Entity"},
    ]
    assert ("Concept", "cake") in words(memory)


@pytest.mark.slow
@pytest.mark.parametrize("turns", [(SPOKEN, NAMED), (NAMED, SPOKEN)], ids=["spoken first", "named first"])
def test_when_the_name_is_forgotten_the_word_is_a_topic_again(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], Contents], turns: Sequence[Turn]
) -> None:
    forgetting, never = open_memory(), open_memory()
    for turn in turns:
        forgetting.remember([turn], session=turn.speaker)
    receipt = forgetting.forget(session="Ben")
    never.remember([SPOKEN], session="Ann")
    assert contents(forgetting) == contents(never)
    assert "entity:lisbon" in receipt.ids


def test_a_document_and_a_fact_make_names_of_topics_too(memory: Memory) -> None:
    memory.remember([SPOKEN], session="Ann")
    memory.read("It lies on the Tagus.", title="Lisbon")
    memory.remember_facts([Fact("Ann ate cake.", ("episode:Ann/0",), concepts=("Lisbon", "cakes", "travel"))])
    assert [word for word in words(memory) if word[1] == "lisbon"] == [("Entity", "lisbon")]
    assert {(row["text"], row["type"]) for row in rows(memory, JOINED)} >= {
        (SPOKEN.text, "HAS_CONCEPT"),
        ("Ann ate cake.", "ABOUT_CONCEPT"),
    }


def test_what_a_fact_is_about_its_turns_are_about(memory: Memory) -> None:
    memory.remember([SPOKEN, NAMED], session="s")
    memory.remember_facts([Fact("Ann likes to travel.", ("episode:s/0",), concepts=("travelling abroad",))])
    about = """
        MATCH (turn:Episode {space: $space})-[:HAS_CONCEPT]->(:Concept {space: $space, name: $name})
        RETURN turn.position AS at
    """
    assert memory.space.read(generated("about", about), name=topic("travelling abroad")) == [{"at": 0}]


WORDS = ["lisbon", "Lisbon", "the cake", "Cakes", "star wars", "Star Wars", "state-of-the-art", "Rose", "roses"]
SAID = st.tuples(st.sampled_from(["turn", "document", "fact"]), st.sampled_from(WORDS))


@pytest.mark.slow
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SAID, max_size=6))
def test_no_word_is_both(open_memory: Callable[..., Memory], said: list[tuple[str, str]]) -> None:
    memory = open_memory()
    memory.remember([Turn("hello there")], session="s")
    for number, (kind, word) in enumerate(said):
        if kind == "turn":
            memory.remember([Turn(f"we spoke of {word} all day.")], session=f"s{number}")
        elif kind == "document":
            memory.read(f"A text of no interest, {number}.", title=word)
        else:
            memory.remember_facts([Fact(f"It is {number}.", ("episode:s/0",), concepts=(word,))])
    names = {normalise(row["name"]) for row in rows(memory, "MATCH (n:Entity {space: $space}) RETURN n.name AS name")}
    topics = {row["text"] for row in rows(memory, "MATCH (n:Concept {space: $space}) RETURN n.text AS text")}
    assert not names & {normalise(each) for each in topics}


def test_an_older_store_joins_its_pairs(memory: Memory) -> None:
    memory.remember([SPOKEN, NAMED], session="s")
    graph = memory.space.graph
    older = """
        MATCH (turn:Episode {space: $space}), (entity:Entity {space: $space, name: 'lisbon'})
        OPTIONAL MATCH (turn)-[has:HAS_CONCEPT]->(entity)
        DELETE has
        MERGE (concept:Clew:Concept {space: $space, id: 'concept:lisbon'})
        ON CREATE SET concept.kind = 'Concept', concept.name = 'lisbon', concept.text = 'lisbon',
          concept.created_at = turn.created_at
        CREATE (turn)-[:HAS_CONCEPT {created_at: turn.created_at, expired_at: turn.expired_at}]->(concept)
        SET entity.topic = null
    """
    new = rows(memory, JOINED)
    memory.space.write(generated("older", older))
    assert ("Concept", "lisbon") in words(memory)
    graph.write(load("maintain/set_version"), version=3)
    prepare_store(memory.space, memory.settings)
    assert rows(memory, JOINED) == new
    assert ("Concept", "lisbon") not in words(memory)
