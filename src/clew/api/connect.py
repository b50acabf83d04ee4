"""What a memory stands on: a database that answers, with its schema up to date."""

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

from clew import server
from clew.embedding import encoder_of, identity
from clew.errors import Conflict, InvalidInput, LocalServerError, MissingDependency
from clew.graph import store
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.graph.space import Space, spellings
from clew.loaders.upkeep.forget import finish
from clew.loaders.upkeep.migrations import migrations
from clew.model import Progress
from clew.retrieval import pagerank as projections
from clew.settings import Settings

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
    return Graph.connect(settings.uri, auth=auth, database=settings.database)


def local_graph(settings: Settings, on_progress: Callable[[Progress], None] | None) -> Graph:
    """Return the managed local server's database; the server is fetched and started where it is not."""
    address = server.start(server.ServerSettings.of(settings), on_progress)
    return Graph.connect(address.uri, auth=(address.user, address.password), database=address.database)


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
    kept = store.stored(graph) or _new_store(graph, settings, on_progress)
    try:
        return encoder_of(settings.changed(encoder=kept.encoder))
    except InvalidInput as error:
        raise Conflict(
            f"{graph.uri}: the store's vectors are from {kept.encoder}; give that encoder: {error}"
        ) from error


def _new_store(graph: Graph, settings: Settings, on_progress: Callable[[Progress], None] | None) -> store.Stored:
    """Make it with the default, which is on this machine by then; without it, with the encoder that is a package.

    Another process may make it meanwhile, and what it had counts.
    """
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


def ready(space: Space, settings: Settings) -> tuple[Space, bool]:
    """Check the server, bring the schema up, and end a forgetting that was interrupted.

    Returns:
        The space by its stored name, and whether Graph Data Science can compute PageRank.
    """
    answers = store.inspect(space.graph)
    store.prepare(space.graph, identity(space.encoder), space.dimensions, migrations(space.encoder))
    space = _as_stored(space)
    finish(space)
    if answers.gds:
        projections.sweep(space.graph)
    elif settings.recall.engine == "gds":
        message = f"{space.graph.uri} has no Graph Data Science 2.26 or newer; PageRank is computed in process"
        warnings.warn(message, EngineWarning, stacklevel=3)
    return space, answers.gds


def _as_stored(space: Space) -> Space:
    """Return the space in the spelling that the store has, else in the composed one (NFC); say so where it has two."""
    composed, *others = spellings(space.name)
    there = space.graph.read(load("maintain/stored_spaces", str), names=[composed, *others]) if others else []
    if len(there) > 1:
        message = (
            f"the store has the spaces {' and '.join(map(ascii, there))}, which read alike; each is reached by its own "
            "spelling: export one, restore it under another name, and forget it"
        )
        warnings.warn(message, TwoSpellings, stacklevel=4)
    name = space.name if space.name in there else next(iter(there), composed)
    return Space(space.graph, space.encoder, name)
