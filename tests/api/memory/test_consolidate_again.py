"""Turns that rules have consolidated are read again by a model: its facts take the place of theirs alone."""

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.api.memory.talk import Keyed, current, facts, found, rows, ruled, seen, thinking
from tests.scripted import Scripted

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.errors import ModelUnavailable, NoModel
from clew.graph.driver import Graph
from clew.model import Fact, Turn

AT = datetime(2024, 3, 1, tzinfo=UTC)
MOVED = Turn("I moved to Lisbon last year and I like the light there.", "Ann", AT)
CAT = Turn("I adopted a cat, and her name is Olive.", "Ben", AT)
BY_MODEL = {"moved": found({"text": "Ann lives in Lisbon."}), "adopted": found({"text": "Ben has a cat, Olive."})}
TOLD = "Ann speaks Portuguese."


class AuthenticationError(Exception):
    """As the providers' packages call it."""


@pytest.fixture
def read_by_rules(memory: Memory) -> Memory:
    memory.remember([MOVED], session="one")
    memory.remember([CAT], session="two")
    assert memory.consolidate().chunks == 2
    assert len(facts(memory)) >= 2
    return memory


def test_the_facts_of_a_model_take_the_place_of_those_of_the_rules(read_by_rules: Memory, graph: Graph) -> None:
    before = set(facts(read_by_rules))
    reader = thinking(graph, read_by_rules, Keyed(facts=BY_MODEL))
    assert reader.consolidate().chunks == 0
    done = reader.consolidate(again=True)
    assert (done.chunks, done.left, done.superseded) == (2, 0, len(before))
    assert set(facts(read_by_rules)) == {"Ann lives in Lisbon.", "Ben has a cat, Olive."}


def test_what_this_model_has_read_is_not_read_again(read_by_rules: Memory, graph: Graph) -> None:
    model = Keyed(facts=BY_MODEL)
    reader = thinking(graph, read_by_rules, model)
    reader.consolidate(again=True)
    asked = len(model.asked)
    assert reader.consolidate(again=True).chunks == 0
    assert len(model.asked) == asked


def test_what_was_interrupted_goes_on(read_by_rules: Memory, graph: Graph) -> None:
    failing = Keyed(facts={"moved": BY_MODEL["moved"], "adopted": AuthenticationError("wrong key")})
    with pytest.raises(ModelUnavailable):
        thinking(graph, read_by_rules, failing, model_calls=1).consolidate(again=True)
    texts = set(facts(read_by_rules))
    assert "Ann lives in Lisbon." in texts
    assert any("Olive" in text for text in texts)
    assert read_by_rules.pending() == ()
    assert thinking(graph, read_by_rules, Keyed(facts=BY_MODEL)).consolidate(again=True).chunks == 1
    assert set(facts(read_by_rules)) == {"Ann lives in Lisbon.", "Ben has a cat, Olive."}


def test_facts_that_a_caller_gave_stay(read_by_rules: Memory, graph: Graph) -> None:
    read_by_rules.remember_facts([Fact(TOLD, ("episode:one/0",))])
    thinking(graph, read_by_rules, Keyed(facts=BY_MODEL)).consolidate(again=True)
    assert TOLD in facts(read_by_rules)


def test_what_rests_on_turns_of_several_chunks_goes_when_the_last_is_read_again(memory: Memory, graph: Graph) -> None:
    for session in ("a", "b"):
        memory.remember([MOVED], session=session)
    memory.remember([CAT], session="c")
    memory.consolidate()
    (twice,) = [text for text in facts(memory) if "Lisbon" in text]
    memory.remember_facts([Fact(next(text for text in facts(memory) if "Olive" in text), ("episode:c/0",))])
    failing = Keyed(facts={"moved": BY_MODEL["moved"], "adopted": AuthenticationError("wrong key")})
    with pytest.raises(ModelUnavailable):
        thinking(graph, memory, failing, model_calls=1).consolidate(again=True)
    assert twice not in facts(memory)
    thinking(graph, memory, Keyed(facts=BY_MODEL)).consolidate(again=True)
    assert len(facts(memory)) == 3  # what rules have found is what a caller says of the cat, too


def test_what_this_model_says_too_stays(memory: Memory, graph: Graph) -> None:
    memory.remember([MOVED], session="one")
    memory.remember([Turn(f"Hello! {MOVED.text}", "Ann", AT)], session="two")
    memory.consolidate()
    (same,) = facts(memory)
    said = {"text": same, "valid_from": "2023-01-01"}
    model = Keyed(facts={"Hello": found({"text": "Ann says hello."}), "moved": found(said)})
    assert thinking(graph, memory, model).consolidate(again=True).superseded == 0
    assert set(facts(memory)) == {same, "Ann says hello."}


def test_facts_that_leave_do_not_stand_before_one_that_is_replaced(memory: Memory, graph: Graph) -> None:
    memory.remember([Turn("Olive is a good name for a cat.", "Ben", AT)], session="zero")
    memory.remember_facts([Fact("Ben wants a cat some day.", ("episode:zero/0",))])
    turns = [Turn(f"I adopted a cat, and her name is Olive, {word}.", "Ben", AT) for word in ("yes", "wow", "so", "oh")]
    memory.remember(turns, session="two")
    memory.consolidate()
    assert len(facts(memory)) >= 5
    model = Keyed(
        facts={"adopted": found({"text": "Ben has a cat, Olive."})}, verdicts=ruled(("wants", "Olive", "replaces"))
    )
    assert thinking(graph, memory, model).consolidate(again=True).facts.replaced == 1


def test_a_chunk_that_the_model_fails_keeps_what_it_has(read_by_rules: Memory, graph: Graph) -> None:
    before = facts(read_by_rules)
    done = thinking(graph, read_by_rules, Keyed(facts={"moved": "nonsense", "adopted": "nonsense"})).consolidate(
        again=True
    )
    assert (done.chunks, len(done.failed)) == (0, 2)
    assert facts(read_by_rules) == before


@pytest.mark.parametrize("again", [False, True])
def test_a_chunk_that_could_not_be_read_again_is_listed_and_tried_once_more(
    read_by_rules: Memory, graph: Graph, again: bool
) -> None:
    failing = Keyed(facts={"moved": BY_MODEL["moved"], "adopted": "nonsense"})
    thinking(graph, read_by_rules, failing).consolidate(again=True)
    (waiting,) = read_by_rules.pending()
    assert (waiting.name, waiting.turns) == ("two, turns 0 to 0", 1)
    assert "no usable answer" in waiting.failure
    assert read_by_rules.consolidate().chunks == 0  # by rules, which read nothing again
    done = thinking(graph, read_by_rules, Keyed(facts=BY_MODEL)).consolidate(again=again)
    assert (done.chunks, done.left, done.superseded > 0) == (1, 0, True)
    assert set(facts(read_by_rules)) == {"Ann lives in Lisbon.", "Ben has a cat, Olive."}
    assert read_by_rules.pending() == ()


def test_a_chunk_that_fails_again_keeps_waiting(read_by_rules: Memory, graph: Graph) -> None:
    before = facts(read_by_rules)
    reader = thinking(graph, read_by_rules, Scripted(answers=["nonsense"] * 30))
    reader.consolidate(again=True)
    assert len(reader.pending()) == 2
    read_by_rules.add("Olive sleeps in the laundry basket.", session="two", speaker="Ben", at=AT)
    assert [each.turns for each in reader.pending()] == [1, 2]
    assert len(reader.consolidate().failed) == 2
    assert facts(read_by_rules) == before
    assert [each.turns for each in reader.pending()] == [1, 2]


def test_without_a_model_nothing_is_read_again(read_by_rules: Memory) -> None:
    with pytest.raises(NoModel, match="again"):
        read_by_rules.consolidate(again=True)


def test_a_fact_of_a_long_answer_cites_the_part_that_says_it(memory: Memory, graph: Graph) -> None:
    filler = "This was noted with care and without haste. " * 14
    stories = ("Glaciers carve wide valleys.", "I keep bees behind the house and sell their honey.", "Rye is a grain.")
    memory.remember([Turn("\n\n".join(f"{each} {filler}" for each in stories), "Ann", AT)], session="long")
    thinking(graph, memory, Keyed(facts={"bees": found({"text": "Ann keeps bees and sells honey."})})).consolidate()
    (fact,) = (hit for hit in memory.recall("Who keeps bees?").hits if hit.kind == "Fact" and "bees" in hit.text)
    assert fact.sources == ("episode:long/0",)
    (part,) = fact.cited
    (told,) = rows(memory, "MATCH (p:Part {space: $space, id: $id}) RETURN p.text AS text", id=part)
    text: Any = told["text"]
    assert "bees" in text


def test_a_fact_of_a_short_turn_cites_the_turn(read_by_rules: Memory) -> None:
    cited = {hit.cited for hit in read_by_rules.recall("Where did Ann move?").hits if hit.kind == "Fact"}
    assert cited == {("episode:one/0",), ("episode:two/0",)}


class Later(Keyed):
    """Another model."""


JANUARY, MAY = datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC)
PETS = ("cat", "dog", "fish")
PARIS, ROME = "I have a home in Paris.", "I have a home in Rome since today."


@pytest.mark.parametrize("first", ["rules", "model"])
def test_what_a_fact_that_goes_had_replaced_is_judged_beside_what_comes(
    memory: Memory, graph: Graph, first: str
) -> None:
    memory.remember([Turn(PARIS, "Eva", JANUARY)], session="one")
    memory.remember([Turn(ROME, "Eva", MAY)], session="two")
    judged = ruled(("Paris", "Rome", "replaces"), ("Rome", "Paris", "replaces"))
    if first == "model":
        said = {"Paris": found({"text": "Eva lives in Paris."}), "Rome": found({"text": "Eva lives in Rome now."})}
        thinking(graph, memory, Keyed(facts=said, verdicts=judged)).consolidate()
    else:
        memory.consolidate()
    said = {"Paris": found({"text": "Eva has a home in Paris."}), "Rome": found({"text": "Eva has a home in Rome."})}
    thinking(graph, memory, Later(facts=said, verdicts=judged)).consolidate(again=True)
    assert set(facts(memory)) == {"Eva has a home in Paris.", "Eva has a home in Rome."}
    assert current(memory) == {"Eva has a home in Rome."}


def test_insights_rest_on_no_fact_that_goes(memory: Memory, graph: Graph) -> None:
    memory.remember(
        [Turn(f"I have a {pet} called Kim, and I feed it {pet} food.", "Ann", AT) for pet in PETS], session="one"
    )
    memory.consolidate()
    assert len(facts(memory)) == len(PETS)
    said = found(*({"text": f"Ann feeds her {pet} {pet} food.", "turns": [place]} for place, pet in enumerate(PETS, 1)))
    insight = seen(("Ann keeps many pets.", (1, 2, 3)))
    done = thinking(graph, memory, Keyed(facts={"Kim": said}, insights=insight)).consolidate(again=True)
    kept = rows(memory, "MATCH (r:Reflection {space: $space}) RETURN r.text AS text")
    assert (done.reflections, [each["text"] for each in kept]) == (1, ["Ann keeps many pets."])


def test_what_was_done_is_not_read_as_if_it_were_said(read_by_rules: Memory, graph: Graph) -> None:
    """Steps were never read by anybody; a model would make facts of passing states."""
    World(read_by_rules, "walk").observe("-= Hall =-\nYou see a key.")
    working = WorkingMemory(read_by_rules)
    working.begin("Open the safe.", name="work")
    working.subgoal("Find the code.")
    working.step("read the note", "You hold the note.")
    learnings = Learnings(read_by_rules)
    learnings.task("boil", "Boil water.")
    learnings.environment("house", "A house.")
    learnings.begin("boil", "house", name="trial").step("turn on the stove", "You hold the pot.")
    assert thinking(graph, read_by_rules, Keyed(facts=BY_MODEL)).consolidate(again=True).chunks == 2
