"""The client of Graph Data Science over memory's own connection."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clew.errors import MissingDependency, Unsupported, install_hint
from clew.graph.driver import translated

if TYPE_CHECKING:
    from clew.api.memory import Memory


def connected(memory: "Memory", *, progress: bool) -> Any:  # noqa: ANN401 - its package has no place in our types
    """Return a `graphdatascience.GraphDataScience` over the driver of a memory, which stays the memory's to close.

    Raises:
        MissingDependency: the package is not installed.
        Unsupported: the server has no Graph Data Science.
    """
    try:
        package = import_module("graphdatascience")
    except ModuleNotFoundError as error:
        message = f"analytics needs the package {error.name!r}; {install_hint('analytics')}"
        raise MissingDependency(message) from error
    graph = memory.space.graph
    if not memory.has_gds:
        raise Unsupported(f"{graph.uri} has no Graph Data Science 2.26 or newer; install it, or use the managed server")
    with translated(graph.uri):
        # Over Bolt alone: OpenGDS has no Arrow server.
        return package.GraphDataScience(graph.driver, database=graph.database, arrow=False, show_progress=progress)
