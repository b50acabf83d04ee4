"""Shared by memory tests: the contents of a space as a value that can be compared."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from clew.api.memory import Memory
from clew.model import Turn

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
TALK = [
    Turn("Hello Ben!", "Ann", MAY),
    Turn("I moved to Oslo in 2019.", "Ann", MAY + timedelta(minutes=1)),
    Turn("I play the cello in Bergen now.", "Ben", MAY + timedelta(minutes=2)),
]
MOVED = "episode:s/1"
Contents = tuple[frozenset[str], frozenset[str]]
CHANGING = frozenset({"created_at", "told_at", "space", "space_key", "locked_at"})


@pytest.fixture
def talk(memory: Memory) -> Memory:
    """A space that holds `TALK`, consolidated."""
    memory.remember(TALK, session="s")
    memory.consolidate()
    return memory


@pytest.fixture
def contents(tmp_path: Path) -> Callable[[Memory], Contents]:
    """All nodes and relations of a space, without its name and the time of writing."""

    def contents(memory: Memory) -> Contents:
        memory.export(tmp_path / "contents.jsonl")
        lines = [json.loads(line) for line in (tmp_path / "contents.jsonl").read_text("utf-8").splitlines()]
        nodes = [line["node"] for line in lines if "node" in line]
        relations = [line["relation"] for line in lines if "relation" in line]
        return frozenset(map(_comparable, nodes)), frozenset(map(_comparable, relations))

    return contents


def _comparable(record: dict[str, Any]) -> str:
    if record.get("kind") in {"Space", "Entity"}:  # an entity is spelt as where it was named first
        record["text"] = ""
    if record.get("kind") == "Session":  # it notes the file that brought it
        record.pop("digest", None)
    if "properties" in record:
        record["properties"] = _settled(record["properties"])
    return json.dumps(_settled(record), sort_keys=True)


def _settled(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in CHANGING}
