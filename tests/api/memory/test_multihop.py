"""Recall over documents: evidence that the question does not name is reached through what passages mention."""

from collections.abc import Callable

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.model import Filter, Recall, Turn

VILLA = "Villa Tugendhat is a house in Brno, designed by Mies van der Rohe for Fritz and Greta Tugendhat."
ARCHITECT = "Mies van der Rohe led the Bauhaus until 1933. Later he taught in the city where he died, Chicago."
CITY = "Chicago lies on Lake Michigan and was founded by Jean Baptiste Point du Sable."
OTHERS = {
    "Sourdough": "Bread is leavened by wild yeast. A starter needs flour and water every day.",
    "Heron": "The grey heron stands in shallow water and waits for fish.",
    "Bicycle": "A bicycle has two wheels in a line. It was made popular in Paris.",
    "Lighthouse": "A lighthouse shows ships the way at night. The oldest one stands in Spain.",
    "Chess": "Chess is played on sixty-four squares by two players.",
    "Glacier": "A glacier is a body of ice that moves under its own weight.",
}


def stocked(memory: Memory) -> Memory:
    """A chain of three documents, and some that have nothing to do with it."""
    for title, text in {"Villa Tugendhat": VILLA, "Ludwig Mies": ARCHITECT, "Chicago": CITY, **OTHERS}.items():
        memory.read(text, title=title)
    return memory


@pytest.fixture(scope="module")
def library(module_memory: Memory) -> Memory:
    """For tests that change nothing."""
    return stocked(module_memory)


@pytest.fixture
def growing(memory: Memory) -> Memory:
    return stocked(memory)


def narrow(memory: Memory, **changes: object) -> dict[str, object]:
    """Settings under which search finds one passage only, so that all else comes from the walk."""
    return {"settings": memory.settings.recall.changed(pool=1, passage_walk={"seeds": 1, "named": 0.0}, **changes)}


def titles(recalled: Recall) -> list[str]:
    return [hit.title for hit in recalled.hits]


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_two_entities_away_is_found_and_explained(library: Memory, engine: str) -> None:
    recalled = library.recall("Where is the Villa Tugendhat?", **narrow(library, engine=engine))  # pyright: ignore[reportArgumentType]
    assert titles(recalled) == ["Villa Tugendhat", "Ludwig Mies", "Chicago"]
    architect, city = recalled.hits[1:]
    assert [step.kind for step in architect.path] == ["Passage", "Entity", "Passage"]
    assert architect.path[1].label == "Mies van der Rohe"
    assert [step.kind for step in city.path] == ["Passage", "Entity", "Passage", "Entity", "Passage"]
    assert "-MENTIONS- Chicago -MENTIONS- Chicago lies on Lake" in city.why
    assert recalled.engine == engine


def test_both_engines_give_the_same(library: Memory) -> None:
    question = "Who founded the city in which the architect of the Villa Tugendhat died?"
    by_engine = [
        library.recall(question, settings=library.settings.recall.changed(engine=engine)).hits
        for engine in ("gds", "local")
    ]
    assert [hit.id for hit in by_engine[0]] == [hit.id for hit in by_engine[1]]
    for one, other in zip(*by_engine, strict=True):
        assert one.score == pytest.approx(other.score, abs=1e-9)
        assert one.path == other.path


def test_one_round_reaches_only_the_first_entity(library: Memory) -> None:
    walk = {"seeds": 1, "named": 0.0, "rounds": 1}
    settings = library.settings.recall.changed(pool=1, passage_walk=walk)
    assert titles(library.recall("Where is the Villa Tugendhat?", settings=settings)) == [
        "Villa Tugendhat",
        "Ludwig Mies",
    ]


def test_an_entity_that_the_question_names_is_walked_from(library: Memory) -> None:
    settings = library.settings.recall.changed(pool=1, passage_walk={"seeds": 1, "named": 0.5})
    recalled = library.recall("Does a heron live near Jean Baptiste Point du Sable?", settings=settings)
    hit = next(hit for hit in recalled.hits if hit.title == "Chicago")
    assert hit.why.startswith("Jean Baptiste Point du Sable -MENTIONS- Chicago lies")


def test_an_entity_that_everybody_mentions_is_no_way(memory: Memory) -> None:
    memory.read("The heron of Utopia waits for fish.", title="Heron")
    for title, text in list(OTHERS.items())[2:]:
        memory.read(f"{text} This was written in Utopia.", title=title)
    memory.read("Sails are sewn in Utopia.", title="Sail")
    settings = memory.settings.recall.changed(pool=1, passage_walk={"seeds": 1, "named": 0.5}, common_least=5)
    assert titles(memory.recall("What waits for fish in Utopia?", settings=settings)) == ["Heron"]
    rarer = settings.changed(common_least=6)
    assert len(memory.recall("What waits for fish in Utopia?", settings=rarer).hits) > 1


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_what_a_document_is_about_is_a_way_however_many_mention_it(memory: Memory, engine: str) -> None:
    memory.read("The heron of Utopia waits for fish.", title="Heron")
    memory.read("It was founded by a merchant, and a fish is on its coat of arms.", title="Utopia")
    for title, text in list(OTHERS.items())[2:]:
        memory.read(f"{text} This was written in Utopia.", title=title)
    memory.read("Fish is sold at the gates of Utopia.", title="Market")
    ranks: list[dict[str, float]] = []
    for about in (0.0, 4.0):
        walk = {"seeds": 3, "named": 0.0, "about": about}
        settings = memory.settings.recall.changed(passage_walk=walk, common_least=5, engine=engine)
        hits = memory.recall("Who founded the place where the heron waits for fish?", settings=settings).hits
        ranks.append({hit.title: hit.parts.pagerank for hit in hits})
    without, with_subjects = ranks
    assert with_subjects["Utopia"] > without["Utopia"]
    assert with_subjects["Market"] <= without["Market"]


def test_a_question_that_needs_a_conversation_and_a_document_is_answered_from_both(growing: Memory) -> None:
    growing.remember(
        [
            Turn("Guess where I went last weekend.", "Ann"),
            Turn("To the lake again?", "Ben"),
            Turn("No, I visited the Villa Tugendhat with my aunt.", "Ann"),
            Turn("The bread at the station was terrible.", "Ben"),
        ],
        session="monday",
    )
    recalled = growing.recall("Who designed the house that Ann visited with her aunt?", words=80)
    texts = [hit.text for hit in recalled.packed]
    assert "No, I visited the Villa Tugendhat with my aunt." in texts
    assert VILLA in texts
    assert "Session monday" in recalled.text
    assert "Document Villa Tugendhat" in recalled.text
    settings = growing.settings.recall.changed(pool=1, passage_walk={"seeds": 1}, episode_walk={"rounds": 1})
    met = growing.recall("What did Ann tell of her aunt?", settings=settings)
    way = next(hit.path for hit in met.hits if hit.text == VILLA)
    assert [step.kind for step in way] == ["Episode", "Entity", "Passage"]


def test_a_long_document_is_reached_by_its_title(growing: Memory) -> None:
    parts = "\n\n".join(f"Room {number} has a window to the garden and a door of ebony. " * 8 for number in range(12))
    growing.read(f"The plans are kept in a vault.\n\n{parts}", title="Tugendhat papers")
    growing.remember([Turn("I have seen the Tugendhat papers.", "Ann")], session="monday")
    settings = growing.settings.recall.changed(pool=1, episode_walk={"seeds": 1}, passage_walk={"seeds": 1})
    hits = growing.recall("What has Ann seen?", settings=settings).hits
    assert "Tugendhat papers" in [hit.title for hit in hits if len(hit.path) > 1]


def test_kinds_choose_what_is_searched(growing: Memory) -> None:
    growing.add("I saw a heron.", session="s", speaker="Ann")
    assert {hit.kind for hit in growing.recall("heron").hits} == {"Episode", "Passage"}
    assert {hit.kind for hit in growing.recall("heron", Filter(kinds=["passage"])).hits} == {"Passage"}
    assert {hit.kind for hit in growing.recall("heron", Filter(kinds=["Episode"])).hits} == {"Episode"}
    assert growing.recall("heron", Filter(kinds=[])).hits == ()
    with pytest.raises(InvalidInput, match="episode, passage, reflection, fact, triplet"):
        growing.recall("heron", Filter(kinds=["heron"]))


def test_a_filter_leaves_documents_out(growing: Memory) -> None:
    growing.add("I saw a heron.", session="s", speaker="Ann")
    assert {hit.kind for hit in growing.recall("heron", Filter(speaker="Ann")).hits} == {"Episode"}
    assert {hit.kind for hit in growing.recall("heron", Filter(session="s")).hits} == {"Episode"}


def test_the_parts_of_a_mixed_answer_add_up(growing: Memory) -> None:
    growing.add("I saw a heron in Brno.", session="s", speaker="Ann")
    recalled = growing.recall("Where is the Villa Tugendhat?")
    for hit in recalled.hits:
        assert hit.score == pytest.approx(hit.parts.total)
    assert [hit.score for hit in recalled.hits] == sorted((hit.score for hit in recalled.hits), reverse=True)
    assert recalled.hits[0].title == "Villa Tugendhat"


def test_the_picture_joins_passages_by_their_entities(library: Memory) -> None:
    graph = library.subgraph(library.recall("Where did the architect of the Villa Tugendhat die?"))
    kinds = {node.id: node.kind for node in graph.nodes}
    assert "entity:mies van der rohe" in kinds
    assert {kinds[edge.source] for edge in graph.relationships if edge.target == "entity:mies van der rohe"} == {
        "Passage"
    }


@pytest.mark.parametrize("question", ["It", "1984", "the", "?!", "OR AND NOT"])
def test_a_question_of_empty_words_names_nothing(open_memory: Callable[..., Memory], question: str) -> None:
    memory = open_memory()
    memory.read("A clown frightens the children of Derry.", title="It")
    memory.read("Winston Smith works for the ministry.", title="1984")
    assert all(step.kind == "Passage" for hit in memory.recall(question).hits for step in hit.path[:1])
