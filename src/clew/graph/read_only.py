"""A database that is only read: whatever would write is refused before anything is sent."""

from collections.abc import Callable, Mapping
from typing import NoReturn, TypeVar

from clew.errors import ReadOnly
from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query

R = TypeVar("R")
T = TypeVar("T")

REMEDY = "open it without read_only to write (a shell: without --read-only and CLEW_READ_ONLY)"


class ReadOnlyGraph(Graph):
    """The connection of another graph, for reading: it is closed with that one."""

    only_reads = True

    def __init__(self, graph: Graph) -> None:
        """Share all that the other graph has, what it has from now on too."""
        self.__dict__ = vars(graph)

    def transaction(self, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        """Refuse to write."""
        del work, about
        self._refuse()

    def execute(self, query: Query[R], **parameters: object) -> list[R]:
        """Refuse to write."""
        del query, parameters
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise ReadOnly(f"{self.uri}: memory was opened to be read only, and this would write; {REMEDY}")
