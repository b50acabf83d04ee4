"""A time without an offset is that of the zone that the settings name, and so is the day of a question."""

import warnings
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import InvalidInput
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.model import Filter, Turn
from clew.settings import Settings

SAYS = "MATCH (t:Episode {space: $space}) RETURN t.at AS at, t.valid_from AS since, t.happens AS happens ORDER BY t.id"
EVENING = datetime(2023, 5, 8, 20)
OFFSET = timedelta(hours=-7)


@pytest.fixture
def western(memory: Memory, graph: Graph, encoder: MiniLM) -> Memory:
    return Memory(graph, encoder, memory.space.name, Settings(zone="America/Los_Angeles"))


def in_file(memory: Memory, folder: Path) -> None:
    file = folder / "chat.jsonl"
    file.write_text('{"session": "s", "speaker": "Ann", "text": "I saw Bo yesterday.", "at": "2023-05-08 20:00"}\n')
    (done,) = memory.remember_file(file)
    assert done.notes == ()


WAYS: list[Callable[[Memory, Path], object]] = [
    lambda memory, _: memory.remember([Turn("I saw Bo yesterday.", "Ann", EVENING)], session="s"),
    lambda memory, _: memory.add("I saw Bo yesterday.", session="s", speaker="Ann", at="8 May 2023, 8 pm"),
    in_file,
]


@pytest.mark.parametrize("remember", WAYS)
def test_a_time_without_an_offset_is_the_speakers(
    western: Memory, tmp_path: Path, remember: Callable[[Memory, Path], object]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the zone is known, and nothing is to be warned of
        remember(western, tmp_path)
    (stored,) = rows(western, SAYS)
    assert stored["at"] == stored["since"] == datetime(2023, 5, 9, 3, tzinfo=UTC)
    assert (stored["at"].utcoffset(), stored["since"].utcoffset()) == (OFFSET, timedelta(0))
    assert stored["happens"] == ["2023-05-07/2023-05-07"]


def test_an_offset_that_is_named_counts(western: Memory) -> None:
    western.add(Turn("Hi.", "Ann", EVENING.replace(tzinfo=UTC)), session="s")
    (stored,) = rows(western, SAYS)
    assert (stored["at"], stored["at"].utcoffset()) == (EVENING.replace(tzinfo=UTC), timedelta(0))


def test_a_turn_without_a_time_is_of_this_day_there(western: Memory) -> None:
    before = datetime.now(ZoneInfo("America/Los_Angeles"))
    western.add("Hi.", session="s")
    (stored,) = rows(western, SAYS)
    assert stored["at"].utcoffset() == before.utcoffset()


def test_yesterday_of_a_question_counts_from_the_day_there(western: Memory) -> None:
    """At three in the night of the 9th in UTC it is still the 8th, and yesterday is the 7th."""
    western.remember(
        [Turn("I saw Bo.", "Ann", EVENING - timedelta(days=1)), Turn("I slept.", "Ann", EVENING)], session="s"
    )
    night = datetime(2023, 5, 9, 3, 30, tzinfo=UTC)
    hits = western.recall("Whom did I see yesterday?", Filter(as_of=night)).hits
    said = {hit.id for hit in hits if hit.on_date == "said"}
    assert said == {"episode:s/0"}
    assert {hit.at.date() for hit in hits if hit.at} == {date(2023, 5, 7), date(2023, 5, 8)}


@pytest.mark.parametrize("name", ["CET+1", "Berlin", "Europe", "../etc", "Europe/", "a\x00b"])
def test_a_name_of_no_zone_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match=r"CLEW_ZONE: .*is no time zone; give an IANA name such as Europe/Berlin"):
        Settings.from_env({"CLEW_ZONE": name})


def test_a_space_keeps_the_zone_with_which_it_was_written(
    western: Memory, graph: Graph, encoder: MiniLM, open_memory: Callable[..., Memory]
) -> None:
    name = western.space.name
    western.add("Hi.", session="s")
    again = open_memory(name)
    assert again.space.zone == western.space.zone == open_memory().for_space(name).space.zone
    again.add("I saw Bo yesterday.", session="t", speaker="Ann", at="8 May 2023, 8 pm")
    assert rows(again, SAYS)[1]["at"] == datetime(2023, 5, 9, 3, tzinfo=UTC)
    Memory(graph, encoder, name, Settings(zone="Europe/Berlin")).add("Ho.", session="s")
    assert open_memory(name).space.zone == ZoneInfo("Europe/Berlin")


def test_a_restored_space_has_its_zone(western: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    western.add("Hi.", session="s")
    western.export(tmp_path / "space.jsonl")
    fresh = open_memory()
    fresh.restore(tmp_path / "space.jsonl")
    assert open_memory(fresh.space.name).space.zone == western.space.zone


def test_a_zone_that_this_machine_does_not_know_has_a_remedy(
    western: Memory, graph: Graph, encoder: MiniLM, open_memory: Callable[..., Memory]
) -> None:
    western.add("Hi.", session="s")
    name = western.space.name
    western.space.write(generated("test", "MATCH (s:Space {space: $space}) SET s.zone = 'Mars/Olympus'"))
    with pytest.raises(InvalidInput, match="'Mars/Olympus' is no time zone; give an IANA name"):
        open_memory(name)
    Memory(graph, encoder, name, Settings(zone="Europe/Berlin")).add("Ho.", session="s")
    assert open_memory(name).space.zone == ZoneInfo("Europe/Berlin")
