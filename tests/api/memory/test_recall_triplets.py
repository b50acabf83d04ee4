"""Recall over documents with triplets: passages are reached through them, and both stand in the packed text."""

from datetime import UTC, datetime

import pytest
from tests.api.memory.talk import Keyed, rows, stating, thinking
from tests.api.memory.test_multihop import ARCHITECT, OTHERS, narrow, stocked, titles

from clew.api.memory import Memory
from clew.api.world import World
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.model import Filter

ROOMS = "The house has a large winter garden beside the onyx wall."
PALMS = "Palms and ferns grow well in every winter garden."
MIES = "Mies van der Rohe"
OF_MIES = [(MIES, f"is number {number} of", "Bauhaus") for number in range(12)]
"""More triplets than an entity may have mentions."""


def consolidated(graph: Graph, memory: Memory, **triplets: str) -> Memory:
    done = thinking(graph, memory, Keyed(triplets=triplets)).consolidate(documents=True)
    assert (done.failed, done.triplets.rejected) == ({}, 0)
    return memory


@pytest.fixture
def library(memory: Memory) -> Memory:
    return stocked(memory)


@pytest.fixture
def house(memory: Memory, graph: Graph) -> Memory:
    """Two documents that have a thing in common which no capital and no title names."""
    for title, text in {"Rooms": ROOMS, "Palm trees": PALMS, **OTHERS}.items():
        memory.read(text, title=title)
    assert titles(memory.recall("Where is the onyx wall?", **narrow(memory))) == ["Rooms"]  # pyright: ignore[reportArgumentType]
    garden = stating(("house", "has", "winter garden"), ("winter garden", "is beside", "onyx wall"))
    return consolidated(graph, memory, onyx=garden, Palms=stating(("ferns", "grow in", "winter garden")))


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_a_passage_is_reached_through_what_triplets_speak_of(house: Memory, engine: str) -> None:
    recalled = house.recall("Where is the onyx wall?", Filter(kinds=["passage"]), **narrow(house, engine=engine))  # pyright: ignore[reportArgumentType]
    assert titles(recalled)[:2] == ["Rooms", "Palm trees"]
    palms = recalled.hits[1]
    assert palms.parts.pagerank > 0
    assert "winter garden" in palms.why


def test_the_walk_goes_through_triplets_themselves(house: Memory) -> None:
    cut = (
        "MATCH (:Passage {space: $space})-[m:MENTIONS]->(:Entity {name: 'winter garden'}) DELETE m RETURN count(*) AS n"
    )
    assert house.space.write(generated("test", cut)) == [{"n": 2}]
    hits = house.recall("Where is the onyx wall?", Filter(kinds=["passage"]), **narrow(house)).hits  # pyright: ignore[reportArgumentType]
    palms = next(hit for hit in hits if hit.title == "Palm trees")
    assert [(step.relationship, step.kind) for step in palms.path][-2:] == [
        ("OBJECT", "Triplet"),
        ("DERIVED_FROM", "Passage"),
    ]
    assert palms.parts.pagerank > 0


def test_triplets_do_not_make_an_entity_common(library: Memory, graph: Graph) -> None:
    question, narrowed = "Where is the Villa Tugendhat?", narrow(library)
    before = titles(library.recall(question, Filter(kinds=["passage"]), **narrowed))  # pyright: ignore[reportArgumentType]
    assert before == ["Villa Tugendhat", "Ludwig Mies", "Chicago"]
    assert len(OF_MIES) > library.settings.recall.common_least
    consolidated(graph, library, **{"led the Bauhaus": stating(*OF_MIES)})
    after = titles(library.recall(question, Filter(kinds=["passage"]), **narrowed))  # pyright: ignore[reportArgumentType]
    assert after[:2] == ["Villa Tugendhat", "Ludwig Mies"]
    assert "Chicago" in after


def test_both_stand_in_the_packed_text_and_say_why(library: Memory, graph: Graph) -> None:
    led = (MIES, "led", "Bauhaus")
    consolidated(graph, library, **{"led the Bauhaus": stating(led)})
    recalled = library.recall("Who led the Bauhaus?", words=120)
    assert recalled.text.startswith(f"Triplets\n{' '.join(led)}\n\nDocument ")
    assert ARCHITECT in recalled.text
    triplet = next(hit for hit in recalled.packed if hit.kind == "Triplet")
    assert (triplet.at, triplet.session, triplet.document, triplet.belief) == (None, "", "", 1.0)
    assert triplet.why.endswith(" ".join(led))
    assert [hit.score for hit in recalled.hits] == sorted((hit.score for hit in recalled.hits), reverse=True)
    for hit in recalled.hits:
        assert hit.score == pytest.approx(hit.parts.total)
    assert {hit.kind for hit in library.recall("Bauhaus", Filter(kinds=["triplet"])).hits} == {"Triplet"}
    long_ago = datetime(1999, 1, 1, tzinfo=UTC)
    assert " ".join(led) in library.recall("Who led the Bauhaus?", Filter(as_of=long_ago)).text


def test_what_is_observed_and_what_is_read_stay_apart(library: Memory, graph: Graph) -> None:
    library.read("The key 1 is in the white locker. The kitchen is north of the hall.", title="Guide")
    said = stating(("key 1", "is in", "white locker"), ("kitchen", "is north of", "hall"))
    consolidated(graph, library, **{"white locker": said})
    world = World(library, reader="rules")
    world.observe(
        "-= Hall =-\nYou see a white locker. In the white locker you see a key 1. There is an exit to the north."
    )
    world.observe("You take the key 1 from the white locker.", action="take key 1 from white locker")
    world.observe("-= Pantry =-\nThere is an exit to the south.", action="go north")
    assert world.where("key 1") == ("inventory",)
    ended = "MATCH (t:Triplet {space: $space}) WHERE t.expired_at.year < 9999 RETURN t.statement_key AS key"
    assert not [row for row in rows(library, ended) if row["key"].startswith("read")]
    hits = library.recall("Where is the key 1?").hits
    assert len({hit.id for hit in hits}) == len(hits)
    turns = {hit.kind for hit in library.recall("Where is the key 1?", Filter(kinds=["episode"])).hits}
    assert turns == {"Episode"}
