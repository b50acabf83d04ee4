"""Facts that are imported: sourced, each once, believed by who says them, joined to concepts and entities."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import prod
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.api.memory.talk import Keyed, current, facts, found, rows, ruled, seen, thinking

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.model import Fact, Filter, Reconciled, Turn

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
TALK = [
    Turn("I moved to Oslo last week.", "Ann", MAY),
    Turn("Nice, how is it there?", "Ben", MAY + timedelta(minutes=1)),
    Turn("Cold. My cat Miso hates it.", "Ann", MAY + timedelta(minutes=2)),
    Turn("I play the cello in Bergen now.", "Ben", MAY + timedelta(minutes=3)),
]
HOME, CAT, CELLO = (
    Fact("Ann lives in Oslo.", ("episode:s/0",), 0.9, MAY, None, ("home", "moving house")),
    Fact("Ann has a cat called Miso.", ("episode:s/2",), 0.8, concepts=("pets",)),
    Fact("Ben plays the cello in Bergen.", ("episode:s/3", "episode:s/1"), concepts=("music",)),
)
ABOUT = "MATCH (f:Fact {space: $space})-[:ABOUT_CONCEPT]->(c) RETURN f.text AS text, c.name AS name ORDER BY text, name"


@pytest.fixture
def talk(memory: Memory) -> Memory:
    memory.remember(TALK, session="s")
    return memory


def test_facts_are_dated_sourced_and_joined(talk: Memory) -> None:
    assert talk.remember_facts([HOME, CAT, CELLO]) == Reconciled(new=3)
    found = rows(
        talk,
        """
        MATCH (f:Fact {space: $space})
        RETURN f.text AS text, f.speaker AS speaker, f.at AS at, f.valid_from AS since, f.valid_to AS until,
          f.belief AS belief, COLLECT { MATCH (f)-[:DERIVED_FROM]->(e) RETURN e.id ORDER BY e.id } AS sources,
          COLLECT { MATCH (f)-[:MENTIONS]->(e) RETURN e.name ORDER BY e.name } AS names
        ORDER BY text
        """,
    )
    forever = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    assert found == [
        {"text": CAT.text, "speaker": "Ann", "at": TALK[2].at, "since": TALK[2].at, "until": forever,
         "belief": pytest.approx(0.8), "sources": ["episode:s/2"], "names": ["ann", "miso"]},
        {"text": HOME.text, "speaker": "Ann", "at": MAY, "since": MAY, "until": forever,
         "belief": pytest.approx(0.9), "sources": ["episode:s/0"], "names": ["ann", "oslo"]},
        {"text": CELLO.text, "speaker": "Ben", "at": TALK[3].at, "since": TALK[3].at, "until": forever,
         "belief": 1.0, "sources": ["episode:s/1", "episode:s/3"], "names": ["ben", "bergen"]},
    ]  # fmt: skip


def test_importing_twice_changes_nothing(talk: Memory, contents: Callable[[Memory], object], tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    names = ("text", "sources", "belief", "concepts")
    lines = [{name: getattr(each, name) for name in names} for each in (HOME, CAT, CELLO)]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert talk.remember_facts(path) == Reconciled(new=3)
    before = contents(talk)
    assert talk.remember_facts(str(path)) == Reconciled(repeated=3)
    assert contents(talk) == before


def test_a_fact_that_was_replaced_is_not_brought_back_by_importing_it_again(
    talk: Memory, graph: Graph, contents: Callable[[Memory], object]
) -> None:
    said_by_two = [HOME, Fact("Ann lives in the Oslo", ("episode:s/2",), 0.5, MAY)]
    assert talk.remember_facts(said_by_two) == Reconciled(new=1, repeated=1)
    talk.remember([Turn("I moved to Rome.", "Ann", MAY + timedelta(days=30))], session="later")
    replacing = Keyed(
        facts={"I moved to Rome": found({"text": "Ann lives in Rome."})}, verdicts=ruled(("Oslo", "Rome", "replaces"))
    )
    assert thinking(graph, talk, replacing).consolidate().facts.replaced == 1
    assert current(talk) == {"Ann lives in Rome."}
    before = contents(talk)
    assert talk.remember_facts(said_by_two) == Reconciled(repeated=2)
    assert contents(talk) == before


def test_belief_grows_with_each_text_that_says_it(talk: Memory) -> None:
    ways = ["Ann has a cat.", "ann has the CAT!", "Ann has cats"]
    imported = [Fact(way, (f"episode:s/{place}",), 0.5) for place, way in enumerate(ways)]
    assert talk.remember_facts(imported[:2]) == Reconciled(new=1, repeated=1)
    assert facts(talk) == {"Ann has a cat.": pytest.approx(1 - 0.5 * 0.5)}
    assert talk.remember_facts(imported[2:]) == Reconciled(repeated=1)
    assert facts(talk) == {"Ann has a cat.": pytest.approx(1 - 0.5**3)}


@settings(max_examples=8)
@given(
    claims=st.lists(
        st.tuples(st.sets(st.integers(0, 3), min_size=1), st.sampled_from([0.25, 0.5, 0.9])), min_size=1, max_size=6
    )
)
def test_belief_is_that_of_the_claims_however_they_overlap(
    module_memory: Memory, claims: list[tuple[set[int], float]]
) -> None:
    memory = module_memory
    memory.remember(TALK, session="s")
    imported = [
        Fact("Ann likes tea.", tuple(f"episode:s/{place}" for place in places), each) for places, each in claims
    ]
    memory.remember_facts(imported[:3])
    memory.remember_facts(imported[3:])
    memory.remember_facts(imported)
    first = {frozenset(places): each for places, each in reversed(claims)}
    assert facts(memory) == {"Ann likes tea.": pytest.approx(1 - prod(1 - each for each in first.values()))}
    (joined,) = rows(memory, "MATCH (:Fact {space: $space})-[r:DERIVED_FROM]->() RETURN count(r) AS number")
    assert joined["number"] == sum(map(len, first))
    memory.forget(session="s")


def test_one_turn_that_says_it_twice_counts_once(talk: Memory) -> None:
    twice = [Fact("Ann has a cat.", ("episode:s/2", "episode:s/2"), 0.5), Fact("Ann has a cat", ("episode:s/2",), 0.5)]
    assert talk.remember_facts(twice) == Reconciled(new=1, repeated=1)
    assert facts(talk) == {"Ann has a cat.": 0.5}


SAYS_WHEN = (
    "MATCH (f:Fact {space: $space}) RETURN f.at AS at, f.valid_from AS since, f.valid_to AS until ORDER BY since"
)


@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
@pytest.mark.parametrize("together", [True, False])
def test_a_fact_holds_since_it_was_said_first_whichever_is_heard_first(
    talk: Memory, order: tuple[int, int], together: bool
) -> None:
    told = [Fact("Ann likes her home.", (f"episode:s/{position}",)) for position in order]
    for some in [told] if together else [told[:1], told[1:], told[:1]]:
        talk.remember_facts(some)
    (fact,) = rows(talk, SAYS_WHEN)
    assert (fact["at"], fact["since"]) == (MAY, MAY)
    assert [hit.at for hit in talk.recall("Does Ann like her home?", Filter(as_of=MAY, kinds=["fact"])).hits] == [MAY]


@pytest.mark.parametrize("order", [(0, 3), (3, 0)])
def test_a_fact_is_of_who_said_it_first_whoever_is_heard_first(talk: Memory, order: tuple[int, int]) -> None:
    for position in order:
        talk.remember_facts([Fact("Oslo is cold.", (f"episode:s/{position}",))])
    (fact,) = rows(talk, "MATCH (f:Fact {space: $space}) RETURN f.at AS at, f.speaker AS speaker")
    assert fact == {"at": MAY, "speaker": "Ann"}


@pytest.mark.parametrize("together", [True, False])
def test_what_was_over_and_is_said_again_is_another_fact(talk: Memory, together: bool) -> None:
    until = MAY + timedelta(minutes=1)
    told = [Fact("Ann owns a cat.", ("episode:s/0",), 1.0, None, until), Fact("Ann owns a cat.", ("episode:s/2",))]
    for some in [told] if together else [told[:1], told[1:], told]:
        talk.remember_facts(some)
    assert [(row["since"], row["until"].year) for row in rows(talk, SAYS_WHEN)] == [(MAY, 2023), (TALK[2].at, 9999)]


def test_another_day_is_another_fact(talk: Memory) -> None:
    runs = [Fact("Ann ran a race.", ("episode:s/0",), 1.0, MAY + timedelta(days=days)) for days in (0, 1, 0)]
    assert talk.remember_facts(runs) == Reconciled(new=2, repeated=1)


def test_a_fact_without_a_source_of_its_space_is_rejected_and_counted(
    talk: Memory, open_memory: Callable[..., Memory]
) -> None:
    other = open_memory()
    other.add("Zoe lives in Riga.", session="theirs")
    imported = [
        Fact("Zoe lives in Riga.", ("episode:theirs/0",)),
        Fact("Zoe and Ann are friends.", ("episode:s/0", "episode:theirs/0")),
        Fact("Ann is a spy.", ("episode:s/9",)),
        Fact("Ann is an entity.", ("entity:ann",)),
        Fact("Ann is a session.", ("session:s",)),
        HOME,
    ]
    assert talk.remember_facts(imported) == Reconciled(new=1, rejected=5)
    assert set(facts(talk)) == {HOME.text}
    assert facts(other) == {}


def test_facts_of_another_space_are_not_repeated_and_not_touched(
    talk: Memory, open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    other = open_memory()
    other.remember(TALK, session="s")
    other.remember_facts([HOME, CAT])
    before = contents(other)
    assert talk.remember_facts([HOME, CAT]) == Reconciled(new=2)
    talk.forget(ids="episode:s/0")
    assert set(facts(talk)) == {CAT.text}
    assert contents(other) == before


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (Fact("…", ("episode:s/0",)), "has no words; give one sentence"),
        (Fact("Ann is.", ("episode:s/0",), about="Ann"), "names the turns that say it; leave about out"),
        (Fact("Ann is.", about="…"), "about is '…', and it has no name there"),
        (Fact("Ann is.", ("episode:s/0",), 0.0), "belief is 0.0; give more than 0 and at most 1"),
        (Fact("Ann is.", ("episode:s/0",), float("nan")), "belief is nan; give"),
        (Fact("Ann is.", ("episode:s/0",), 1.0, MAY, MAY), "valid_to is not after valid_from; correct one of them"),
    ],
)
def test_a_fact_that_cannot_be_used_is_named_and_nothing_is_written(talk: Memory, fact: Fact, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        talk.remember_facts([HOME, fact])
    assert facts(talk) == {}


def test_what_no_utf8_can_hold_is_replaced(talk: Memory) -> None:
    assert talk.remember_facts([Fact("Ann has \ud800 cats.", ("episode:s/0",))]).new == 1
    assert set(facts(talk)) == {"Ann has \ufffd cats."}


def test_a_fact_is_joined_to_the_speaker_whom_it_is_about(talk: Memory) -> None:
    talk.remember_facts([Fact("Ann has a cat.", ("episode:s/0",)), Fact("Cats sleep a lot.", ("episode:s/0",))])
    query = "MATCH (f:Fact {space: $space})-[:MENTIONS]->(e:Entity) RETURN f.text AS text, e.name AS name"
    assert rows(talk, query) == [{"text": "Ann has a cat.", "name": "ann"}]


def test_spellings_of_a_label_are_one_concept(talk: Memory) -> None:
    ways = ["Piano_Lesson", "piano lessons", "piano-lesson", "  PIANO   lesson ", "the piano lesson"]
    talk.remember_facts([Fact(f"Fact number {n}.", ("episode:s/0",), concepts=(way,)) for n, way in enumerate(ways)])
    talk.remember_facts([Fact("Fact number 9.", ("episode:s/0",), concepts=("PIANO LESSONS",))])
    assert {row["name"] for row in rows(talk, ABOUT)} == {"piano lesson"}
    assert len(rows(talk, ABOUT)) == 6


def test_turns_and_labels_that_write_a_topic_otherwise_share_it(talk: Memory) -> None:
    ways = ("We like farm-stays best.", "Our farm-stay was rainy.", "What is a farm-stay?")
    talk.remember([Turn(text, "Ann") for text in ways], session="trips")
    talk.remember_facts([Fact("Ann likes farms.", ("episode:trips/0",), concepts=("farm_stays",))])
    query = "MATCH (c:Concept {space: $space}) WHERE c.name STARTS WITH 'farm' RETURN c.name AS name, c.text AS text"
    assert rows(talk, query) == [{"name": "farm stay", "text": "farm-stay"}]


def test_a_label_takes_the_concept_of_turns_that_is_spelt_alike(talk: Memory) -> None:
    assert rows(talk, "MATCH (c:Concept {space: $space, name: 'cello'}) RETURN c.embedding IS NULL AS bare") == [
        {"bare": True}
    ]
    talk.remember_facts([Fact("Ben has two cellos.", ("episode:s/3",), concepts=("Cellos",))])
    assert rows(talk, ABOUT) == [{"text": "Ben has two cellos.", "name": "cello"}]
    assert rows(talk, "MATCH (c:Concept {space: $space, name: 'cello'}) RETURN count { (c)--() } AS joined") == [
        {"joined": 2}
    ]


def test_a_known_concept_that_is_close_in_meaning_is_taken(talk: Memory, encoder: MiniLM) -> None:
    labels = ["bike ride", "bicycle ride", "cycling", "cat", "dog"]
    vectors = dict(zip(labels, encoder.embed_documents(labels), strict=True))
    close = sum(a * b for a, b in zip(vectors["bike ride"], vectors["bicycle ride"], strict=True))
    apart = sum(a * b for a, b in zip(vectors["bike ride"], vectors["cycling"], strict=True))
    assert close > 0.9
    assert 0.7 < apart < 0.83
    for label in labels:
        talk.remember_facts([Fact(f"This is about {label}.", ("episode:s/0",), concepts=(label,))])
    new = ("hiking", "hike", "swimming")
    together = [Fact(f"That is about {label}.", ("episode:s/1",), concepts=(label,)) for label in new]
    talk.remember_facts(together)
    assert {row["text"]: row["name"] for row in rows(talk, ABOUT)} == {
        "This is about bike ride.": "bike ride",
        "This is about bicycle ride.": "bike ride",
        "This is about cycling.": "cycling",
        "This is about cat.": "cat",
        "This is about dog.": "dog",
        "That is about hiking.": "hiking",
        "That is about hike.": "hiking",
        "That is about swimming.": "swimming",
    }


def test_labels_with_other_numbers_are_other_concepts(talk: Memory) -> None:
    talk.remember_facts([Fact("Ann teaches grade 3.", ("episode:s/0",), concepts=("grade 3",))])
    later = [Fact(f"Ben teaches grade {number}.", ("episode:s/1",), concepts=(f"grade {number}",)) for number in (4, 5)]
    talk.remember_facts(later)
    assert [row["name"] for row in rows(talk, ABOUT)] == ["grade 3", "grade 4", "grade 5"]


def test_labels_of_another_space_are_not_taken(talk: Memory, open_memory: Callable[..., Memory]) -> None:
    other = open_memory()
    other.remember(TALK, session="s")
    other.remember_facts([Fact("Ann rides a lot.", ("episode:s/0",), concepts=("bike ride",))])
    talk.remember_facts([Fact("Ann rides a lot.", ("episode:s/0",), concepts=("bicycle ride",))])
    assert [row["name"] for row in rows(talk, ABOUT)] == ["bicycle ride"]


@pytest.mark.parametrize("label", ["", "…", "🙂", "\ud800"])
def test_a_label_without_words_is_left_out(talk: Memory, label: str) -> None:
    talk.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",), concepts=(label, "home"))])
    assert [row["name"] for row in rows(talk, ABOUT)] == ["home"]


def test_hostile_texts_and_labels_are_data(talk: Memory) -> None:
    hostile = "Ann said: {x} $id '}) DETACH DELETE n // +kind:Episode"
    talk.remember_facts([Fact(hostile, ("episode:s/0",), concepts=("'}) RETURN 1 //", "{brace}"))])
    assert set(facts(talk)) == {hostile}
    assert [row["name"] for row in rows(talk, ABOUT)] == ["brace", "return 1"]


def test_a_fact_of_a_passage_has_no_date_and_one_of_a_turn_as_well_has_the_turns(talk: Memory) -> None:
    talk.read("The fjord of Oslo freezes. Ships wait.", title="Oslo")
    (passage,) = rows(talk, "MATCH (p:Passage {space: $space}) RETURN p.id AS id")
    talk.remember_facts(
        [
            Fact("The fjord freezes.", (passage["id"],)),
            Fact("Ships wait for Ann.", (passage["id"], "episode:s/2")),
        ]
    )
    dated = rows(talk, "MATCH (f:Fact {space: $space}) RETURN f.text AS text, f.at AS at, f.speaker AS speaker")
    assert {row["text"]: (row["at"], row["speaker"]) for row in dated} == {
        "The fjord freezes.": (None, ""),
        "Ships wait for Ann.": (TALK[2].at, "Ann"),
    }
    hit = next(hit for hit in talk.recall("Does the fjord freeze?").hits if hit.kind == "Fact")
    assert (hit.text, hit.at, hit.valid_from.year if hit.valid_from else 0) == ("The fjord freezes.", None, 1)


def test_what_was_over_when_it_was_said_does_not_end_before_it_begins(talk: Memory) -> None:
    until = MAY - timedelta(days=10)
    talk.remember_facts([Fact("Ann had a dog.", ("episode:s/2",), 1.0, None, until)])
    (dates,) = rows(talk, "MATCH (f:Fact {space: $space}) RETURN f.valid_from AS since, f.valid_to AS until")
    assert dates["since"] < dates["until"] == until
    assert "Ann had a dog. [until 28 April 2023]" in talk.recall("Did Ann have a dog?").text


def test_an_end_in_the_last_year_there_is_is_none(talk: Memory, graph: Graph) -> None:
    end = datetime(9999, 12, 31, tzinfo=UTC)
    talk.remember_facts([Fact("Ben owns a cello.", ("episode:s/3",), valid_to=end)])
    said = found({"text": "Ann moved to Oslo.", "valid_from": "2023-05-01", "valid_to": "9999-12-31"})
    thinking(graph, talk, Keyed(facts={"Oslo": said})).consolidate()
    recalled = talk.recall("Where did Ann move, and what does Ben own?")
    held = {hit.text: hit.valid_to for hit in recalled.hits if hit.kind == "Fact"}
    assert held == {"Ben owns a cello.": None, "Ann moved to Oslo.": None}
    assert "9999" not in recalled.text


def test_facts_and_titles_meet_in_either_order(talk: Memory) -> None:
    talk.remember_facts([Fact("Ann owns a book on the Sea Of Tears.", ("episode:s/0",))])
    talk.remember_facts([Fact("ann met the sea captain.", ("episode:s/1",))])
    talk.read("A sad place.", title="Sea Captain")
    talk.remember_facts([Fact("the sea captain has a parrot.", ("episode:s/2",))])
    named = rows(
        talk,
        "MATCH (f:Fact {space: $space})-[:MENTIONS]->(e {name: 'sea captain'}) RETURN f.text AS text ORDER BY text",
    )
    assert [row["text"] for row in named] == ["ann met the sea captain.", "the sea captain has a parrot."]


def filled(memory: Memory, graph: Graph) -> Memory:
    """A space with facts of two claims, one replaced, concepts, entities, a reflection and a run of consolidation."""
    memory.remember(TALK, session="s")
    memory.remember_facts([HOME, CAT, CELLO, Fact("ann HAS a cat called Miso", ("episode:s/0", "episode:s/2"), 0.5)])
    memory.remember([Turn("I moved to Rome.", "Ann", MAY + timedelta(days=30))], session="later")
    model = Keyed(
        facts={"I moved to Rome": found({"text": "Ann lives in Rome.", "concepts": ["home"]})},
        verdicts=ruled(("Oslo", "Rome", "replaces")),
        insights=seen(("Ann and her cat move a lot.", [1, 2])),
    )
    done = thinking(graph, memory, model).consolidate()
    assert (done.facts.replaced, done.reflections) == (1, 1)
    return memory


def test_export_and_restore_are_exact(
    open_memory: Callable[..., Memory], graph: Graph, contents: Callable[[Memory], object], tmp_path: Path
) -> None:
    original, copy = filled(open_memory(), graph), open_memory()
    kinds = {"Fact": 4, "Reflection": 1, "Consolidation": 1}
    assert {kind: original.stats().nodes[kind] for kind in kinds} == kinds
    original.export(tmp_path / "space.jsonl")
    for _ in range(2):
        copy.restore(tmp_path / "space.jsonl")
        assert contents(copy) == contents(original)
    question = "Where does Ann live?"
    assert [hit.id for hit in copy.recall(question).hits] == [hit.id for hit in original.recall(question).hits]
    assert copy.remember_facts([HOME, CAT, CELLO]) == Reconciled(repeated=3)


@pytest.mark.parametrize("name", ["text", "belief", "valid_from", "valid_to", "statement_key"])
def test_a_file_with_a_fact_that_lacks_something_is_refused(
    talk: Memory, open_memory: Callable[..., Memory], tmp_path: Path, name: str
) -> None:
    talk.remember_facts([HOME])
    talk.export(tmp_path / "space.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "space.jsonl").read_text("utf-8").splitlines()]
    (fact,) = [line["node"] for line in lines if line.get("node", {}).get("kind") == "Fact"]
    del fact[name]
    (tmp_path / "space.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    copy = open_memory()
    with pytest.raises(InvalidInput, match="is missing"):
        copy.restore(tmp_path / "space.jsonl")
    assert copy.stats().nodes == {}


def test_a_caller_tells_facts_that_are_marked_and_believed_as_declared(talk: Memory) -> None:
    told = [Fact("Ann is vegetarian.", belief=0.7), Fact("Likes rain.", about="Ann"), Fact("Ben sings.", (), 0.9, MAY)]
    assert talk.remember_facts(told) == Reconciled(new=3)
    assert talk.remember_facts(told) == Reconciled(repeated=3)
    held = {fact.text: fact for fact in talk.facts()}
    assert {fact.told for fact in held.values()} == {True}
    assert [held[fact.text].belief for fact in told] == pytest.approx([0.7, 1.0, 0.9])
    assert held["Ben sings."].valid_from == MAY
    hit = next(hit for hit in talk.recall("Does Ann eat meat?").hits if hit.text == "Ann is vegetarian.")
    assert (hit.told, hit.sources) == (True, ())
    assert {hit.told for hit in talk.recall("Oslo").hits if hit.kind == "Episode"} == {False}
    assert "Ann" in {link.text for link in talk.get(held["Likes rain."].id).links}
    talk.forget(ids=[held["Ann is vegetarian."].id])
    assert held["Ann is vegetarian."].id not in {fact.id for fact in talk.facts()}


def test_what_is_told_stays_when_the_turns_that_say_it_are_forgotten(talk: Memory) -> None:
    talk.remember_facts([CAT])
    assert talk.remember_facts([Fact(CAT.text, belief=0.5)]).repeated == 1
    (fact,) = talk.facts()
    assert (fact.told, fact.belief) == (True, pytest.approx(0.9))
    assert talk.forget(ids="episode:s/2").weakened == (fact.id,)
    (fact,) = talk.facts()
    assert (fact.belief, fact.sources) == (pytest.approx(0.5), ())
    assert talk.remember_facts([CAT]).rejected == 1


def test_what_is_told_replaces_one_or_several_and_comes_back(memory: Memory) -> None:
    memory.remember_facts([Fact("Ann lives in Oslo."), Fact("Ann's home is Oslo.")])
    old = tuple(fact.id for fact in memory.facts())
    memory.remember_facts([Fact("Ann lives in Rome.", replaces=old)])
    (rome,) = memory.facts()
    assert rome.text == "Ann lives in Rome."
    assert memory.remember_facts([Fact("Ann lives in Rome.", replaces=old)]).repeated == 1
    memory.remember_facts([Fact("Ann lives in Oslo.", replaces=rome.id)])
    assert [fact.text for fact in memory.facts()] == ["Ann lives in Oslo."]
    with pytest.raises(NotFound, match="'fact:none'"):
        memory.remember_facts([Fact("Ann lives in Bonn.", replaces=(rome.id, "fact:none"))])
    assert len(memory.facts()) == 1


def test_told_facts_are_exported_and_restored(talk: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    talk.remember_facts([Fact("Ann is vegetarian.", about="Miso", belief=0.7)])
    talk.export(tmp_path / "told.jsonl")
    other = open_memory()
    other.restore(tmp_path / "told.jsonl")
    assert other.facts() == talk.facts()
    assert other.remember_facts([Fact("Ann is vegetarian.", about="Miso", belief=0.7)]).repeated == 1
