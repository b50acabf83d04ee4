"""A caller who asks for the present state gets the recent sessions first; nobody else pays for it."""

from datetime import UTC, datetime, timedelta

import pytest

from clew.api.memory import Memory
from clew.model import Filter, Turn

START = datetime(2024, 3, 1, tzinfo=UTC)
TOLD = (
    "The chapter opens in a harbour before a storm.",
    "I cut the aunt from my chapter.",
    "This chapter needs fewer adverbs, says Ben.",
    "My chapter now ends with a letter.",
    "Somebody read the chapter aloud in our club.",
    "A whale enters in the second chapter.",
    "Both captains quarrel throughout the chapter.",
    "We printed the chapter on yellow paper.",
)
WEEKS = len(TOLD)
REQUEST = "Let us go on with the chapter of the novel"


@pytest.fixture(scope="module")
def drafts(module_memory: Memory) -> Memory:
    memory = module_memory
    for week, text in enumerate(TOLD):
        at = START + timedelta(weeks=week)
        memory.remember([Turn(text, "Ann", at), Turn("There was soup.", "Ben", at)], session=f"week {week}")
    return memory


def test_the_recent_sessions_gain_most_where_a_caller_asks(drafts: Memory) -> None:
    hits = drafts.recall(REQUEST, recent=True).hits
    gains = {hit.session: hit.parts.newer for hit in hits}
    assert sorted(gains, key=gains.__getitem__) == [f"week {week}" for week in range(WEEKS)]
    assert gains["week 0"] == 0
    assert hits[0].session == f"week {WEEKS - 1}"
    assert all(hit.score == hit.parts.total for hit in hits)


@pytest.mark.parametrize("recent", [None, False])
def test_without_it_age_does_not_count(drafts: Memory, recent: bool | None) -> None:
    assert all(hit.parts.newer == 0 for hit in drafts.recall(REQUEST, recent=recent).hits)


def test_a_single_session_has_none_that_is_recent(memory: Memory) -> None:
    memory.remember([Turn("The chapter is about a storm.", "Ann", START)], session="only")
    (hit,) = memory.recall("The chapter", recent=True).hits
    assert hit.parts.newer == 0


def test_as_of_a_day_after_all_turns_changes_nothing(drafts: Memory) -> None:
    question, later = "Who quarrels in the chapter before a storm?", Filter(as_of=START + timedelta(weeks=WEEKS))
    then, now = drafts.recall(question, later).hits, drafts.recall(question).hits
    assert [(hit.id, hit.parts.session) for hit in then] == [(hit.id, hit.parts.session) for hit in now]
    assert any(hit.parts.session for hit in then)


def test_as_of_a_day_in_between_only_whole_sessions_count_by_their_words(drafts: Memory) -> None:
    hits = drafts.recall(
        "Who quarrels in the chapter before a storm?", Filter(as_of=START + timedelta(weeks=3, days=1))
    ).hits
    assert {hit.session for hit in hits} == {f"week {week}" for week in range(4)}
    assert any(hit.parts.session for hit in hits)
