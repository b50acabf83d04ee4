"""A question's 01/02/2024 is read as the space writes its dates."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.model import Turn
from clew.text.instants import date_order

FEBRUARY, JANUARY = datetime(2024, 2, 1, tzinfo=UTC), datetime(2024, 1, 2, tzinfo=UTC)
QUESTION = "What was on the menu on 01/02/2024?"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("due 19/01/2024", "day"),
        ("due 01/19/2024", "month"),
        ("due 1/19/24.", "month"),
        ("due 01/02/2024", ""),
        ("from 19/01/2024 to 01/20/2024", ""),
        ("19/20/2024", ""),
        ("a/19/01/2024/b", ""),
        ("2024/19/01", ""),
        ("", ""),
    ],
)
def test_the_numbers_show_it_or_nothing_does(text: str, order: str) -> None:
    assert date_order(text) == order


def remember(memory: Memory, *dates: str) -> dict[datetime, float]:
    """Remember a dish on each of the two days that 01/02/2024 may be, and turns with dates; return what dates gave."""
    turns = [Turn("Soup was on the menu.", "Ann", FEBRUARY), Turn("Soup was on the menu.", "Ann", JANUARY)]
    memory.remember([*turns, *(Turn(f"It is due {date}.", "Ann", JANUARY) for date in dates)], session="s")
    return {hit.at: hit.parts.date for hit in memory.recall(QUESTION).hits if hit.at and "menu" in hit.text}


@pytest.mark.parametrize(
    ("dates", "lifted"),
    [
        (["19/01/2024"], {FEBRUARY}),
        (["01/19/2024"], {JANUARY}),
        ([], {FEBRUARY, JANUARY}),
        (["19/01/2024", "01/19/2024"], {FEBRUARY, JANUARY}),
    ],
)
def test_the_day_that_is_meant_is_lifted(memory: Memory, dates: list[str], lifted: set[datetime]) -> None:
    found = remember(memory, *dates)
    assert {day for day, score in found.items() if score > 0} == lifted


def test_a_forgotten_habit_is_none(memory: Memory) -> None:
    remember(memory, "19/01/2024")
    memory.forget(ids="episode:s/2")
    found = {hit.at for hit in memory.recall(QUESTION).hits if hit.parts.date > 0 and "menu" in hit.text}
    assert found == {FEBRUARY, JANUARY}


@pytest.mark.parametrize(("date", "day"), [("19/01/2024", FEBRUARY), ("01/19/2024", JANUARY)])
def test_a_file_that_shows_no_order_has_that_of_the_space(
    memory: Memory, tmp_path: Path, date: str, day: datetime
) -> None:
    remember(memory, date)
    csv, chat = tmp_path / "log.csv", tmp_path / "chat.txt"
    csv.write_text("speaker,text,at\nAnn,We planted a fig.,01/02/2024\n", "utf-8")
    chat.write_text("01/02/2024, 00:00 - Ann: We planted a plum.\n", "utf-8")
    memory.remember_file([csv, chat])
    assert {hit.at for hit in memory.recall("planted").hits if "planted" in hit.text} == {day}
