"""A connection that keeps account of what its time is spent on, statement by statement."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TypeVar

from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query
from clew.graph.rows import Row

T = TypeVar("T")

Spent = defaultdict[str, float]
"""Seconds per statement; `begin and commit` is what a transaction takes besides."""

OUTSIDE = "begin and commit"


class TimedGraph(Graph):
    """A graph whose `spent` and `trips` may be read, and emptied, at any time."""

    @cached_property
    def spent(self) -> Spent:
        """The account."""
        return defaultdict(float)

    @cached_property
    def trips(self) -> Counter[str]:
        """How often each statement was sent."""
        return Counter()

    def read(self, query: Query, **parameters: object) -> list[Row]:
        """As a graph does."""
        return self.reading(lambda transaction: transaction.run(query, **parameters))

    def reading(self, work: Callable[[Transaction], T]) -> T:
        """As a graph does."""
        return self._account(super().reading, work)

    def transaction(self, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        """As a graph does."""
        return self._account(partial(super().transaction, about=about), work)

    def _account(self, run: Callable[[Callable[[Transaction], T]], T], work: Callable[[Transaction], T]) -> T:
        inside: Spent = defaultdict(float)

        def timed(transaction: Transaction) -> T:
            with _timed(inside, ""):
                return work(TimedTransaction(transaction, self.spent, self.trips))

        with _timed(inside, OUTSIDE):
            result = run(timed)
        self.spent[OUTSIDE] += inside[OUTSIDE] - inside[""]
        return result


class TimedTransaction(Transaction):
    """A transaction whose statements are timed."""

    def __init__(self, inner: Transaction, spent: Spent, trips: Counter[str]) -> None:
        self._plain = inner
        self._spent = spent
        self._trips = trips

    def send(self, query: Query, **parameters: object) -> Callable[[], list[Row]]:
        """As a transaction does; the time between sending and fetching does not count."""
        self._trips[query.name] += 1
        with _timed(self._spent, query.name):
            fetch = self._plain.send(query, **parameters)

        def fetched() -> list[Row]:
            with _timed(self._spent, query.name):
                return fetch()

        return fetched


@contextmanager
def _timed(spent: Spent, name: str) -> Generator[None]:
    begin = time.perf_counter()
    try:
        yield
    finally:
        spent[name] += time.perf_counter() - begin
