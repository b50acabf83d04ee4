"""What an older Clew wrote takes today's shape and recalls the same; `tests/older` holds its export and what it found.

The commit 061510b wrote the files: a conversation, a document, facts and a world, and what it recalled of them
without PageRank, which walks one node of a word now where there were two.
"""

import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.api.memory.talk import rows

from clew.api.memory import Memory

STRANGERS = 1
"""Memories that may leave the best ten: turns have vectors of their speakers now, and full text weighs words by all
that a store holds, and here others fill it, too."""

OLDER = Path(__file__).parents[2] / "older"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "older.jsonl"
    path.write_bytes(lzma.decompress((OLDER / "version_3.jsonl.xz").read_bytes()))
    return path


@pytest.fixture
def older(open_memory: Callable[..., Memory], file: Path) -> Memory:
    memory = open_memory()
    memory.restore(file)
    return memory


def test_restoring_it_again_changes_nothing(older: Memory, file: Path, contents: Callable[[Memory], object]) -> None:
    before = contents(older)
    older.restore(file)
    assert contents(older) == before
    joined = """
        MATCH (a:Clew {space: $space})-[r]->(b)
        WITH a, type(r) AS type, b, count(*) AS times WHERE times > 1
        RETURN a.id AS source, type, b.id AS target
    """
    assert rows(older, joined) == []


def test_it_recalls_the_same(older: Memory) -> None:
    before = json.loads((OLDER / "version_3_recalled.json").read_text("utf-8"))
    settings = older.settings.recall.without_pagerank().changed(session_full=1)
    for question, hits in before.items():
        now = [hit.id for hit in older.recall(question, settings=settings).hits[:10]]
        was = [id for id, _ in hits]
        assert now[0] == was[0], question
        assert len(set(now) & set(was)) >= len(was) - STRANGERS, question


def test_a_word_is_one_node(older: Memory) -> None:
    words = """
        MATCH (n:Clew {space: $space})
        WHERE n.name IN ['lisbon', 'oslo']
        RETURN n.kind AS kind, n.name AS name ORDER BY name
    """
    assert rows(older, words) == [{"kind": "Entity", "name": "lisbon"}, {"kind": "Entity", "name": "oslo"}]
    about = "MATCH (t:Episode {space: $space})-[:HAS_CONCEPT]->(:Entity {name: 'lisbon'}) RETURN t.id AS id"
    assert rows(older, about) == [{"id": "episode:x/1"}]


def test_it_can_be_forgotten_to_the_last_node(older: Memory) -> None:
    older.forget(session="x")
    older.forget(session="walk")
    older.forget(document="Lisbon")
    assert set(older.stats().nodes) == {"Space"}
