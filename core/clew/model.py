"""What goes into memory and what comes out: frozen, typed, free of the driver."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Engine = Literal["gds", "local"]

Metadata = Mapping[str, object]
"""Free properties of a turn: JSON values under text keys."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a conversation.

    Attributes:
        text: what was said, verbatim; it must hold at least one visible character.
        speaker: who said it; may be empty.
        at: when, with a zone. None: the date of the turn before, else the moment it is remembered.
        caption: what an attached image shows; may be empty.
        metadata: free JSON properties, kept and returned as they are.
    """

    text: str
    speaker: str = ""
    at: datetime | None = None
    caption: str = ""
    metadata: Metadata = field(default_factory=dict[str, object], hash=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """One session of a source, from its first turn."""

    session: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What one call of remember did to one session."""

    session: str
    appended: int
    """Turns that were new."""
    unchanged: int
    """Turns that were stored before and were left alone."""


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


@dataclass(frozen=True, slots=True)
class Receipt:
    """What `forget` removed.

    Attributes:
        asked: what was asked for, such as ``session:2023-05-08``.
        removed: removed nodes per kind, such as ``{"Episode": 22, "Session": 1, "Concept": 9}``.
        relations: how many relations went with them.
        ids: the ids of the removed nodes, sorted.
    """

    asked: str
    removed: Mapping[str, int]
    relations: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """The size of a space: nodes per kind, relations per type, speakers, first and last date."""

    space: str
    nodes: Mapping[str, int]
    relations: Mapping[str, int]
    speakers: tuple[str, ...]
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """The weighted contributions that add up to a hit's score (retrieval form R; each at least 0)."""

    vector: float = 0.0
    text: float = 0.0
    next: float = 0.0
    speaker: float = 0.0
    session: float = 0.0
    date: float = 0.0
    pagerank: float = 0.0

    @property
    def total(self) -> float:
        """The score."""
        return self.vector + self.text + self.next + self.speaker + self.session + self.date + self.pagerank


@dataclass(frozen=True, slots=True)
class Step:
    """One node on the path from a seed to a hit."""

    relation: str
    """How it was reached from the node before, such as ``NEXT`` or ``HAS_CONCEPT``; empty for the seed."""
    id: str
    kind: str
    label: str
    """What a person would call it: an episode's opening words, a concept's name."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One recalled memory and why it came.

    Attributes:
        id: the memory's id in its space.
        kind: its kind label, such as ``Episode``.
        text: its text, verbatim.
        speaker: who said it; empty where it does not apply.
        at: when it was said, in UTC; None for a passage.
        session: its session's name; empty for a passage.
        position: its 0-based place in the session or document.
        caption: what its image shows.
        metadata: what was stored with it.
        score: the sum of `parts`.
        parts: the score, split.
        path: from the seed that it was reached from to the hit itself; one step where it is a seed.
        document: id of its document; empty for a turn.
        title: of its document.
    """

    id: str
    kind: str
    text: str
    speaker: str
    at: datetime | None
    session: str
    position: int
    caption: str
    metadata: Metadata = field(hash=False)
    score: float
    parts: ScoreParts
    path: tuple[Step, ...]
    document: str = ""
    title: str = ""

    @property
    def why(self) -> str:
        """The path as one line, such as ``"I adopted a cat" -NEXT- "What is her name?"``."""
        return "".join(f" -{s.relation}- {s.label}" if s.relation else s.label for s in self.path)


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to one query.

    Attributes:
        query: as asked.
        hits: best first.
        packed: the hits that `text` holds, in the order of the text.
        text: ready for a prompt: one header per session with its date, turns in time order.
        engine: what computed PageRank; None where it did not run (switched off, or nothing to walk).
        seconds: time per stage: ``encode``, ``seeds``, ``neighbourhood``, ``pagerank``,
            ``score``, ``read``, ``total``.
    """

    query: str
    hits: tuple[Hit, ...]
    packed: tuple[Hit, ...]
    text: str
    engine: Engine | None
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a picture; `score` is 0 for what only joins others."""

    id: str
    kind: str
    label: str
    at: datetime | None
    score: float


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a picture, by the ids of its ends."""

    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The part of the graph that a recall returned, with what joins it."""

    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far long work has come; `total` is 0 while it is not known."""

    stage: str
    """Such as ``download``, ``start`` or ``remember``."""
    done: int
    total: int
    unit: str
    """What is counted, such as ``bytes`` or ``turns``."""
