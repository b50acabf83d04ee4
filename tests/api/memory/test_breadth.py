"""Where a question wants many moments, every session has its say; where it wants one, the closest comes first."""

from datetime import UTC, datetime, timedelta

import pytest

from clew.api.memory import Memory
from clew.model import Turn

START = datetime(2024, 3, 1, tzinfo=UTC)
PLAN = "How did my garden change?"
CLOSE = [f"My garden has a new bed of {plant} today." for plant in ("roses", "beans", "mint", "lilies", "kale", "peas")]
FAR = ["I dug a pond in the garden.", "The apple trees in my garden had to be cut down."]


@pytest.fixture(scope="module")
def diary(module_memory: Memory) -> Memory:
    memory = module_memory
    memory.remember([Turn(text, "Ann", START) for text in CLOSE], session="spring")
    for week, text in enumerate(FAR, 1):
        memory.remember([Turn(text, "Ann", START + timedelta(weeks=week))], session=f"week {week}")
    return memory


def first_of_another_session(memory: Memory, query: str, *, breadth: bool | None = None) -> int:
    """How many turns of spring stand before all others."""
    sessions = [hit.session for hit in memory.recall(query, breadth=breadth).hits]
    return next(place for place, session in enumerate(sessions) if session != "spring")


def test_a_question_of_change_is_answered_from_several_sessions(diary: Memory) -> None:
    assert first_of_another_session(diary, PLAN, breadth=False) == len(CLOSE)
    assert first_of_another_session(diary, PLAN) < len(CLOSE)


def test_breadth_is_had_by_an_argument(diary: Memory) -> None:
    question = "What grows in my garden?"
    assert first_of_another_session(diary, question) == len(CLOSE)
    assert first_of_another_session(diary, question, breadth=True) < len(CLOSE)


def test_what_a_hit_lost_is_one_of_its_parts(diary: Memory) -> None:
    found = diary.recall(PLAN)
    lost = [hit.parts.repeat for hit in found.hits if hit.session == "spring"]
    discount = diary.settings.recall.repeat_discount
    assert lost == pytest.approx([-discount * place for place in range(len(CLOSE))])
    assert [hit.score for hit in found.hits] == sorted((hit.parts.total for hit in found.hits), reverse=True)


def test_turns_are_shown_short_to_make_room_for_more(memory: Memory) -> None:
    long = (
        "I watered {} for an hour in the morning. " + "Then the neighbours came by and we talked of the weather. " * 9
    )
    for number, plant in enumerate(("roses", "beans", "mint", "lilies")):
        memory.remember([Turn(long.format(plant), "Ann", START + timedelta(weeks=number))], session=f"week {number}")
    wide, narrow = (memory.recall("What did I water?", words=150, breadth=breadth) for breadth in (True, False))
    assert len(wide.packed) == 4
    assert len(narrow.packed) == 1
    assert set(wide.shortened) == {hit.id for hit in wide.packed}
    assert "watered mint" in wide.text
