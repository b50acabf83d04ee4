"""The managed local Neo4j with Graph Data Science: fetched, started, guarded and stopped for one user.

The way of a start: `managed` (what users call) -> `stored` and `config` (memory, by machine and store) -> `java` ->
`lockfile` and `artifacts` (the jars) -> `credentials` -> `archive` (what makes it start sooner) -> `process` ->
`readiness`.
"""

from typing import TYPE_CHECKING

from clew.errors import MissingDependency, install_hint
from clew.model import Progress
from clew.server.settings import Address, PortMoved, ServerSettings, StartPlan, Status

if TYPE_CHECKING:
    from clew.server.managed import (
        backup,
        browser_jar,
        home,
        import_bulk,
        logs,
        planned,
        remove,
        restore,
        start,
        status,
        stop,
    )

__all__ = [
    "Address", "PortMoved", "Progress", "ServerSettings", "StartPlan", "Status", "backup", "browser_jar", "home",
    "import_bulk", "logs", "planned", "remove", "restore", "start", "status", "stop",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load `managed` when it is used: memory on a Neo4j of your own needs none of its packages."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from clew.server import managed
    except ModuleNotFoundError as error:
        raise MissingDependency(
            f"the managed local server needs the package {error.name!r}; {install_hint('local')}"
        ) from error
    return getattr(managed, name)
