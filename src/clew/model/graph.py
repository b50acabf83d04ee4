"""The graph as callers see it: sizes, pictures, receipts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from clew.model.proof import Certificate

AliasOrigin = Literal["given", "shown", "learnt"]


@dataclass(frozen=True, slots=True)
class Stats:
    """The size of a space."""

    space: str
    nodes: Mapping[str, int]  # how many, per kind
    relationships: Mapping[str, int]  # how many, per type
    speakers: tuple[str, ...]  # who speaks in it
    first: datetime | None  # the earliest date of its turns, in UTC
    last: datetime | None  # the latest
    # per speaker the other names that questions may use
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    # per other name how it is known: ``given`` by a caller, ``shown`` by a greeting, or ``learnt`` by consolidation;
    # the first of these where several are so
    alias_origins: Mapping[str, AliasOrigin] = field(default_factory=dict[str, AliasOrigin])
    # per language how many of some texts are in it, most first: its code such as ``en``, or ``unknown``; the texts are
    # up to a hundred of each kind that were remembered first, and as many that were last
    languages: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of `forget`."""

    asked: str  # what was asked for, such as ``session:2023-05-08``
    removed: Mapping[str, int]  # removed nodes per kind, such as ``{"Episode": 22, "Session": 1, "Concept": 9}``
    relationships: int  # how many fewer relationships there are
    ids: tuple[str, ...]  # the ids of the removed nodes, sorted
    weakened: tuple[str, ...] = ()  # ids of facts that others say too: they are believed less, sorted
    revived: tuple[str, ...] = ()  # ids of facts that hold again, because what had replaced them is gone, sorted
    # by id, why each of them went, is weakened or holds again, such as ``rested only on episode:s/1``
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    proof: Certificate | None = None  # what was found after it; None where nobody looked


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
