"""Files and folders that appear whole or not at all: a draft beside their place takes their name in the end."""

import itertools
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from clew.graph.processes import is_gone, mark

DRAFT = ".clew-export-"
"""Begins the name of what is not whole yet; then it says which process writes it."""

_numbers = itertools.count()


@contextmanager
def drafted(place: Path) -> Generator[Path]:
    """Yield where to write what takes its place when the block ends; nothing is left where it fails.

    What processes that are over left beside the place goes.

    Args:
        place: of a file, or of a folder that is not there or empty.

    Raises:
        OSError: the disk fails.
    """
    for left in place.parent.glob(f"{DRAFT}*.part"):
        if is_gone(left.stem.removeprefix(DRAFT).rpartition("-")[0]):
            _remove(left)
    draft = place.with_name(f"{DRAFT}{mark()}-{next(_numbers)}.part")
    try:
        yield draft
        draft.replace(place)
    finally:
        _remove(draft)


def _remove(draft: Path) -> None:
    if draft.is_dir():
        shutil.rmtree(draft, ignore_errors=True)
    else:
        with suppress(OSError):  # nor can it be there where no file can be
            draft.unlink()
