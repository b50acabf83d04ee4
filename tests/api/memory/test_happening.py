"""Turns and facts keep the times that they name; a store and an export of before get them."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.api.opening import prepare_store
from clew.graph.queries import generated, load
from clew.loaders.language.happening import add_happening
from clew.loaders.upkeep.migrations import BEFORE_HAPPENING
from clew.model import Fact, Turn
from clew.settings import Settings

pytestmark = pytest.mark.whole_store

EVENING = datetime(2024, 3, 1, 20, tzinfo=timezone(timedelta(hours=-7)))
TIMES = "MATCH (n:Clew {space: $space}) WHERE n.happens IS NOT NULL RETURN n.id AS id, n.happens AS happens ORDER BY id"


@pytest.fixture
def plans(memory: Memory) -> Memory:
    memory.remember(
        [
            Turn("The opera tickets are for 4 July.", "Ann", EVENING),
            Turn("Yesterday I met Bo.", "Ann", EVENING),
            Turn("Nothing else.", "Ann", EVENING),
        ],
        session="s",
    )
    memory.remember_facts([Fact("Ann met Bo yesterday.", ("episode:s/1",))])
    return memory


def as_before(memory: Memory) -> None:
    """Take the times away, as a store of before has none."""
    removal = "MATCH (n:Clew {space: $space}) REMOVE n.happens, n.happens_from, n.happens_to"
    memory.space.write(generated("removal", removal))


def happening(memory: Memory) -> dict[str, Any]:
    return {row["id"].partition(":")[0] + row["id"][-2:]: row["happens"] for row in rows(memory, TIMES)}


@pytest.mark.slow
def test_a_plan_is_found_by_its_day_months_later(plans: Memory) -> None:
    mild = "The weather is mild, again, for the {}th time."
    days = [EVENING + timedelta(days=number) for number in range(130)]
    plans.remember([Turn(mild.format(number), "Ann", at) for number, at in enumerate(days)], session="diary")
    first = plans.recall("What is on 4 July 2024?").hits[0]
    assert (first.id, first.on_date) == ("episode:s/0", "happened")
    assert first.happens == ((date(2024, 7, 4), date(2024, 7, 4)),)


@pytest.mark.parametrize("question", ["What did I do on 3 May 2024?", "What happened on 3 May 2024?"])
def test_where_nothing_but_a_day_is_asked_the_day_decides_and_no_other_likeness(memory: Memory, question: str) -> None:
    near = [
        "What happened? What did I do?",
        "On Monday I did what I do on any day.",
        "I did nothing, nothing happened.",
    ]
    memory.remember([Turn(text, "Ann", datetime(2024, 5, 3, 9, tzinfo=UTC)) for text in near], session="that day")
    told = "Two days ago the glazier came."
    memory.remember([Turn(told, "Ann", datetime(2024, 5, 5, 9, tzinfo=UTC)), Turn("Hello.", "Bo")], session="later")
    assert memory.recall(question).hits[0].text == told


def test_a_day_counts_from_that_of_the_speaker(plans: Memory) -> None:
    assert ["2024-02-29/2024-02-29"] in happening(plans).values()
    (stored,) = rows(plans, "MATCH (t:Episode {space: $space, position: 1}) RETURN t.at AS at, t.valid_from AS since")
    assert (stored["at"], stored["at"].utcoffset()) == (EVENING, timedelta(hours=-7))
    assert stored["since"].utcoffset() == timedelta(0)


def test_a_store_of_before_gets_them_at_its_next_opening_and_again_if_that_was_interrupted(plans: Memory) -> None:
    now = happening(plans)
    assert len(now) == 3
    as_before(plans)
    assert add_happening(plans.space) == 4  # as if the migration had ended before it was recorded
    plans.space.write(
        generated("half", "MATCH (t:Episode {space: $space, position: 0}) REMOVE t.happens, t.happens_from")
    )
    plans.space.graph.write(load("maintain/set_version"), version=BEFORE_HAPPENING)
    prepare_store(plans.space, Settings())
    assert happening(plans) == now


@pytest.mark.slow
def test_an_export_keeps_them_and_one_of_before_gets_them(
    plans: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    now = happening(plans)
    plans.export(tmp_path / "new.jsonl")
    as_before(plans)
    plans.export(tmp_path / "space.jsonl")
    first, *others = (tmp_path / "space.jsonl").read_text("utf-8").splitlines()
    head = json.dumps(json.loads(first) | {"schema": BEFORE_HAPPENING})
    (tmp_path / "old.jsonl").write_text("\n".join([head, *others]), "utf-8")
    for name in ("new", "old"):
        restored = open_memory()
        restored.restore(tmp_path / f"{name}.jsonl")
        restored.restore(tmp_path / f"{name}.jsonl")  # again, which changes nothing
        assert happening(restored) == now
        at = restored.recall("Whom did I meet?").hits[0].at
        assert at is not None
        assert at.utcoffset() == timedelta(hours=-7)
