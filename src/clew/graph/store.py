"""Makes a database ready to hold memory: version, schema, encoder; run at every opening, cheap when all is well."""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from clew.errors import Conflict, DatabaseError, NotFound, TimedOut, Unsupported
from clew.graph import schema
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.text.instants import now
from clew.text.names import topic

MIN_SERVER_VERSION = (2026, 1)
"""Filtered vector search and weighted seeds need Neo4j 2026.01 with Graph Data Science 2.26."""

MIN_GDS_VERSION = (2, 26)
INDEX_TIMEOUT_SECONDS = 3600  # how long an opening waits for indexes that are being built
POLL_SECONDS = 0.2
PAGE_NAMES = 1000  # names that a migration joins at once

Migration = Callable[[Graph], object]
NO_MIGRATIONS: Mapping[int, Migration] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Server:
    """The server that answers at the address."""

    version: str
    edition: str
    gds: bool  # Whether Graph Data Science is there, and recent enough


class StoreRecord(NamedTuple):
    """The record that a store keeps of itself."""

    version: int  # of its schema
    encoder: str  # identity of the encoder that made its vectors, or is making them
    dimensions: int
    pending: bool | None  # whether a change of the encoder is under way, or was interrupted


def inspect(graph: Graph) -> Server:
    """Ask the server what it is."""
    version, edition = components(graph)
    try:
        found = graph.read(load("maintain/gds_version", str))[0]
    except Unsupported:  # without Graph Data Science there is no such function
        return Server(version, edition, gds=False)
    return Server(version, edition, gds=numbers(found) >= MIN_GDS_VERSION)


def components(graph: Graph) -> tuple[str, str]:
    """Return the version and the edition of the server, which is 2026.01 or newer."""
    version, edition = graph.read(load("maintain/components", tuple[str, str]))[0]
    check_version(version, graph.uri)
    return version, edition


def numbers(version: str) -> tuple[int, ...]:
    """Return the year and month, or the major and minor number, of a version."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def check_version(version: str, uri: str) -> None:
    """Accept a server's version, or say why not."""
    if numbers(version) < MIN_SERVER_VERSION:
        raise Unsupported(
            f"{uri} runs Neo4j {version}, which cannot filter a vector search inside its index; "
            "use Neo4j 2026.01 or newer with Graph Data Science 2.26 or newer"
        )


def stored(graph: Graph) -> StoreRecord | None:
    """Return what the database's store says of itself; None where it has none."""
    return next(iter(graph.read(load("maintain/store", StoreRecord))), None)


def prepare(graph: Graph, encoder: str, dimensions: int, later: Mapping[int, Migration] = NO_MIGRATIONS) -> None:
    """Create or check the schema, bring an older one up to date, wait for its indexes, and end a bulk import.

    `later` are migrations that need more than a graph, by the version that they start from.
    """
    store = stored(graph) or create(graph, encoder, dimensions)
    check_known(graph, store)
    check_encoder(graph, store, encoder, dimensions)
    migrate(graph, store.version, {**MIGRATIONS, **later})
    if missing_indexes(graph):
        make_indexes(graph, dimensions)
        if missing := missing_indexes(graph):
            raise DatabaseError(f"{graph.uri}: the index {missing[0]} could not be built; see `clew doctor`")
    if graph.read(load("maintain/is_imported", bool))[0]:
        graph.execute(load("maintain/complete_imported"))


def check_current(graph: Graph, encoder: str, dimensions: int) -> None:
    """Hold that a store can be read as it is, without anything that `prepare` would write.

    Raises:
        NotFound: the database holds no memory.
        Conflict: it is of an older Clew, or was imported and not completed, or has another encoder.
        DatabaseError: an index is missing.
    """
    remedy = "open it once to write, which brings it up to date"
    if (found := stored(graph)) is None:
        raise NotFound(f"{graph.uri}: database {graph.database!r} holds no memory; open it to write, which makes one")
    check_known(graph, found)
    check_encoder(graph, found, encoder, dimensions)
    if found.version < schema.VERSION or graph.read(load("maintain/is_imported", bool))[0]:
        raise Conflict(f"{graph.uri}: the store has schema version {found.version} of {schema.VERSION}; {remedy}")
    if missing := missing_indexes(graph):
        raise DatabaseError(f"{graph.uri}: the index {missing[0]} is missing; {remedy}")


def migrate(graph: Graph, stored: int, migrations: Mapping[int, Migration]) -> None:
    """Run the migrations from a stored version to this one; each is recorded when it is done."""
    for version in range(stored, schema.VERSION):
        if version not in migrations:
            raise Unsupported(
                f"{graph.uri}: no migration leads from schema version {version}; export with the old clew"
            )
        migrations[version](graph)
        graph.write(load("maintain/set_version"), version=version + 1)


def _join_all_names(graph: Graph) -> None:
    graph.execute(load("maintain/drop_points"))
    for space in graph.read(load("maintain/spaces", str)):
        join_names(graph, space)


def join_names(graph: Graph, space: str) -> None:
    """Join to its entities what the concepts of the same words join in a space, page by page; may be repeated."""
    after = ""
    while names := graph.read(load("maintain/entity_names", str), space=space, after=after, limit=PAGE_NAMES):
        rows = [{"name": name, "topic": topic(name)} for name in names]
        graph.write(load("write/join_topics"), space=space, rows=rows)
        after = names[-1]


MIGRATIONS: Mapping[int, Migration] = {
    1: lambda graph: graph.execute(load("maintain/count_texts")),  # a space knows how many texts it holds, and is open
    2: lambda _: None,  # what was new then is written where it is missing
    3: _join_all_names,  # a word that is a name is an entity and no concept too; the index of points goes
    10: lambda _: None,  # two indexes are new, which an opening makes
    11: lambda _: None,  # that of the audit log likewise
    12: lambda _: None,  # nothing is retracted yet
}
"""Version to what brings a store of that version to the next by Cypher alone; interrupted, it is done again."""


def missing_indexes(graph: Graph) -> list[str]:
    """Return the names of our indexes that are not there or not online."""
    online = _states(graph, "ONLINE")
    return [index.name for index in schema.INDEXES if index.name not in online]


def make_indexes(graph: Graph, dimensions: int) -> None:
    """Create what is not there, and wait until it is built; needs no right to do so where all is there.

    One for vectors of another size goes first: it is from a store that was here before, and was deleted.
    """
    sizes = {name: size for name, _, size in _indexes(graph)}
    for query in schema.drop(tuple(each for each in schema.INDEXES if sizes.get(each.name) not in (None, dimensions))):
        graph.execute(query)
    there = _states(graph, "ONLINE", "POPULATING")
    for query in schema.ddl(dimensions):
        if query.name.removeprefix("schema/") not in there:
            with suppress(Conflict):  # another process makes it at the same moment
                graph.write(query)
    until = time.monotonic() + INDEX_TIMEOUT_SECONDS
    while populating := _states(graph, "POPULATING"):
        if time.monotonic() > until:
            raise TimedOut(
                f"{graph.uri}: the index {min(populating)} is not built after {INDEX_TIMEOUT_SECONDS} s; "
                "wait, then open memory again"
            )
        time.sleep(POLL_SECONDS)
    if failed := _states(graph, "FAILED"):
        raise DatabaseError(f"{graph.uri}: the index {min(failed)} could not be built; see `clew doctor`")


def _states(graph: Graph, *wanted: str) -> set[str]:
    return {name for name, state, _ in _indexes(graph) if state in wanted}


def _indexes(graph: Graph) -> list[tuple[str, str, int | None]]:
    return graph.read(load("maintain/indexes", tuple[str, str, int | None]))


def create(graph: Graph, encoder: str, dimensions: int) -> StoreRecord:
    """Make the store, and return what it says of itself: of several processes that make it at once, the first says."""
    foreign = graph.read(load("maintain/foreign_data", bool))[0]
    if foreign and not stored(graph):  # else another process has just made the store
        raise Conflict(
            f"{graph.uri}: database {graph.database!r} holds nodes labelled Clew that are not ours; "
            "use another database, or rename that label"
        )
    make_indexes(graph, dimensions)
    graph.write(
        load("maintain/record_store"), version=schema.VERSION, encoder=encoder, dimensions=dimensions, now=now()
    )
    return graph.read(load("maintain/store", StoreRecord))[0]


def check_known(graph: Graph, stored: StoreRecord) -> None:
    """Hold that the version of a store is not newer than this Clew's."""
    if stored.version > schema.VERSION:
        version = f"schema version {stored.version}, this Clew knows {schema.VERSION}"
        raise Unsupported(f"{graph.uri}: the store has {version}; upgrade clew")


def check_encoder(graph: Graph, stored: StoreRecord, encoder: str, dimensions: int) -> None:
    """Hold an encoder against the store's, whose change may be under way or was interrupted."""
    if stored.pending:
        raise Conflict(
            f"{graph.uri}: the change to encoder {stored.encoder} is under way, or was interrupted; wait, or run "
            "`clew reembed` with it again"
        )
    if (stored.encoder, stored.dimensions) != (encoder, dimensions):
        raise Conflict(
            f"{graph.uri}: the store's vectors are from {stored.encoder} ({stored.dimensions} dimensions), "
            f"not {encoder} ({dimensions}); use that encoder, or run `clew reembed` with the new one"
        )
