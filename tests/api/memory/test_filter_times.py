"""`since` and `until` hold what happened then, what was said then, or either."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from clew.api.memory import Memory
from clew.model import By, Engine, Fact, Filter, Recall, Turn

DAY = datetime(2024, 3, 6, tzinfo=UTC)
EVENING = DAY + timedelta(hours=20)
DAYS = timedelta(days=1)
TOLD, SAID, PLANNED, SAID_WITHOUT, LONG_AGO = (f"episode:s/{place}" for place in range(5))
PRUNED, SMELL = "Ann pruned the roses on 6 March 2024.", "Ben says that roses smell sweet."
QUESTION = "What about the roses?"


@pytest.fixture(scope="module")
def diary(module_memory: Memory) -> Memory:
    """One was told the day after; one said on the day, of the day before; one planned weeks before."""
    module_memory.remember(
        [
            Turn("Yesterday I pruned the roses.", "Ann", EVENING + DAYS),
            Turn("Yesterday I watered the roses.", "Ann", EVENING),
            Turn("The roses are delivered on 6 March.", "Ben", EVENING - 20 * DAYS),
            Turn("The roses smell sweet.", "Ben", EVENING),
            Turn("I planted roses on 2 May 2019.", "Ann", EVENING - 40 * DAYS),
        ],
        session="s",
    )
    planted = Fact("Ann planted roses on 2 May 2019.", (LONG_AGO,))
    module_memory.remember_facts([Fact(PRUNED, (TOLD,)), Fact(SMELL, (SAID_WITHOUT,)), planted])
    return module_memory


def of_day(memory: Memory, by: By = "either", engine: Engine = "local", **more: Any) -> Recall:
    where = Filter(since=DAY, until=DAY + DAYS, by=by, **more)
    return memory.recall(QUESTION, where, settings=memory.settings.recall.changed(engine=engine))


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_what_happened_then_comes_first_and_what_was_said_then_second(diary: Memory, engine: Engine) -> None:
    hits = of_day(diary, engine=engine).hits
    how = {hit.id: hit.on_date for hit in hits}
    assert how == {TOLD: "happened", PLANNED: "happened", SAID: "said", SAID_WITHOUT: "said"}
    assert list(how.values()) == ["happened", "happened", "said", "said"]
    assert [hit.id for hit in hits] == [hit.id for hit in of_day(diary).hits]


@pytest.mark.parametrize(("by", "expected"), [("happened", {TOLD, PLANNED}), ("said", {SAID, SAID_WITHOUT})])
@pytest.mark.parametrize("engine", ["gds", "local"])
def test_a_caller_chooses_one_of_both(diary: Memory, by: By, expected: set[str], engine: Engine) -> None:
    hits = of_day(diary, by, engine).hits
    assert {hit.id for hit in hits} == expected
    assert {hit.on_date for hit in hits} == {by}


@pytest.mark.parametrize(("by", "expected"), [("happened", {PRUNED}), ("said", {SMELL}), ("either", {PRUNED, SMELL})])
def test_facts_too(diary: Memory, by: By, expected: set[str]) -> None:
    assert {hit.text for hit in of_day(diary, by, kinds="fact").hits} == expected


@pytest.mark.parametrize("by", ["happened", "either"])
def test_the_speaker_and_the_session_count_beside_the_day(diary: Memory, by: By) -> None:
    assert {hit.id for hit in of_day(diary, by, speaker="Ann").hits if hit.on_date == "happened"} == {TOLD}
    for session in (None, "s"):
        assert {hit.text for hit in of_day(diary, by, kinds="fact", speaker="Ann", session=session).hits} == {PRUNED}


def test_what_was_planned_by_an_instant(diary: Memory) -> None:
    """A plan counts as of a day before it; what was told later does not."""
    where = Filter(since=DAY, until=DAY + DAYS, as_of=DAY - 10 * DAYS)
    assert [hit.id for hit in diary.recall(QUESTION, where).hits] == [PLANNED]


@pytest.mark.parametrize("until", [DAY - 30 * DAYS, datetime(2020, 1, 1, tzinfo=UTC)])
def test_one_side_may_be_open(diary: Memory, until: datetime) -> None:
    hits = diary.recall(QUESTION, Filter(until=until, by="happened")).hits
    assert [(hit.id, hit.on_date) for hit in hits] == [(LONG_AGO, "happened")]


def test_a_plan_of_long_before_is_found_among_many(memory: Memory) -> None:
    """What was said on the day fills the hits of a search by when it was said."""
    memory.add(Turn("The roses are delivered on 6 March.", "Ann", EVENING - 20 * DAYS), session="plan")
    memory.remember([Turn(f"The roses of bed {number} bloom.", "Ann", EVENING) for number in range(150)], session="s")
    assert {hit.id for hit in of_day(memory).hits if hit.on_date == "happened"} == {"episode:plan/0"}
    assert [hit.id for hit in of_day(memory, "happened").hits] == ["episode:plan/0"]
