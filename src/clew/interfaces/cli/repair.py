"""`clew doctor --repair`: damage in the spaces of a store, and what was mended of it."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from clew.errors import ClewError, NotFound
from clew.interfaces.cli.console import counted, line
from clew.interfaces.cli.doctor import Finding

if TYPE_CHECKING:
    from clew.graph.space import Space
    from clew.loaders.upkeep.repair import Check, Damage
    from clew.settings import Settings

SHOWN = 3
"""Spaces that a finding names, and ids of each."""


def repaired(settings: "Settings", *, only: bool, mend: bool) -> Iterator[Finding]:
    """Make the indexes that are missing, and look through the spaces for damage.

    Args:
        settings: which store, and which space.
        only: whether that space alone is looked through; else all of the store's.
        mend: whether what is understood is mended; else nothing is written.

    Yields:
        A finding for each check.
    """
    from clew.api.opening import connect, encoder_for, prepare_store, space_of
    from clew.graph import store
    from clew.graph.queries import load
    from clew.loaders.upkeep.repair import CHECKS, examine

    chosen = settings if mend else settings.changed(read_only=True)
    with connect(chosen) as graph:
        if store.stored(graph) is None:
            return
        encoder = encoder_for(graph, chosen)
        if mend and (missing := store.missing_indexes(graph)):
            prepare_store(space_of(graph, encoder, settings.space, chosen), chosen)
            yield Finding("indexes", "good", f"made: {', '.join(missing)}")
        names = [settings.space] if only else graph.read(load("maintain/spaces", str))
        spaces = [space_of(graph, encoder, name, chosen) for name in names]
        damages = [damage for space in spaces for damage in examine(space, mend=mend)]
        for check in CHECKS:
            yield _finding(check, [each for each in damages if each.check is check], len(spaces))
        yield _waiting(spaces, chosen)
        yield _sound(spaces)


def _finding(check: "Check", damages: Sequence["Damage"], spaces: int) -> Finding:
    if not damages:
        return Finding(check.name, "good", f"none in {counted(spaces, 'space')}")
    places = [
        f"{len(each.ids):,} in {each.space!r} ({', '.join(each.ids[:SHOWN])}{' …' if len(each.ids) > SHOWN else ''})"
        for each in damages
    ]
    told = f"{check.meaning}: {_listed(places)}"
    if all(each.is_mended for each in damages):
        return Finding(check.name, "good", f"mended: {told}")
    return Finding(check.name, "bad", told, check.remedy)


def _waiting(spaces: "Iterable[Space]", settings: "Settings") -> Finding:
    """Say what waits to be consolidated."""
    from clew.loaders.knowledge.consolidate import status

    waiting = list[str]()
    for space in spaces:
        try:
            chunks = status(space, settings.consolidate, documents=False)
        except ClewError:  # it is half forgotten, or holds what has expired: another check says so
            continue
        failed = sum(bool(chunk.failure) for chunk in chunks)
        waiting += [f"{len(chunks)} in {space.name!r}, {failed} of which failed before"] if chunks else []
    if not waiting:
        return Finding("waiting", "good", "nothing waits to be consolidated")
    return Finding("waiting", "note", f"chunks to consolidate: {_listed(waiting)}", "run `clew consolidate`")


def _sound(spaces: "Sequence[Space]") -> Finding:
    """Say whether an export of each space passes the checks of a restore: kinds, fields, relationships, circles."""
    from clew.loaders.upkeep.restore import ExportFile
    from clew.retrieval.export import export

    wrong = list[str]()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "space.jsonl"
        for space in spaces:
            try:
                export(space, file)
                ExportFile.read(file)
            except NotFound:
                continue
            except ClewError as error:
                wrong.append(f"{space.name!r}: {line(str(error)).replace(str(file), 'its export')}")
    if not wrong:
        return Finding("export", "good", f"that of {counted(len(spaces), 'space')} could be restored")
    return Finding("export", "bad", _listed(wrong), "correct what it names, or restore the space from an older export")


def _listed(places: Sequence[str]) -> str:
    more = len(places) - SHOWN
    return "; ".join(places[:SHOWN]) + (f" and {more:,} more" if more > 0 else "")
