"""A crafted export harms nobody: what no index can hold or nothing declares is refused, and nothing is written."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput

Line = dict[str, Any]
LONG = "x" * 500_000


@pytest.fixture(scope="module")
def lines(whole: Memory, tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    path = tmp_path_factory.mktemp("export") / "space.jsonl"
    whole.export(path)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def refused(memory: Memory, path: Path, lines: list[Line]) -> str:
    """Why a file is refused; it must be, and write nothing."""
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    with pytest.raises(InvalidInput) as caught:
        memory.restore(path)
    assert memory.stats().nodes == {}
    return str(caught.value)


def node(lines: list[Line], kind: str) -> Line:
    """Return a node of a kind; of turns the first of a session with several."""
    found = [line["node"] for line in lines if line.get("node", {}).get("kind") == kind]
    return next((each for each in found if each.get("session") == "s"), found[0])


def relation(lines: list[Line], type_: str) -> Line:
    return next(line["relation"] for line in lines if line.get("relation", {}).get("type") == type_)


DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("kind", "name", "value", "complaint"),
    [
        ("Episode", "speaker", LONG, "speaker has 500,000 bytes; give at most 800"),
        ("Episode", "session", LONG, "session has 500,000 bytes"),
        ("Episode", "session", "é" * 500, "session has 1,000 bytes"),
        ("Fact", "speaker", LONG, "speaker has 500,000 bytes"),
        ("Fact", "statement_key", LONG, "statement_key has 500,000 bytes"),
        ("Entity", "id", "entity:" + LONG, "id has 500,007 bytes"),
        ("Triplet", "kind", LONG, "is no kind of node"),
        ("Episode", "speaker", ["Ann", ["Ben"]], "which is no STRING"),
        ("Episode", "speaker", "\ud800", "which is no STRING"),
        ("Episode", "position", True, "which is no INTEGER"),
        ("Episode", "position", 2**70, "which is no INTEGER"),
        ("Episode", "position", {"x": 1.0, "y": 2.0}, "which is no INTEGER"),
        ("Fact", "belief", float("nan"), "NaN is no number"),
        ("Fact", "belief", float("-inf"), "-Infinity is no number"),
        ("Fact", "valid_to", {"$instant": "2023-05-08T00:00:00"}, "has no zone"),
        ("Fact", "valid_to", {"$instant": "0001-01-01T00:00:00+14:00"}, "is not JSON"),
        ("Fact", "valid_to", {"$instant": "yesterday"}, "is not JSON"),
        ("Fact", "valid_to", "2023-05-08T00:00:00+00:00", "which is no ZONED DATETIME"),
        ("Fact", "embedding", [0.0] * 384, "a vector of length 0"),
        ("Fact", "embedding", [1e300] * 384, "not finite"),
        ("Fact", "embedding", [[0.5]] * 384, "which is no LIST<FLOAT>"),
        ("Fact", "embedding", [], "a vector of length 0"),
        ("Fact", "nonsense", 1, "'nonsense' is none of its properties"),
        ("Fact", "closed", True, "'closed' is none of its properties"),
        ("Fact", "id", "space", "'space' is no id of a fact"),
        ("Space", "id", "space:2", "'space:2' is no id of a space"),
        ("Fact", "id", "entity:lisbon", "'entity:lisbon' is no id of a fact"),
        ("Episode", "position", 1, "or its place is there twice"),
        ("Episode", "metadata", "[1]", "metadata is no JSON object"),
        ("Episode", "metadata", DEEP, "metadata is no JSON object"),
        ("Consolidation", "extractor", None, "which is no STRING"),
    ],
)
def test_a_node_that_memory_cannot_hold_is_refused(
    module_memory: Memory, lines: list[Line], tmp_path: Path, kind: str, name: str, value: object, complaint: str
) -> None:
    crafted = copy.deepcopy(lines)
    node(crafted, kind)[name] = value
    assert complaint in refused(module_memory, tmp_path / "crafted.jsonl", crafted)


@pytest.mark.parametrize(
    ("type_", "changes", "complaint"),
    [
        ("NEXT", {"target": "space"}, "no 'NEXT' leads from"),
        ("NEXT", {"source": "space"}, "no 'NEXT' leads from 'space'"),
        ("NEXT", {"type": "OWNS"}, "no 'OWNS' leads from"),
        ("NEXT", {"type": "NEXT]->() DETACH DELETE (n) //"}, "leads from"),
        ("SAME_AS", {"target": "entity:nowhere"}, "to 'entity:nowhere'"),
        ("DERIVED_FROM", {"properties": {}}, "created_at is missing"),
        ("DERIVED_FROM", {"properties": [1]}, "properties"),
        ("DERIVED_FROM", {"more": 1}, "properties"),
    ],
)
def test_a_relationship_that_nothing_declares_is_refused(
    module_memory: Memory, lines: list[Line], tmp_path: Path, type_: str, changes: Line, complaint: str
) -> None:
    crafted = copy.deepcopy(lines)
    relation(crafted, type_).update(changes)
    assert complaint in refused(module_memory, tmp_path / "crafted.jsonl", crafted)


@pytest.mark.parametrize("type_", ["REPLACED_BY", "NEXT"])
def test_a_circle_is_refused(module_memory: Memory, lines: list[Line], tmp_path: Path, type_: str) -> None:
    link = relation(lines, type_)
    back = {"relation": link | {"source": link["target"], "target": link["source"]}}
    told = refused(module_memory, tmp_path / "crafted.jsonl", [*lines[:-1], back, lines[-1]])
    assert "leads in a circle" in told
    assert link["source"] in told


def test_a_line_that_says_two_things_is_refused(module_memory: Memory, lines: list[Line], tmp_path: Path) -> None:
    crafted = copy.deepcopy(lines)
    crafted[1]["relation"] = {"type": "NEXT", "source": "space", "target": "space", "properties": {}}
    assert "is no line" in refused(module_memory, tmp_path / "crafted.jsonl", crafted)


def test_json_that_is_nested_too_deeply_is_refused(module_memory: Memory, lines: list[Line], tmp_path: Path) -> None:
    (tmp_path / "crafted.jsonl").write_text(f"{json.dumps(lines[0])}\n{DEEP}", "utf-8")
    with pytest.raises(InvalidInput, match="nested too deeply"):
        module_memory.restore(tmp_path / "crafted.jsonl")
