"""Files of conversations into the graph: validated whole, then one resumable transaction per session."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from clew import schema, store
from clew.loaders import sources
from clew.loaders.conversation import remember
from clew.model import Progress, Remembered
from clew.space import Space


def remember_file(
    space: Space,
    path: Path | str,
    *,
    format: str | None = None,
    bulk: bool = False,
    link_concepts: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[Remembered, ...]:
    """Remember every session of a file or folder; after an interruption, doing it again resumes.

    Args:
        space: where.
        path: of any supported format.
        format: its name where the file does not show it.
        bulk: build the search indexes afterwards: faster for large files, but no space can be searched meanwhile.
        link_concepts: whether turns are joined to the concepts that they mention.
        on_progress: told after each session.

    Raises:
        InvalidInput: something in it cannot be used; nothing was written.
        Conflict: a turn differs from what is stored; the sessions before it are written.
    """
    total = sources.validate(path, format).turns
    if not bulk:
        return _remember_all(space, path, format, total, link_concepts, on_progress)
    with indexed_afterwards(space):
        return _remember_all(space, path, format, total, link_concepts, on_progress)


@contextmanager
def indexed_afterwards(space: Space) -> Generator[None]:
    """Drop the store's search indexes, and build them when the block ends; the next opening does it after a crash."""
    for query in schema.drop(schema.SEARCH_INDEXES):
        space.graph.execute(query)
    try:
        yield
    finally:
        store.make_indexes(space.graph, space.dimensions)


def _remember_all(
    space: Space,
    path: Path | str,
    format: str | None,
    total: int,
    link_concepts: bool,
    on_progress: Callable[[Progress], None] | None,
) -> tuple[Remembered, ...]:
    done, results = 0, list[Remembered]()
    for transcript in sources.read(path, format):
        results.append(remember(space, transcript.session, transcript.turns, link_concepts=link_concepts))
        done += len(transcript.turns)
        if on_progress:
            on_progress(Progress("remember", done, total, "turns"))
    return tuple(results)
