"""No answer of a space holds, or is steered by, what another space remembers."""

from collections.abc import Callable
from unicodedata import normalize
from uuid import uuid4

import pytest
from tests.api.memory.talk import context_of

from clew.api.memory import Memory
from clew.api.opening import TwoSpellings
from clew.embedding import MiniLM
from clew.errors import InvalidInput
from clew.graph.space import Space
from clew.loaders.conversation import demo, sessions
from clew.model import Filter, Recall, Turn
from clew.retrieval.pagerank import pagerank
from clew.retrieval.walk import neighbourhood, walk_graph

QUESTIONS = ("Where did Lena move?", "What is the dog called?", "the choir", "telescope OR shed")


def by_meaning(recalled: Recall) -> list[tuple[str, float]]:
    """Hits by meaning, to the last digit; full-text scores share the index's word statistics."""
    return sorted((hit.id, hit.parts.vector) for hit in recalled.hits if hit.parts.vector)


def walked(memory: Memory, seeds: dict[str, float]) -> dict[str, float]:
    """PageRank from given seeds, to the last digit."""
    settings = memory.settings.recall
    walk = settings.episode_walk
    around = memory.space.reading(lambda transaction: neighbourhood(transaction, context_of(memory), seeds, walk)())
    numbers = {id: number for number, id in enumerate(around.degrees)}
    teleport = {numbers[id]: weight for id, weight in seeds.items()}
    ranks = pagerank(memory.space.graph, walk_graph(around, 5, settings), teleport, 0.7, settings)
    return dict(zip(numbers, ranks.tolist(), strict=True))


NAMES = [
    "the",
    "team-a",
    "team-b",
    "a OR b",
    "🙂" * 200,
    "x'}) RETURN 1 //",
    "+kind:Episode",
    "*",
    'say "hi"',
    "\\",
    "a\x00b",
]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_hostile_name_is_a_name(open_memory: Callable[..., Memory], name: str) -> None:
    tag = uuid4().hex[:8]
    name = (name if len(name) < 190 else name[:190]) + tag
    mine, other = open_memory(name=name), open_memory(name=f"{name}-b")
    mine.remember([Turn("Our secret is the blue door.", "Ann")], session="s")
    other.remember([Turn("Their secret is the red door.", "Ann")], session="s")
    assert [hit.text for hit in mine.recall("secret door").hits] == ["Our secret is the blue door."]
    assert [hit.text for hit in other.recall("secret door").hits] == ["Their secret is the red door."]
    for memory, house in ((mine, "Villa Rosa"), (other, "Villa Nera")):
        memory.read(f"The house with the door is {house}.", title=f"Houses {name}"[:300])
    assert [hit.text for hit in mine.recall("Which house?", Filter(kinds=["passage"])).hits] == [
        "The house with the door is Villa Rosa."
    ]
    mine.forget(space=True)
    assert (other.stats().nodes["Episode"], other.stats().nodes["Passage"]) == (1, 1)


@pytest.mark.parametrize("name", ["\u200b", "\u2060\ufeff", "\u3164", "\u2800 ", "\u0301", "\U000e0041"])
def test_a_name_that_nobody_sees_is_refused(open_memory: Callable[..., Memory], name: str) -> None:
    with pytest.raises(InvalidInput, match="is blank; give a name"):
        open_memory(name)


def test_two_spellings_of_a_name_are_one_space(open_memory: Callable[..., Memory], encoder: MiniLM) -> None:
    """A store of before may hold the decomposed one, which is used then, or both, which is said."""
    new, old, two = (f"caf\u00e9 {uuid4()}" for _ in range(3))
    open_memory(normalize("NFD", new)).add("I am here.", session="s")
    assert open_memory(new).recall("Who is here?").hits
    graph = open_memory(new).space.graph
    for stored in (normalize("NFD", old), two, normalize("NFD", two)):
        sessions.add(Space(graph, encoder, stored), "s", Turn("I am here."))
    assert open_memory(old).recall("Who is here?").hits
    for spelling in (two, normalize("NFD", two)):
        with pytest.warns(TwoSpellings, match=r"caf\\xe9 .* and 'cafe\\u0301 "):
            assert open_memory(spelling).space.name == spelling


def test_vectors_and_walks_are_those_of_the_space_alone(open_memory: Callable[..., Memory]) -> None:
    alone = open_memory()
    alone.remember_file(demo.path())
    seeds = {"episode:chat-1/3": 0.7, "episode:chat-4/2": 0.3}
    before = [by_meaning(alone.recall(question)) for question in QUESTIONS], walked(alone, seeds)
    for _ in range(3):
        open_memory().remember_file(demo.path())
    assert ([by_meaning(alone.recall(question)) for question in QUESTIONS], walked(alone, seeds)) == before


def test_equal_sessions_ids_and_texts_stay_apart(open_memory: Callable[..., Memory]) -> None:
    memories = [open_memory() for _ in range(2)]
    for memory in memories:
        memory.remember_file(demo.path())
        memory.add("The same id everywhere.", session="live", id="same")
    sizes = [(memory.stats().nodes, memory.stats().relationships) for memory in memories]
    assert sizes[0] == sizes[1]
    memories[0].forget(session="live")
    assert memories[1].recall("The same id everywhere.").hits[0].id == "episode:same"


def test_speakers_of_another_space_do_not_change_a_question(open_memory: Callable[..., Memory]) -> None:
    mine, other = open_memory(), open_memory()
    mine.remember([Turn("Rose petals everywhere.", "Ann"), Turn("I like tulips.", "Ben")], session="s")
    other.remember([Turn("Hello.", "Rose")], session="s")
    hits = mine.recall("Rose petals").hits
    assert hits[0].parts.text > 0
    assert all(hit.parts.speaker == 0 for hit in hits)
