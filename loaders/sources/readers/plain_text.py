"""Plain text, as it stands."""

from collections.abc import Iterator
from pathlib import Path

from clew.loaders.sources.readers.raw import text_of
from clew.loaders.sources.readers.written import Written, written


def read(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a text file.

    Raises:
        InvalidInput: it is not text, or has none.
    """
    yield written(path, text_of(path), title)
