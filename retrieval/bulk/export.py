"""Spaces into files for `neo4j-admin database import`: page by page, so that tens of millions need no memory here."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.drafts import drafted
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.model import Progress
from clew.retrieval.bulk.files import DELIMITERS, INSTANTS, BulkFiles, Delimited

PAGE_NODES = 1000

Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class BulkExport:
    """The files of a bulk export."""

    spaces: tuple[str, ...]  # their names
    nodes: int  # in all of them
    relationships: int  # in all of them


class SpaceState(NamedTuple):
    """A space as it was read; it was written since where another read differs."""

    name: str
    locked_at: datetime | None
    leaving: bool
    nodes: int


class _Node(NamedTuple):
    id: str
    element: str
    values: list[list[object]]
    instants: list[list[object]]


class _Relationship(NamedTuple):
    type: str
    source: str
    target: str
    values: list[list[object]]
    instants: list[list[object]]


def export_bulk(
    graph: Graph, folder: Path, spaces: Sequence[str] = (), on_progress: Report | None = None
) -> BulkExport:
    """Write spaces to a new folder of files that `neo4j-admin database import` reads; its README says how.

    The folder appears whole or not at all, for its owner's eyes. It takes as long as it takes, so nobody waits for it:
    a space that was written meanwhile is refused.

    Args:
        graph: the database.
        folder: that is not there yet, or empty; where a link leads to one, that one. A mount is no such folder.
        spaces: names; none: every space of the store.
        on_progress: told after each page.

    Raises:
        NotFound: a space is not there, or the store has none.
        Conflict: a space was written meanwhile, or is being forgotten.
        InvalidInput: the folder cannot be written, or a node holds what Clew does not declare.
    """
    if not (names := list(spaces) or graph.read(load("maintain/spaces", str))):
        raise NotFound(f"{graph.uri}: the store has no space; there is nothing to export")
    place = Path(os.path.realpath(folder))  # unlike Path.resolve, it is never an error
    try:
        if place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise InvalidInput(f"{str(folder)!r} exists already; name a new folder")
        if place.is_mount():  # nothing could take its place in the end
            raise InvalidInput(f"{str(folder)!r} is mounted; name a new folder in it")
        for delimiter in DELIMITERS:
            with suppress(Delimited), drafted(place) as draft:
                draft.mkdir(mode=0o700)
                with BulkFiles(draft, delimiter) as files:
                    _write(graph, files, names, on_progress)
                    files.describe(names)
                return BulkExport(tuple(names), files.nodes, files.relationships)
    except OSError as error:
        raise InvalidInput(f"cannot write {str(folder)!r}: {error.strerror}; name a folder that can be made") from None
    raise InvalidInput("texts in lists hold every character that could part them; use `clew export` without --bulk")


def _write(graph: Graph, files: BulkFiles, names: Sequence[str], on_progress: Report | None) -> None:
    before = _states(graph, names)
    total = sum(state.nodes for state in before)
    nodes, relationships = load("maintain/bulk_nodes", _Node), load("maintain/bulk_relationships", _Relationship)
    for store in graph.read(load("maintain/bulk_store", _Node), instants=INSTANTS):
        files.add_store(store.element, _properties(store))
    for name in names:
        after = ""
        while page := graph.read(nodes, space=name, after=after, limit=PAGE_NODES, instants=INSTANTS):
            last = page[-1].id
            for node in page:
                files.add_node(node.element, _properties(node))
            for each in graph.read(relationships, space=name, after=after, last=last, instants=INSTANTS):
                files.add_relationship(each.type, each.source, each.target, _properties(each))
            after = last
            if on_progress:
                on_progress(Progress("export", files.nodes, total, "nodes"))
    for was, now in zip(before, _states(graph, names), strict=True):
        if was != now:
            raise Conflict(f"space {was.name!r} was written while it was exported; stop its writers, then export again")


def _states(graph: Graph, names: Sequence[str]) -> list[SpaceState]:
    found = graph.read(load("maintain/bulk_spaces", SpaceState), names=list(names))
    if missing := {*names} - {state.name for state in found}:
        raise NotFound(f"space {min(missing)!r} holds nothing; there is nothing to export")
    for state in found:
        if state.leaving:
            raise Conflict(f"space {state.name!r} is being forgotten; open its memory, which ends that, then export")
    return found


def _properties(row: _Node | _Relationship) -> dict[str, object]:
    return {str(name): value for name, value in (*row.values, *row.instants)}
