"""What a memory stands on: a database that answers, with its schema up to date."""

import warnings
from collections.abc import Callable

from clew import server, store
from clew.embedding import identity
from clew.graph import Graph
from clew.loaders.upkeep.forget import finish
from clew.loaders.upkeep.older import migrations
from clew.model import Progress
from clew.retrieval import pagerank
from clew.settings import Settings
from clew.space import Space


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


def ready(space: Space, settings: Settings) -> bool:
    """Check the server, bring the schema up, and end a forgetting that was interrupted.

    Returns:
        Whether Graph Data Science can compute PageRank.
    """
    answers = store.inspect(space.graph)
    store.prepare(space.graph, identity(space.encoder), space.dimensions, migrations(space.encoder))
    finish(space)
    if answers.gds:
        pagerank.sweep(space.graph)
    elif settings.recall.engine == "gds":
        message = f"{space.graph.uri} has no Graph Data Science 2.26 or newer; PageRank is computed in process"
        warnings.warn(message, EngineWarning, stacklevel=3)
    return answers.gds
