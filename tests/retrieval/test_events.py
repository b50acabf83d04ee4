"""Events of a date come before texts that were only said on it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.loaders.language.happening import happening
from clew.model import Filter, Hit, ScoreParts, Turn
from clew.retrieval.hits import by_event
from clew.retrieval.question import parse_question
from clew.settings import RecallSettings

SETTINGS = RecallSettings()
EVENING = datetime(2024, 3, 7, 20, tzinfo=UTC)


def hit(text: str, at: datetime | None, score: float = 0.5) -> Hit:
    times = [each.split("/") for each in cast("list[str]", happening(text, at).get("happens", []))]
    happens = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in times)
    return replace(turn(text, at, score), happens=happens)


def turn(text: str, at: datetime | None, score: float) -> Hit:
    parts = ScoreParts(vector=score)
    return Hit(f"episode:{text}", "Episode", text, "Ann", at, "s", 0, "", {}, score, parts, ())


def on_date(question: str, text: str, at: datetime = EVENING) -> str:
    (found,) = by_event([hit(text, at)], parse_question(question, [], asked_on=date(2024, 6, 1)), SETTINGS, Filter())
    return found.on_date


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What did I do on 6 March 2024?", "Yesterday I pruned the roses.", "happened"),
        ("What did I do on 6 March?", "Yesterday I pruned the roses.", "happened"),
        ("What did I do on 7 March 2024?", "Yesterday I pruned the roses.", "said"),
        ("What did I do on 7 March 2024?", "I pruned the roses.", "said"),
        ("What did I do on 8 March 2024?", "I pruned the roses.", ""),
        ("What is on 18 March 2024?", "The dentist is on 18 March.", "happened"),
        ("What happened in February 2024?", "I sold the car last month.", "happened"),
        ("What happened in 2023?", "I sold the car last year.", "happened"),
        ("What did I do on 28 February 2024?", "Last week I painted the hall.", "happened"),
        ("What did I do on 28 February 2023?", "Last year I painted the hall.", ""),
        ("Where were we on 29 February 2023?", "Yesterday I pruned the roses.", ""),
    ],
)
def test_which_date_matches_is_said(question: str, text: str, expected: str) -> None:
    assert on_date(question, text) == expected


def test_what_happened_then_is_before_what_was_said_then() -> None:
    said = [hit("I slept badly.", EVENING, 0.8), hit("Yesterday I met Bo.", EVENING, 0.8)]
    told = [hit("On Thursday I met Ida.", EVENING + timedelta(days=3), 0.2)]
    question = parse_question("What did I do on 7 March 2024?", [], asked_on=date(2024, 6, 1))
    found = by_event([*said, *told], question, SETTINGS, Filter())
    assert [each.text for each in found] == ["On Thursday I met Ida.", "I slept badly.", "Yesterday I met Bo."]
    assert all(each.score == each.parts.total for each in found)


def test_without_dates_nothing_changes() -> None:
    hits = [hit("Yesterday I met Bo.", EVENING), hit("A passage of 2024.", None)]
    assert by_event(hits, parse_question("Whom did I meet?", []), SETTINGS, Filter()) == tuple(hits)


@given(st.dates(date(1990, 1, 1), date(2099, 12, 31)), st.integers(1, 6))
def test_a_day_is_found_however_long_ago_it_is_told(day: date, later: int) -> None:
    at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC) + timedelta(days=later)
    question = f"What did I do on {day.isoformat()}?"
    told = "Yesterday" if later == 1 else f"{later} days ago"
    assert on_date(question, f"{told} I pruned the roses.", at) == "happened"


@pytest.fixture(scope="module")
def diary(module_memory: Memory) -> Memory:
    works = [f"Yesterday I {done}." for done in WORKS]
    start = datetime(2024, 3, 1, 20, tzinfo=UTC)
    turns = [Turn(text, "Ann", start + timedelta(days=number)) for number, text in enumerate(works)]
    module_memory.remember(turns, session="diary")
    return module_memory


WORKS = [
    *("pruned the roses", "met Bo at the pier", "mended a bicycle", "baked rye bread", "went to the opera"),
    *("painted the hall", "swam in the lake", "visited my aunt", "planted beans", "lost my umbrella"),
]


@pytest.mark.parametrize("number", range(len(WORKS)))
@pytest.mark.parametrize("engine", ["local", "gds"])
def test_a_question_about_a_day_finds_what_happened_on_it(diary: Memory, number: int, engine: str) -> None:
    day = date(2024, 3, 1) + timedelta(days=number - 1)
    settings = diary.settings.recall.changed(engine=engine)
    first = diary.recall(f"What did I do on {day.day} {day:%B} {day.year}?", settings=settings).hits[0]
    assert WORKS[number] in first.text
    assert first.on_date == "happened"
