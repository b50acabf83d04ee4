"""Files of conversations into memory; one that was taken whole, and has not changed, is not read again.

A file is validated whole, then every session is one resumable transaction. A bulk load takes several short sessions in
one, because beginning and committing is half of their cost. At the end each session of a file notes the file's digest,
and the number of its sessions. Where one of them is forgotten or replaced, the file is read again.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space
from clew.loaders.batches import batches
from clew.loaders.conversation.episodes import ALL, TurnLinks
from clew.loaders.conversation.sessions import (
    GROUP_TURNS,
    PAGE_NODES,
    OnChange,
    check_unchanged,
    grouped,
    indexed_afterwards,
    remember_together,
)
from clew.loaders.sources import detection
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import PART_TURNS
from clew.model import Progress, Remembered, Transcript

MOST_DATED = 1000  # texts of each order of dates that show the habit of a space


class _Order(NamedTuple):
    date_order: str | None


def remember_file(
    space: Space,
    path: Path | str | Sequence[Path],
    *,
    format: str | None = None,
    bulk: bool = False,
    strict: bool = False,
    tools: bool = False,
    branches: bool = False,
    on_change: OnChange = "report",
    links: TurnLinks = ALL,
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[Remembered, ...]:
    """Remember every session of files or folders; after an interruption, doing it again resumes.

    Several paths are one load: all are checked before the first turn is written. A format is named where the file does
    not show it. A `bulk` load builds the search indexes afterwards: that is faster for large files, but no space can be
    searched meanwhile. A row that cannot be used is left out and noted, unless the load is `strict`. `tools`
    keeps calls of tools and what they return, `branches` all branches of a conversation.

    Raises:
        InvalidInput: a file cannot be used; in a strict load, anything in it. Nothing was written.
        Conflict: a turn differs from what is stored, and `on_change` is ``stop``. Nothing was written.
    """
    results: list[Remembered] = []
    done = 0
    order = next(iter(space.read(load("write/date_order", _Order), most=MOST_DATED)), _Order(None)).date_order
    habit = None if order is None else order == "day"
    notes = Notes(is_strict=strict, keeps_tools=tools, keeps_branches=branches, day_first=habit, zone=space.zone)
    with detection.opened(path, format, notes=notes, taken=partial(_taken, space)) as sources:
        total = sum(sum(each.sessions.values()) for each in sources if each.file)
        if on_change == "stop":
            for group in grouped(detection.transcripts(sources, PART_TURNS), GROUP_TURNS):
                check_unchanged(space, group)
        with indexed_afterwards(space) if bulk and total else nullcontext():
            for group in grouped(detection.transcripts(sources, PART_TURNS), GROUP_TURNS if bulk else 1):
                _remember_group(space, group, results, on_change, links)
                done += sum(len(each.turns) for each in group)
                if on_progress:
                    on_progress(Progress("remember", done, total, "turns"))
        written = iter(results)
        whole = [(each, list(islice(written, len(each.sessions)) if each.file else _known(each))) for each in sources]
    rows = [
        {"session": result.session, "digest": f"{each.digest} {len(each.sessions)} {turns}"}
        for each, found in whole
        if each.file and each.file.notes.is_whole and not any(note.is_lost for one in found for note in one.notes)
        for result, turns in zip(found, each.sessions.values(), strict=True)
    ]
    for page in batches(rows, PAGE_NODES):
        space.locked(lambda transaction, page=page: transaction.run(load("write/note_file"), rows=page))
    return tuple(result for _, found in whole for result in found)


def _remember_group(
    space: Space, group: Sequence[Transcript], results: list[Remembered], on_change: OnChange, links: TurnLinks
) -> None:
    """Remember a group, and add its results; the first of it may be the next part of the session before."""
    goes_on = group[0].start > 0
    if goes_on and results[-1].changed_at is not None and not results[-1].forgotten:
        group, goes_on = group[1:], False  # the session is left as it is
    found = remember_together(space, group, on_change=on_change, links=links)
    if goes_on:
        results[-1] += found[0]
    results += found[goes_on:]


def _known(source: detection.OpenedFile) -> Iterator[Remembered]:
    """Yield what a file is that is in memory as it is; the first result has the notes."""
    notes = source.notes
    for session, turns in source.sessions.items():
        yield Remembered(session, 0, turns, notes)
        notes = ()


def _taken(space: Space, digests: Collection[str]) -> Mapping[str, Mapping[str, int]]:
    """Return the sessions of the files that are in memory whole, with their turns, by the digests of the files."""
    rows = space.read(load("write/file_sessions", tuple[str, str]), digests=list(digests))
    noted = sorted((*digest.split(" "), session) for session, digest in rows)
    found = dict[str, dict[str, int]]()
    for (digest, count), group in groupby(noted, lambda each: (each[0], each[1])):
        sessions = {session: int(turns) for _, _, turns, session in group}
        if len(sessions) == int(count):
            found[digest] = sessions
    return found
