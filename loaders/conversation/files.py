"""Files of conversations into the graph: each is validated whole, then every session is one resumable transaction.

A bulk load takes several short sessions in one, because beginning and committing is half of their cost.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from clew.graph import schema, store
from clew.graph.space import Space
from clew.loaders.batches import batches
from clew.loaders.conversation.episodes import ALL, TurnLinks
from clew.loaders.conversation.sessions import remember_together
from clew.loaders.sources import detection
from clew.model import Progress, Remembered, Transcript

GROUP_TURNS = 1000  # Minimum of turns in a transaction of a bulk load, except the last


def remember_file(
    space: Space,
    path: Path | str | Sequence[Path],
    *,
    format: str | None = None,
    bulk: bool = False,
    links: TurnLinks = ALL,
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[Remembered, ...]:
    """Remember every session of files or folders; after an interruption, doing it again resumes.

    Args:
        space: where.
        path: of any supported format; or several, which are one load: all validated before the first turn is written.
        format: its name where the file does not show it.
        bulk: build the search indexes afterwards: faster for large files, but no space can be searched meanwhile.
        links: what turns are joined to.
        on_progress: told after each transaction.

    Raises:
        InvalidInput: something in one cannot be used; nothing was written.
        Conflict: a turn differs from what is stored; the transactions before it are written.
    """
    paths = [path] if isinstance(path, Path | str) else path
    total = detection.validate(path, format).turns
    indexes, together = (indexed_afterwards(space), GROUP_TURNS) if bulk else (nullcontext(), 1)
    results: list[Remembered] = []
    done = 0
    with indexes:
        for group in (group for each in paths for group in grouped(detection.read(each, format), together)):
            results += remember_together(space, group, links=links)
            done += sum(len(each.turns) for each in group)
            if on_progress:
                on_progress(Progress("remember", done, total, "turns"))
    return tuple(results)


@contextmanager
def indexed_afterwards(space: Space) -> Generator[None]:
    """Drop the store's search indexes, and build them when the block ends; the next opening does it after a crash."""
    for query in schema.drop(schema.SEARCH_INDEXES):
        space.graph.execute(query)
    try:
        yield
    finally:
        store.make_indexes(space.graph, space.dimensions)


def grouped(transcripts: Iterable[Transcript], turns: int) -> Iterator[list[Transcript]]:
    """Return sessions in groups of at least so many turns; the last group may be smaller."""
    return batches(transcripts, turns, lambda each: len(each.turns))
