"""What reading did to documents."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Read:
    """What reading did to one document: its passages that were new, the same, and taken away."""

    id: str
    title: str
    added: int
    unchanged: int
    removed: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What one call of read did.

    Attributes:
        documents: those that were read, in order.
        failed: per file that could not be read, the reason.
        forgotten: ids of documents whose files are gone, where that was asked for.
    """

    documents: tuple[Read, ...]
    failed: Mapping[str, str]
    forgotten: tuple[str, ...]
