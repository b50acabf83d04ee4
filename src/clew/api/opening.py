"""Everything that comes before a memory is open: a database that answers, an encoder, a store that is up to date."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from clew import server
from clew.embedding import encoder_of, identity
from clew.errors import Conflict, InvalidInput, LocalServerError, MissingDependency
from clew.graph import store
from clew.graph.driver import Graph, Waits
from clew.graph.queries import load
from clew.graph.read_only import ReadOnlyGraph
from clew.graph.schema import declared
from clew.graph.space import Space, spellings
from clew.loaders.upkeep.forget import finish, forget_expired, without_expired
from clew.loaders.upkeep.migrations import migrations
from clew.model import Progress
from clew.retrieval import pagerank as projections
from clew.settings import Settings
from clew.text.instants import zone_named

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


class EncoderWarning(UserWarning):
    """A new store has another encoder than the default, which cannot be fetched."""


class EngineWarning(UserWarning):
    """The server lacks Graph Data Science, so PageRank is computed in process."""


def connect(settings: Settings, on_progress: Callable[[Progress], None] | None = None) -> Graph:
    """Connect to the database that the settings name: a server of your own, or the local one."""
    if not settings.uri:
        return local_graph(settings, on_progress)
    auth = (settings.user, settings.password.get_secret_value())
    graph = Graph.connect(settings.uri, auth=auth, database=settings.database, waits=waits(settings))
    return as_allowed(graph, settings)


def as_allowed(graph: Graph, settings: Settings) -> Graph:
    """Return a graph to work with as settings allow: to read only, or to write as well."""
    return ReadOnlyGraph(graph) if settings.read_only and not graph.only_reads else graph


def waits(settings: Settings) -> Waits:
    """Return how long the settings let a database be waited for."""
    return Waits(settings.connect_seconds, settings.retry_seconds, settings.query_seconds)


def local_graph(settings: Settings, on_progress: Callable[[Progress], None] | None) -> Graph:
    """Return the managed local server's database; the server is fetched and started where it is not."""
    managed = server.ServerSettings.of(settings)
    address = server.start(managed, on_progress)
    auth, revive = (address.user, address.password), partial(server.start, managed)
    graph = Graph.connect(address.uri, auth=auth, database=address.database, waits=waits(settings), revive=revive)
    return as_allowed(graph, settings)


def encoder_for(
    graph: Graph, settings: Settings, on_progress: Callable[[Progress], None] | None = None
) -> "Embeddings":
    """Return the encoder that the settings name; else the one that made the store's vectors; else a new store's.

    Args:
        graph: the database, whose store is made where it has none and the settings name no encoder.
        settings: which encoder, and where from.
        on_progress: told while a new store's is fetched.

    Raises:
        Conflict: Clew cannot make the store's encoder by itself.
    """
    if settings.encoder:
        return encoder_of(settings)
    store.components(graph)  # one that is too old knows no such statement
    kept = store.stored(graph) or _create_store(graph, settings, on_progress)
    try:
        return encoder_of(settings.changed(encoder=kept.encoder))
    except InvalidInput as error:
        raise Conflict(
            f"{graph.uri}: the store's vectors are from {kept.encoder}; give that encoder: {error}"
        ) from error


def _create_store(
    graph: Graph, settings: Settings, on_progress: Callable[[Progress], None] | None
) -> store.StoreRecord:
    # With the default encoder, which is on this machine by then; without it, with the one that is a package. Another
    # process may make the store meanwhile, and its encoder counts.
    from clew.embedding import E5Small, MiniLM

    try:
        E5Small(mirror=settings.mirror).weights(on_progress)
    except (LocalServerError, MissingDependency) as error:
        made = store.create(graph, identity(MiniLM()), MiniLM.dimensions)
        if made.encoder == MiniLM.identity:
            remedy = "`clew reembed --encoder e5-small` changes it once that is in reach"
            warnings.warn(f"{error}; the new store has the encoder minilm; {remedy}", EncoderWarning, stacklevel=6)
        return made
    return store.create(graph, E5Small.identity, E5Small.dimensions)


class TwoSpellings(UserWarning):
    """A store of before has two spaces whose names Unicode writes in two ways and people read as one."""


def prepare_store(space: Space, settings: Settings) -> bool:
    """Check the server, and bring the schema up; return whether Graph Data Science can compute PageRank.

    Where memory is only read, nothing is brought up, and PageRank is computed in process: a projection is written.
    """
    answers = store.inspect(space.graph)
    if space.graph.only_reads:
        store.check_current(space.graph, identity(space.encoder), space.dimensions)
        return False
    store.prepare(space.graph, identity(space.encoder), space.dimensions, migrations(space.encoder))
    if answers.gds:
        projections.sweep(space.graph)
    elif settings.recall.engine == "gds":
        message = f"{space.graph.uri} has no Graph Data Science 2.26 or newer; PageRank is computed in process"
        warnings.warn(message, EngineWarning, stacklevel=3)
    return answers.gds


def space_of(graph: Graph, encoder: "Embeddings", name: str, settings: Settings) -> Space:
    """Return a space with the retention of the settings; `as_stored` gives it its spelling and zone."""
    kept = {kind.label: settings.retention[kind.name] for kind in declared().kinds if kind.name in settings.retention}
    return Space(graph, encoder, name, retention=kept, forget_expired=forget_expired, without_expired=without_expired)


def as_stored(space: Space, zone: str) -> Space:
    """Return a space by its stored name and zone, or that given; a forgetting that was interrupted is ended."""
    # The space has the spelling that the store has, else the composed one (NFC).
    composed, *others = spellings(space.name)
    found = space.graph.read(load("maintain/stored_spaces", tuple[str, str | None]), names=[composed, *others])
    there = dict(found)
    if len(there) > 1:
        message = (
            f"the store has the spaces {' and '.join(map(ascii, there))}, which read alike; each is reached by its own "
            "spelling: export one, restore it under another name, and forget it"
        )
        warnings.warn(message, TwoSpellings, stacklevel=3)
    name = space.name if space.name in there else next(iter(there), composed)
    try:
        space = replace(space, name=name, zone=zone_named(zone or there.get(name) or ""))
    except ValueError as error:
        raise InvalidInput(f"space {name!r}: its {error}, as `zone=`") from None
    finish(replace(space, forget_expired=None))  # an opening forgets nothing that has expired: a dry run may follow
    return space
