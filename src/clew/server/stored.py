"""The size of a store by what keeps it in memory: Neo4j's page cache, or the operating system."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clew.server.layout import ServerLayout

_SEARCH = ("fulltext", "vector")  # begin the folders of Lucene's indexes


@dataclass(frozen=True, slots=True)
class StoreSize:
    """Bytes on disk of the databases of one server."""

    # nodes, relationships, properties with their vectors, and range indexes: Neo4j's page cache holds them
    records: int = 0
    text: int = 0  # the full-text index: the operating system's cache of files holds it
    vectors: int = 0  # the vector index likewise; Java's heap holds its graph while it is built

    @property
    def search(self) -> int:
        """Bytes that the operating system caches."""
        return self.text + self.vectors


def measure(layout: ServerLayout) -> StoreSize:
    """Measure what a server stores; all zero before its first start."""
    sizes = {"records": 0, "text": 0, "vectors": 0}
    for path, size in files(layout.databases):
        parts = path.relative_to(layout.databases).parts
        index = next((part for part in parts if part.startswith(_SEARCH)), "")
        sizes["vectors" if index.startswith("vector") else "text" if index else "records"] += size
    return StoreSize(**sizes)


def files(folder: Path) -> Iterator[tuple[Path, int]]:
    """Return every file below a folder, with the bytes that it takes on disk; one that goes meanwhile is left out."""
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            try:
                yield path, path.stat().st_blocks * 512
            except FileNotFoundError:
                continue
