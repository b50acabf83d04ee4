"""Of two statements about one thing the later leads, and what was replaced says so."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.model import Fact, Filter, Hit, Replacement, ScoreParts, Turn
from clew.retrieval.corrections import says_so, with_corrections
from clew.retrieval.question import parse_question
from clew.retrieval.updates import said_once, settle

START = datetime(2024, 1, 2, 12, tzinfo=UTC)


def hit(text: str, position: int = 0, score: float = 1.0, speaker: str = "Ann", session: str = "s") -> Hit:
    at = START + timedelta(days=position)
    parts = ScoreParts(vector=score)
    return Hit(f"{session}/{position}", "Episode", text, speaker, at, session, position, "", {}, score, parts, ())


def order(question: str, *hits: Hit) -> list[str]:
    return [each.id for each in settle(hits, parse_question(question, []))]


OLD, NEW = hit("My dentist is Dr Hollis.", 0, 1.0, session="a"), hit("My dentist is Dr Varga.", 9, 0.9, session="b")


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Who is my dentist?", "b/9"),
        ("Who is my dentist now?", "b/9"),
        ("Who was my dentist?", "a/0"),
        ("Who was my dentist before?", "a/0"),
        ("Who was my dentist on 2 January 2024?", "a/0"),
    ],
)
def test_the_later_of_two_statements_leads_unless_the_past_is_asked_for(question: str, first: str) -> None:
    assert order(question, OLD, NEW)[0] == first


@pytest.mark.parametrize("question", ["Who was my dentist before?", "Who was my dentist before Dr Varga?"])
def test_the_earlier_leads_where_the_question_asks_for_what_was_before(question: str) -> None:
    assert order(question, replace(NEW, score=2.0, parts=ScoreParts(vector=2.0)), OLD)[0] == OLD.id


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Who wanted to know about the marathon?", "Hi! How did the marathon go?", "Hi! How did the recital go?"),
        ("Which soup is at the canteen?", "The canteen has a soup today.", "The canteen has a salad today."),
    ],
)
def test_what_says_less_of_what_is_asked_is_no_later_answer(question: str, answer: str, other: str) -> None:
    first, later = hit(answer, 0, 1.0, session="a"), hit(other, 9, 0.5, session="b")
    assert order(question, first, later) == [first.id, later.id]


def test_a_question_about_now_prefers_the_recent_among_what_is_near() -> None:
    hits = [hit("I live in Leeds.", 0, 1.0), hit("I've moved to Porto.", 8, 0.7), hit("Rye bread is good.", 20, 0.3)]
    assert order("Where do I live now?", *hits) == ["s/8", "s/0", "s/20"]
    assert order("Where do I live?", *hits) == ["s/0", "s/8", "s/20"]


FLAT, HOUSE = "Our flat above the bakery in Leeds is warm.", "Unpacked the last box in Porto, with a view of the river."


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Where do I live?", "s/8"),
        ("What's my address?", "s/8"),
        ("Is my home warm?", "s/8"),
        ("Where will I live?", "s/0"),
        ("When do I move?", "s/0"),
        ("Have I lived abroad?", "s/0"),
        ("Where did I live?", "s/0"),
        ("Tell me of my homes.", "s/0"),
    ],
)
def test_in_the_present_tense_the_later_of_two_close_turns_leads(question: str, first: str) -> None:
    assert order(question, hit(FLAT, 0, 1.0), hit(HOUSE, 8, 0.95))[0] == first
    assert order(question, hit(FLAT, 0, 1.0), hit(HOUSE, 8, 0.85))[0] == "s/0"


@pytest.mark.parametrize("question", ["Where did I live before Porto?", "What was my former home?"])
def test_the_oldest_of_the_close_turns_leads_where_one_asks_what_was_before(question: str) -> None:
    assert order(question, hit(HOUSE, 8, 1.0), hit(FLAT, 0, 0.5))[0] == "s/0"
    assert order("Have I lived there before?", hit(HOUSE, 8, 1.0), hit(FLAT, 0, 0.5))[0] == "s/8"


GOAL = "I aim for ten books in my reading challenge."


@pytest.mark.parametrize(
    ("change", "is_ahead"),
    [
        ("I've extended the reading challenge to twelve books, it rains so much.", True),
        ("Twelve books is my reading challenge now!", True),
        ("I never set myself a goal of books in a reading challenge.", True),
        ("I told Priya of my reading challenge, and of the books.", False),
        ("I've extended the garden by two beds, and it rains so much.", False),
    ],
)
def test_what_tells_a_change_leads_over_what_it_changes(change: str, is_ahead: bool) -> None:
    asked = "How many books did my reading challenge ask for?"
    first, later = hit(GOAL, 0, 1.0, session="a"), hit(change, 9, 0.3, session="b")
    assert order(asked, first, later)[0] == first.id  # of the past neither leads
    asked = "How many books will my reading challenge be?"
    assert order(asked, first, later)[0] == (later.id if is_ahead else first.id)
    assert order(asked, first, replace(later, speaker="Bo"))[0] == first.id
    assert order(asked, first, replace(later, at=first.at))[0] == first.id  # nobody knows which was first


def test_of_two_people_each_has_a_statement_of_their_own() -> None:
    assert order("Who is the dentist?", OLD, replace(NEW, speaker="Bo")) == [OLD.id, NEW.id]


def test_what_an_assistant_says_is_not_recent_for_a_question_about_now() -> None:
    hits = [hit("I live in Leeds.", 0, 1.0, "user"), hit("People live well in Porto.", 8, 0.9, "assistant")]
    found = settle(hits, parse_question("Where do I live now?", []), ["assistant"])
    assert [each.parts.newer for each in found] == [0, 0]


def test_was_of_a_german_question_asks_for_nothing_past() -> None:
    hits = [hit("Ich baue ein Regal.", 0, 1.0), hit("Ich baue jetzt einen Tisch.", 8, 0.7)]
    assert order("Was mache ich zurzeit in der Werkstatt?", *hits) == ["s/8", "s/0"]


@pytest.mark.parametrize(
    ("asked", "answer", "other"),
    [
        ("Where am I with them?", "I am in the kitchen with them.", "I am in the office with them."),
        ("Wo ist die Küche?", "Ich bin mit ihm in der Küche.", "Ich bin mit ihm in der Werkstatt."),
        ("Où est la cuisine ?", "Je suis avec elle dans la cuisine.", "Je suis avec elle dans la cour."),
        ("¿Dónde está la cocina?", "Yo estoy con ella en la cocina.", "Yo estoy con ella en la calle."),
        ("Dov'è la cucina?", "Io sono con lei nella cucina.", "Io sono con lei nella cantina."),
        ("Onde está a cozinha?", "Eu estou com ela na cozinha.", "Eu estou com ela na rua."),
        ("Waar is de keuken?", "Ik ben met haar in de keuken.", "Ik ben met haar in de schuur."),
    ],
)
def test_function_words_in_common_make_no_two_statements_of_one_thing(asked: str, answer: str, other: str) -> None:
    first, later = hit(answer, 0, 1.0, session="a"), hit(other, 9, 0.7, session="b")
    assert order(asked, first, later) == [first.id, later.id]


def test_what_was_replaced_leads_where_the_past_is_asked_for() -> None:
    gone = replace(OLD, replaced_by=Replacement(NEW.id, NEW.text, since=NEW.at))
    assert order("Who is my dentist?", gone, hit("I see Dr Varga.", 9, 0.5, session="b"))[0] == "b/9"
    assert order("Who was my dentist?", gone, hit("I see Dr Varga.", 9, 0.5, session="b"))[0] == gone.id


TEXTS = st.sampled_from(
    ["I live in Leeds.", "I live in Porto.", "Actually I live in Ghent.", "Yes.", "Scratch that, 42."]
)


@given(
    st.lists(st.tuples(TEXTS, st.floats(0, 2), st.sampled_from(["Ann", "Bo"])), max_size=8),
    st.sampled_from(["Where do I live now?", "Where did I live before?", "Where do I live?"]),
)
def test_nothing_is_lost_and_every_score_is_the_sum_of_its_parts(
    said: list[tuple[str, float, str]], question: str
) -> None:
    heard = [hit(text, number, score, speaker) for number, (text, score, speaker) in enumerate(said)]
    hits = sorted(heard, key=lambda each: -each.score)
    told = with_corrections(said_once(hits), {after.id: before.id for before, after in pairwise(heard)})
    found = settle(told, parse_question(question, []))
    assert sum(each.repeats for each in found) == len(hits)
    assert all(each.score == each.parts.total for each in found)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True) or found == told
    places = {each.id: place for place, each in enumerate(found)}
    for each in found:
        if each.replaced_by and says_so(each.replaced_by.text):
            assert places[each.replaced_by.id] < places[each.id]


@pytest.fixture(scope="module")
def moved(module_memory: Memory) -> Memory:
    """Ann moved from Leeds to Porto; her facts say so."""
    memory = module_memory
    memory.remember([Turn("I live in Leeds, near the river.", "Ann", START)], session="old")
    memory.remember([Turn("We unpacked the boxes in Porto today.", "Ann", START + timedelta(days=90))], session="new")
    memory.remember_facts([Fact("Ann lives in Leeds.", ("episode:old/0",))])
    leeds = memory.recall("Where does Ann live?").hits
    (fact,) = (each.id for each in leeds if each.kind == "Fact")
    memory.remember_facts([Fact("Ann lives in Porto.", ("episode:new/0",), replaces=fact)])
    return memory


@pytest.mark.parametrize("engine", ["local", "gds"])
def test_a_turn_whose_fact_was_replaced_is_marked_and_stands_behind(moved: Memory, engine: str) -> None:
    recalled = moved.recall("Where does Ann live?", settings=moved.settings.recall.changed(engine=engine))
    turns = [each for each in recalled.hits if each.kind == "Episode"]
    assert [each.id for each in turns] == ["episode:new/0", "episode:old/0"]
    assert turns[0].replaced_by is None
    later = turns[1].replaced_by
    assert later is not None
    assert (later.id, later.since) == ("episode:new/0", START + timedelta(days=90))
    assert "(until 1 April 2024, then: We unpacked the boxes in Porto today.)" in recalled.text


def test_as_of_a_day_before_nothing_was_replaced(moved: Memory) -> None:
    recalled = moved.recall("Where does Ann live?", Filter(as_of=START + timedelta(days=30)))
    assert [each.replaced_by for each in recalled.hits if each.kind == "Episode"] == [None]


def test_the_day_is_that_of_the_speaker(memory: Memory) -> None:
    evening = datetime(2024, 5, 8, 20, tzinfo=timezone(timedelta(hours=-7)))
    memory.remember([Turn("Yesterday I went to the dentist.", "Ann", evening)], session="s")
    recalled = memory.recall("What did I do on 7 May 2024?")
    at = recalled.hits[0].at
    assert at is not None
    assert (at, at.utcoffset()) == (evening, timedelta(hours=-7))
    assert recalled.hits[0].on_date == "happened"
    assert recalled.text.startswith("Session s, 8 May 2024")


def test_a_question_about_now_can_leave_age_out() -> None:
    said = [hit("My flat is in Leeds.", 0, 1.0), hit("We unpacked in Porto.", 1, 0.9)]
    question = parse_question("Where do I live now?", [])
    assert [each.id for each in settle(said, question)] == ["s/1", "s/0"]
    assert settle(said, question, recent=False) == tuple(said)
