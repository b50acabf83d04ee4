"""A turn's vector is of who says it, its text and what its image shows; a store of before gets them when opened."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from clew.api.memory import Memory
from clew.api.opening import prepare_store
from clew.graph.queries import generated, load
from clew.loaders.upkeep.migrations import BEFORE_SPEAKERS
from clew.model import Turn
from clew.settings import Settings

pytestmark = pytest.mark.whole_store

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


def test_its_vector_is_of_speaker_text_and_caption(album: Memory) -> None:
    expected = album.space.embed([f"Ann: {SHOWN.text}\n{SHOWN.caption}", f"Ann: {PLAIN.text}", "Ben: Good for you."])
    assert np.allclose(vectors(album), expected, atol=1e-6)


@pytest.mark.parametrize("role", ["user", "Assistant", " AI ", ""])
def test_a_role_is_no_name(memory: Memory, role: str) -> None:
    memory.remember([Turn(PLAIN.text, role, DAY)], session="s")
    assert np.allclose(vectors(memory), memory.space.embed([PLAIN.text]), atol=1e-6)


def test_a_part_of_a_long_turn_has_its_speaker(memory: Memory) -> None:
    memory.remember(
        [Turn("\n\n".join(f"Day {day}. " + "It rained and rained. " * 40 for day in range(3)), "Ann")], session="s"
    )
    statement = "MATCH (p:Clew {space: $space, kind: 'Part'}) RETURN p.text AS text, p.embedding AS vector"
    parts = memory.space.read(generated("parts", statement))
    assert len(parts) > 1
    expected = memory.space.embed([f"Ann: {part['text']}" for part in parts])
    assert np.allclose([part["vector"] for part in parts], expected, atol=1e-6)


def older(memory: Memory) -> None:
    """Give each turn the vector that it had before: of its text alone."""
    rows = [
        {"id": f"episode:s/{position}", "embedding": vector}
        for position, vector in enumerate(memory.space.embed([SHOWN.text, PLAIN.text, "Good for you."]))
    ]
    memory.space.write(load("write/embeddings"), rows=rows)


def test_a_store_of_before_gets_its_vectors_at_its_next_opening(album: Memory) -> None:
    now = vectors(album)
    older(album)
    assert not np.allclose(vectors(album), now, atol=1e-3)
    album.space.graph.write(load("maintain/set_version"), version=BEFORE_SPEAKERS)
    prepare_store(album.space, Settings())
    assert np.allclose(vectors(album), now, atol=1e-6)


def test_an_export_of_before_gets_its_vectors(
    album: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    now = vectors(album)
    older(album)
    album.export(tmp_path / "space.jsonl")
    first, *others = (tmp_path / "space.jsonl").read_text("utf-8").splitlines()
    head = json.dumps(json.loads(first) | {"schema": BEFORE_SPEAKERS})
    (tmp_path / "old.jsonl").write_text("\n".join([head, *others]), "utf-8")
    restored = open_memory()
    restored.restore(tmp_path / "old.jsonl")
    assert np.allclose(vectors(restored), now, atol=1e-6)
