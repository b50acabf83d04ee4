"""A graph whose process ends before a statement of some number, as a kill does."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query

T = TypeVar("T")


class Killed(BaseException):
    """Raised in place of the end of a process: the server rolls back what is open, as it does then."""


class Mortal(Graph):
    """A graph that ends its process before a statement of that number in a write transaction."""

    left: int

    def end(self) -> None:
        """Where no process may go with it."""
        raise Killed

    def transaction(self, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        """As a graph does, until the end."""
        return super().transaction(lambda transaction: work(_Mortal(transaction, self)), about)


class _Mortal(Transaction):
    def __init__(self, inner: Transaction, graph: Mortal) -> None:
        self._plain, self._graph = inner, graph

    def run(self, query: Query[T], **parameters: object) -> list[T]:
        if not self._graph.left:
            self._graph.end()
        self._graph.left -= 1
        return self._plain.run(query, **parameters)
