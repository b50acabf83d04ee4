"""Splits rows into batches for statements and transactions of a bounded size."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def batches(items: Iterable[T], size: int, weight: Callable[[T], int] = lambda _: 1) -> Iterator[list[T]]:
    """Yield items in lists that weigh at least `size`; the last list may weigh less. By default an item weighs 1."""
    batch: list[T] = []
    total = 0
    for item in items:
        batch.append(item)
        total += weight(item)
        if total >= size:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch
