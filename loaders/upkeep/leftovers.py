"""The parts of exports that killed processes left in folders, and the texts that these hold."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from clew.graph.drafts import DRAFT

MOST_CHARACTERS = 10_000_000  # of a line that is looked at; what is longer is looked at in pieces of that size


def drafts(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield each file of a draft that lies in one of some folders; what cannot be looked into is passed over."""
    for folder in dict.fromkeys(each.resolve() for each in folders):
        for left in sorted(folder.glob(f"{DRAFT}*.part")):
            yield from (each for each in sorted((left, *left.rglob("*"))) if each.is_file())


def texts_in(path: Path) -> Iterator[str]:
    """Yield the texts that a draft holds: those of its JSON lines, and each other line as it is."""
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", errors="replace") as file:
            while line := file.readline(MOST_CHARACTERS):
                try:
                    yield from _texts(json.loads(line))
                except (ValueError, RecursionError):
                    yield line.replace('""', '"')  # as a file of a bulk export writes quotation marks
    except (OSError, EOFError, zlib.error):  # it went meanwhile, is somebody else's, or is cut off here
        return


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in cast("dict[str, object]", value).values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in cast("list[object]", value):
            yield from _texts(each)
