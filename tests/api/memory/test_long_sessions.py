"""A session that is longer than what is held at once comes in parts, and nothing shows it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.errors import Conflict, NotFound
from clew.loaders.conversation import files
from clew.model import Progress

PART = 3

Written = list[dict[str, Any]]


def rows(lengths: Sequence[int], dated: Sequence[bool]) -> Written:
    """Turns of several sessions one after the other; some have a time."""
    found: Written = []
    for session, length in enumerate(lengths):
        for position in range(length):
            row = {"session": f"s{session}", "speaker": "Ann", "text": f"Turn {position} of walk {session}."}
            if dated[len(found) % len(dated)]:
                row["at"] = f"2024-03-{1 + position:02} 09:00"
            found.append(row)
    return found


def written(path: Path, lines: Written) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lengths=st.lists(st.integers(1, 11), min_size=1, max_size=3),
    dated=st.lists(st.booleans(), min_size=1, max_size=7),
)
def test_a_session_in_parts_equals_it_at_once(
    lengths: list[int],
    dated: list[bool],
    open_memory: Callable[..., Memory],
    contents: Callable[[Memory], object],
    tmp_path: Path,
) -> None:
    path = written(tmp_path / "walks.jsonl", rows(lengths, dated))
    parted, whole = open_memory(), open_memory()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "PART_TURNS", PART)
        patch.setattr(files, "GROUP_TURNS", PART)
        found = parted.remember_file(path)
        assert [(each.session, each.appended) for each in found] == [
            (f"s{number}", length) for number, length in enumerate(lengths)
        ]
        assert all(not each.appended for each in parted.remember_file(path))
    whole.remember_file(path)
    assert contents(parted) == contents(whole)


@pytest.mark.parametrize("position", [0, 2, 3, 5, 7, 9])
def test_of_a_session_in_parts_a_change_is_found_wherever_it_is(
    position: int,
    memory: Memory,
    open_memory: Callable[..., Memory],
    contents: Callable[[Memory], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "PART_TURNS", PART)
    monkeypatch.setattr(files, "GROUP_TURNS", PART)
    lines = rows([10, 4], [True])
    memory.remember_file(written(tmp_path / "walks.jsonl", lines))
    before = contents(memory)
    lines[position]["text"] = "Something else."
    changed = written(tmp_path / "walks.jsonl", [*lines[:10], {**lines[9], "text": "A new turn."}, *lines[10:]])
    with pytest.raises(Conflict, match=f"turn {position} is stored"):
        memory.remember_file(changed, on_change="stop")
    assert contents(memory) == before

    first, second = memory.remember_file(changed)
    assert (first.changed_at, second.changed_at, second.unchanged) == (position, None, 4)
    assert contents(memory) == before

    first, _ = memory.remember_file(changed, on_change="replace")
    assert (first.changed_at, first.appended, first.unchanged) == (position, 11 - position, position)
    anew = open_memory()
    anew.remember_file(changed)
    assert [turn.text for turn in memory.turns("s0")] == [turn.text for turn in anew.turns("s0")]


def test_a_session_that_is_forgotten_between_two_parts_is_not_begun_in_its_middle(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PART_TURNS", PART)
    path = written(tmp_path / "walks.jsonl", rows([10], [True]))

    def forget(_: Progress) -> None:
        memory.forget(session="s0")

    with pytest.raises(Conflict, match="was forgotten while it was remembered; remember it again"):
        memory.remember_file(path, on_progress=forget)
    with pytest.raises(NotFound):
        memory.turns("s0")
    assert memory.remember_file(path)[0].appended == 10
