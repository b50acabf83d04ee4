"""Export and restore: exact, whole or not at all, and repeatable."""

from collections.abc import Callable
from pathlib import Path

import pytest

from clew.errors import Conflict, InvalidInput
from clew.loaders import demo
from clew.memory import Memory


@pytest.fixture
def exported(open_memory: Callable[..., Memory], tmp_path: Path) -> tuple[Memory, Path]:
    memory = open_memory()
    memory.remember_file(demo.path())
    memory.export(tmp_path / "space.jsonl")
    return memory, tmp_path / "space.jsonl"


def test_a_restored_space_is_the_same(
    exported: tuple[Memory, Path], memory: Memory, contents: Callable[[Memory], object]
) -> None:
    original, path = exported
    assert memory.restore(path) == sum(original.stats().nodes.values())
    assert contents(memory) == contents(original)
    question = demo.questions()[0].text
    assert [hit.id for hit in memory.recall(question).hits] == [hit.id for hit in original.recall(question).hits]


def test_restoring_again_changes_nothing(
    exported: tuple[Memory, Path], memory: Memory, contents: Callable[[Memory], object]
) -> None:
    memory.restore(exported[1])
    before = contents(memory)
    memory.restore(exported[1])
    assert contents(memory) == before


def test_a_used_space_is_refused(exported: tuple[Memory, Path], memory: Memory) -> None:
    memory.add("Something else.", session="mine")
    with pytest.raises(Conflict, match="restore into an empty space"):
        memory.restore(exported[1])


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda _: [], "holds no memory"),
        (lambda lines: lines[1:], ":1 is no line"),
        (lambda lines: [*lines[:5], lines[5][:20], *lines[6:]], ":6 is not JSON"),
        (lambda lines: [*lines[:5], "[1]", *lines[6:]], ":6 is not an object"),
        (lambda lines: [lines[0].replace('"clew": 1', '"clew": 9'), *lines[1:]], "another version"),
        (lambda lines: [lines[0], *lines[2:]], "is no line"),
        (lambda lines: [*lines, '{"node": {"id": "x", "kind": "Admin"}}'], "is no line"),
    ],
)
def test_a_damaged_file_writes_nothing(
    exported: tuple[Memory, Path], memory: Memory, damage: Callable[[list[str]], list[str]], complaint: str
) -> None:
    path = exported[1]
    path.write_text("\n".join(damage(path.read_text("utf-8").splitlines())), "utf-8")
    with pytest.raises(InvalidInput) as caught:
        memory.restore(path)
    assert complaint in str(caught.value)
    assert memory.stats().nodes == {}


def test_a_file_that_is_not_there_is_named(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nowhere"):
        memory.restore(tmp_path / "nowhere.jsonl")
    with pytest.raises(InvalidInput, match="cannot write"):
        memory.export(tmp_path / "no" / "folder.jsonl")
