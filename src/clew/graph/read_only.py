"""A database that is only read: whatever would write is refused before anything is sent."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NoReturn, TypeVar

from clew.errors import AccessDenied, DatabaseError, ReadOnly
from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query

R = TypeVar("R")
T = TypeVar("T")

REMEDY = "open it without read_only to write (a shell: without --read-only and CLEW_READ_ONLY)"

EXPIRED_REMEDY = "have that forgotten first, by any read of a memory that may write: clew forget --expired"


class _Undone(Exception):
    """Raised at the end of work that is undone."""


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

    def undone(self, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        """Run `work` in one transaction that may write and is undone, whatever comes of it; return its result.

        Raises:
            ReadOnly: the user of the database may not write, or an index returned what is deleted only here.
        """
        done = list[T]()

        def run(inner: Transaction) -> None:
            done.append(work(inner))
            raise _Undone

        try:
            with suppress(_Undone):
                super().transaction(run, about)
        except DatabaseError as error:
            if type(error) not in (DatabaseError, AccessDenied):
                raise
            told = f"memory holds what has expired and is shown to nobody, and cannot be read without that: {error}"
            raise ReadOnly(f"{told}; {EXPIRED_REMEDY}") from error
        return done[-1]

    def _refuse(self) -> NoReturn:
        raise ReadOnly(f"{self.uri}: memory was opened to be read only, and this would write; {REMEDY}")
