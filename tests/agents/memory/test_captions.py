"""A turn is found by what its image shows, by meaning too; a store of before gets such vectors at its next opening."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from clew.connect import ready
from clew.loaders.upkeep.older import BEFORE_CAPTIONS
from clew.memory import Memory
from clew.model import Turn
from clew.queries import generated, load
from clew.settings import Settings

DAY = datetime(2024, 3, 1, tzinfo=UTC)
SHOWN = Turn("Look what we did today!", "Ann", DAY, caption="two people steering a sailing boat")
PLAIN = Turn("Nothing much happened here.", "Ann", DAY)
QUESTION = "Who was out at sea in a yacht?"


@pytest.fixture
def album(memory: Memory) -> Memory:
    memory.remember([SHOWN, PLAIN, Turn("Good for you.", "Ben", DAY)], session="s")
    return memory


def vectors(memory: Memory) -> list[list[float]]:
    statement = "MATCH (t:Clew {space: $space, kind: 'Episode'}) RETURN t.embedding AS vector ORDER BY t.position"
    return [row["vector"] for row in memory.space.read(generated("vectors", statement))]


def test_a_turn_is_found_by_the_meaning_of_its_caption(album: Memory) -> None:
    hits = album.recall(QUESTION).hits
    assert hits[0].caption == SHOWN.caption
    assert hits[0].parts.text == 0
    assert hits[0].parts.vector > max(hit.parts.vector for hit in hits[1:])


def test_its_vector_is_of_text_and_caption_and_others_are_of_their_text(album: Memory) -> None:
    expected = album.space.embed([f"{SHOWN.text}\n{SHOWN.caption}", PLAIN.text])
    assert np.allclose(vectors(album)[:2], expected, atol=1e-6)


def older(memory: Memory) -> None:
    """Give the captioned turn the vector that it had before."""
    rows = [{"id": "episode:s/0", "embedding": memory.space.embed([SHOWN.text])[0]}]
    memory.space.write(load("write/embeddings"), rows=rows)


def test_a_store_of_before_gets_its_vectors_at_its_next_opening(album: Memory) -> None:
    now = vectors(album)
    older(album)
    assert not np.allclose(vectors(album), now, atol=1e-3)
    album.space.graph.write(load("maintain/set_version"), version=BEFORE_CAPTIONS)
    ready(album.space, Settings())
    assert np.allclose(vectors(album), now, atol=1e-6)


def test_an_export_of_before_gets_its_vectors(
    album: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    now = vectors(album)
    older(album)
    album.export(tmp_path / "space.jsonl")
    first, *others = (tmp_path / "space.jsonl").read_text("utf-8").splitlines()
    head = json.dumps(json.loads(first) | {"schema": BEFORE_CAPTIONS})
    (tmp_path / "old.jsonl").write_text("\n".join([head, *others]), "utf-8")
    restored = open_memory()
    restored.restore(tmp_path / "old.jsonl")
    assert np.allclose(vectors(restored), now, atol=1e-6)
