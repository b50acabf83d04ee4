"""A file that is remembered again: what is new comes in, and what differs is reported, replaced, or an error."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.errors import Conflict, NotFound
from clew.model import Remembered

MAY = {"a": ["Alpha.", "Beta."], "b": ["My rent is 700.", "I see.", "Thanks."], "c": ["Gamma."]}
JUNE = {"d": ["Delta."], "b": ["My rent is 700.", "Is it?", "It is."], "c": ["Gamma.", "Epsilon."], "e": ["Zeta."]}


@pytest.fixture
def export(tmp_path: Path) -> Callable[[dict[str, list[str]]], Path]:
    def write(sessions: dict[str, list[str]]) -> Path:
        path = tmp_path / "export.jsonl"
        rows = [
            {"session": name, "speaker": "Ann", "text": text, "at": f"2024-05-0{number + 1}T00:00:00Z"}
            for name, texts in sessions.items()
            for number, text in enumerate(texts)
        ]
        path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
        return path

    return write


def told(done: tuple[Remembered, ...]) -> dict[str, tuple[int, int, int | None]]:
    return {each.session: (each.appended, each.unchanged, each.changed_at) for each in done}


def stored(memory: Memory) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for hit in sorted(memory.recall("rent", limit=100).hits, key=lambda hit: (hit.session, hit.position)):
        if hit.kind == "Episode":
            found.setdefault(hit.session, []).append(hit.text)
    return found


def test_changed_sessions_are_reported_and_all_others_come_in(
    memory: Memory, export: Callable[[dict[str, list[str]]], Path]
) -> None:
    memory.remember_file(export(MAY))
    done = memory.remember_file(export(JUNE))
    assert told(done) == {"d": (1, 0, None), "b": (0, 3, 1), "c": (1, 1, None), "e": (1, 0, None)}
    (note,) = [note for each in done for note in each.notes]
    assert note.is_lost
    assert "session 'b', turn 1 is stored as 'Ann: I see.', not as 'Ann: Is it?'" in note.example
    assert stored(memory) == MAY | {"d": JUNE["d"], "c": JUNE["c"], "e": JUNE["e"]}
    assert told(memory.remember_file(export(JUNE)))["e"] == (0, 1, None)


def test_changed_sessions_are_replaced_from_the_first_difference_on(
    memory: Memory, export: Callable[[dict[str, list[str]]], Path]
) -> None:
    memory.remember_file(export(MAY))
    done = memory.remember_file(export(JUNE), on_change="replace")
    assert told(done) == {"d": (1, 0, None), "b": (2, 1, 1), "c": (1, 1, None), "e": (1, 0, None)}
    (receipt,) = [each.forgotten for each in done if each.forgotten]
    assert {"episode:b/1", "episode:b/2"} <= set(receipt.ids)
    assert stored(memory) == MAY | JUNE
    assert told(memory.remember_file(export(JUNE), on_change="replace"))["b"] == (0, 3, None)
    shorter = {"b": ["My rent is 750."]}
    assert told(memory.remember_file(export(shorter), on_change="replace")) == {"b": (1, 0, 0)}
    assert stored(memory)["b"] == shorter["b"]


def test_a_change_may_stop_the_load_before_anything_is_written(
    memory: Memory,
    contents: Callable[[Memory], object],
    export: Callable[[dict[str, list[str]]], Path],
) -> None:
    memory.remember_file(export(MAY))
    before = contents(memory)
    with pytest.raises(Conflict, match="session 'b', turn 1 is stored as"):
        memory.remember_file(export(JUNE), on_change="stop")
    assert contents(memory) == before


def test_a_replacement_that_was_interrupted_is_found_again(
    memory: Memory, export: Callable[[dict[str, list[str]]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.remember_file(export(MAY))
    with monkeypatch.context() as cut:
        cut.setattr("clew.loaders.upkeep.forget.forget_ids", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            memory.remember_file(export(JUNE), on_change="replace")
    assert told(memory.remember_file(export(MAY)))["b"] == (0, 3, 1)
    memory.remember_file(export(MAY), on_change="replace")
    assert stored(memory)["b"] == MAY["b"]


def test_what_a_file_brought_is_forgotten_by_the_file(
    memory: Memory, export: Callable[[dict[str, list[str]]], Path]
) -> None:
    memory.add("My own.", session="mine")
    path = export(MAY)
    memory.remember_file(path)
    assert memory.forget(file=path).removed["Session"] == len(MAY)
    assert stored(memory) == {"mine": ["My own."]}
    with pytest.raises(NotFound, match=r"no session of .*export\.jsonl; nothing was removed"):
        memory.forget(file=path)
    assert told(memory.remember_file(path)) == {"a": (2, 0, None), "b": (3, 0, None), "c": (1, 0, None)}


def test_a_file_that_is_in_memory_as_it_is_is_not_read_again(
    memory: Memory,
    contents: Callable[[Memory], object],
    export: Callable[[dict[str, list[str]]], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = export(MAY)
    known = {name: (0, len(texts), None) for name, texts in MAY.items()}
    memory.remember_file(path)
    before = contents(memory)
    with monkeypatch.context() as unread:
        unread.setattr("clew.loaders.sources.formats.jsonl.records", lambda *_: 1 / 0)
        assert told(memory.remember_file(path)) == told(memory.remember_file(path, strict=True, bulk=True)) == known
        path.write_text(path.read_text("utf-8") + "\n", "utf-8")
        with pytest.raises(ZeroDivisionError):
            memory.remember_file(path)
    assert contents(memory) == before


@pytest.mark.parametrize("way", ["session", "file", "replace", "grow"])
def test_a_file_is_read_again_where_memory_has_changed(
    memory: Memory, export: Callable[[dict[str, list[str]]], Path], way: str
) -> None:
    path = export(MAY)
    memory.remember_file(path)
    if way == "session":
        memory.forget(session="b")
    elif way == "file":
        memory.forget(file=path)
    elif way == "replace":
        other = export(MAY | {"b": ["My rent is 750."]})
        memory.remember_file(other, on_change="replace")
    else:
        memory.remember_file(export(MAY | {"a": [*MAY["a"], "More."]}))
    memory.remember_file(export(MAY), on_change="replace")
    expected = MAY | ({"a": [*MAY["a"], "More."]} if way == "grow" else {})
    assert stored(memory) == expected


def test_a_file_of_which_something_was_lost_says_so_again(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"text": "Hi."}\n{"text": 5}\n', "utf-8")
    for _ in range(2):
        (done,) = memory.remember_file(path)
        assert [note.what for note in done.notes if note.is_lost] == ["rows are left out"]


def test_of_a_folder_only_what_is_new_is_read(memory: Memory, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text('{"text": "Hi."}', "utf-8")
    (tmp_path / "user.json").write_text('{"email": "x"}', "utf-8")
    memory.remember_file(tmp_path)
    (tmp_path / "c.jsonl").write_text('{"text": "Ho."}', "utf-8")
    done = memory.remember_file(tmp_path)
    assert told(done) == {"a": (0, 1, None), "b": (0, 1, None), "c": (1, 0, None)}
    assert [note.count for note in done[0].notes] == [1]  # of the file that is none of ours


def test_tools_and_branches_of_a_file_are_options_of_its_import(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    nodes = {
        key: {
            "parent": parent,
            "message": {"author": {"role": role}, "content": {"content_type": "text", "parts": [f"{key}."]}},
        }
        for key, parent, role in (("a", None, "user"), ("b", "a", "tool"), ("c", "b", "assistant"), ("d", "a", "user"))
    }
    path.write_text(json.dumps([{"id": "talk", "mapping": nodes, "current_node": "c"}]), "utf-8")
    assert told(memory.remember_file(path)) == {"talk": (2, 0, None)}
    assert told(memory.remember_file(path, branches=True)) == {"talk": (0, 2, None), "talk/d": (1, 0, None)}
    assert told(memory.remember_file(path, branches=True)) == {"talk": (0, 2, None), "talk/d": (0, 1, None)}
    (changed,) = memory.remember_file(path, tools=True, on_change="replace")
    assert (changed.appended, changed.changed_at) == (2, 1)
    memory.forget(file=path)
    assert "Session" not in memory.stats().nodes
