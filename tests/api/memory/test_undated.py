"""A file whose turns have no time is kept undated, and all that memory does works with it."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.model import Filter

LINES = (
    '{"session": "log", "speaker": "Ann", "text": "I moved to Lisbon last week."}\n'
    '{"session": "log", "speaker": "Ben", "text": "%s"}\n'
    '{"session": "dated", "speaker": "Ann", "text": "I live in Porto now.", "at": "2024-05-08T13:56:00Z"}\n'
    '{"session": "dated", "speaker": "Ann", "text": "Lisbon was too loud."}\n'
)
LONG = "Lisbon is far. " * 200


@pytest.fixture
def undated(memory: Memory, tmp_path: Path) -> Memory:
    path = tmp_path / "talk.jsonl"
    path.write_text(LINES % LONG, "utf-8")
    done = memory.remember_file(path)
    (note,) = [note for each in done for note in each.notes if "undated" in note.what]
    assert (note.what, note.count) == ("turns have no time, and are kept undated", 2)
    return memory


def test_turns_without_any_time_are_kept_undated_and_recalled(undated: Memory) -> None:
    found = {hit.id: hit for hit in undated.recall("Where does Ann live? Lisbon").hits}
    assert found["episode:log/0"].at is None
    assert found["episode:log/1"].at is None
    assert found["episode:dated/0"].at == found["episode:dated/1"].at
    packed = undated.recall("Who moved to Lisbon?").text
    assert "Session log\n" in packed
    assert "Session dated, 8 May 2024\n" in packed


def test_a_time_that_is_asked_for_leaves_out_what_has_none(undated: Memory) -> None:
    since = undated.recall("Lisbon", Filter(since=datetime(2024, 1, 1, tzinfo=UTC)))
    assert {hit.session for hit in since.hits} == {"dated"}


def test_undated_turns_are_consolidated_before_all_others(undated: Memory) -> None:
    assert {chunk.name.partition(",")[0]: chunk.at is None for chunk in undated.pending()} == {
        "log": True,
        "dated": False,
    }
    done = undated.consolidate()
    assert done.failed == {}
    facts = undated.recall("Where did Ann move?", Filter(kinds=["fact"])).hits
    assert any("moved to Lisbon last week." in hit.text for hit in facts)
    assert not [hit for hit in facts if "Lisbon last week (" in hit.text]


def test_undated_turns_are_exported_restored_and_forgotten(
    undated: Memory, open_memory: Callable[..., Memory], contents: Callable[[Memory], object], tmp_path: Path
) -> None:
    undated.export(tmp_path / "space.jsonl")
    other = open_memory()
    other.restore(tmp_path / "space.jsonl")
    assert contents(other) == contents(undated)
    assert other.forget(session="log").removed["Episode"] == 2


def test_turns_that_are_added_later_have_their_times(undated: Memory) -> None:
    undated.add("Now I live in Faro.", session="log", speaker="Ann")
    (hit,) = [hit for hit in undated.recall("Faro").hits if "Faro" in hit.text]
    assert hit.at is not None
