"""The graph as callers see it: sizes, pictures, receipts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

AliasOrigin = Literal["given", "shown", "learnt"]


@dataclass(frozen=True, slots=True)
class Stats:
    """The size of a space.

    Attributes:
        space: its name.
        nodes: how many, per kind.
        relationships: how many, per type.
        speakers: who speaks in it.
        first: the earliest date of its turns, in UTC.
        last: the latest.
        aliases: per speaker the other names that questions may use.
        alias_origins: per other name how it is known: ``given`` by a caller, ``shown`` by a greeting, or ``learnt`` by
            consolidation; the first of these where several are so.
    """

    space: str
    nodes: Mapping[str, int]
    relationships: Mapping[str, int]
    speakers: tuple[str, ...]
    first: datetime | None
    last: datetime | None
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    alias_origins: Mapping[str, AliasOrigin] = field(default_factory=dict[str, AliasOrigin])


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of `forget`.

    Attributes:
        asked: what was asked for, such as ``session:2023-05-08``.
        removed: removed nodes per kind, such as ``{"Episode": 22, "Session": 1, "Concept": 9}``.
        relationships: how many fewer relationships there are.
        ids: the ids of the removed nodes, sorted.
        weakened: ids of facts that others say too: they are believed less, sorted.
        revived: ids of facts that hold again, because what had replaced them is gone, sorted.
        reasons: by id, why each of them went, is weakened or holds again, such as ``rested only on episode:s/1``.
    """

    asked: str
    removed: Mapping[str, int]
    relationships: int
    ids: tuple[str, ...]
    weakened: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a picture; `score` is 0 for what only joins others."""

    id: str
    kind: str
    label: str
    at: datetime | None
    score: float


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of a picture, by the ids of its ends."""

    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The part of the graph that a recall returned, with what joins it."""

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
